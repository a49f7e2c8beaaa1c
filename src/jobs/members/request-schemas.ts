/**
 * Schemas of the JSON bodies and queries of the API. zod is loaded by the first call that needs a schema.
 *
 * @module
 */

import type { ZodType } from 'zod'
import { CONFORMANCE_NAMES, type ConformanceName } from '../../convert/conformance-names.js'
import { DOCUMENT_STYLES, type DocumentStyleName } from '../../convert/looks/look-names.js'
import { ALL_EXTENSIONS, MARKDOWN_EXTENSIONS } from '../../convert/markdown/extension-names.js'
import { COMMENTS, type ReviewOptions, TRACKED_CHANGES, type TrackedChanges } from '../../convert/review-options.js'
import { isPlainName } from '../../input/one-line.js'
import { KEY_SCOPES, type KeyScope } from '../../keys/key-grants.js'
import { KEY_LIMITS } from '../../keys/key-limits.js'
import { FETCH_LIMITS } from '../../net/fetch-limits.js'
import { PDF_LIMITS } from '../../pdf/reading.js'
import { isBlank } from '../../sign/request/request-text.js'
import { MEMBER_LIMITS } from './member-limits.js'
import { type SignMembersSchema, signMemberShape } from './sign-members.js'
import type { WorkKind } from './work-kind.js'

type Zod = typeof import('zod')

/** A document in JSON: either in base64 or by its URL. */
interface DocumentSource {
  readonly base64?: string | undefined
  readonly url?: string | undefined
}

/** The members of a request apart from its document. */
interface MembersBesides {
  readonly password?: string | undefined
}

/** Kinds of work on a document, which decide how a request's body is read. */
export type DocumentKind = WorkKind | 'extend'

/** The members of a body of extend apart from its document. */
export interface ExtendMembers extends MembersBesides {
  readonly level?: 'B-T' | 'B-LT' | 'B-LTA' | undefined
}

/** The schemas. They are made once. */
interface RequestSchemas {
  readonly documentSource: ZodType<DocumentSource>
  readonly password: ZodType<string>
  /** The member `document` alone. For verify, an answer of sign is accepted as well. */
  readonly documentMember: Readonly<Record<DocumentKind, ZodType<{ readonly document: DocumentSource }>>>
  /** The options in a body of sign. The members that signDocument checks itself are not in the result. */
  readonly signOptions: SignMembersSchema
  readonly verifyOptions: ZodType<MembersBesides>
  readonly extendOptions: ZodType<ExtendMembers>
  readonly convertOptions: ZodType<ConvertMembers>
  readonly verifyRequest: ZodType
  readonly extendRequest: ZodType
  readonly convertRequest: ZodType
  readonly registerRequest: ZodType<{ email: string; challenge?: string | undefined }>
  readonly redeemRequest: ZodType<{ email: string; code: string } & NewKeyMembers>
  readonly newKeyRequest: ZodType<NewKeyMembers>
  readonly renameKeyRequest: ZodType<{ name: string | null }>
  readonly rotateKeyRequest: ZodType<{ graceSeconds?: number | undefined }>
}

/** Properties of a new key. */
interface NewKeyMembers {
  readonly name?: string | undefined
  readonly scopes?: readonly KeyScope[] | undefined
  readonly expiresAt?: string | undefined
}

/** How a DOCX with tracked changes or comments is treated. */
type ReviewInput = { readonly [K in keyof ReviewOptions]: ReviewOptions[K] | undefined }

/** The members of a request for a conversion, from its query or its JSON body. */
export interface ConvertMembers extends ReviewInput {
  readonly fileName?: string | undefined
  readonly title?: string | undefined
  /** One standard, or two separated by a comma. */
  readonly conformance?: ConformanceName | undefined
  readonly from?: 'docx' | 'md' | 'html' | undefined
  readonly to?: 'pdf' | 'docx' | undefined
  readonly baseUrl?: string | undefined
  /** Names separated by commas. */
  readonly markdownExtensions?: string | undefined
  readonly style?: DocumentStyleName | undefined
}

let loaded: Promise<RequestSchemas> | undefined

