/**
 * Attacks on signed documents: none makes a valid one.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { hasTool } from '../../support/tools.js'
import type { Contract } from '../support/contract.js'
import { verdictOf } from '../support/verdict.js'
import { ALL_ATTACKS } from './all-attacks.js'

/** Whether an honest document was found valid, by the document. */
const controls = new WeakMap<Contract, Promise<boolean>>()

async function isHonest(from: Contract): Promise<boolean> {
  const known = controls.get(from) ?? verdictOf(from.bytes).then(({ valid }) => valid)
  controls.set(from, known)
  return known
}

describe.skipIf(!hasTool('qpdf'))('an attack never makes a valid document', () => {
  for (const [kind, attacks] of Object.entries(ALL_ATTACKS)) {
    describe(kind, () => {
      for (const { name, from, make } of attacks) {
        it(name, async () => {
          const start = await from()
          expect(await isHonest(start), 'the document before the attack is valid').toBe(true)
          const report = await verdictOf(await make(start))
          expect(report).toMatchObject({ valid: false })
          expect(report.reason).not.toBe('')
        })
      }
    })
  }
})
