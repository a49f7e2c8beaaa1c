/**
 * Determines which certificates a CRL is about, and for which reasons (RFC 5280, 6.3.3, b and d).
 *
 * @module
 */

import { basicConstraintsOf, type Certificate } from '../../cms/certificates.js'
import { type DistinguishedName, equalNames } from '../../cms/names.js'
import {
  ALL_REASONS,
  type CertificateList,
  type CrlScope,
  type DistributionPoint,
  directoryKey,
  directoryName,
  directoryNameOf,
  generalNameKey,
  type Reasons,
  readCrlScope,
  readDistributionPoints,
  WHOLE_SCOPE,
} from '../../cms/revocation.js'

export const ISSUING_DISTRIBUTION_POINT = '2.5.29.28'
const DISTRIBUTION_POINTS = '2.5.29.31'

/** The names of CRL issuers that a certificate names instead of its own issuer. */
export function namedCrlIssuers(certificate: Certificate): DistinguishedName[] {
  try {
    return pointsOf(certificate).flatMap(({ crlIssuer }) => crlIssuer.flatMap((name) => directoryNameOf(name) ?? []))
  } catch {
    return []
  }
}

/** The reasons for which a CRL covers a certificate (RFC 5280, 6.3.3 (b) and (d)); none when it does not. */
export function reasonsCovered(crl: CertificateList, { scope, names }: KeyedScope, certificate: Certificate): Reasons {
  const isCa = basicConstraintsOf(certificate)?.isCa === true
  if (scope.onlyAttributeCertificates) return 0
  if ((scope.onlyUserCertificates && isCa) || (scope.onlyCaCertificates && !isCa)) return 0
  const isOwn = equalNames(crl.issuer, certificate.issuer)
  // Without a distribution point, a CRL of the issuer covers everything that it issued.
  if (names === undefined && isOwn) return scope.reasons
  const points = keyedPointsOf(certificate).filter(({ crlIssuer }) => {
    if (crlIssuer.size === 0) return isOwn
    return scope.isIndirect && crlIssuer.has(directoryKey(crl.issuer))
  })
  const fitting = points.filter((point) => {
    const own = point.names.size === 0 ? point.crlIssuer : point.names
    return names === undefined || names.some((name) => own.has(name))
  })
  return scope.reasons & fitting.reduce((reasons, point) => reasons | point.reasons, 0)
}

/** A distribution point with its names as keys. */
interface KeyedPoint {
  readonly names: ReadonlySet<string>
  readonly crlIssuer: ReadonlySet<string>
  readonly reasons: Reasons
}

const knownPoints = new WeakMap<Certificate, readonly KeyedPoint[]>()

/** The points of a certificate, read once, since each is compared with those of many CRLs. */
function keyedPointsOf(certificate: Certificate): readonly KeyedPoint[] {
  let points = knownPoints.get(certificate)
  if (points === undefined) {
    const keys = (names: readonly Uint8Array[]) => new Set(names.map(generalNameKey))
    points = pointsOf(certificate).map(({ names, crlIssuer, reasons }) => ({
      ...{ names: keys(names), crlIssuer: keys(crlIssuer), reasons },
    }))
    knownPoints.set(certificate, points)
  }
  return points
}

/** The points of a certificate, with one of its issuer's name added (RFC 5280, 6.3.3, last paragraph). */
function pointsOf({ extensions, issuer }: Certificate): readonly DistributionPoint[] {
  const extension = extensions.find(({ oid }) => oid === DISTRIBUTION_POINTS)
  const named = extension === undefined ? [] : readDistributionPoints(extension.value, issuer)
  return [...named, { names: [directoryName(issuer.der)], reasons: ALL_REASONS, crlIssuer: [] }]
}

/** The scope of a CRL, with its names as keys. */
interface KeyedScope {
  readonly scope: CrlScope
  /** The encoding; `undefined` for a CRL that covers everything. */
  readonly encoded: Uint8Array | undefined
  /** Names of the point; `undefined` for a CRL without a distribution point. */
  readonly names: readonly string[] | undefined
}

/** @throws SealwrightError `invalid_asn1` for a malformed scope */
export function scopeOf(crl: CertificateList): KeyedScope {
  const encoded = crl.extensions.find(({ oid }) => oid === ISSUING_DISTRIBUTION_POINT)?.value
  const scope = encoded === undefined ? WHOLE_SCOPE : readCrlScope(encoded, crl.issuer)
  return { scope, encoded, names: scope.names?.map(generalNameKey) }
}
