/**
 * Schemas of requests and answers about batches.
 *
 * @module
 */

import type { ZodType } from 'zod'
import { STEP_KINDS, type StepKind, type StepOptions } from '../../batch/batch.js'
import { BATCH_LIMITS } from '../../batch/batch-limits.js'
import { FETCH_LIMITS } from '../../net/fetch-limits.js'

type Zod = typeof import('zod')

/** A document of a batch, as a request contains it. */
export interface SentDocument extends StepOptions {
  readonly input?: string | undefined
  readonly document?: { readonly base64?: string | undefined; readonly url?: string | undefined } | undefined
  readonly name?: string | undefined
}

/** The body of `POST /v1/batches`. */
export interface SentBatch extends StepOptions {
  readonly name?: string | undefined
  readonly steps: readonly StepKind[]
  readonly webhook?: { readonly url: string } | undefined
  readonly documents: readonly SentDocument[]
}

/** The schema of a request. Options of steps are checked later, for each document. */
export function batchRequestSchema(z: Zod): ZodType<SentBatch> {
  return z
    .strictObject({
      name: z
        .string()
        .min(1)
        .max(BATCH_LIMITS.maxNameLength)
        .describe(
          'The same name again continues the batch. Default: a hash of the request, so a request that is repeated is one batch.',
        )
        .optional(),
      steps: z
        .array(z.enum(STEP_KINDS))
        .min(1)
        .max(6)
        .describe('What is done with each document, one after the other.'),
      ...stepOptions(z),
      webhook: z
        .strictObject({ url: z.string().min(1).max(FETCH_LIMITS.maxUrlLength) })
        .describe('Told when the batch has ended, signed as Standard Webhooks has it.')
        .optional(),
      documents: z.array(sentDocument(z)).min(1).max(BATCH_LIMITS.maxDocumentsPerRequest),
    })
    .describe(
      'What is done with which documents. The options of a document override those of the batch.',
    ) as ZodType<SentBatch>
}

function sentDocument(z: Zod) {
  const source = z.strictObject({
    base64: z.string().min(1).describe('The file in base64 (RFC 4648, section 4).').optional(),
    url: z
      .string()
      .min(1)
      .max(FETCH_LIMITS.maxUrlLength)
      .describe('Where the file is fetched from when its turn comes.')
      .optional(),
  })
  return z.strictObject({
    input: z.string().min(1).describe("A document in the key owner's folder of the service's store.").optional(),
    document: source.describe('The file, or where it is.').optional(),
    name: z.string().min(1).max(BATCH_LIMITS.maxDocumentNamePartBytes).describe('What the file is called.').optional(),
    ...stepOptions(z),
  })
}

function stepOptions(z: Zod) {
  const members = (path: string) =>
    z.looseObject({}).describe(`Members of the body of \`POST ${path}\`, without its document.`).optional()
  return { sign: members('/v1/sign'), convert: members('/v1/convert'), extend: members('/v1/extend') }
}

/** The schemas of the answers. */
export function buildBatchSchemas(z: Zod) {
  const status = batchStatus(z)
  const failure = failedDocument(z)
  const result = finishedDocument(z)
  const cursor = z.string().nullable().describe('For the next page; null at the end.')
  return {
    BatchStatus: status,
    BatchCreated: z
      .object({
        batch: status,
        rejected: z.array(failure).describe('Documents that were not taken, the first hundred.'),
        webhookSecret: z
          .string()
          .optional()
          .describe('What signatures of webhooks are checked with; the same for all batches.'),
      })
      .describe('The batch, which goes on by itself from here.'),
    BatchList: z.object({ batches: z.array(status), cursor }).describe('Batches, the newest first.'),
    BatchResults: z.object({ results: z.array(result), cursor }).describe('What is done.'),
    BatchFailures: z
      .object({ failures: z.array(failure), cursor })
      .describe('What was not taken, and what will not be done.'),
    BatchRetried: z.object({ retried: z.int() }).describe('How many documents were put back.'),
  }
}

function batchStatus(z: Zod) {
  const time = timeSchema(z)
  const count = (what: string) => z.int().min(0).describe(what)
  return z
    .object({
      id: z.string(),
      name: z.string(),
      steps: z.array(z.enum(STEP_KINDS)),
      state: z.enum(['filling', 'running', 'paused', 'cancelled', 'finished']),
      total: count('Documents that were taken.'),
      done: count('Of those, done.'),
      failed: count('Of those, on the dead-letter list.'),
      rejected: count('Documents that were not taken.'),
      waiting: count('Waiting for their first turn.'),
      active: count('In work.'),
      retrying: count('Waiting for another try.'),
      rate: z.number().nullable().describe('Documents a second over the last minute.'),
      secondsLeft: z.number().nullable().describe('Until the end, at this rate.'),
      createdAt: time,
      finishedAt: time.nullable(),
    })
    .describe('How far a batch is.')
}

function failedDocument(z: Zod) {
  return z.object({
    job: z.string().nullable(),
    input: z.string(),
    code: z.string(),
    message: z.string(),
    attempts: z.int().min(0).describe('How often it was tried.'),
    failedAt: timeSchema(z).nullable(),
    position: z.int().optional().describe('Number of a document that was not taken, from 1 on.'),
  })
}

function finishedDocument(z: Zod) {
  return z.object({
    job: z.string(),
    input: z.string(),
    url: z.string().describe('Where the result is: a path of this API.'),
    name: z.string(),
    size: z.int(),
    sha256: z.string(),
    contentType: z.string(),
    finishedAt: timeSchema(z),
    warnings: z.array(z.string()),
    verdict: z.object({ valid: z.boolean(), indication: z.string(), reason: z.string() }).optional(),
  })
}

function timeSchema(z: Zod) {
  return z.string().meta({ format: 'date-time' })
}
