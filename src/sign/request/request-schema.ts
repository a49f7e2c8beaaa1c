/**
 * The schema of a signing request without its document, for validation and for the OpenAPI description.
 *
 * zod takes tens of milliseconds to load, so nothing is loaded before a schema is asked for.
 *
 * @module
 */

import type { ZodType } from 'zod'
import { isPlainObject } from '../../audit/canonical-json.js'
import type { JsonObject } from '../../audit/record.js'
import { isOneLine, isPlainName } from '../../input/one-line.js'
import { normalizeEventTime } from './event-time.js'
import { isBlank, isEmailAddress } from './request-text.js'
import { SIGN_REQUEST_LIMITS } from './sign-request-limits.js'

/** An event in the form of callers. */
export interface SignRequestEvent {
  /** A Date, or an ISO 8601 date-time with `Z` or a numeric offset. */
  timestamp: string | Date
  /** What happened: `submit`, or any other word. Required, unless given by a synonym. */
  type?: string | undefined
  /** Synonyms of `type`, all of which except `name` may also be in `data`. */
  event?: string | undefined
  eventType?: string | undefined
  action?: string | undefined
  name?: string | undefined
  kind?: string | undefined
  /** Free-form data. Default `{}`. */
  data?: JsonObject | undefined
}

/** Names of members that may give the type of an event. */
export const EVENT_TYPE_NAMES = ['type', 'event', 'eventType', 'action', 'name', 'kind'] as const

/** Who signs, and the events before. */
export interface SignRequest {
  signer: { email: string; name: string; ip?: string | undefined; userAgent?: string | undefined }
  /** At least one event of type `submit`, in upper or lower case, in any order. */
  auditTrail: readonly SignRequestEvent[]
  /** A UUID of version 7 when absent. */
  eventId?: string | undefined
  /** Free-form data. Default `{}`. */
  metadata?: JsonObject | undefined
  /** The certificate page; default `{ enabled: true }`. */
  certificate?: CertificateRequest | undefined
}

/** The certificate page of a signature. */
export interface CertificateRequest {
  /**
   * Whether the page is appended. In a document whose page has rows for several parties, whether the signer's row is filled
   * in. Default: true.
   */
  enabled?: boolean | undefined
  /**
   * All parties that are to sign, at most 100. The page of the first signature has a row for each. Later signatures may
   * repeat the list. Default: no rows.
   */
  parties?: readonly PartyRequest[] | undefined
  /** The row that the signer fills in, counted from 1. Default: the one with the signer's e-mail address. */
  party?: number | undefined
}

/** One of several parties who are to sign. */
export interface PartyRequest {
  name: string
  email: string
  /** Role of the party, for example `Landlord`. Default: none. */
  role?: string | undefined
}

type Zod = typeof import('zod')

let loaded: Promise<ZodType<SignRequest>> | undefined

/**
 * The schema of a signing request. It checks each member by itself; the rules between members (each event has a type,
 * one of them is `submit`) and those on free-form data are parseSignRequest's.
 *
 * Custom faults carry their code in `params.code`.
 *
 * @example
 * ```ts
 * const { toJSONSchema } = await import('zod')
 * const json = toJSONSchema(await signRequestSchema(), { io: 'input' })
 * ```
 */
export function signRequestSchema(): Promise<ZodType<SignRequest>> {
  loaded ??= import('zod').then(buildSchema)
  return loaded
}

function synonym(where: string): string {
  return `Synonym of \`type\`, ${where}. Those that are given must agree.`
}

function buildSchema(z: Zod): ZodType<SignRequest> {
  const texts = textSchemas(z)
  return z
    .strictObject({
      signer: signerSchema(z, texts),
      auditTrail: z
        .array(eventSchema(z, texts))
        .min(1)
        .max(SIGN_REQUEST_LIMITS.maxEvents)
        .describe('What happened, in any order. At least one event must be of type `submit`.'),
      eventId: texts
        .words(SIGN_REQUEST_LIMITS.maxEventIdLength)
        .describe('Your identifier of this signature. A UUID of version 7 is made when it is absent.')
        .optional(),
      metadata: texts.freeForm.describe('Anything that is to be recorded and shown with the signature.'),
      certificate: certificateSchema(z, texts).optional(),
    })
    .describe('Who signs, and the events that led up to it.') as ZodType<SignRequest>
}

/** Building blocks of the members of a request. */
interface TextSchemas {
  /** One line of text, which may be empty. */
  line(maxLength: number): ZodType<string>
  /** One line of text with something visible in it. */
  words(maxLength: number): ZodType<string>
  /** One line of text with something visible in it, read in the order in which it is written. */
  name(maxLength: number): ZodType<string>
  /** A free-form object of the host. */
  readonly freeForm: ZodType
}

