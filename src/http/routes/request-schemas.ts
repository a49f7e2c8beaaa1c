/**
 * What the JSON bodies and queries of the API look like. zod is loaded by the first call that needs a schema.
 *
 * @module
 */

import type { ZodType } from 'zod'
import { COMMENTS, type ReviewOptions, TRACKED_CHANGES, type TrackedChanges } from '../../convert/review-options.js'
import { type InputIssue, SealwrightError } from '../../errors.js'
import { FETCH_LIMITS, HTTP_LIMITS, PDF_LIMITS, SIGN_REQUEST_LIMITS } from '../../limits.js'
import { describeIssues, summarizeIssues } from '../../sign/request/request-issues.js'
import type { PadesLevel } from '../../trust/trust-report.js'
import { CONFORMANCES, type Conformance } from '../../typeset/paint/conformance.js'

type Zod = typeof import('zod')

/** A document as JSON carries it: one of the two. */
export interface DocumentSource {
  readonly base64?: string | undefined
  readonly url?: string | undefined
}

/** A document, and what opens it. */
export interface LockedDocument {
  readonly document: DocumentSource
  readonly password?: string | undefined
}

/** The schemas, made once. */
export interface RequestSchemas {
  readonly documentSource: ZodType<DocumentSource>
  readonly password: ZodType<string>
  /** The document of a body of sign, its password and how it is taken; other members are left out of the result. */
  readonly withDocument: ZodType<LockedDocument & ReviewInput & { readonly level?: PadesLevel | undefined }>
  readonly verifyRequest: ZodType<LockedDocument>
  readonly extendRequest: ZodType<LockedDocument & { readonly level?: 'B-T' | 'B-LT' | 'B-LTA' | undefined }>
  readonly registerRequest: ZodType<{ email: string }>
  readonly redeemRequest: ZodType<{ email: string; code: string }>
  readonly convertQuery: ZodType<ConvertQuery>
}

/** How a DOCX under review is taken. */
export type ReviewInput = { readonly [K in keyof ReviewOptions]: ReviewOptions[K] | undefined }

/** The query of `POST /v1/convert`. */
export interface ConvertQuery extends ReviewInput {
  readonly conformance?: Conformance | undefined
  readonly from?: 'docx' | 'md' | 'html' | undefined
  readonly to?: 'pdf' | 'docx' | undefined
  readonly baseUrl?: string | undefined
}

let loaded: Promise<RequestSchemas> | undefined

/** The schemas that validate requests and that the OpenAPI description is made from. */
export function requestSchemas(): Promise<RequestSchemas> {
  loaded ??= import('zod').then(buildSchemas)
  return loaded
}

/**
 * Checks a value and gives it as its schema describes it.
 *
 * @throws SealwrightError `invalid_request` with every fault.
 */
export function parseInput<T>(schema: ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw invalidInput(describeIssues(result.error.issues, input))
}

/** `invalid_request` for a list of faults. */
export function invalidInput(issues: readonly InputIssue[]): SealwrightError {
  const errors = issues.slice(0, SIGN_REQUEST_LIMITS.maxReportedIssues)
  return new SealwrightError('invalid_request', summarizeIssues(errors), { errors })
}

