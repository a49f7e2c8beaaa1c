/**
 * Judges before a document is returned whether it will still be provable after the certificates have expired.
 *
 * @module
 */

import { type Certificate, subjectKeyIdentifierOf } from '../../cms/certificates.js'
import { isSignerCertificate, parseSignedData } from '../../cms/messages.js'
import { equalNames } from '../../cms/names.js'
import { parseOcspResponse } from '../../cms/revocation.js'
import { parseTstInfo } from '../../cms/timestamps.js'
import { append, largest, smallest } from '../../lists.js'
import { PdfDocument } from '../../pdf/document.js'
import { findPath, TrustBudget } from '../../trust/paths.js'
import { type CertificatePool, createPool, readCertificates, readTrustAnchors } from '../../trust/trust-anchors.js'
import type { PadesLevel } from '../../trust/trust-report.js'
import { earliestOf, evaluateTrustVerdicts, keyExpectedUntil, type TrustVerdict } from '../../trust/verdicts.js'
import { type EvidenceOptions, reaches } from './level-options.js'
import { type DocumentEvidence, readEvidence, type SignatureEvidence } from './read-evidence.js'

/** Limits on levels above B-B. */
const LEVEL_LIMITS = {
  /** How long before the end of its proof a document should be renewed, in milliseconds. */
  renewalMarginMs: 30 * 24 * 3_600_000,
} as const

/** Level of one signature in the long term. */
interface SignatureLevel {
  readonly fieldName: string
  readonly level: PadesLevel
  /** Sentences on what a time-stamped signature lacks for B-LT. */
  readonly missing: readonly string[]
  /** True when a time stamp that the host trusts proves when it existed; without anchors, when there is a time stamp. */
  readonly isTimeProved: boolean
}

/** Long-term prospects of a document. */
export interface ConfirmedLevel {
  /** The lowest level of its signatures. */
  readonly level: PadesLevel
  /** Level of each signature, the oldest first; document time stamps are left out. */
  readonly levels: readonly SignatureLevel[]
  /** See ExtendedDocument. */
  readonly renewBefore: Date | null
  /** Why a signature does not have the level that it seems to have. */
  readonly warnings: readonly string[]
}

/** Data and settings for the judgement. */
interface ConfirmOptions extends Pick<EvidenceOptions, 'trustAnchors' | 'timestampAnchors'> {
  readonly password?: string | Uint8Array | undefined
  readonly now: () => Date
}

/** A time stamp of a document. */
interface Stamp {
  readonly time: Date
  readonly certificate: Certificate
  readonly revision: number | undefined
  readonly isDocumentStamp: boolean
}

/**
 * Judges a document now, and at the last moment at which its newest proof is good by itself. By then the certificates of
 * signers, responders and older time stamps may have expired, and the embedded data has to suffice.
 */
export async function confirmLevel(bytes: Uint8Array, options: ConfirmOptions): Promise<ConfirmedLevel> {
  const evidence = readEvidence(PdfDocument.open(bytes, { password: options.password }))
  const pool = createPool(certificatesIn(evidence))
  const anchors = readAnchors(options, pool)
  const stamps = evidence.signatures.flatMap(stampsOf)
  // The clock of an authority may be slightly ahead of ours.
  const now = new Date(largest([options.now().getTime(), ...stamps.map(({ time }) => time.getTime())]))
  const { end, forecast } = endOfProof(evidence, stamps, pool, anchors)
  const subjects = evidence.signatures.map((signature) => ({ ...signature, claimed: signature.integrity.signingTime }))
  const judge = (asOf: Date) => evaluateTrustVerdicts(evidence.store, subjects, { ...anchors, now, asOf })
  const today = await judge(now)
  const later = end !== undefined && end > now ? await judge(end) : today
  const warnings: string[] = []
  const levels = evidence.signatures.flatMap((signature, i) => {
    if (signature.isTimestamp) return []
    const missing = today[i]?.missing.map(({ message }) => message) ?? []
    const isTimeProved = isProved(today[i], options)
    const level = isTimeProved ? lasting(signature, [today[i], later[i]], warnings) : 'B-B'
    return [{ fieldName: signature.fieldName, level, missing, isTimeProved }]
  })
  const level = levels.reduce<PadesLevel>((low, each) => (reaches(each.level, low) ? low : each.level), 'B-LTA')
  return {
    level,
    levels,
    renewBefore: end === undefined ? null : renewalBefore(earlierOf(end, forecast, now), now),
    warnings,
  }
}

