/**
 * Reads audit records, and checks their hash chains.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { JsonFault } from '../input/json/json-fault.js'
import { parseJson } from '../input/json/parse-json.js'
import { AUDIT_LIMITS } from './audit-limits.js'
import { isAuditParties, isAuditPartyRow } from './parties.js'
import { type AuditRecord, compareEventTimes, hashEvent, hashHeader, type JsonObject } from './record.js'

/** A fault of a record: its place (a JSON Pointer, RFC 6901), its kind and a sentence. */
interface AuditProblem {
  readonly code:
    | 'malformed'
    | 'unsupported_version'
    | 'event_digest_mismatch'
    | 'digest_mismatch'
    | 'events_out_of_order'
  readonly pointer: string
  readonly message: string
}

type AuditVerification =
  | { readonly ok: true; readonly record: AuditRecord }
  | { readonly ok: false; readonly problems: readonly AuditProblem[] }

type Check = (value: unknown) => boolean

type MemberChecks = readonly (readonly [key: string, check: Check])[]

const DIGEST = /^[0-9a-f]{64}$/
const UTC_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3,9}Z$/

/**
 * Parses the bytes of `audit-trail.json`. Duplicate members are refused (RFC 8785 builds on I-JSON, RFC 7493, 2.3), since two
 * readers could take different facts from them.
 *
 * @returns The JSON value, unchecked: {@link verifyAuditRecord} checks whether it is a valid record.
 * @throws SealwrightError `invalid_document` for bytes that are not JSON in UTF-8, are nested too deeply or hold too many
 *   values; `document_too_complex` for too many bytes.
 */
export function parseAuditRecord(bytes: Uint8Array): unknown {
  if (bytes.length > AUDIT_LIMITS.maxRecordBytes) {
    throw new SealwrightError('document_too_complex', 'The audit record in the document is too large.')
  }
  try {
    return parseJson(bytes)
  } catch (cause) {
    if (!(cause instanceof JsonFault)) throw cause
    throw new SealwrightError('invalid_document', cause.describe('The audit record in the document'), { cause })
  }
}

/**
 * Checks a record's form and recomputes its chain. Each event is checked against the digest stated for the event before, so a
 * changed event is the only one that is reported. Never throws, whatever the JSON value.
 */
export function verifyAuditRecord(value: unknown): AuditVerification {
  try {
    const problems = isObject(value) ? findProblems(value) : [malformed('', 'The audit record is not a JSON object.')]
    // findProblems has checked every member of the type.
    return problems.length === 0 ? { ok: true, record: value as AuditRecord } : { ok: false, problems }
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    // The canonical form refuses lone surrogates and extreme nesting.
    return { ok: false, problems: [malformed('', error.message)] }
  }
}

function findProblems(record: JsonObject): AuditProblem[] {
  if (record['format'] !== 'sealwright.audit-trail') {
    return [malformed('/format', 'The audit record is of another format.')]
  }
  if (record['formatVersion'] !== 1) {
    const message = 'The audit record is of a version that is not known here.'
    return [{ code: 'unsupported_version', pointer: '/formatVersion', message }]
  }
  const { auditTrail, digest, ...header } = record
  const problems = checkHeader(header)
  if (!isDigest(digest))
    problems.push(malformed('/digest', 'The digest of the record is not a SHA-256 in hexadecimal.'))
  if (!Array.isArray(auditTrail)) return [...problems, malformed('/auditTrail', 'The audit trail is not a list.')]
  for (let i = 0; i < auditTrail.length && problems.length < AUDIT_LIMITS.maxReportedProblems; i++) {
    checkEvent(auditTrail[i], `/auditTrail/${i}`, problems)
  }
  // A chain with missing parts proves nothing, so it is checked only when the form is valid.
  return problems.length > 0 ? problems : checkChain(header, auditTrail as JsonObject[], digest)
}

