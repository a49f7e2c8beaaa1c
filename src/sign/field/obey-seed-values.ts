/**
 * Adapts a signature to the seed values of its field. What can be followed is followed. A required value that cannot be
 * followed prevents signing (ISO 32000-2, table 237).
 *
 * @module
 */
import type { Certificate } from '../../cms/certificates.js'
import { SealwrightError } from '../../errors.js'
import type { PdfDocument } from '../../pdf/document.js'
import type { PadesLevel } from '../../trust/trust-report.js'
import type { CmsMeasure, CmsSubFilter } from '../identity/cms-signer.js'
import { reaches } from '../level/level-options.js'
import { certificateFaults } from './certificate-seed-values.js'
import { quote } from './quote.js'
import type { SeedValues } from './seed-values.js'

type Permission = 1 | 2 | 3

/** The signature as it would be without seed values. */
interface SignatureOffer {
  /** Encodings that the signer makes, the preferred one first. */
  readonly subFilters: CmsMeasure['subFilters']
  /** Name of the digest algorithm in node:crypto. */
  readonly digestAlgorithm: string
  /** The signer's certificate, followed by others. */
  readonly certificates: readonly Certificate[]
  /** Reason given by the caller. */
  readonly reason: string | undefined
  /** Certification requested by the caller. */
  readonly certify: Permission | undefined
  /** /P of the field's lock. */
  readonly lockPermission: Permission | undefined
  /** Level of the signature. */
  readonly level: PadesLevel
  /** The caller's attestation about the document (12.8.7). */
  readonly legalAttestation: string | undefined
}

/** The signature as the seed values require it. */
export interface SeededSignature {
  readonly subFilter: CmsSubFilter
  /** Reason of the signature; `null` for none, `undefined` for the default reason. */
  readonly reason: string | null | undefined
  readonly certify: Permission | undefined
  /** Permission of a DocMDP reference, for certifying or for locking. */
  readonly docMdp: Permission | undefined
}

/** Handler of our signatures (12.8.1, table 255). */
const HANDLER = 'Adobe.PPKLite'
/** Supported version of seed values: that of PDF 2.0. */
const KNOWN_VERSION = 3
/** Value in /Reasons and /LegalAttestation that means none (table 237). */
const NONE = '.'

/**
 * Adapts the signature to the seed values.
 *
 * @param seed `undefined` for a field without seed values
 * @throws SealwrightError `seed_value_not_met`, whose message names every required value that is not met
 */
export function obeySeedValues(
  document: PdfDocument,
  seed: SeedValues | undefined,
  offer: SignatureOffer,
): SeededSignature {
  const { reason, certify, lockPermission } = offer
  const encodings = encodingsAt(offer)
  const [preferred] = encodings
  if (seed === undefined) return { subFilter: preferred, reason, certify, docMdp: certify ?? lockPermission }
  const seeded = {
    subFilter: firstMatch(seed.subFilters, encodings) ?? preferred,
    reason: seededReason(seed, offer),
    ...seededPermission(seed, offer),
  }
  const faults = [
    ...seed.malformed.map((key) => `its /${key} cannot be read`),
    ...handlerFaults(seed, offer),
    ...reasonFaults(seed, seeded.reason),
    ...permissionFaults(seed, seeded),
    ...extraFaults(seed, offer, seeded),
    ...(seed.certificate === undefined ? [] : certificateFaults(document, seed.certificate, offer.certificates)),
  ]
  if (faults.length === 0) return seeded
  const message = `The signature field has seed values that this signature does not meet: ${faults.join('; ')}.`
  throw new SealwrightError('seed_value_not_met', message)
}

/** Encodings at the level. A level above B-B belongs to PAdES (EN 319 142-1, 6.3), which has one encoding. */
function encodingsAt({ level, subFilters }: SignatureOffer): SignatureOffer['subFilters'] {
  const [first] = subFilters
  return level === 'B-B' ? subFilters : [first]
}

/** The first supported encoding in the field's list, which applies even if it is optional. */
function firstMatch(
  wanted: readonly string[] | undefined,
  supported: readonly CmsSubFilter[],
): CmsSubFilter | undefined {
  for (const name of wanted ?? []) {
    const match = supported.find((known) => known === name)
    if (match !== undefined) return match
  }
  return undefined
}

function* handlerFaults(seed: SeedValues, offer: SignatureOffer): Generator<string> {
  const { digestAlgorithm } = offer
  const subFilters = encodingsAt(offer)
  const { required, filter, subFilters: encodings, digestMethods, version = 0 } = seed
  if (seed.hasUnknownFlags) yield '/Ff requires what the standard does not know'
  if (required.has('V') && version > KNOWN_VERSION) yield `/V ${version} is of a later standard`
  if (required.has('Filter') && filter !== undefined && filter !== HANDLER) {
    yield `/Filter requires the signature handler ${quote(filter)}, and this one is ${HANDLER}`
  }
  if (required.has('SubFilter') && encodings !== undefined && firstMatch(encodings, subFilters) === undefined) {
    yield `/SubFilter requires ${oneOf(encodings)}, and the signature can be ${subFilters.join(' or ')}${offer.level === 'B-B' ? '' : ` at level ${offer.level}`}`
  }
  const isMethod = (name: string) => name.replace(/[^a-z0-9]/gi, '').toLowerCase() === digestAlgorithm
  if (required.has('DigestMethod') && digestMethods !== undefined && !digestMethods.some(isMethod)) {
    yield `/DigestMethod requires ${oneOf(digestMethods)}, and the signer uses ${digestAlgorithm.toUpperCase()}: give an identity whose algorithm has this hash`
  }
}