/** The schemas that validate requests and that the OpenAPI description is made from. */
export function requestSchemas(): Promise<RequestSchemas> {
  loaded ??= import('zod').then(buildSchemas)
  return loaded
}

function buildSchemas(z: Zod): RequestSchemas {
  const { documentSource, signedDocument } = documentSchemas(z)
  const password = passwordSchema(z)
  const besides = { password: password.optional() }
  const verifyMembers = { ...besides, ...signedFactsShape(z) }
  const extendMembers = { ...besides, level: extendLevel(z) }
  const convertMembers = convertShape(z)
  const source = z.object({ document: documentSource })
  const signed = z.object({ document: signedDocument })
  return {
    documentSource,
    password,
    documentMember: { sign: source, verify: signed, extend: signed, convert: source },
    signOptions: z.object({
      ...besides,
      ...reviewMembers(z, 'refuse'),
      ...signMemberShape(z),
    }) as SignMembersSchema,
    verifyOptions: z.strictObject(verifyMembers),
    extendOptions: z.strictObject(extendMembers),
    convertOptions: z.strictObject(convertMembers),
    verifyRequest: z.strictObject({ document: signedDocument, ...verifyMembers }).describe('A document to verify.'),
    extendRequest: z
      .strictObject({ document: signedDocument, ...extendMembers })
      .describe('A signed document to extend.'),
    convertRequest: z
      .strictObject({ document: documentSource, ...convertMembers })
      .describe('A file to convert, and how.'),
    ...keyRequestSchemas(z),
  }
}

/** A document to be signed or converted, and one to be verified or extended: what sign answers fits the latter. */
function documentSchemas(z: Zod) {
  const sources = documentSources(z)
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
  const signedDocument = z
    .strictObject({ ...sources, contentType })
    .refine(isOne, exactlyOne)
    .meta({ description: 'The signed PDF: exactly one of `base64` and `url`.', oneOf })
  return { documentSource, signedDocument }
}

