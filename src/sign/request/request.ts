/**
 * What signDocument is asked to do: checked, completed and copied.
 *
 * @module
 */

import { isPlainObject } from '../../audit/canonical-json.js'
import type { AuditEvent, AuditSigner, JsonObject } from '../../audit/record.js'
import { type InputIssue, SealwrightError } from '../../errors.js'
import { toJsonPointer } from '../../input/json-pointer.js'
import { isOneLine } from '../../input/one-line.js'
import { normalizeEventTime } from './event-time.js'
import { JsonDataReader } from './json-data.js'
import { describeIssues, summarizeIssues } from './request-issues.js'
import { EVENT_TYPE_NAMES, signRequestSchema } from './request-schema.js'
import { isBlank } from './request-text.js'
import { SIGN_REQUEST_LIMITS } from './sign-request-limits.js'
import { readSoundRequest } from './sound-request.js'
import { createUuidV7 } from './uuid-v7.js'

export { type SignRequest, type SignRequestEvent, signRequestSchema } from './request-schema.js'

/** A request with nothing left open. Free-form data is a copy of its own. */
export interface ParsedSignRequest {
  readonly signer: AuditSigner
  /** As given in order; each timestamp in UTC. */
  readonly auditTrail: readonly AuditEvent[]
  readonly eventId: string
  readonly metadata: JsonObject
  readonly certificate: { readonly enabled: boolean }
}

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
    // Before anything looks at them one by one.
    const message = `The audit trail may have at most ${SIGN_REQUEST_LIMITS.maxEvents} events.`
    throw invalidRequest([{ pointer: '/auditTrail', code: 'too_many', message }])
  }

  const input = withDatesAsText(given)
  const sound = readSoundRequest(input)
  const result =
    sound === undefined ? (await signRequestSchema()).safeParse(input) : ({ success: true, data: sound } as const)
  const issues = result.success ? [] : describeIssues(result.error.issues, input)
  // The rules below are checked on whatever is there, so that one answer lists all faults.
  const request = result.success ? result.data : isPlainObject(input) ? input : {}
  const reader = new JsonDataReader(issues)
  const auditTrail = readEvents(request['auditTrail'], reader, issues)
  const metadata = isPlainObject(request.metadata) ? reader.read(request.metadata, ['metadata']) : {}
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
    certificate: { enabled: certificate?.enabled ?? true },
  }
}

/** Times as the schema has them: programs have a Date as often as a text. One that is no time stays, and is a fault. */
function withDatesAsText(input: unknown): unknown {
  const events = isPlainObject(input) ? input['auditTrail'] : undefined
  if (!Array.isArray(events)) return input
  const isDated = (event: unknown): event is { readonly timestamp: Date } =>
    isPlainObject(event) && event['timestamp'] instanceof Date && !Number.isNaN(event['timestamp'].getTime())
  if (!events.some(isDated)) return input
  const auditTrail = events.map((event: unknown) =>
    isDated(event) ? { ...event, timestamp: event.timestamp.toISOString() } : event,
  )
  return { ...(input as object), auditTrail }
}

/** Completes the events; the result counts only when no issue was added. */
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

/** `type` or one of its synonyms, or one of them inside `data`, where they are free-form data first and foremost. */
function readEventType(item: JsonObject, data: JsonObject, index: number, issues: InputIssue[]): string {
  const add = (path: readonly string[], code: string, message: string) => {
    issues.push({ pointer: toJsonPointer(['auditTrail', index, ...path]), code, message })
  }
  const [first, ...others] = EVENT_TYPE_NAMES.filter((name) => item[name] !== undefined)
  if (first !== undefined) {
    // The schema has checked them one by one.
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

/** In data, a `name` can be anything: taken for the kind of an event, it would put a wrong fact on record. */
const TYPE_NAMES_IN_DATA = [
  'event',
  'type',
  'eventType',
  'action',
  'kind',
] as const satisfies (typeof EVENT_TYPE_NAMES)[number][]

/** Whether two kinds of events are one, however they are written. */
function isSameType(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}

function invalidRequest(issues: readonly InputIssue[]): SealwrightError {
  const errors = issues.slice(0, SIGN_REQUEST_LIMITS.maxReportedIssues)
  return new SealwrightError('invalid_request', summarizeIssues(errors, 'signing request'), { errors })
}
