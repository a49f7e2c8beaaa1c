/**
 * Validates a certification path (RFC 5280, 6.1), from the certificate below an anchor down to the leaf.
 *
 * @module
 */

import { OID } from '../asn1/oids.js'
import { equalNames } from './distinguished-name.js'
import { type ConstrainedName, constrainedNamesOf, keepsConstraints, nameConstraintsOf } from './name-constraints.js'
import {
  CERTIFICATE_POLICIES,
  findPolicyFault,
  INHIBIT_ANY_POLICY,
  POLICY_CONSTRAINTS,
  POLICY_MAPPINGS,
} from './policy-validation.js'
import type { Certificate } from './x509.js'
import { basicConstraintsOf, extendedKeyUsageOf, keyUsageOf } from './x509-extensions.js'

/** Purpose for which a leaf is used. */
export type KeyPurpose = 'document-signing' | 'time-stamping' | 'ocsp-signing' | 'crl-signing'

/** Why a path is not valid. `index` counts from the leaf, which is 0. */
export interface PathFault {
  readonly code:
    | 'certificate_malformed'
    | 'certificate_expired'
    | 'certificate_not_yet_valid'
    | 'critical_extension_unknown'
    | 'issuer_not_ca'
    | 'issuer_key_usage'
    | 'path_too_long'
    | 'name_not_permitted'
    | 'name_constraints_unsupported'
    | 'key_usage_mismatch'
    | 'certificate_for_tls'
    | 'extended_key_usage_mismatch'
    | 'policy_required'
  readonly index: number
}

interface PathOptions {
  /** The moment at which all certificates must be valid. */
  readonly at: Date
  readonly purpose: KeyPurpose
  /** Most comparisons of names. */
  readonly maxNameComparisons: number
}

const EKU = {
  any: '2.5.29.37.0',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
  codeSigning: '1.3.6.1.5.5.7.3.3',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
  /** Server-gated cryptography, an additional purpose of old certificates for TLS. */
  microsoftSgc: '1.3.6.1.4.1.311.10.3.3',
  netscapeSgc: '2.16.840.1.113730.4.1',
} as const

/** Purposes of certificates for TLS. */
const TLS_PURPOSES: ReadonlySet<string> = new Set([EKU.serverAuth, EKU.clientAuth, EKU.microsoftSgc, EKU.netscapeSgc])

/** Purposes other than signing documents. The many purposes that include or may include signing have no common identifier. */
const OTHER_PURPOSES: ReadonlySet<string> = new Set([
  EKU.serverAuth,
  EKU.codeSigning,
  EKU.timeStamping,
  EKU.ocspSigning,
  EKU.microsoftSgc,
  EKU.netscapeSgc,
])

/**
 * True when a certificate is only for other purposes. Certificates for TLS name clients besides servers. One for clients only
 * belongs to a person, and people sign with those.
 */
function isForOtherPurposes(purposes: readonly string[]): boolean {
  const stated = purposes.filter((oid) => oid !== EKU.clientAuth)
  return (stated.length > 0 || purposes.length === 0) && stated.every((oid) => OTHER_PURPOSES.has(oid))
}

/** Extensions that are processed here, or that are only informative. */
const KNOWN_EXTENSIONS: ReadonlySet<string> = new Set([
  OID.subjectKeyIdentifier,
  OID.keyUsage,
  OID.subjectAltName,
  OID.basicConstraints,
  OID.authorityKeyIdentifier,
  OID.extendedKeyUsage,
  CERTIFICATE_POLICIES,
  POLICY_MAPPINGS,
  POLICY_CONSTRAINTS,
  INHIBIT_ANY_POLICY,
  '2.5.29.9', // subjectDirectoryAttributes
  '2.5.29.16', // privateKeyUsagePeriod
  '2.5.29.18', // issuerAltName
  '2.5.29.30', // nameConstraints
  '2.5.29.31', // cRLDistributionPoints
  '2.5.29.46', // freshestCRL
  '1.3.6.1.5.5.7.1.1', // authorityInfoAccess
  '1.3.6.1.5.5.7.1.3', // qcStatements
  '1.3.6.1.5.5.7.1.11', // subjectInfoAccess
  OID.ocspNoCheck,
  OID.noRevAvail,
  OID.validityAssuredShortTerm,
])

/**
 * Finds the first fault of a path. Signatures are not checked, since the caller did so while building the path.
 *
 * @param path leaf first, anchor last. The anchor's own constraints apply as well (RFC 5937), and so does its validity.
 * @returns undefined when there is no fault
 */
export function findPathFault(path: readonly Certificate[], options: PathOptions): PathFault | undefined {
  for (const [index, certificate] of path.entries()) {
    try {
      const code = findCertificateFault(path, index, certificate, options)
      if (code !== undefined) return { code, index }
    } catch {
      return { code: 'certificate_malformed', index }
    }
  }
  return findNameFault(path, options) ?? findPolicyFault(path)
}

function findCertificateFault(
  path: readonly Certificate[],
  index: number,
  certificate: Certificate,
  options: PathOptions,
): PathFault['code'] | undefined {
  if (certificate.notAfter < options.at) return 'certificate_expired'
  if (certificate.notBefore > options.at) return 'certificate_not_yet_valid'
  if (index === 0) return findOwnFault(certificate, options.purpose)
  return findExtensionFault(certificate) ?? findIssuerFault(path, index, certificate, options.purpose)
}

/**
 * Finds what a certificate itself says against using it for a purpose, whoever issued it, and at any time.
 *
 * @returns undefined when there is nothing
 */
export function findUseFault(certificate: Certificate, purpose: KeyPurpose): PathFault['code'] | undefined {
  try {
    return findOwnFault(certificate, purpose)
  } catch {
    return 'certificate_malformed'
  }
}

