/**
 * Until when the algorithms of certificates and revocation statements were reliable (EN 319 102-1, 5.6.2.2.4, step d). A
 * certificate that is known to have existed by then cannot have been forged by people who can break the algorithms now.
 *
 * The dates are those of {@link datedKey} and of digests: what NIST and ETSI have disallowed. Forecasts affect no verdict.
 * They say when to renew a proof.
 *
 * @module
 */

import { type PublicKeyInfo, readSignatureScheme } from '../../cms/algorithms.js'
import type { AlgorithmIdentifier } from '../../cms/asn1.js'
import { datedKey, keyForecast } from '../integrity/algorithm-policy.js'

/**
 * Ends of digests in certificates. CAs had to stop signing with SHA-1 (CA/Browser Forum, ballot 118; collisions since 2017),
 * and with MD5 long before.
 */
const CERTIFICATE_DIGESTS_END: Readonly<Record<string, number>> = {
  md5: Date.UTC(2009, 0, 1),
  sha1: Date.UTC(2017, 0, 1),
}

/**
 * Until when a signature of an issuer could not be forged; undefined while nothing is known against its algorithm.
 *
 * @param sha1Until end of SHA-1, if it differs from that in certificates
 */
export function issuanceReliableUntil(algorithm: AlgorithmIdentifier, sha1Until?: Date): Date | undefined {
  const name = readSignatureScheme(algorithm)?.digest?.name ?? ''
  if (name === 'sha1' && sha1Until !== undefined) return sha1Until
  const end = CERTIFICATE_DIGESTS_END[name]
  return end === undefined ? undefined : new Date(end)
}

/** Until when the private key could not be computed from the public one; `undefined` while it cannot. */
export function keyReliableUntil(publicKey: PublicKeyInfo): Date | undefined {
  const ends = datedKey(publicKey).map(({ since }) => since)
  const [first] = ends.sort()
  return first === undefined ? undefined : new Date(`${first}T00:00:00Z`)
}

/** The day from which a private key is expected to be computable from the public one; see {@link keyForecast}. */
export function keyExpectedUntil(publicKey: PublicKeyInfo): Date | undefined {
  const day = keyForecast(publicKey)
  return day === undefined ? undefined : new Date(`${day}T00:00:00Z`)
}

/** The earliest of some moments; undefined ones are ignored. */
export function earliestOf(...moments: readonly (Date | undefined)[]): Date | undefined {
  return moments.reduce(
    (first, moment) => (first === undefined || (moment !== undefined && moment < first) ? moment : first),
    undefined,
  )
}
