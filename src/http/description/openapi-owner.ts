/**
 * The operations on what is stored for an owner, as OpenAPI 3.1 describes them.
 *
 * @module
 */

import type { ErrorCode } from '../../errors.js'
import { ALWAYS, AUTHENTICATED } from './error-groups.js'
import { type Json, jsonReply, problems } from './openapi-parts.js'

/** Every code that an operation answers with, by operation. */
export const OWNER_OPERATION_ERRORS = {
  getUsage: [...ALWAYS, ...AUTHENTICATED, 'invalid_request', 'rate_limited'],
  eraseOwner: [...ALWAYS, ...AUTHENTICATED, 'invalid_request', 'rate_limited'],
} as const satisfies Record<string, readonly ErrorCode[]>

/** The paths. */
export function describeOwner(): Json {
  const shared = { tags: ['Service'], security: [{ apiKey: [] }] }
  return {
    '/v1/usage': {
      get: {
        operationId: 'getUsage',
        summary: 'See what is stored and queued for you',
        ...shared,
        responses: {
          200: jsonReply('How much there is, how much there may be, and when it goes.', 'Usage', USAGE),
          ...problems(OWNER_OPERATION_ERRORS.getUsage),
        },
      },
    },
    '/v1/owner': {
      delete: {
        operationId: 'eraseOwner',
        summary: 'Erase everything that is stored for you',
        description:
          'Batches in whatever state, the files that were sent along, results, and answers that are kept for idempotency keys. Needs a key that permits `keys`. The keys themselves stay, unless `keys=revoke` is given: then they are all revoked, this one last.',
        ...shared,
        parameters: [{ name: 'keys', in: 'query', required: false, schema: { type: 'string', enum: ['revoke'] } }],
        responses: {
          200: jsonReply('What was erased.', 'Erased', { erased: { batches: 2, answers: 5, keys: 0 } }),
          ...problems(OWNER_OPERATION_ERRORS.eraseOwner),
        },
      },
    },
  }
}

const USAGE = {
  requests: { used: 12, limit: null, goesAfterSeconds: 3600 },
  bytesInFlight: { used: 0, limit: 201_326_592, goesAfterSeconds: null },
  storedBytes: { used: 1_200_000, limit: 1_073_741_824, goesAfterSeconds: 2_592_000 },
  keptAnswerBytes: { used: 143_210, limit: 33_554_432, goesAfterSeconds: 86_400 },
  queuedDocuments: { used: 2, limit: 100_000, goesAfterSeconds: 2_592_000 },
  queuedUrls: { used: 0, limit: 20_000, goesAfterSeconds: 2_592_000 },
}
