/**
 * Certificates whose signatures are worth nothing without a time stamp.
 *
 * @module
 */

import { OID } from '../../cms/asn1.js'
import type { Certificate } from '../../cms/certificates.js'
import { SealwrightError } from '../../errors.js'

/**
 * True when a signature needs a time stamp within its certificate's validity. Such a certificate states that nobody will
 * revoke it (RFC 9608; ETSI EN 319 412-1, 5.2.2). Only its existence before the expiry distinguishes a signature from one
 * made with a stolen or broken key.
 */
export function needsTimestamp(leaf: Certificate): boolean {
  return leaf.extensions.some(({ oid }) => oid === OID.noRevAvail || oid === OID.validityAssuredShortTerm)
}

/**
 * Throws before signing if the certificate needs a time stamp and the signature will not have one.
 *
 * @param leaf the signer's certificate; undefined while it is unknown
 * @param level the requested PAdES level; B-B when left out
 * @throws SealwrightError `timestamp_required`
 */
export function assertTimestampPlanned(leaf: Certificate | undefined, level: string | undefined): void {
  if (leaf === undefined || !needsTimestamp(leaf) || (level !== undefined && level !== 'B-B')) return
  throw new SealwrightError(
    'timestamp_required',
    'The signing certificate lives for a short time and is never revoked, so its signatures need a time stamp: ask for level B-T or above.',
  )
}

/**
 * Throws after the time stamp was obtained if the certificate needs one within its validity, and it is outside or missing.
 *
 * @param genTime time of the time stamp; undefined when none could be obtained
 * @throws SealwrightError `timestamp_required`
 */
export function assertTimestampInValidity(leaf: Certificate | undefined, genTime: Date | undefined): void {
  if (leaf === undefined || !needsTimestamp(leaf)) return
  if (genTime === undefined) {
    throw new SealwrightError(
      'timestamp_required',
      'No time stamp could be obtained, and the signing certificate needs one: the document was not signed.',
    )
  }
  // A time stamp may state fractions of the last second, which belongs to the validity.
  if (genTime >= leaf.notBefore && Math.floor(genTime.getTime() / 1000) <= leaf.notAfter.getTime() / 1000) return
  throw new SealwrightError(
    'timestamp_required',
    `The time stamp says ${genTime.toISOString()}, which is outside the validity of the signing certificate (${leaf.notBefore.toISOString()} to ${leaf.notAfter.toISOString()}).`,
  )
}
