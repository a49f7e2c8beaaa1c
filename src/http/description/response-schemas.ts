/**
 * Schemas of the API's answers, for its description. zod is loaded by the first call.
 *
 * @module
 */

import type { ZodType } from 'zod'
import { KEY_SCOPES } from '../../keys/key-grants.js'
import { PADES_LEVELS } from '../../trust/trust-report.js'

type Zod = typeof import('zod')

/** Schemas by the name that they have in the description. */
export type NamedSchemas = Readonly<Record<string, ZodType>>

/** The schemas of all answers, including those that they refer to. */
export function buildResponseSchemas(z: Zod): NamedSchemas {
  return {
    SignedDocument: signedDocument(z),
    ConvertedFile: z
      .object({
        document: z.object({
          base64: z.string().meta({ description: 'The file in base64.', contentEncoding: 'base64' }),
          contentType: z.string(),
          fileName: z.string(),
        }),
        warnings: warnings(z),
      })
      .describe('The converted file.'),
    ExtendedDocument: extendedDocument(z),
    CodeSent: z.object({ status: z.literal('sent') }).describe('The same whether or not the address is known.'),
    IssuedKey: z
      .object({
        apiKey: z.string().describe('The key. It is shown this once and cannot be recovered.'),
        email: z.string().describe('The address that it belongs to.'),
        createdAt: z.string().meta({ format: 'date-time' }),
      })
      .describe('A new API key.'),
    Health: z.object({ status: z.literal('ok'), version: z.string() }).describe('The service is up.'),
    Readiness: readiness(z),
    ...buildKeySchemas(z),
  }
}

function signedDocument(z: Zod) {
  const sha256 = (what: string) =>
    z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe(`${what}: its SHA-256, in hexadecimal.`)
  return z
    .object({
      document: z.object({
        base64: z.string().meta({ description: 'The signed PDF in base64.', contentEncoding: 'base64' }),
        contentType: z.literal('application/pdf'),
      }),
      eventId: z.string().describe('The identifier of this signature, as given or as made.'),
      sealedAt: z.string().meta({ format: 'date-time', description: "When it was sealed, by the service's clock." }),
      inputSha256: sha256('The document as it was given'),
      outputSha256: sha256('The signed PDF'),
      chainDigest: sha256('The whole audit record: the last digest of its chain'),
      level: z.enum(PADES_LEVELS).describe('The PAdES baseline level of the signature.'),
      warnings: warnings(z),
    })
    .describe('The signed document.')
}

function warnings(z: Zod) {
  return z.array(z.string()).describe('What the result does not show as the document does. Empty when all is well.')
}

function extendedDocument(z: Zod) {
  return z
    .object({
      document: z.object({
        base64: z.string().meta({ description: 'The extended PDF in base64.', contentEncoding: 'base64' }),
        contentType: z.literal('application/pdf'),
      }),
      level: z.enum(PADES_LEVELS).describe('The level that all of its signatures have now.'),
      renewBefore: z
        .string()
        .meta({ format: 'date-time' })
        .nullable()
        .describe('When it should be extended again; null when unknown.'),
      warnings: z.array(z.string()).describe('What could not be obtained, in plain English.'),
    })
    .describe('An extended document.')
}

/** What answers about keys look like. */
function buildKeySchemas(z: Zod) {
  const nullableTime = z.string().meta({ format: 'date-time' }).nullable()
  const keyFacts = {
    id: z.string(),
    name: z.string().nullable().describe('What its owner calls it.'),
    scopes: z.array(z.enum(KEY_SCOPES)).nullable().describe('What it permits; null for everything.'),
    createdAt: z.string().meta({ format: 'date-time' }),
    expiresAt: nullableTime,
  }
  const keyInfo = z
    .object({
      ...keyFacts,
      hint: z.string().describe('Its first characters.'),
      revokedAt: nullableTime,
      lastUsedAt: nullableTime.describe('Exact to a minute.'),
      replacedBy: z.string().nullable().describe('The id of the key that took its place.'),
      quotas: z.looseObject({}).nullable().describe('Limits of its own.'),
      isPresented: z.boolean().describe('Whether it is the key that this request came with.'),
    })
    .describe('An API key, without what makes it one.')
  const created = z
    .object({ apiKey: z.string().describe('The key. It is shown this once.'), email: z.string(), ...keyFacts })
    .describe('A new API key.')
  const session = z
    .object({ token: z.string(), email: z.string(), expiresAt: z.string().meta({ format: 'date-time' }) })
    .describe('A session in which the keys of an address are looked after.')
  const keyList = z.object({ keys: z.array(keyInfo) }).describe('The keys of an address.')
  return { KeyInfo: keyInfo, KeyList: keyList, CreatedKey: created, KeySession: session }
}

function readiness(z: Zod) {
  return z
    .object({
      status: z.enum(['ready', 'not_ready']),
      checks: z
        .record(z.string(), z.enum(['ok', 'degraded', 'failed']))
        .describe('What was looked at. With `degraded`, requests are served without that part.'),
      work: z.object({
        active: z.number().describe('Requests in progress.'),
        running: z.number().describe('Jobs that have a worker.'),
        waiting: z.number().describe('Jobs that wait for one.'),
      }),
    })
    .describe('Whether requests should be sent here.')
}
