/**
 * Honest uses of signed documents, which must stay valid.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { hasTool } from '../../support/tools.js'
import { verdictOf } from '../support/verdict.js'
import { HONEST_USES } from './honest-uses.js'

describe.skipIf(!hasTool('qpdf') || !hasTool('openssl'))('an honest document is valid', () => {
  for (const [kind, uses] of Object.entries(HONEST_USES)) {
    describe(kind, () => {
      for (const { name, make, signatures } of uses) {
        it(name, async () => {
          const { valid, reason, statuses } = await verdictOf(await make())
          expect({ valid, reason, statuses }).toEqual({
            valid: true,
            reason: expect.stringMatching(/./),
            statuses: Array(signatures).fill('valid'),
          })
        })
      }
    })
  }
})
