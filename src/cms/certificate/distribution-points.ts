/**
 * Reads where CRLs are published and what each covers: cRLDistributionPoints in certificates (RFC 5280, 4.2.1.13) and
 * issuingDistributionPoint in CRLs (5.2.5).
 *
 * @module
 */

import {
  asn1Error,
  childrenOf,
  contextTag,
  DerReader,
  type DerValue,
  encodingOf,
  isStringTag,
  listOf,
  octetsOf,
  onlyChildOf,
  primitiveContextTag,
  readBitString,
  readDer,
  TAG,
} from '../asn1/der.js'
import { latin1 } from '../asn1/der-values.js'
import { derExplicit, derSequence, derSetOf } from '../asn1/der-writer.js'
import { type DistinguishedName, nameKey, readName } from './distinguished-name.js'

/**
 * Most points of one certificate, and most names of one point. Real ones have a few, and each is compared with those of each
 * CRL.
 */
const MAX_POINTS = 32

/** Reasons for a revocation (ReasonFlags), as a mask: bit n stands for reason n of the BIT STRING. */
export type Reasons = number

/** keyCompromise (1) to aACompromise (8). Bit 0 of ReasonFlags is unused. */
export const ALL_REASONS: Reasons = 0b1_1111_1110

/** A place where CRLs about a certificate are published. */
export interface DistributionPoint {
  /** Encodings of GeneralNames; empty for a point without a name. */
  readonly names: readonly Uint8Array[]
  /** The reasons that the CRL at this point covers. */
  readonly reasons: Reasons
  /** Encodings of GeneralNames of the CRL's signer; empty when that is the issuer of the certificate. */
  readonly crlIssuer: readonly Uint8Array[]
}

/** IssuingDistributionPoint: the scope of a CRL. */
export interface CrlScope {
  /** Encodings of GeneralNames; undefined for a CRL without a distribution point. */
  readonly names: readonly Uint8Array[] | undefined
  readonly onlyUserCertificates: boolean
  readonly onlyCaCertificates: boolean
  readonly reasons: Reasons
  readonly isIndirect: boolean
  readonly onlyAttributeCertificates: boolean
}

/** The scope of a CRL without the extension: everything that its issuer issued. */
export const WHOLE_SCOPE: CrlScope = {
  names: undefined,
  onlyUserCertificates: false,
  onlyCaCertificates: false,
  reasons: ALL_REASONS,
  isIndirect: false,
  onlyAttributeCertificates: false,
}

/**
 * Decodes the contents of the issuingDistributionPoint extension.
 *
 * @param issuer issuer of the CRL, which a name may be relative to
 * @throws SealwrightError `invalid_asn1` when it is malformed.
 */
export function readCrlScope(value: Uint8Array, issuer: DistinguishedName): CrlScope {
  const reader = new DerReader(readDer(value), TAG.sequence)
  const pointField = reader.readOptional(contextTag(0))
  const flag = (number: number) => {
    const field = reader.readOptional(primitiveContextTag(number))
    return field !== undefined && octetsOf(field)[0] !== 0
  }
  const onlyUserCertificates = flag(1)
  const onlyCaCertificates = flag(2)
  const hasReasons = isStringTag(reader.nextTag, primitiveContextTag(3))
  const reasons = hasReasons ? readReasons(reader.readAny('reasons')) : ALL_REASONS
  const isIndirect = flag(4)
  const onlyAttributeCertificates = flag(5)
  reader.assertDone()
  return {
    names: pointField === undefined ? undefined : readPointNames(pointField, issuer),
    onlyUserCertificates,
    onlyCaCertificates,
    reasons,
    isIndirect,
    onlyAttributeCertificates,
  }
}

/**
 * Decodes the contents of a cRLDistributionPoints or freshestCRL extension.
 *
 * @param issuer issuer of the certificate, which names may be relative to
 * @throws SealwrightError `invalid_asn1` when it is malformed.
 */
export function readDistributionPoints(value: Uint8Array, issuer: DistinguishedName): DistributionPoint[] {
  return listOf(readDer(value), MAX_POINTS).map((point) => readPoint(point, issuer))
}

function readPoint(point: DerValue, issuer: DistinguishedName): DistributionPoint {
  const reader = new DerReader(point, TAG.sequence)
  const pointField = reader.readOptional(contextTag(0))
  const hasReasons = isStringTag(reader.nextTag, primitiveContextTag(1))
  const reasons = hasReasons ? readReasons(reader.readAny('reasons')) : ALL_REASONS
  const issuerField = reader.readOptional(contextTag(2))
  reader.assertDone()
  const crlIssuer = issuerField === undefined ? [] : listOf(issuerField, MAX_POINTS).map(encodingOf)
  // A relative name belongs to the cRLIssuer if there is one (RFC 5280, 4.2.1.13).
  const [base = issuer] = crlIssuer.flatMap((name) => directoryNameOf(name) ?? [])
  return { names: pointField === undefined ? [] : readPointNames(pointField, base), reasons, crlIssuer }
}

function readReasons(field: DerValue): Reasons {
  const { bytes } = readBitString(field)
  let reasons = 0
  for (let bit = 1; bit <= 8; bit++) if (((bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0) reasons |= 1 << bit
  return reasons
}

/** The names of a DistributionPointName. A relative one is appended to the issuer's name (4.2.1.13). */
function readPointNames(field: DerValue, issuer: DistinguishedName): Uint8Array[] {
  const name = onlyChildOf(field)
  if (name.tag === contextTag(0)) return listOf(name, MAX_POINTS).map(encodingOf)
  if (name.tag !== contextTag(1)) throw asn1Error('A distribution point has a name of an unknown kind.')
  const base = Array.from(childrenOf(readDer(issuer.der)), encodingOf)
  const relative = derSetOf(Array.from(childrenOf(name), encodingOf))
  return [directoryName(derSequence(...base, relative))]
}

/** A GeneralName that contains the encoding of a Name. */
export function directoryName(name: Uint8Array): Uint8Array {
  return derExplicit(4, name)
}

/** The Name in a GeneralName; `undefined` for another or a malformed one. */
export function directoryNameOf(generalName: Uint8Array): DistinguishedName | undefined {
  try {
    const value = readDer(generalName)
    return value.tag === contextTag(4) ? readName(onlyChildOf(value)) : undefined
  } catch {
    return undefined
  }
}

/** A text that is the same for equal GeneralNames only. Directory names are compared as names. */
export function generalNameKey(generalName: Uint8Array): string {
  const directory = directoryNameOf(generalName)
  return directory === undefined ? latin1(generalName) : directoryKey(directory)
}

/** The {@link generalNameKey} of a directory name. */
export function directoryKey(name: DistinguishedName): string {
  return `directory ${nameKey(name)}`
}
