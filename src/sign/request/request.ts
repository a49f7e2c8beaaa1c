/**
 * Checks, completes and copies a request to signDocument.
 *
 * @module
 */

import { isPlainObject } from '../../audit/canonical-json.js'
import type { AuditParty } from '../../audit/parties.js'
import type { AuditEvent, AuditSigner, JsonObject } from '../../audit/record.js'
import { type InputIssue, SealwrightError } from '../../errors.js'
import { toJsonPointer } from '../../input/json-pointer.js'
import { isOneLine } from '../../input/one-line.js'
import { types } from '../../platform/value-types.js'
import { normalizeEventTime } from './event-time.js'
import { JsonDataReader } from './json-data.js'
import { describeIssues, summarizeIssues } from './request-issues.js'
import { type CertificateRequest, EVENT_TYPE_NAMES, type SignRequest, signRequestSchema } from './request-schema.js'
import { isBlank } from './request-text.js'
import { SIGN_REQUEST_LIMITS } from './sign-request-limits.js'
import { readSoundRequest } from './sound-request.js'
import { createUuidV7 } from './uuid-v7.js'

export {
  type CertificateRequest,
  type PartyRequest,
  type SignRequest,
  type SignRequestEvent,
  signRequestSchema,
} from './request-schema.js'

/** A complete request. Free-form data is copied. */
export interface ParsedSignRequest {
  readonly signer: AuditSigner
  /** Events in the given order, each with its time in UTC. */
  readonly auditTrail: readonly AuditEvent[]
  readonly eventId: string
  readonly metadata: JsonObject
  readonly certificate: ParsedCertificate
}

/** Settings of the certificate page. */
export interface ParsedCertificate {
  readonly enabled: boolean
  /** All parties that are to sign. */
  readonly parties?: readonly ParsedParty[]
  /** Number of the row that the signer fills in, counted from 1. */
  readonly party?: number
}

/** One of the parties who are to sign. */
export type ParsedParty = Omit<AuditParty, 'field'>

/**
 * Checks a signing request of unknown shape and completes it.
 *
 * @param now Milliseconds since 1970 for the event id that is made when there is none.
 * @throws SealwrightError `invalid_request`, whose `errors` list the faults (100 at most) with their JSON Pointers.
 *
 * @example
 * ```ts
 * const { auditTrail } = await parseSignRequest({
 *   signer: { name: 'Ada', email: 'ada@example.com' },
 *   auditTrail: [{ timestamp: '2025-03-04T10:00:00+01:00', type: 'submit' }],
 * })
 * auditTrail[0] // { timestamp: '2025-03-04T09:00:00.000Z', type: 'submit', data: {} }
 * ```
 */
export async function parseSignRequest(given: unknown, now: number = Date.now()): Promise<ParsedSignRequest> {
  const events = isPlainObject(given) ? given['auditTrail'] : undefined
  if (Array.isArray(events) && events.length > SIGN_REQUEST_LIMITS.maxEvents) {
    // Checked before the events are examined one by one.
    const message = `The audit trail may have at most ${SIGN_REQUEST_LIMITS.maxEvents} events.`
    throw invalidRequest([{ pointer: '/auditTrail', code: 'too_many', message }])
  }

  assertFewParties(given)

  const input = withDatesAsText(given)
  const sound = readSoundRequest(input)
  const result =
    sound === undefined ? (await signRequestSchema()).safeParse(input) : ({ success: true, data: sound } as const)
  const issues = result.success ? [] : describeIssues(result.error.issues, input)
  // The following rules are applied to whatever is there, so that one answer lists all faults.
  const request = result.success ? result.data : isPlainObject(input) ? input : {}
  const reader = new JsonDataReader(issues)
  const auditTrail = readEvents(request['auditTrail'], reader, issues)
  const metadata = isPlainObject(request.metadata) ? reader.read(request.metadata, ['metadata']) : {}
  if (result.success) checkCertificate(result.data, issues)
  if (!result.success || issues.length > 0) throw invalidRequest(issues)

  const { signer, eventId, certificate } = result.data
  return {
    signer: {
      name: signer.name,
      email: signer.email,
      ...(signer.ip === undefined ? {} : { ip: signer.ip }),
      ...(signer.userAgent === undefined ? {} : { userAgent: signer.userAgent }),
    },
    auditTrail,
    eventId: eventId ?? createUuidV7(now),
    metadata,
    certificate: readCertificate(certificate),
  }
}

function readCertificate({ enabled = true, parties, party }: CertificateRequest = {}): ParsedCertificate {
  const rows = parties?.map(({ name, email, role }) => ({ name, email, ...(role === undefined ? {} : { role }) }))
  return {
    enabled,
    ...(rows === undefined ? {} : { parties: rows }),
    ...(party === undefined ? {} : { party }),
  }
}

