/**
 * Header fields with facts that an answer in JSON has besides the document. They are for answers that are the document itself.
 *
 * @module
 */

import { jsonText } from '../input/json-text.js'
import type { SignedFacts } from '../jobs/document-job.js'
import { HTTP_LIMITS } from './http-limits.js'

/** The names of these fields. */
export const FACT_HEADERS = [
  'Sealwright-Event-Id',
  'Sealwright-Sealed-At',
  'Sealwright-Input-Sha256',
  'Sealwright-Output-Sha256',
  'Sealwright-Chain-Digest',
  'Sealwright-Level',
  'Sealwright-Warnings',
] as const

/** The facts of a signature. The event id is percent-encoded, since it may contain any script. */
export function signedHeaders({ warnings, ...facts }: SignedFacts): Record<string, string> {
  return {
    'sealwright-event-id': encodeURIComponent(facts.eventId),
    'sealwright-sealed-at': facts.sealedAt,
    'sealwright-input-sha256': facts.inputSha256,
    'sealwright-output-sha256': facts.outputSha256,
    'sealwright-chain-digest': facts.chainDigest,
    'sealwright-level': facts.level,
    ...warningHeaders(warnings),
  }
}

/** Warnings as a JSON array in ASCII. A last item counts the warnings that did not fit. Without warnings, there is no field. */
export function warningHeaders(warnings: readonly string[]): Record<string, string> {
  if (warnings.length === 0) return {}
  const kept: string[] = []
  let room: number = HTTP_LIMITS.maxWarningHeaderBytes
  for (const warning of warnings) {
    room -= toAscii(jsonText(warning)).length + 1
    if (room < 0) break
    kept.push(warning)
  }
  const left = warnings.length - kept.length
  if (left > 0) kept.push(left === 1 ? 'There is 1 more warning.' : `There are ${left} more warnings.`)
  return { 'sealwright-warnings': toAscii(jsonText(kept)) }
}

/** Writes every character outside of ASCII as `\uXXXX`, the escape of JSON. */
function toAscii(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** A file name for the download (RFC 6266). */
export function attachmentHeader(fileName: string): string {
  return `attachment; filename*=UTF-8''${encodeExtValue(fileName)}`
}

/** Percent-encodes everything but attr-char (RFC 8187, 3.2.1). */
function encodeExtValue(text: string): string {
  const wellFormed = text.replace(/\p{Cs}/gu, '\u{fffd}')
  return encodeURIComponent(wellFormed).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
