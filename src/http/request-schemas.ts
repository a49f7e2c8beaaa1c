/**
 * What the JSON bodies and queries of the API look like. zod is loaded by the first call that needs a schema.
 *
 * @module
 */

import type { ZodType } from 'zod'
import { type InputIssue, SealwrightError } from '../errors.js'
import { FETCH_LIMITS, HTTP_LIMITS, SIGN_REQUEST_LIMITS } from '../limits.js'
import { describeIssues } from '../sign/request/request-issues.js'

type Zod = typeof import('zod')

/** A document as JSON carries it: one of the two. */
export interface DocumentSource {
  readonly base64?: string | undefined
  readonly url?: string | undefined
}

/** The schemas, made once. */
export interface RequestSchemas {
  readonly documentSource: ZodType<DocumentSource>
  /** The document of a body of sign; other members are left out of the result. */
  readonly withDocument: ZodType<{ document: DocumentSource }>
  readonly verifyRequest: ZodType<{ document: DocumentSource }>
  readonly registerRequest: ZodType<{ email: string }>
  readonly redeemRequest: ZodType<{ email: string; code: string }>
  readonly convertQuery: ZodType<ConvertQuery>
}

/** The query of `POST /v1/convert`. */
export interface ConvertQuery {
  readonly from?: 'docx' | 'md' | 'html' | undefined
  readonly to?: 'pdf' | 'docx' | undefined
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
  const [first] = errors
  const where = first === undefined || first.pointer === '' ? '' : ` (at ${first.pointer})`
  const more = errors.length > 1 ? ` There are ${errors.length - 1} more faults.` : ''
  return new SealwrightError('invalid_request', `The request is not valid: ${first?.message}${where}${more}`, {
    errors,
  })
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
    withDocument: z.object({ document: documentSource }),
    verifyRequest: z.strictObject({ document: verifyDocument }).describe('A document to verify.'),
    registerRequest: z.strictObject({ email }).describe('Whom to send a code.'),
    redeemRequest: z.strictObject({ email, code }).describe('A code to exchange for an API key.'),
    convertQuery: z.object({
      from: z
        .enum(['docx', 'md', 'html'])
        .describe('What the file is. Default: told from its content, its name and its content type, in this order.')
        .optional(),
      to: z.enum(['pdf', 'docx']).meta({ description: 'What it is to become.', default: 'pdf' }).optional(),
    }),
  }
}
