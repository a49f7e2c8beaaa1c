/**
 * The operations on batches, as OpenAPI 3.1 describes them.
 *
 * @module
 */

import type { ErrorCode } from '../../errors.js'
import { ALWAYS, AUTHENTICATED, JSON_BODY, LIMITED } from './error-groups.js'
import { type Json, jsonBody, jsonReply, problems } from './openapi-parts.js'

const KEYED = [...ALWAYS, ...AUTHENTICATED] as const
const ONE = [...KEYED, 'rate_limited', 'batch_not_found'] as const

/** Every code that an operation answers with, by operation. */
export const BATCH_OPERATION_ERRORS = {
  createBatch: [
    ...KEYED,
    ...JSON_BODY,
    'url_not_allowed',
    ...LIMITED,
    'batch_name_taken',
    'batch_ended',
    'quota_exceeded',
  ],
  listBatches: [...KEYED, 'rate_limited', 'invalid_request'],
  getBatch: ONE,
  removeBatch: [...ONE, 'invalid_request'],
  listBatchResults: [...ONE, 'invalid_request'],
  getBatchResult: [...ONE, 'too_many_concurrent_requests', 'document_not_found'],
  listBatchFailures: [...ONE, 'invalid_request'],
  pauseBatch: [...ONE, 'batch_ended'],
  resumeBatch: [...ONE, 'batch_ended'],
  cancelBatch: [...ONE, 'batch_ended'],
  retryBatch: [...ONE, 'batch_ended', 'quota_exceeded'],
} as const satisfies Record<string, readonly ErrorCode[]>

type BatchOperation = keyof typeof BATCH_OPERATION_ERRORS

/** The paths below `/v1/batches`. */
export function describeBatches(): Json {
  return {
    '/v1/batches': describeCollection(),
    ...describeBatch(),
    ...describeOutcome(),
    ...describeSteering(),
  }
}

function describeCollection(): Json {
  const example = { batch: STATUS, rejected: [] }
  const request = { sign: { summary: 'Two documents to sign', value: REQUEST } }
  return {
    post: operation(
      'createBatch',
      'Process many documents',
      { 202: jsonReply('The batch, which goes on by itself from here.', 'BatchCreated', example) },
      { requestBody: jsonBody('BatchRequest', request) },
    ),
    get: operation(
      'listBatches',
      'List batches',
      { 200: jsonReply('Batches, the newest first.', 'BatchList', { batches: [STATUS], cursor: null }) },
      PAGED,
    ),
  }
}

function describeBatch(): Json {
  return atBatch('', {
    get: operation('getBatch', 'See how far a batch is', statusReply()),
    delete: operation('removeBatch', 'Remove a batch that has ended', {
      204: { description: 'Its record, the files that were sent along and its results are gone.' },
    }),
  })
}

/** What is done, and what will not be. */
function describeOutcome(): Json {
  const file = { schema: { type: 'string', format: 'binary' } }
  return {
    ...atBatch('/results', {
      get: operation(
        'listBatchResults',
        'List what is done',
        { 200: jsonReply('What is done.', 'BatchResults', { results: [RESULT], cursor: null }) },
        PAGED,
      ),
    }),
    '/v1/batches/{id}/results/{job}': {
      parameters: [ID_PARAMETER, { ...ID_PARAMETER, name: 'job' }],
      get: operation('getBatchResult', 'Get a result', {
        200: {
          description: 'The document, or the report of a verification.',
          content: { 'application/pdf': file, 'application/json': {} },
        },
      }),
    },
    ...atBatch('/failures', {
      get: operation(
        'listBatchFailures',
        'List what was not taken or will not be done',
        { 200: jsonReply('With the reasons.', 'BatchFailures', { failures: [FAILURE], cursor: null }) },
        PAGED,
      ),
    }),
  }
}

/** What a batch is told to do. */
function describeSteering(): Json {
  return {
    ...atBatch('/pause', { post: operation('pauseBatch', 'Start no further documents for now', statusReply()) }),
    ...atBatch('/resume', { post: operation('resumeBatch', 'Go on', statusReply()) }),
    ...atBatch('/cancel', { post: operation('cancelBatch', 'Start no further documents, for good', statusReply()) }),
    ...atBatch('/retry', {
      post: operation('retryBatch', 'Try again what failed', {
        200: jsonReply('How many were put back.', 'BatchRetried', { retried: 3 }),
      }),
    }),
  }
}

function operation(operationId: BatchOperation, summary: string, replies: Json, rest: Json = {}): Json {
  return {
    operationId,
    tags: ['Batches'],
    summary,
    security: [{ apiKey: [] }],
    ...rest,
    responses: { ...replies, ...problems(BATCH_OPERATION_ERRORS[operationId]) },
  }
}

function atBatch(path: string, methods: Json): Json {
  return { [`/v1/batches/{id}${path}`]: { parameters: [ID_PARAMETER], ...methods } }
}

function statusReply(): Json {
  return { 200: jsonReply('How far it is.', 'BatchStatus', STATUS) }
}

const ID_PARAMETER: Json = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }

const PAGED: Json = {
  parameters: [
    { name: 'cursor', in: 'query', required: false, schema: { type: 'string' } },
    { name: 'limit', in: 'query', required: false, schema: { type: 'integer', minimum: 1, maximum: 1000 } },
  ],
}

const ID = '0f8fad5bd9cb469fa16570867728950e'
const STATUS = {
  id: ID,
  name: 'contracts of May',
  steps: ['sign'],
  state: 'running',
  total: 2,
  done: 1,
  failed: 0,
  rejected: 0,
  waiting: 0,
  active: 1,
  retrying: 0,
  rate: 12.5,
  secondsLeft: 1,
  createdAt: '2025-03-04T10:15:30.000Z',
  finishedAt: null,
}
const RESULT = {
  job: '7c9e6679f2b44a6e8f0d3a1b5c2d4e6f',
  input: 'https://example.com/b.pdf',
  url: `/v1/batches/${ID}/results/7c9e6679f2b44a6e8f0d3a1b5c2d4e6f`,
  name: 'b.pdf',
  size: 143210,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  contentType: 'application/pdf',
  finishedAt: '2025-03-04T10:15:31.000Z',
  warnings: [],
}
const FAILURE = {
  job: RESULT.job,
  input: RESULT.input,
  code: 'invalid_document',
  message: 'The document cannot be read.',
  attempts: 1,
  failedAt: RESULT.finishedAt,
}
const REQUEST = {
  name: 'contracts of May',
  steps: ['sign'],
  sign: { reason: 'Approved' },
  documents: [
    {
      name: 'a.pdf',
      document: { url: 'https://example.com/a.pdf' },
      sign: { signer: { name: 'Ada Lovelace', email: 'ada@example.com' } },
    },
    {
      name: 'b.pdf',
      document: { url: 'https://example.com/b.pdf' },
      sign: { signer: { name: 'Bob', email: 'bob@example.com' } },
    },
  ],
}