function textSchemas(z: Zod): TextSchemas {
  const line = (maxLength: number) =>
    z
      .string()
      .max(maxLength)
      .refine(
        isOneLine,
        rule('invalid_text', 'The text may not hold control characters, line breaks or broken Unicode.'),
      )
  const words = (maxLength: number) =>
    line(maxLength).refine((text) => !isBlank(text), rule('blank', 'This must not be blank.'))
  const name = (maxLength: number) =>
    words(maxLength).refine(
      // A value that is not a line was reported already.
      (text) => isPlainName(text) || !isOneLine(text),
      rule(
        'invalid_text',
        'A name may not hold characters that turn the direction of text (U+202A to U+202E, U+2066 to U+2069).',
      ),
    )
  const freeForm = z
    .unknown()
    .refine(isPlainObject, rule('invalid_type', 'This must be an object.'))
    .meta({ type: 'object', additionalProperties: true, default: {} })
    .optional()
  return { line, words, name, freeForm }
}

/** A refinement that fails with one of our codes. */
function rule(code: string, error: string) {
  return { error, params: { code } }
}

function certificateSchema(z: Zod, { words, name }: TextSchemas) {
  const { maxParties, maxNameLength, maxRoleLength } = SIGN_REQUEST_LIMITS
  const party = z
    .strictObject({
      name: name(maxNameLength).describe('Name of the party, in any script.'),
      email: emailSchema(z, 'E-mail address of the party: whoever signs with it fills in the row.'),
      role: words(maxRoleLength)
        .meta({ description: 'What the party is.', examples: ['Landlord'] })
        .optional(),
    })
    .describe('One of the parties who are to sign.')
  return z
    .strictObject({
      enabled: z
        .boolean()
        .meta({
          description:
            "Whether the certificate page is appended. In a document whose page has rows for several parties: whether the signer's row is filled in.",
          default: true,
        })
        .optional(),
      parties: z
        .array(party)
        .min(1)
        .max(maxParties)
        .describe(
          'Everybody who is to sign: the page of the first signature has a row for each. Later signatures may repeat the list. Default: no rows.',
        )
        .optional(),
      party: z
        .int()
        .min(1)
        .max(maxParties)
        .describe(
          "The row that the signer fills in, counted from 1. Default: the one with the signer's e-mail address.",
        )
        .optional(),
    })
    .describe('The audit trail certificate page.')
}

function emailSchema(z: Zod, description: string) {
  return z
    .string()
    .refine(isEmailAddress, rule('invalid_email', 'This is not a valid e-mail address.'))
    .meta({ description, format: 'email', maxLength: SIGN_REQUEST_LIMITS.maxEmailBytes })
}

function signerSchema(z: Zod, { line, name }: TextSchemas) {
  const ipv4 = z.ipv4()
  const ipv6 = z.ipv6()
  // A link-local address may have the zone in which it was seen (RFC 4007, 11).
  const isIpAddress = (text: string) =>
    text.length <= 100 && (ipv4.safeParse(text).success || ipv6.safeParse(text.replace(/%[\w.-]+$/, '')).success)
  return z
    .strictObject({
      email: emailSchema(z, 'E-mail address of the signer.'),
      name: name(SIGN_REQUEST_LIMITS.maxNameLength).describe('Name of the signer, in any script.'),
      ip: z
        .string()
        .refine(isIpAddress, rule('invalid_ip', 'This is not an IP address.'))
        .meta({ description: 'IPv4 or IPv6 address that the signer used.', examples: ['192.0.2.17', '2001:db8::17'] })
        .optional(),
      userAgent: line(SIGN_REQUEST_LIMITS.maxUserAgentLength).describe('User agent that the signer used.').optional(),
    })
    .describe('Who signs.')
}

function eventSchema(z: Zod, { words, freeForm }: TextSchemas) {
  const eventType = words(SIGN_REQUEST_LIMITS.maxEventTypeLength)
  const inData = eventType.describe(synonym('which may also stand in `data`')).optional()
  return z
    .strictObject({
      timestamp: eventTimeSchema(z),
      type: eventType
        .meta({
          description:
            'What happened: `submit`, or any other word. Required, here or by one of its synonyms. Upper and lower case make no difference.',
          examples: ['submit', 'open', 'consent'],
        })
        .optional(),
      event: inData,
      eventType: inData,
      action: inData,
      name: eventType.describe(synonym('here, but not in `data`')).optional(),
      kind: inData,
      data: freeForm.describe('Whatever else is known about the event.'),
    })
    .describe('Something that happened on the way to the signature.')
}

function eventTimeSchema(z: Zod) {
  const fault = 'This must be a date and time of ISO 8601 with Z or an offset, such as 2026-11-21T09:04:10Z.'
  return z
    .string()
    .refine((text) => normalizeEventTime(text) !== undefined, rule('invalid_timestamp', fault))
    .meta({
      description: 'When it happened: ISO 8601 with Z or a numeric offset. Stored and shown in UTC.',
      format: 'date-time',
      examples: ['2025-03-04T10:15:30.250+01:00'],
    })
}
