/**
 * The audit record: what is embedded in a signed document, and the hash chain over its events.
 *
 * How to recompute the chain. The record is the JSON object in the file. Take from it the members `auditTrail` and
 * `digest`; what remains is the header. Then, with JCS(x) the UTF-8 bytes of x in canonical form (RFC 8785):
 *
 * - d0 = SHA-256(JCS(header))
 * - for event i = 1, 2, ... in the order of `auditTrail`: di = SHA-256(d(i-1) as 32 bytes, followed by JCS(event i
 *   without its member `digest`))
 *
 * Each event's `digest` is di, and the record's `digest` is the last of them (d0 when there is no event), all in
 * lower-case hexadecimal. The last digest therefore commits to everything in the record.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { jsonText } from '../input/json-text.js'
import { hash } from '../platform/hashes.js'
import { canonicalizeJson } from './canonical-json.js'
import type { AuditParties, AuditPartyRow } from './parties.js'

/** Free-form JSON members. */
export type JsonObject = Record<string, unknown>

/** Who signed. */
export interface AuditSigner {
  readonly name: string
  readonly email: string
  readonly ip?: string
  readonly userAgent?: string
}

/** Something that happened before the document was sealed. */
export interface AuditEvent {
  /** Time of the event: ISO 8601 in UTC, ending in `Z`, with at least milliseconds. */
  readonly timestamp: string
  /** Kind of event, for example `submit`, `open` or `consent`. */
  readonly type: string
  readonly data: JsonObject
}

/** An event with its digest in the chain: a SHA-256 in hexadecimal. */
export interface ChainedAuditEvent extends AuditEvent {
  readonly digest: string
}

/**
 * A certificate that was made for one signature. Names are in the form of RFC 4514, digests and serial numbers in
 * hexadecimal.
 */
export interface AuditCertificate {
  readonly subject: string
  readonly serialNumber: string
  /** SHA-256 of the certificate in DER. */
  readonly sha256: string
  /** Begin of the validity, ISO 8601 in UTC. */
  readonly notBefore: string
  /** End of the validity, ISO 8601 in UTC. */
  readonly notAfter: string
  readonly issuer: { readonly subject: string; readonly sha256: string }
}

/** The content of `audit-trail.json`. */
export interface AuditRecord {
  readonly format: 'sealwright.audit-trail'
  readonly formatVersion: 1
  readonly eventId: string
  /** Time of sealing: ISO 8601 in UTC with milliseconds and `Z`. */
  readonly sealedAt: string
  /** The document as the caller gave it: SHA-256 in hexadecimal, size and name. */
  readonly document: {
    readonly sha256: string
    readonly bytes: number
    readonly name?: string
    /** The PDF in the file, when it was converted from a document of another format. */
    readonly converted?: { readonly sha256: string; readonly bytes: number }
  }
  readonly signer: AuditSigner
  readonly metadata: JsonObject
  /** The certificate that was made for this signature only, if there is one, and its issuer. */
  readonly certificate?: AuditCertificate
  /** The parties who are to sign, when the certificate page has a row for each. */
  readonly parties?: AuditParties
  /** The row that this signature fills in. */
  readonly party?: AuditPartyRow
  readonly software: { readonly name: 'sealwright'; readonly version: string }
  /** The events in order of time. */
  readonly auditTrail: readonly ChainedAuditEvent[]
  /** The last digest of the chain. */
  readonly digest: string
}

/** The data from which a record is made. */
export interface AuditRecordInput {
  readonly eventId: string
  readonly sealedAt: Date
  readonly document: AuditRecord['document']
  readonly signer: AuditSigner
  readonly metadata: JsonObject
  readonly certificate?: AuditCertificate
  readonly parties?: AuditParties
  readonly party?: AuditPartyRow
  /** The events in any order. Events of the same time keep their order. */
  readonly auditTrail: readonly AuditEvent[]
  /** Version of this package. */
  readonly softwareVersion: string
}

/**
 * Makes a record: orders the events by time and chains them.
 *
 * The free-form data is taken by reference, so the caller must not change it before the record is serialized.
 *
 * @throws SealwrightError `invalid_request` when something in it is not JSON, or `sealedAt` is no date.
 */
export function createAuditRecord(input: AuditRecordInput): AuditRecord {
  if (Number.isNaN(input.sealedAt.getTime())) {
    throw new SealwrightError('invalid_request', 'The time of sealing is not a valid date.')
  }
  const header = {
    format: 'sealwright.audit-trail',
    formatVersion: 1,
    eventId: input.eventId,
    sealedAt: input.sealedAt.toISOString(),
    document: input.document,
    signer: input.signer,
    metadata: input.metadata,
    ...(input.certificate === undefined ? {} : { certificate: input.certificate }),
    ...(input.parties === undefined ? {} : { parties: input.parties }),
    ...(input.party === undefined ? {} : { party: input.party }),
    software: { name: 'sealwright', version: input.softwareVersion },
  } as const
  let digest = hashHeader(header)
  const auditTrail = sortByTime(input.auditTrail).map(({ timestamp, type, data }): ChainedAuditEvent => {
    digest = hashEvent(digest, { timestamp, type, data })
    return { timestamp, type, data, digest }
  })
  return { ...header, auditTrail, digest }
}

/** The digest d0 of the chain, in hexadecimal. `header` is the record without `auditTrail` and `digest`. */
export function hashHeader(header: object): string {
  return hash('sha256', canonicalizeJson(header), 'hex')
}

const DIGEST_BYTES = 32

/** The next digest of the chain. `event` has no digest of its own. Digests are in hexadecimal. */
export function hashEvent(previousDigest: string, event: object): string {
  const text = canonicalizeJson(event)
  const link = Buffer.allocUnsafe(DIGEST_BYTES + Buffer.byteLength(text))
  link.write(previousDigest, 0, DIGEST_BYTES, 'hex')
  link.write(text, DIGEST_BYTES, 'utf8')
  return hash('sha256', link, 'hex')
}

/**
 * Compares two event times for sort(): the result is negative, zero or positive.
 *
 * All times are `YYYY-MM-DDThh:mm:ss.fff...Z`. Without the Z, their order as texts is their order in time, for fractions of
 * any length.
 */
export function compareEventTimes(a: string, b: string): number {
  const x = a.slice(0, -1)
  const y = b.slice(0, -1)
  return x < y ? -1 : x > y ? 1 : 0
}

function sortByTime(events: readonly AuditEvent[]): readonly AuditEvent[] {
  return events.toSorted((a, b) => compareEventTimes(a.timestamp, b.timestamp))
}

/** Writes a record as the bytes of `audit-trail.json` in UTF-8, indented for people. Equal records have equal bytes. */
export function serializeAuditRecord(record: AuditRecord): Uint8Array {
  return new TextEncoder().encode(`${jsonText(record, 2)}\n`)
}
