/**
 * Whether a time-stamp token is intact and over the right bytes (RFC 3161, 2.4.2). Whose it is, is asked elsewhere.
 *
 * @module
 */

import { checkCmsIntegrity } from './integrity/cms-integrity.js'
import { IntegrityDraft, type IntegrityResult } from './integrity/integrity-draft.js'

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

/** Runs a check whose reader may stop at what is malformed; what was found before that is kept. */
export function runIntegrityCheck(draft: IntegrityDraft, check: (draft: IntegrityDraft) => void): IntegrityResult {
  try {
    check(draft)
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : 'It is malformed.'
    draft.fail('contents_malformed', `The signature cannot be read. ${detail}`)
  }
  return draft.result()
}
