/**
 * Parses answers of time-stamping authorities (RFC 3161, 2.4.2).
 *
 * @module
 */

import {
  asn1Error,
  DerReader,
  type DerValue,
  encodingOf,
  equalBytes,
  listOf,
  readBitString,
  readWholeDer,
  TAG,
  toDer,
} from '../asn1/der.js'
import { readSmallInteger, readText } from '../asn1/der-values.js'
import { headerLength } from '../asn1/der-writer.js'

/** The answer of an authority. */
interface TimestampReply {
  /** PKIStatus: 0 granted, 1 granted with modifications; all others mean that there is no token. */
  readonly status: number
  /** The authority's own text; empty when there is none. */
  readonly statusText: string
  /** Reasons for a rejection, by the names in PKIFailureInfo. */
  readonly failures: readonly string[]
  /** The TimeStampToken as received, which may be BER. */
  readonly token: Uint8Array | undefined
}

/** Names of PKIFailureInfo's bits (RFC 3161, 2.4.2). */
const FAILURES: ReadonlyMap<number, string> = new Map([
  [0, 'badAlg'],
  [2, 'badRequest'],
  [5, 'badDataFormat'],
  [14, 'timeNotAvailable'],
  [15, 'unacceptedPolicy'],
  [16, 'unacceptedExtension'],
  [17, 'addInfoNotAvailable'],
  [25, 'systemFailure'],
])

/** Most texts in a status. Authorities give one sentence, in a few languages at most. */
const MAX_STATUS_TEXTS = 16
/** Longest status text, since it becomes part of an error message. */
const MAX_STATUS_CHARACTERS = 500

/**
 * Reads a TimeStampResp. Everything around the token must be DER (RFC 3161, 3.4), and nothing may follow.
 *
 * @throws SealwrightError `invalid_asn1` when it is malformed.
 */
export function parseTimestampReply(bytes: Uint8Array): TimestampReply {
  const value = readWholeDer(bytes)
  assertDerHeader(value)
  const reader = new DerReader(value, TAG.sequence)
  const info = reader.read(TAG.sequence, 'the status of a time-stamping authority')
  if (!equalBytes(toDer(info), encodingOf(info))) throw notDer()
  const token = reader.readOptional(TAG.sequence)
  reader.assertDone()
  const fields = new DerReader(info)
  const status = readSmallInteger(fields.read(TAG.integer, 'a status'))
  const textField = fields.readOptional(TAG.sequence)
  const failureField = fields.readOptional(TAG.bitString)
  fields.assertDone()
  return {
    status,
    statusText: textField === undefined ? '' : readTexts(textField),
    failures: failureField === undefined ? [] : readFailures(failureField),
    token: token === undefined ? undefined : encodingOf(token),
  }
}

/** Requires a definite length in the fewest octets (X.690, 10.1). */
function assertDerHeader({ start, contentStart, contentEnd, end }: DerValue): void {
  if (end !== contentEnd || contentStart - start !== headerLength(contentEnd - contentStart)) throw notDer()
}

function notDer() {
  return asn1Error('The answer is not encoded in DER.')
}

/** PKIFreeText: a list of UTF-8 strings. */
function readTexts(field: DerValue): string {
  const texts = listOf(field, MAX_STATUS_TEXTS).map((text) => readText(text) ?? '')
  return texts.join(' ').slice(0, MAX_STATUS_CHARACTERS)
}

function readFailures(field: DerValue): string[] {
  const { bytes } = readBitString(field)
  const isSet = (bit: number) => ((bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0
  return [...FAILURES].flatMap(([bit, name]) => (isSet(bit) ? [name] : []))
}