function buildSchemas(z: Zod): RequestSchemas {
  const sources = {
    base64: z
      .string()
      .min(1)
      .meta({
        description: 'The file in base64 (RFC 4648, section 4), without line breaks.',
        contentEncoding: 'base64',
      })
      .optional(),
    url: z
      .string()
      .min(1)
      .max(FETCH_LIMITS.maxUrlLength)
      .meta({
        description: 'Where the file is fetched from: http or https, on the public internet.',
        format: 'uri',
        examples: ['https://example.com/contract.pdf'],
      })
      .optional(),
  }
  const isOne = ({ base64, url }: DocumentSource) => (base64 === undefined) !== (url === undefined)
  const exactlyOne = { error: 'Give either "base64" or "url".', params: { code: 'exactly_one' } }
  const oneOf = [{ required: ['base64'] }, { required: ['url'] }]
  const documentSource = z.strictObject(sources).refine(isOne, exactlyOne).meta({
    description: 'A file: exactly one of `base64` and `url`. What kind of file it is shows in its content.',
    oneOf,
  })
  const contentType = z
    .literal('application/pdf')
    .meta({ description: 'As in the answer of `/v1/sign`, which can be sent here as it is.' })
    .optional()
  const verifyDocument = z
    .strictObject({ ...sources, contentType })
    .refine(isOne, exactlyOne)
    .meta({ description: 'The signed PDF: exactly one of `base64` and `url`.', oneOf })
  const password = z.string().max(PDF_LIMITS.maxPasswordLength).meta({
    description: "Opens an encrypted PDF: its user's or its owner's password. It is neither logged nor recorded.",
    format: 'password',
    writeOnly: true,
  })
  const email = z
    .string()
    .min(1)
    .max(HTTP_LIMITS.maxQueryValueLength)
    .meta({ description: 'E-mail address that the key is for.', examples: ['ada@example.com'] })
  const code = z
    .string()
    .min(1)
    .max(HTTP_LIMITS.maxQueryValueLength)
    .meta({ description: 'The six digits from the e-mail.', examples: ['493027'] })
  return {
    documentSource,
    password,
    withDocument: z.object({
      document: documentSource,
      password: password.optional(),
      ...reviewMembers(z, 'refuse'),
      ...levelMember(z),
    }),
    verifyRequest: z
      .strictObject({ document: verifyDocument, password: password.optional() })
      .describe('A document to verify.'),
    extendRequest: z
      .strictObject({
        document: verifyDocument,
        password: password.optional(),
        level: z
          .enum(['B-T', 'B-LT', 'B-LTA'])
          .describe('What its signatures are to have. Default: `B-LTA`, which renews an archive.')
          .optional(),
      })
      .describe('A signed document to extend.'),
    registerRequest: z.strictObject({ email }).describe('Whom to send a code.'),
    redeemRequest: z.strictObject({ email, code }).describe('A code to exchange for an API key.'),
    convertQuery: z.object({
      from: z
        .enum(['docx', 'md', 'html'])
        .describe('What the file is. Default: told from its content, its name and its content type, in this order.')
        .optional(),
      to: z.enum(['pdf', 'docx']).meta({ description: 'What it is to become.', default: 'pdf' }).optional(),
      ...reviewMembers(z, 'accept'),
      conformance: z
        .enum(CONFORMANCES)
        .describe(
          'The standard that a PDF has to follow. Default: none is demanded; the file is PDF/A-3u where it can.',
        )
        .optional(),
      baseUrl: z
        .url({ protocol: /^https?$/ })
        .max(2048)
        .describe('What relative links of Markdown and HTML lead to. Nothing is fetched from there.')
        .optional(),
    }),
  }
}

/** The level of a signature. */
export function levelMember(z: Zod) {
  const description = 'The PAdES level of the signature, among those that the service offers. Default: its own.'
  return { level: z.enum(['B-B', 'B-T', 'B-LT', 'B-LTA']).describe(description).optional() }
}

/**
 * Members of bodies and queries that say how a DOCX under review is taken. Their defaults stand in the descriptions:
 * generators of types take a member with a default for one that is always there.
 */
export function reviewMembers(z: Zod, byDefault: TrackedChanges) {
  const trackedChanges = `How the tracked changes of a DOCX are taken. Default: \`${byDefault}\`.`
  const comments = 'What becomes of the comments of a DOCX. Default: `omit`.'
  return {
    trackedChanges: z.enum(TRACKED_CHANGES).describe(trackedChanges).optional(),
    comments: z.enum(COMMENTS).describe(comments).optional(),
  }
}
