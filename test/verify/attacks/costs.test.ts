/**
 * Documents that ask for too much work.
 *
 * @module
 */

import { afterAll, describe, expect, it } from 'vitest'
import { COST_BOMBS } from '../../fuzz/cost-bombs.js'
import { VerifyingProcess } from '../support/verifying-process.js'

describe('a document that asks for too much work', () => {
  const child = new VerifyingProcess({ timeoutMs: 60_000 })
  afterAll(() => child.close())

  for (const [name, make] of Object.entries(COST_BOMBS)) {
    it(`ends in a report or a refusal: ${name}`, async () => {
      const { kind } = await child.run(await make())
      expect(['report', 'refused']).toContain(kind)
    })
  }
})
