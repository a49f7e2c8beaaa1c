/**
 * Damaged input is refused, or signed into a document that is sound.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { signMutants } from '../support/sign-mutants.js'
import { hasTool } from '../support/tools.js'

/** `SEALWRIGHT_MUTATIONS=5000 npx vitest run test/sign/mutations.test.ts` for the long run. */
const COUNT = Number(process.env['SEALWRIGHT_MUTATIONS'] ?? 400)
const tools = ['pdfsig', 'pdfinfo', 'qpdf', 'openssl']

describe.skipIf(!tools.every(hasTool))('signDocument on damaged documents', () => {
  it(
    'refuses with a SealwrightError or gives a document that poppler finds validly signed',
    async () => {
      const { faults, signed, refused } = await signMutants({ count: COUNT })
      expect(faults).toEqual([])
      expect(signed).toBeGreaterThan(0)
      expect([...refused.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0)
    },
    Math.max(120_000, COUNT * 400),
  )
})
