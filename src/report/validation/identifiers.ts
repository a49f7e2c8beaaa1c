/**
 * The identifiers of what a report speaks about. They are the same in all forms of the report, and in each run.
 *
 * @module
 */

import type { SignerReport, TimestampReport } from '../../verify/report.js'

/** The entry of `signers` at an index: `signature-1`, or `timestamp-2` for a document time stamp. */
export function signatureId({ kind }: Pick<SignerReport, 'kind'>, index: number): string {
  return `${kind === 'signature' ? 'signature' : 'timestamp'}-${index + 1}`
}

/** A time stamp that belongs to the signature at an index, with the time stamp's own index in its list. */
export function timestampId(kind: TimestampReport['kind'], signature: number, index: number): string {
  return `${kind === 'content' ? 'content-timestamp' : 'timestamp'}-${signature + 1}-${index + 1}`
}
