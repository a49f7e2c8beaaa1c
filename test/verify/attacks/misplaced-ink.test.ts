/**
 * Pages whose ink is elsewhere than their measures say: what stands far from it is permitted as on every other page.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { hasTool } from '../../support/tools.js'
import { verdictOf } from '../support/verdict.js'
import { spread } from './attack-set.js'
import { besideInk } from './misplaced-ink.js'

const TOOLS = ['mutool', 'qpdf', 'soffice']

describe.skipIf(!TOOLS.every(hasTool))('a page whose ink is elsewhere', () => {
  it('may have a mark in its margin', { timeout: 120_000 }, async () => {
    const refused: string[] = []
    const marks = spread(besideInk, 1)
    for (const mark of marks) {
      const { bytes } = await mark.make()
      const { valid, reason } = await verdictOf(bytes)
      if (!valid) refused.push(`${mark.name}: ${reason}`)
    }
    expect(marks.length).toBeGreaterThan(50)
    expect(refused).toEqual([])
  })
})
