/**
 * Checks that a time-stamp token is intact and over the right bytes (RFC 3161, 2.4.2). Its issuer is checked elsewhere.
 *
 * @module
 */

import { checkCmsIntegrity } from '../integrity/cms-integrity.js'
import { IntegrityDraft, type IntegrityResult, runIntegrityCheck } from '../integrity/integrity-draft.js'

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
