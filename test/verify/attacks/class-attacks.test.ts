import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasTool } from '../../support/tools.js'
import type { Base } from '../bases/bases.js'
import { verdictOf } from '../support/verdict.js'
import { differencesOf } from '../viewers/differences.js'
import { Viewers, type Views } from '../viewers/viewers.js'
import { ATTACK_CLASSES, spread } from './attack-set.js'

/** Attacks of a kind on documents of all writers, each on one. */
function attacksOf(kind: string) {
  const names = Object.keys(ATTACK_CLASSES).filter((name) => name.startsWith(kind))
  return names.flatMap((name) => spread(ATTACK_CLASSES[name] ?? [], 1))
}

const TOOLS = ['pdftoppm', 'mutool', 'qpdf', 'soffice']

describe.skipIf(!TOOLS.every(hasTool))('an attack on documents of many writers', () => {
  it.each(['A1 increments', 'A2 object streams', 'A3 empty', 'A10 appearances', 'A6 later signers who imitate'])(
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
    const drawn = new WeakMap<Base, Promise<Views>>()
    beforeAll(() => {
      viewers = new Viewers()
    })
    afterAll(() => viewers.close())

    it.each(['A4 fields', 'A5 annotations that hide'])(
      '%s',
      async (kind) => {
        const fooled: string[] = []
        for (const attack of attacksOf(kind)) {
          const { base, bytes } = await attack.make()
          if (!(await verdictOf(bytes)).valid) continue
          const before = drawn.get(base) ?? viewers.draw(base.bytes)
          drawn.set(base, before)
          if (differencesOf(await before, await viewers.draw(bytes)).length > 0) fooled.push(attack.name)
        }
        expect(fooled).toEqual([])
      },
      300_000,
    )
  })
})