function findOwnFault(certificate: Certificate, purpose: KeyPurpose): PathFault['code'] | undefined {
  return findExtensionFault(certificate) ?? findLeafFault(certificate, purpose)
}

function findExtensionFault({ version, extensions }: Certificate): PathFault['code'] | undefined {
  // Only version 3 has them (RFC 5280, 4.1.2.1), and readers of older versions do not look.
  if (version !== 3 && extensions.length > 0) return 'certificate_malformed'
  const seen = new Set<string>()
  for (const { oid, critical } of extensions) {
    if (seen.has(oid)) return 'certificate_malformed'
    seen.add(oid)
    if (critical && !KNOWN_EXTENSIONS.has(oid)) return 'critical_extension_unknown'
  }
  return undefined
}

function findLeafFault(leaf: Certificate, purpose: KeyPurpose): PathFault['code'] | undefined {
  const usage = keyUsageOf(leaf)
  // RFC 5280, 6.3.3 (f) only checks the extension if it is present. A signer for another issuer must have it.
  if (purpose === 'crl-signing') return usage?.has('cRLSign') === true ? undefined : 'key_usage_mismatch'
  if (usage !== undefined && !usage.has('digitalSignature') && !usage.has('nonRepudiation')) return 'key_usage_mismatch'
  const purposes = extendedKeyUsageOf(leaf)
  if (purpose === 'time-stamping') {
    // RFC 3161, 2.3: the extension must be there, be critical and hold this purpose alone.
    const isCritical = leaf.extensions.some(({ oid, critical }) => oid === OID.extendedKeyUsage && critical)
    const isOnly = purposes?.length === 1 && purposes[0] === EKU.timeStamping
    return isCritical && isOnly ? undefined : 'extended_key_usage_mismatch'
  }
  if (purpose === 'ocsp-signing') {
    return purposes?.includes(EKU.ocspSigning) === true ? undefined : 'extended_key_usage_mismatch'
  }
  return purposes === undefined ? undefined : findPurposeFault(purposes)
}

function findIssuerFault(
  path: readonly Certificate[],
  index: number,
  issuer: Certificate,
  purpose: KeyPurpose,
): PathFault['code'] | undefined {
  const constraints = basicConstraintsOf(issuer)
  // A version 1 anchor cannot state that it is a CA, but the host chose it as an anchor.
  const isAnchor = index === path.length - 1
  if (constraints?.isCa !== true && !(isAnchor && issuer.version === 1)) return 'issuer_not_ca'
  // A CA has a name (RFC 5280, 4.1.2.6): constraints on names have nothing to hold on to without one.
  if (issuer.subject.parts.length === 0) return 'certificate_malformed'
  const usage = keyUsageOf(issuer)
  if (usage !== undefined && !usage.has('keyCertSign')) return 'issuer_key_usage'
  const below = path.slice(1, index).filter((certificate) => !isSelfIssued(certificate)).length
  if (constraints?.pathLength !== undefined && below > constraints.pathLength) return 'path_too_long'
  // Not in RFC 5280, but common practice: the purposes of a CA limit those of the certificates that it issues.
  const purposes = extendedKeyUsageOf(issuer)
  if (purposes === undefined || purposes.includes(EKU.any)) return undefined
  if (purpose === 'time-stamping')
    return purposes.includes(EKU.timeStamping) ? undefined : 'extended_key_usage_mismatch'
  if (purpose === 'ocsp-signing' || purpose === 'crl-signing') return undefined
  return findPurposeFault(purposes)
}

function findPurposeFault(purposes: readonly string[]): PathFault['code'] | undefined {
  if (!isForOtherPurposes(purposes)) return undefined
  const isForTls = purposes.length > 0 && purposes.every((oid) => TLS_PURPOSES.has(oid))
  return isForTls ? 'certificate_for_tls' : 'extended_key_usage_mismatch'
}

/** True when a certificate is only for TLS clients: it belongs to a person, and is meant for logging in. */
export function isForTlsClients(certificate: Certificate): boolean {
  try {
    const purposes = extendedKeyUsageOf(certificate) ?? []
    return purposes.length > 0 && purposes.every((oid) => oid === EKU.clientAuth)
  } catch {
    return false
  }
}

function isSelfIssued(certificate: Certificate): boolean {
  return equalNames(certificate.subject, certificate.issuer)
}

/**
 * Finds a violated constraint (RFC 5280, 6.1.3 (b) and (c)). Constraints of a CA apply to all certificates below it except
 * self-issued intermediates.
 */
function findNameFault(path: readonly Certificate[], { maxNameComparisons }: PathOptions): PathFault | undefined {
  let left = maxNameComparisons
  let exhausted = false
  const spend = () => {
    if (--left >= 0) return
    exhausted = true
    throw new RangeError('Too many comparisons of names.')
  }
  const names = new Map<number, ConstrainedName[]>()
  for (let issuerIndex = path.length - 1; issuerIndex > 0; issuerIndex--) {
    const issuer = path[issuerIndex]
    if (issuer === undefined) continue
    try {
      const constraints = nameConstraintsOf(issuer)
      if (constraints === undefined) continue
      for (let index = issuerIndex - 1; index >= 0; index--) {
        const certificate = path[index]
        if (certificate === undefined || (index > 0 && isSelfIssued(certificate))) continue
        const own = names.get(index) ?? constrainedNamesOf(certificate)
        names.set(index, own)
        if (!keepsConstraints(own, constraints, spend)) return { code: 'name_not_permitted', index }
      }
    } catch {
      return { code: exhausted ? 'name_constraints_unsupported' : 'certificate_malformed', index: issuerIndex }
    }
  }
  return undefined
}