/** Rules between the members of `certificate`. */
function checkCertificate({ certificate = {} }: SignRequest, issues: InputIssue[]): void {
  const { enabled = true, parties = [], party } = certificate
  const add = (pointer: string, code: string, message: string) => {
    issues.push({ pointer: `/certificate${pointer}`, code, message })
  }
  if (!enabled && (parties.length > 0 || party !== undefined)) {
    const message =
      'The rows of the parties stand on the certificate page, which certificate.enabled = false leaves out.'
    add(parties.length > 0 ? '/parties' : '/party', 'exactly_one', message)
  }
  if (parties.length > 0 && party !== undefined && party > parties.length) {
    add('/party', 'too_big', `There are ${parties.length} parties.`)
  }
  const known = new Map<string, number>()
  for (const [i, each] of parties.entries()) {
    const key = JSON.stringify([each.name, each.email.toLowerCase(), each.role ?? ''])
    const first = known.get(key)
    if (first === undefined) known.set(key, i)
    else add(`/parties/${i}`, 'duplicate', `This party is the same as party ${first + 1}: give each a role of its own.`)
  }
}

/** Checks the number of parties before they are examined one by one. */
function assertFewParties(given: unknown): void {
  const certificate = isPlainObject(given) ? given['certificate'] : undefined
  const parties = isPlainObject(certificate) ? certificate['parties'] : undefined
  if (!Array.isArray(parties) || parties.length <= SIGN_REQUEST_LIMITS.maxParties) return
  const message = `There may be at most ${SIGN_REQUEST_LIMITS.maxParties} parties.`
  throw invalidRequest([{ pointer: '/certificate/parties', code: 'too_many', message }])
}

/** Converts Date objects to text, as the schema requires. An invalid Date stays, and is reported as a fault. */
function withDatesAsText(input: unknown): unknown {
  const events = isPlainObject(input) ? input['auditTrail'] : undefined
  if (!Array.isArray(events)) return input
  const isDated = (event: unknown): event is { readonly timestamp: Date } =>
    isPlainObject(event) && types.isDate(event['timestamp']) && !Number.isNaN(event['timestamp'].getTime())
  if (!events.some(isDated)) return input
  const auditTrail = events.map((event: unknown) =>
    isDated(event) ? { ...event, timestamp: event.timestamp.toISOString() } : event,
  )
  return { ...(input as object), auditTrail }
}

/** Completes the events. The result only counts when no issue was added. */
function readEvents(value: unknown, reader: JsonDataReader, issues: InputIssue[]): AuditEvent[] {
  if (!Array.isArray(value) || value.length === 0) return []
  const events: AuditEvent[] = []
  for (const [i, item] of value.entries()) {
    if (!isPlainObject(item)) continue
    const data = isPlainObject(item['data']) ? reader.read(item['data'], ['auditTrail', i, 'data']) : {}
    const timestamp = typeof item['timestamp'] === 'string' ? normalizeEventTime(item['timestamp']) : undefined
    events.push({ timestamp: timestamp ?? '', type: readEventType(item, data, i, issues), data })
  }
  if (!events.some(({ type }) => isSameType(type, 'submit'))) {
    const message = 'The audit trail needs at least one event of type "submit".'
    issues.push({ pointer: '/auditTrail', code: 'missing_submit_event', message })
  }
  return events
}

/** The type of an event: `type` or a synonym, or one of them in `data`, which is free-form data in the first place. */
function readEventType(item: JsonObject, data: JsonObject, index: number, issues: InputIssue[]): string {
  const add = (path: readonly string[], code: string, message: string) => {
    issues.push({ pointer: toJsonPointer(['auditTrail', index, ...path]), code, message })
  }
  const [first, ...others] = EVENT_TYPE_NAMES.filter((name) => item[name] !== undefined)
  if (first !== undefined) {
    // The schema has checked each of them.
    const type = String(item[first])
    const other = others.find((name) => !isSameType(String(item[name]), type))
    if (other !== undefined) add([other], 'conflicting_type', `"${first}" and "${other}" mean the same and must agree.`)
    return type
  }
  const key = TYPE_NAMES_IN_DATA.find((name) => Object.hasOwn(data, name) && data[name] !== undefined)
  if (key === undefined) {
    add(['type'], 'required', 'The event needs a "type".')
    return ''
  }
  const inner = data[key]
  if (typeof inner !== 'string' || inner.length > SIGN_REQUEST_LIMITS.maxEventTypeLength) {
    add(
      ['data', key],
      'invalid_type',
      `The type of the event must be a string of at most ${SIGN_REQUEST_LIMITS.maxEventTypeLength} characters.`,
    )
    return ''
  }
  if (!isOneLine(inner) || isBlank(inner)) {
    add(['data', key], 'invalid_text', 'The type of the event may not be blank or hold control characters.')
  }
  return inner
}

/**
 * Synonyms of `type` that count in data. A `name` there can be anything: as the type of an event, it would record a wrong
 * fact.
 */
const TYPE_NAMES_IN_DATA = [
  'event',
  'type',
  'eventType',
  'action',
  'kind',
] as const satisfies (typeof EVENT_TYPE_NAMES)[number][]

/** True when two types of events are equal in any spelling. */
function isSameType(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}

function invalidRequest(issues: readonly InputIssue[]): SealwrightError {
  const errors = issues.slice(0, SIGN_REQUEST_LIMITS.maxReportedIssues)
  return new SealwrightError('invalid_request', summarizeIssues(errors, 'signing request'), { errors })
}
