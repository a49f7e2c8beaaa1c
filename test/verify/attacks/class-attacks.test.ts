/**
 * Attacks of every class on documents of several writers.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { hasTool } from '../../support/tools.js'
import { verdictOf } from '../support/verdict.js'
import { attacksOf } from './attack-set.js'

const TOOLS = ['pdftoppm', 'mutool', 'qpdf', 'soffice']

describe.skipIf(!TOOLS.every(hasTool))('an attack on documents of many writers', () => {
  it.each([
    'A1 increments',
    'A2 object streams',
    'A3 empty',
    'A10 appearances',
    'A6 later signers who imitate',
    'A19 ink',
    'A20 markings',
    'A21 pale shapes',
    'A22 drawings that add up',
    'A23 grounds of fields',
    'A24 objects',
    'A26 looks',
    'A27 dictionaries',
    'A28 text',
    'A29 text',
    'A30 fields',
    'A31 ink',
    'A34 structure',
    'A44 new fields',
    'A45 fonts',
    'A46 numbers',
  ])(
    'never makes a valid document: %s',
    async (kind) => {
      const valid: string[] = []
      const attacks = attacksOf(kind)
      for (const attack of attacks) {
        const { bytes } = await attack.make()
        if ((await verdictOf(bytes)).valid) valid.push(attack.name)
      }
      expect(attacks.length).toBeGreaterThan(10)
      expect(valid).toEqual([])
    },
    300_000,
  )
})
