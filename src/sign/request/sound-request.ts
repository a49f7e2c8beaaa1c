/**
 * Accepts requests without faults quickly, which nearly all of them are, without a schema library.
 *
 * Loading zod takes a fifth of the time of a program that signs one file, so only requests that may have a fault need it. The
 * schema accepts everything that is accepted here, with the same result. What is passed on to the schema may still be valid.
 *
 * @module
 */

import { isPlainObject } from '../../audit/canonical-json.js'
import type { JsonObject } from '../../audit/record.js'
import { isOneLine, isPlainName } from '../../input/one-line.js'
import { normalizeEventTime } from './event-time.js'
import { EVENT_TYPE_NAMES, type PartyRequest, type SignRequest, type SignRequestEvent } from './request-schema.js'
import { isBlank, isEmailAddress } from './request-text.js'
import { SIGN_REQUEST_LIMITS } from './sign-request-limits.js'

/** Tells whether a member's value is certainly valid; `undefined` counts as absent. */
type Rule = (value: unknown) => boolean
type Rules<T> = { readonly [K in keyof Required<T>]: Rule }

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
/** IPv4 address in the usual spelling; any other is left to the schema. */
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`)

const line =
  (maxLength: number): Rule =>
  (value) =>
    typeof value === 'string' && value.length <= maxLength && isOneLine(value)
const words =
  (maxLength: number): Rule =>
  (value) =>
    line(maxLength)(value) && !isBlank(String(value))
const optional =
  (rule: Rule): Rule =>
  (value) =>
    value === undefined || rule(value)

const SIGNER: Rules<SignRequest['signer']> = {
  email: (value) => typeof value === 'string' && isEmailAddress(value),
  name: (value) => words(SIGN_REQUEST_LIMITS.maxNameLength)(value) && isPlainName(String(value)),
  ip: optional((value) => typeof value === 'string' && IPV4.test(value)),
  userAgent: optional(line(SIGN_REQUEST_LIMITS.maxUserAgentLength)),
}

const EVENT_TYPE = optional(words(SIGN_REQUEST_LIMITS.maxEventTypeLength))
const EVENT: Rules<SignRequestEvent> = {
  timestamp: (value) => typeof value === 'string' && normalizeEventTime(value) !== undefined,
  ...(Object.fromEntries(EVENT_TYPE_NAMES.map((name) => [name, EVENT_TYPE])) as Record<
    (typeof EVENT_TYPE_NAMES)[number],
    Rule
  >),
  data: optional(isPlainObject),
}

const CERTIFICATE: Rules<NonNullable<SignRequest['certificate']>> = {
  enabled: optional((value) => typeof value === 'boolean'),
  parties: optional(
    (value) => Array.isArray(value) && value.length >= 1 && value.length <= SIGN_REQUEST_LIMITS.maxParties,
  ),
  party: optional(
    (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= SIGN_REQUEST_LIMITS.maxParties,
  ),
}

const PARTY: Rules<PartyRequest> = {
  name: words(SIGN_REQUEST_LIMITS.maxNameLength),
  email: (value) => typeof value === 'string' && isEmailAddress(value),
  role: optional(words(SIGN_REQUEST_LIMITS.maxRoleLength)),
}

const REQUEST: Rules<SignRequest> = {
  signer: isPlainObject,
  auditTrail: (value) => Array.isArray(value) && value.length >= 1 && value.length <= SIGN_REQUEST_LIMITS.maxEvents,
  eventId: optional(words(SIGN_REQUEST_LIMITS.maxEventIdLength)),
  metadata: optional(isPlainObject),
  certificate: optional(isPlainObject),
}

/**
 * A copy of a valid request, except for free-form data, which is passed on.
 *
 * @returns undefined when the schema has to decide what is wrong, if anything is
 */
export function readSoundRequest(input: unknown): SignRequest | undefined {
  const request = readMembers(input, REQUEST)
  if (request === undefined) return undefined
  const signer = readMembers(request.signer, SIGNER)
  const certificate = readCertificate(request.certificate ?? {})
  const auditTrail: SignRequestEvent[] = []
  for (const item of request.auditTrail as readonly unknown[]) {
    const event = readMembers(item, EVENT)
    if (event === undefined) return undefined
    auditTrail.push(event)
  }
  if (signer === undefined || certificate === undefined) return undefined
  return { ...request, signer, auditTrail, ...(request.certificate === undefined ? {} : { certificate }) }
}

function readCertificate(value: unknown): SignRequest['certificate'] {
  const certificate = readMembers(value, CERTIFICATE)
  if (certificate?.parties === undefined) return certificate
  const parties: PartyRequest[] = []
  for (const item of certificate.parties as readonly unknown[]) {
    const party = readMembers(item, PARTY)
    if (party === undefined) return undefined
    parties.push(party)
  }
  return { ...certificate, parties }
}

/** An object's own members, each read once; undefined if one is invalid or unknown. */
function readMembers<T extends object>(value: unknown, rules: Rules<T>): T | undefined {
  if (!isPlainObject(value)) return undefined
  // Inherited members are ignored.
  const members = Object.create(null) as JsonObject
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(rules, name)) return undefined
    members[name] = value[name]
  }
  for (const [name, rule] of Object.entries<Rule>(rules)) if (!rule(members[name])) return undefined
  return members as T
}