/** The reason. If a field allows only one, it is filled in; among several, only the signer may choose. */
function seededReason(seed: SeedValues, { reason }: SignatureOffer): string | null | undefined {
  if (!seed.required.has('Reasons') || reason !== undefined) return reason
  if (wantsNone(seed.reasons)) return null
  return seed.reasons?.length === 1 ? seed.reasons[0] : undefined
}

function* reasonFaults({ required, reasons }: SeedValues, reason: string | null | undefined): Generator<string> {
  if (!required.has('Reasons') || reason === null) return
  if (wantsNone(reasons)) yield '/Reasons requires that no reason is given, and there is one'
  else if (reason === undefined) yield `/Reasons requires a reason: give ${oneOf(reasons ?? [])}`
  else if (!reasons?.includes(reason)) yield `/Reasons requires ${oneOf(reasons ?? [])}`
}

function wantsNone(values: readonly string[] | undefined): boolean {
  return values === undefined || values.length === 0 || (values.length === 1 && values[0] === NONE)
}

/**
 * The certification that /MDP requires; otherwise a lock, if /LockDocument requires one and the caller requests nothing else.
 */
function seededPermission(
  { mdp, lockDocument }: SeedValues,
  { certify, lockPermission }: SignatureOffer,
): Pick<SeededSignature, 'certify' | 'docMdp'> {
  const certification = certify ?? (isPermission(mdp) ? mdp : undefined)
  const lock = lockDocument === 'true' ? 1 : undefined
  return { certify: certification, docMdp: certification ?? lockPermission ?? lock }
}

function* permissionFaults(
  { mdp, required, lockDocument }: SeedValues,
  { certify, docMdp }: Pick<SeededSignature, 'certify' | 'docMdp'>,
): Generator<string> {
  if (mdp === 0 && certify !== undefined) yield '/MDP requires a signature that does not certify the document'
  else if (isPermission(mdp) && certify !== mdp) yield `/MDP requires a certification with P=${mdp}`
  else if (mdp !== undefined && mdp !== 0 && !isPermission(mdp)) yield '/MDP is not 0, 1, 2 or 3'
  if (!required.has('LockDocument')) return
  if (lockDocument === 'true' && docMdp !== 1) yield '/LockDocument requires that no change is permitted afterwards'
  if (lockDocument === 'false' && docMdp === 1) yield '/LockDocument requires that changes are permitted afterwards'
}

function isPermission(value: number | undefined): value is Permission {
  return value === 1 || value === 2 || value === 3
}

/** Faults in what accompanies the signature. */
function* extraFaults(
  seed: SeedValues,
  { level, legalAttestation }: SignatureOffer,
  { certify }: Pick<SeededSignature, 'certify'>,
): Generator<string> {
  const { required, appearanceFilter } = seed
  const how = 'and timestampAuthorities to have it from'
  if (seed.needsTimestamp && !reaches(level, 'B-T')) {
    yield `/TimeStamp requires a time stamp: give a level from B-T on, ${how}`
  }
  if (required.has('AddRevInfo') && seed.addRevInfo === true && !reaches(level, 'B-LT')) {
    yield `/AddRevInfo requires revocation information: give a level from B-LT on, ${how}`
  }
  if (required.has('AddRevInfo') && seed.addRevInfo === false && reaches(level, 'B-LT')) {
    yield `/AddRevInfo requires that there is no revocation information, and level ${level} has some`
  }
  if (required.has('LegalAttestation')) yield* attestationFaults(seed, legalAttestation, certify)
  if (required.has('AppearanceFilter') && appearanceFilter !== undefined) {
    yield `/AppearanceFilter requires the appearance ${quote(appearanceFilter)}`
  }
}

/**
 * Faults in the attestation. Only the author may attest, so even the only attestation that a field allows is not filled in
 * automatically.
 */
function* attestationFaults(
  { legalAttestations }: SeedValues,
  given: string | undefined,
  certify: Permission | undefined,
): Generator<string> {
  if (wantsNone(legalAttestations)) {
    if (given !== undefined) yield '/LegalAttestation requires that nothing is attested, and there is an attestation'
  } else if (given === undefined || !legalAttestations?.includes(given)) {
    yield `/LegalAttestation requires an attestation by the author: give ${oneOf(legalAttestations ?? [])} as legalAttestation`
  } else if (certify === undefined) yield '/LegalAttestation requires an attestation, which goes with a certification'
}

function oneOf(values: readonly string[]): string {
  const shown = values.slice(0, 5).map(quote)
  return shown.length === 1 ? String(shown[0]) : `one of ${shown.join(', ')}${values.length > 5 ? ', ...' : ''}`
}
