/**
 * What tagged documents gain with a field, forged or not.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { baseOf } from '../bases/bases.js'
import { verdictOf } from '../support/verdict.js'
import { honestElement, TAGGED } from './structure-forgeries.js'

describe('a field with an element of its own', () => {
  it.each(TAGGED.map((tag, i) => [i === 0 ? 'one node' : 'two levels', tag] as const))(
    'is an honest addition to a parent tree of %s',
    async (_, tag) => {
      for (const profile of ['plain', 'P=2'] as const) {
        const base = await tag(await baseOf('pdf-lib', profile))
        expect(await verdictOf(await honestElement(base))).toMatchObject({ valid: true })
      }
    },
  )
})
