/**
 * Whether a time-stamp token is intact and over the right bytes (RFC 3161, 2.4.2). Whose it is, is asked elsewhere.
 *
 * @module
 */

import { checkCmsIntegrity } from './integrity/cms-integrity.js'
import { IntegrityDraft, type IntegrityResult, runIntegrityCheck } from './integrity/integrity-draft.js'

/**
 * Checks structure, imprint and signature of a token. Never throws for anything that stands in it.
 *
 * @param token encoding of the TimeStampToken; zero bytes may follow
 * @param stamped the bytes that its imprint must be the digest of
 */
export function checkTokenIntegrity(token: Uint8Array, stamped: Uint8Array): IntegrityResult {
  const draft = new IntegrityDraft({
    contents: token,
    subFilter: 'ETSI.RFC3161',
    signedRanges: [stamped],
    isTimestamp: true,
  })
  return runIntegrityCheck(draft, checkCmsIntegrity)
}

/**
 * Checks structure, digest and signature of the CMS of a PAdES signature. Never throws for anything that stands in it.
 *
 * @param contents encoding of the SignedData; zero bytes may follow
 * @param signedRanges the bytes of its ByteRange
 */
export function checkPadesIntegrity(contents: Uint8Array, signedRanges: readonly Uint8Array[]): IntegrityResult {
  const subFilter = 'ETSI.CAdES.detached'
  return runIntegrityCheck(
    new IntegrityDraft({ contents, subFilter, signedRanges, isTimestamp: false }),
    checkCmsIntegrity,
  )
}
