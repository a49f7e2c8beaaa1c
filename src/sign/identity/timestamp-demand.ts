/**
 * Certificates whose signatures are worth nothing without a time stamp.
 *
 * @module
 */

import { OID } from '../../cms/asn1.js'
import type { Certificate } from '../../cms/certificates.js'
import { SealwrightError } from '../../errors.js'

/**
 * Whether a signature needs a time stamp from inside its certificate's validity: the certificate says that nobody will
 * revoke it (RFC 9608; ETSI EN 319 412-1, 5.2.2), so the only thing that tells a signature from one made with a stolen
 * or broken key is that it existed before the certificate expired.
 */
export function needsTimestamp(leaf: Certificate): boolean {
  return leaf.extensions.some(({ oid }) => oid === OID.noRevAvail || oid === OID.validityAssuredShortTerm)
}

/**
 * Before signing: throws unless the signature is going to have a time stamp where its certificate needs one.
 *
 * @param leaf the signer's certificate; undefined while it is not known
 * @param level the PAdES level asked for; B-B when left out
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
 * After the time stamp was obtained: throws when it lies outside the validity of a certificate that needs one inside,
 * or when there is none after all.
 *
 * @param genTime time of the time stamp; undefined where none could be had
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