function checkChain(header: JsonObject, events: readonly JsonObject[], last: unknown): AuditProblem[] {
  const problems: AuditProblem[] = []
  let previous = hashHeader(header)
  let previousTime = ''
  for (const [i, event] of events.entries()) {
    if (problems.length >= AUDIT_LIMITS.maxReportedProblems) return problems
    const { digest, ...content } = event
    const time = String(event['timestamp'])
    if (hashEvent(previous, content) !== digest) {
      const where = i === 0 ? 'Event 1 or the head of the record' : `Event ${i + 1}`
      const message = `${where} does not match its digest.`
      problems.push({ code: 'event_digest_mismatch', pointer: `/auditTrail/${i}`, message })
    }
    if (compareEventTimes(previousTime, time) > 0) {
      const message = `Event ${i + 1} is earlier than the one before it.`
      problems.push({ code: 'events_out_of_order', pointer: `/auditTrail/${i}/timestamp`, message })
    }
    previous = String(digest)
    previousTime = time
  }
  if (previous !== last) {
    const message = 'The digest of the record is not the last digest of its chain.'
    problems.push({ code: 'digest_mismatch', pointer: '/digest', message })
  }
  return problems
}

/** Checks for the objects in the header of a record, from the outer to the inner ones. */
const HEADER_PARTS: readonly HeaderPart[] = (
  [
    [
      [],
      {
        eventId: isString,
        sealedAt: isUtcTime,
        document: isObject,
        signer: isObject,
        metadata: isObject,
        certificate: optional(isObject),
        parties: optional(isAuditParties),
        party: optional(isAuditPartyRow),
        software: isObject,
      },
    ],
    [['document'], { sha256: isDigest, bytes: isSize, name: optional(isString), converted: optional(isObject) }],
    [['document', 'converted'], { sha256: isDigest, bytes: isSize }],
    [['signer'], { name: isString, email: isString, ip: optional(isString), userAgent: optional(isString) }],
    [
      ['certificate'],
      {
        subject: isString,
        serialNumber: isString,
        sha256: isDigest,
        notBefore: isUtcTime,
        notAfter: isUtcTime,
        issuer: isObject,
      },
    ],
    [['certificate', 'issuer'], { subject: isString, sha256: isDigest }],
    [['software'], { name: (name: unknown) => name === 'sealwright', version: isString }],
  ] satisfies (readonly [path: string[], checks: Record<string, Check>])[]
).map(([path, checks]) => ({ path, pointer: path.map((key) => `/${key}`).join(''), checks: membersOf(checks) }))

interface HeaderPart {
  readonly path: readonly string[]
  /** Place of the object in the record, as a JSON Pointer. */
  readonly pointer: string
  readonly checks: MemberChecks
}

/** Checks the objects in the header. A missing part, or one that is no object, is reported with the object around it only. */
function checkHeader(header: JsonObject): AuditProblem[] {
  const problems: AuditProblem[] = []
  for (const { path, pointer, checks } of HEADER_PARTS) {
    let part: unknown = header
    for (const key of path) part = isObject(part) ? part[key] : undefined
    if (isObject(part)) checkMembers(part, pointer, checks, problems)
  }
  return problems
}

const EVENT_CHECKS = membersOf({ timestamp: isUtcTime, type: isString, data: isObject, digest: isDigest })

function checkEvent(event: unknown, pointer: string, problems: AuditProblem[]): void {
  if (isObject(event)) checkMembers(event, pointer, EVENT_CHECKS, problems)
  else problems.push(malformed(pointer, 'An event of the audit trail is not an object.'))
}

function checkMembers(object: JsonObject, pointer: string, checks: MemberChecks, problems: AuditProblem[]): void {
  for (const [key, check] of checks) {
    if (check(Object.hasOwn(object, key) ? object[key] : undefined)) continue
    problems.push(malformed(`${pointer}/${key}`, `"${key}" is missing or not of its form.`))
  }
}

function membersOf(checks: Readonly<Record<string, Check>>): MemberChecks {
  return Object.entries(checks)
}

function malformed(pointer: string, message: string): AuditProblem {
  return { code: 'malformed', pointer, message }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

function isDigest(value: unknown): value is string {
  return typeof value === 'string' && DIGEST.test(value)
}

function isSize(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function isUtcTime(value: unknown): boolean {
  return typeof value === 'string' && UTC_TIME.test(value) && !Number.isNaN(Date.parse(value))
}

function optional(check: Check): Check {
  return (value) => value === undefined || check(value)
}
