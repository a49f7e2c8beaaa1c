/**
 * A name in every spelling that a reader takes for it.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { spellingsOf } from '../../src/pdf/syntax/name-spellings.js'

it.each(['/Linearized', '/#4cinearized', '/#4Cinearized', '/#4c#69#6e#65#61#72#69#7a#65#64'])('%s is found', (text) => {
  expect(spellingsOf('/Linearized').exec(`<<${text} 1>>`)?.[0]).toBe(text)
})

it.each(['/linearized', '/#4dinearized', '/Line', '/#4inearized'])('%s is another name', (text) => {
  expect(spellingsOf('/Linearized').test(text)).toBe(false)
})
