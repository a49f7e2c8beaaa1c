/**
 * Attacks of every class on documents of several writers.
 *
 * @module
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasTool } from '../../support/tools.js'
import { verdictOf } from '../support/verdict.js'
import { Viewers } from '../viewers/viewers.js'
import { ATTACK_CLASSES, findFooled, spread } from './attack-set.js'

/** Attacks of a kind on documents of all writers, each on one. */
function attacksOf(kind: string) {
  const names = Object.keys(ATTACK_CLASSES).filter((name) => name.startsWith(kind))
  return names.flatMap((name) => spread(ATTACK_CLASSES[name] ?? [], 1))
}

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

  describe('is valid only when no viewer shows another picture', () => {
    let viewers: Viewers
    beforeAll(() => {
      viewers = new Viewers()
    })
    afterAll(() => viewers.close())

    it.each([
      'A4 fields',
      'A5 annotations that hide',
      'A9 documents',
      'A11 parts',
      'A12 what surrounds',
      'A13 styles',
      'A25 streams',
      'A32 fonts',
      'A33 numbers',
      'A35 drawings',
      'A36 signatures',
      'A37 borders',
      'A38 rare print',
      'A39 fonts',
      'A40 what stands',
      'A41 annotations',
      'A42 glyphs',
      'A43 letters',
    ])(
      '%s',
      async (kind) => {
        const fooled: string[] = []
        for (const attack of attacksOf(kind)) {
          const { base, bytes } = await attack.make()
          if (!(await verdictOf(bytes)).valid) continue
          const seen = await findFooled(viewers, attack, base, bytes)
          if (seen.length > 0) fooled.push(`${attack.name}: ${seen[0]}`)
        }
        expect(fooled).toEqual([])
      },
      300_000,
    )
  })
})
