/**
 * Identifiers of the parts of a report. They are the same in all formats of the report and in each run.
 *
 * @module
 */

import type { SignerReport, TimestampReport } from '../../verify/report.js'

/** The identifier of the entry of `signers` at an index: `signature-1`, or `timestamp-2` for a document time stamp. */
export function signatureId({ kind }: Pick<SignerReport, 'kind'>, index: number): string {
  return `${kind === 'signature' ? 'signature' : 'timestamp'}-${index + 1}`
}

/** The identifier of a time stamp of the signature at an index. The last index is that in the list of time stamps. */
export function timestampId(kind: TimestampReport['kind'], signature: number, index: number): string {
  return `${kind === 'content' ? 'content-timestamp' : 'timestamp'}-${signature + 1}-${index + 1}`
}
