/**
 * Schemas of answers about an owner.
 *
 * @module
 */

import type { NamedSchemas } from '../description/response-schemas.js'

type Zod = typeof import('zod')

/** The schemas of the answers. */
export function buildOwnerSchemas(z: Zod): NamedSchemas {
  const used = (what: string) =>
    z
      .object({
        used: z.int().min(0),
        limit: z.int().min(0).nullable().describe('How much there may be; null for any amount.'),
        goesAfterSeconds: z
          .int()
          .min(0)
          .nullable()
          .describe('After how long it goes by itself; null for what goes with the request.'),
      })
      .describe(what)
  return {
    Usage: z
      .object({
        requests: used('Requests that this process answered in a window of time.'),
        bytesInFlight: used('Bytes that requests of this key hold in memory.'),
        storedBytes: used('Bytes of files that were sent along with batches, and of results.'),
        keptAnswerBytes: used('Bytes of answers that are kept for idempotency keys.'),
        queuedDocuments: used('Documents in batches that have not ended.'),
        queuedUrls: used('Of those, documents that are named by URL.'),
      })
      .describe('What is stored and queued for the owner of a key.'),
    Erased: z
      .object({
        erased: z.object({
          batches: z.int().min(0),
          answers: z.int().min(0),
          keys: z.int().min(0).describe('Keys that were revoked; 0 unless it was asked for.'),
        }),
      })
      .describe('How much was erased.'),
  }
}