function documentSources(z: Zod) {
  return {
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
}

function passwordSchema(z: Zod) {
  return z.string().max(PDF_LIMITS.maxPasswordLength).meta({
    description: "Opens an encrypted PDF: its user's or its owner's password. It is neither logged nor recorded.",
    format: 'password',
    writeOnly: true,
  })
}

function extendLevel(z: Zod) {
  return z
    .enum(['B-T', 'B-LT', 'B-LTA'])
    .describe('What its signatures are to have. Default: `B-LTA`, which renews an archive.')
    .optional()
}

/** What is asked of keys, and how the first one is got. */
function keyRequestSchemas(z: Zod) {
  const email = z
    .string()
    .min(1)
    .max(MEMBER_LIMITS.maxQueryValueLength)
    .meta({ description: 'E-mail address that the key is for.', examples: ['ada@example.com'] })
  const code = z
    .string()
    .min(1)
    .max(MEMBER_LIMITS.maxQueryValueLength)
    .meta({ description: 'The six digits from the e-mail.', examples: ['493027'] })
  return {
    registerRequest: z
      .strictObject({
        email,
        challenge: z
          .string()
          .max(KEY_LIMITS.maxAnswerLength)
          .describe('The answer to the challenge of `challenge_required`, where the service has one.')
          .optional(),
      })
      .describe('Whom to send a code to.'),
    redeemRequest: z.strictObject({ email, code, ...newKeyShape(z) }).describe('A code to exchange for an API key.'),
    newKeyRequest: z.strictObject(newKeyShape(z)).describe('What the new key is to be like.'),
    renameKeyRequest: z
      .strictObject({ name: keyName(z).nullable().describe('What the key is called; null for nothing.') })
      .describe('What changes.'),
    rotateKeyRequest: z
      .strictObject({
        graceSeconds: z
          .int()
          .min(0)
          .max(MAX_GRACE_SECONDS)
          .meta({ description: 'How long the old key goes on working, in seconds. Default: a day.' })
          .optional(),
      })
      .describe('How the key is replaced.'),
  }
}

/** Ninety days. After a longer time, nobody remembers that two keys are valid. */
const MAX_GRACE_SECONDS = 90 * 86_400

function keyName(z: Zod) {
  return z
    .string()
    .max(KEY_LIMITS.maxNameLength)
    .refine((text) => isPlainName(text) && !isBlank(text), {
      error: 'The name may not be blank or hold control characters, those that turn the direction of text included.',
      params: { code: 'invalid_text' },
    })
}

function newKeyShape(z: Zod) {
  const isFuture = (text: string) => !(Date.parse(text) <= Date.now())
  return {
    name: keyName(z).describe('What the key is called.').optional(),
    scopes: z
      .array(z.enum(KEY_SCOPES))
      .min(1)
      .max(KEY_SCOPES.length)
      .describe('What the key permits. Default: everything that the one who asks may give.')
      .optional(),
    expiresAt: z.iso
      .datetime({ offset: true, error: 'This is not an ISO 8601 date-time with Z or an offset.' })
      .refine(isFuture, { error: 'The time must be in the future.', params: { code: 'in_the_past' } })
      .describe('When the key ends. Default: as the service says.')
      .optional(),
  }
}

/** Members of an answer of sign, so that the answer can be sent to verify as it is. */
function signedFactsShape(z: Zod) {
  const text = z.string().describe('As in the answer of `/v1/sign`. The report goes by the document alone.').optional()
  return {
    eventId: text,
    sealedAt: text,
    inputSha256: text,
    outputSha256: text,
    chainDigest: text,
    level: text,
    warnings: z.array(z.string()).describe('As in the answer of `/v1/sign`.').optional(),
  }
}

const EXTENSION_NAMES = [ALL_EXTENSIONS, ...MARKDOWN_EXTENSIONS]
const EXTENSION_LIST = new RegExp(
  `^(?:${EXTENSION_NAMES.join('|')})(?:,(?:${EXTENSION_NAMES.join('|')})){0,${EXTENSION_NAMES.length - 1}}$`,
)

/** The members of a request for a conversion. */
function convertShape(z: Zod) {
  return {
    from: z
      .enum(['docx', 'md', 'html'])
      .describe('What the file is. Default: told from its content, its name and its content type, in this order.')
      .optional(),
    to: z.enum(['pdf', 'docx']).meta({ description: 'What it is to become. Default: `pdf`.' }).optional(),
    fileName: z
      .string()
      .max(MEMBER_LIMITS.maxFileNameLength)
      .describe('Name of the file. Default: that of the part `file` of a form, or the end of the URL.')
      .optional(),
    ...reviewMembers(z, 'accept'),
    title: z
      .string()
      .max(MEMBER_LIMITS.maxTitleLength)
      .describe(
        'Title of the result. Default: that of the document; for a PDF else its first heading, the name of the file or its first words.',
      )
      .optional(),
    conformance: z
      .enum(CONFORMANCE_NAMES)
      .describe('What a PDF has to follow. Default: nothing is demanded; the file is PDF/A-3u where it can.')
      .optional(),
    baseUrl: z
      .url({ protocol: /^https?$/ })
      .max(2048)
      .describe('What relative links of Markdown and HTML lead to. Nothing is fetched from there.')
      .optional(),
    ...lookMembers(z),
  }
}

/** Members of a request for a conversion of Markdown or HTML. */
function lookMembers(z: Zod) {
  return {
    style: z
      .enum(DOCUMENT_STYLES)
      .describe('A built-in look for Markdown, and for HTML without a look of its own. Default: the plain look.')
      .optional(),
    markdownExtensions: z
      .string()
      .regex(EXTENSION_LIST)
      .describe(
        `Extensions of Markdown that change what some text of CommonMark means, with commas between them: ${EXTENSION_NAMES.join(', ')}. Default: none.`,
      )
      .optional(),
  }
}

/**
 * Members of bodies and queries that say how a DOCX under review is treated. Their defaults are given in the descriptions only:
 * generators of types would make a member with a default a required one.
 */
export function reviewMembers(z: Zod, byDefault: TrackedChanges) {
  const trackedChanges = `How the tracked changes of a DOCX are taken. Default: \`${byDefault}\`.`
  const comments = 'What becomes of the comments of a DOCX. Default: `omit`.'
  return {
    trackedChanges: z.enum(TRACKED_CHANGES).describe(trackedChanges).optional(),
    comments: z.enum(COMMENTS).describe(comments).optional(),
  }
}