/**
 * True when the time is proved. A time stamp by a stranger, or over something else, proves nothing. Strangers can only be
 * recognised with anchors.
 */
function isProved(verdict: TrustVerdict | undefined, { trustAnchors, timestampAnchors }: ConfirmOptions): boolean {
  if (verdict === undefined || verdict.proofs.length > 0) return verdict !== undefined
  if (trustAnchors !== undefined || timestampAnchors !== undefined) return false
  return reaches(verdict.padesLevel ?? 'B-B', 'B-T') || verdict.timestamps.some(({ status }) => status === 'valid')
}

/** The lasting level: a signature whose verdict does not pass later on only has a time stamp. */
function lasting(
  { fieldName, integrity }: SignatureEvidence,
  verdicts: readonly (TrustVerdict | undefined)[],
  warnings: string[],
): PadesLevel {
  const [today] = verdicts
  const level = today?.padesLevel ?? 'B-B'
  if (!reaches(level, 'B-LT')) return level
  const failed = verdicts.find(
    (verdict) => verdict?.trust.status !== 'trusted' || verdict.time?.indication !== 'TOTAL-PASSED',
  )
  if (failed === undefined && integrity.status === 'valid') return level
  const [finding] = [...integrity.findings, ...(failed?.trust.findings ?? []), ...(failed?.warnings ?? [])]
  const reason = finding?.message ?? failed?.time?.subIndication ?? 'it cannot be judged.'
  warnings.push(`"${fieldName}" will not be provable by what the document holds: ${reason}`)
  return 'B-T'
}

function readAnchors({ trustAnchors, timestampAnchors = trustAnchors }: ConfirmOptions, pool: CertificatePool) {
  // Without anchors of the host, paths end with their own certificates.
  const roots = () => createPool([...pool.byDer.values()].filter(({ subject, issuer }) => equalNames(subject, issuer)))
  return {
    anchors: readTrustAnchors(trustAnchors, 'trustAnchors') ?? roots(),
    timestampAnchors: readTrustAnchors(timestampAnchors, 'timestampAnchors') ?? roots(),
  }
}

function certificatesIn({ signatures, store }: DocumentEvidence): Certificate[] {
  const inSignatures = signatures.flatMap(({ integrity }) => [
    ...integrity.certificates,
    ...integrity.timestampTokens.flatMap(certificatesOf),
  ])
  return [...inSignatures, ...readCertificates(store.certificates)]
}

/** The certificates in a token; empty when it cannot be read. */
export function certificatesOf(token: Uint8Array): Certificate[] {
  try {
    return readCertificates(parseSignedData(token).certificates)
  } catch {
    return []
  }
}

function stampsOf({ integrity, isTimestamp, revision }: SignatureEvidence): Stamp[] {
  const { certificate, tstInfo } = integrity
  if (isTimestamp) {
    const isSound = integrity.status === 'valid' && certificate !== undefined && tstInfo !== undefined
    return isSound ? [{ time: tstInfo.time, certificate, revision, isDocumentStamp: true }] : []
  }
  return integrity.timestampTokens.flatMap((token) => {
    const stamp = readStamp(token)
    return stamp === undefined ? [] : [{ ...stamp, revision, isDocumentStamp: false }]
  })
}

/** Contents of a signature time stamp, unchecked. */
interface ReadStamp {
  readonly time: Date
  readonly certificate: Certificate
  /** All certificates in it. */
  readonly certificates: readonly Certificate[]
}

/** Time and authority of a signature time stamp; undefined when it cannot be read. */
export function readStamp(token: Uint8Array): ReadStamp | undefined {
  try {
    const { content, signerInfos } = parseSignedData(token)
    const sid = signerInfos[0]?.sid
    const certificates = certificatesOf(token)
    const certificate = certificates.find(
      (each) => sid !== undefined && isSignerCertificate(sid, each, subjectKeyIdentifierOf(each)),
    )
    if (content === undefined || certificate === undefined) return undefined
    return { time: parseTstInfo(content).time, certificate, certificates }
  } catch {
    return undefined
  }
}

/** When a proof can no longer be proved itself. */
interface EndOfProof {
  readonly end: Date | undefined
  /** When the keys of its time stamps are expected to be too weak. */
  readonly forecast: Date | undefined
}

/**
 * The earlier of two ends. A forecast in the past is ignored, since a new time stamp by the same keys would change nothing.
 */
function earlierOf(end: Date, forecast: Date | undefined, now: Date): Date {
  return forecast !== undefined && forecast > now && forecast < end ? forecast : end
}

/**
 * The last moment at which the proof of everything else is still good by itself: the end of the newest document time stamp's
 * path. Without one, the first end among the time stamps' paths, the issuers of the signers, and the responders.
 */
function endOfProof(
  { signatures, store }: DocumentEvidence,
  stamps: readonly Stamp[],
  pool: CertificatePool,
  { anchors, timestampAnchors }: ReturnType<typeof readAnchors>,
): EndOfProof {
  const budget = new TrustBudget(signatures.length + stamps.length)
  const keys: Certificate[] = []
  const newest = stamps
    .filter(({ isDocumentStamp }) => isDocumentStamp)
    .toSorted((a, b) => (b.revision ?? -1) - (a.revision ?? -1))[0]
  const endsOf = (leaf: Certificate, at: Date, purpose: 'document-signing' | 'time-stamping') => {
    const search = { anchors: purpose === 'time-stamping' ? timestampAnchors : anchors, pool, at, purpose, budget }
    const { path } = findPath(leaf, search)
    if (purpose === 'time-stamping') append(keys, path)
    return path.map(({ notAfter }) => notAfter.getTime())
  }
  const ends =
    newest !== undefined
      ? endsOf(newest.certificate, newest.time, 'time-stamping')
      : stamps.flatMap(({ certificate, time }) => endsOf(certificate, time, 'time-stamping'))
  if (newest === undefined) {
    for (const { integrity, isTimestamp } of signatures) {
      const { certificate } = integrity
      if (isTimestamp || certificate === undefined) continue
      const [, ...issuers] = endsOf(certificate, stamps[0]?.time ?? certificate.notBefore, 'document-signing')
      append(ends, issuers)
    }
    // No time stamp covers the responders' answers, so they only last as long as the responders' certificates.
    for (const der of store.ocsps)
      append(
        ends,
        respondersOf(der).map(({ notAfter }) => notAfter.getTime()),
      )
  }
  return {
    end: ends.length === 0 ? undefined : new Date(smallest(ends) - 1000),
    forecast: earliestOf(...keys.map(({ publicKey }) => keyExpectedUntil(publicKey))),
  }
}

function respondersOf(ocsp: Uint8Array): Certificate[] {
  try {
    return readCertificates(parseOcspResponse(ocsp).certificates)
  } catch {
    return []
  }
}

/** A time before the end; closer to it when little time is left. */
function renewalBefore(end: Date, now: Date): Date {
  const left = Math.max(0, end.getTime() - now.getTime())
  return new Date(end.getTime() - Math.min(LEVEL_LIMITS.renewalMarginMs, left / 2))
}
