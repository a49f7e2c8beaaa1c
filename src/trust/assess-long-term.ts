/**
 * For those who sign: which PAdES level a signature has with what is, or will be, kept with it, and what is still missing.
 *
 * The answer is the verifier's own. It is asked for the present, and for the day after the certificates end: no level is
 * given that it does not give then.
 *
 * @module
 */

import type { Certificate } from '../cms/x509.js'
import type { RevocationFreshness } from './freshness.js'
import type { IntegrityResult } from './integrity/integrity-draft.js'
import type { MissingEvidence } from './long-term.js'
import type { CertificatePool } from './trust-anchors.js'
import type { PadesLevel } from './trust-report.js'
import type { TrustSubject } from './trust-subject.js'
import { evaluateTrustVerdicts, type TrustVerdict, type TrustVerdictOptions } from './trust-verdicts.js'

/** A signature with what is kept with it. */
export interface LongTermCase {
  /** See {@link checkPadesIntegrity}; its time stamps are among the unsigned attributes. */
  readonly signature: IntegrityResult
  /** Encodings of what the document security store holds, or will hold, before the document time stamp. */
  readonly certificates: readonly Uint8Array[]
  readonly crls: readonly Uint8Array[]
  readonly ocsps: readonly Uint8Array[]
  /** A document time stamp over the signature and all of that; see {@link checkTokenIntegrity}. */
  readonly documentStamp?: IntegrityResult | undefined
}

export interface LongTermOptions {
  readonly anchors: CertificatePool
  readonly timestampAnchors: CertificatePool
  readonly now: Date
  readonly freshness?: RevocationFreshness
}

/** What the verifier says about it. */
export interface LongTermAssessment {
  /** The highest level that holds now and after the end of the certificates; null for what is no PAdES signature. */
  readonly level: PadesLevel | null
  /** What keeps it from B-LT. */
  readonly missing: readonly MissingEvidence[]
  /** Why the level is not higher, in words, beside what is missing. */
  readonly reasons: readonly string[]
  /** The first moment at which a certificate of the newest time stamp ends: it must be renewed before. */
  readonly renewBefore: Date | undefined
}

/**
 * Assesses one signature.
 *
 * @example
 * ```ts
 * const signature = checkPadesIntegrity(cms, ranges)
 * const { level, missing } = await assessLongTerm({ signature, certificates, crls, ocsps }, { anchors, timestampAnchors, now })
 * ```
 */
export async function assessLongTerm(subject: LongTermCase, options: LongTermOptions): Promise<LongTermAssessment> {
  const ask = (asOf: Date) => judge(subject, options, asOf)
  const [signature, stamp] = await ask(options.now)
  if (signature === undefined) return { level: null, missing: [], reasons: [], renewBefore: undefined }
  const renewBefore = endOf(stamp?.paths[0] ?? signature.paths.slice(1).flat())
  const { padesLevel, missing } = signature
  const reasons = signature.time?.indication === 'TOTAL-PASSED' ? [] : signature.warnings.map(({ message }) => message)
  if (padesLevel === null || padesLevel === 'B-B') return { level: padesLevel, missing, reasons, renewBefore }
  if (reasons.length > 0 || signature.time?.indication !== 'TOTAL-PASSED' || signature.proofs.length === 0) {
    return { level: 'B-B', missing, reasons, renewBefore }
  }
  if (padesLevel === 'B-T') return { level: 'B-T', missing, reasons, renewBefore }
  const later = laterThanEnds(signature, renewBefore)
  const [survivor] = later === undefined ? [] : await ask(later)
  const lost = survivor !== undefined && survivor.time?.indication !== 'TOTAL-PASSED'
  if (!lost) return { level: padesLevel, missing, reasons, renewBefore }
  return { level: 'B-T', missing, reasons: survivor.warnings.map(({ message }) => message), renewBefore }
}

/** The moment after the end of what can be outlived: undefined where the newest time stamp ends first. */
function laterThanEnds({ paths, padesLevel }: TrustVerdict, renewBefore: Date | undefined): Date | undefined {
  // A document time stamp outlives the time stamps before it, one of the signature only the signer.
  const outlived = padesLevel === 'B-LTA' ? paths : paths.slice(0, 1)
  const ends = outlived.flatMap((path) => path.slice(0, -1)).map(({ notAfter }) => notAfter.getTime() + 1000)
  const reachable = ends.filter((end) => renewBefore === undefined || end < renewBefore.getTime())
  return reachable.length === 0 ? undefined : new Date(Math.max(...reachable))
}

function endOf(path: readonly Certificate[]): Date | undefined {
  return path.length === 0 ? undefined : new Date(Math.min(...path.map(({ notAfter }) => notAfter.getTime())))
}

function judge(subject: LongTermCase, options: LongTermOptions, asOf: Date): Promise<TrustVerdict[]> {
  const { signature, documentStamp, certificates, crls, ocsps } = subject
  const since = new Map([...certificates, ...crls, ...ocsps].map((item) => [item, 0] as const))
  const subjects: TrustSubject[] = [subjectOf(signature, 'ETSI.CAdES.detached', 'signature', 0)]
  if (documentStamp !== undefined) subjects.push(subjectOf(documentStamp, 'ETSI.RFC3161', 'document time stamp', 1))
  const settings: TrustVerdictOptions = { ...options, asOf, requireRevocation: false }
  return evaluateTrustVerdicts({ certificates, crls, ocsps, since, isMalformed: false }, subjects, settings)
}

function subjectOf(integrity: IntegrityResult, subFilter: string, fieldName: string, revision: number): TrustSubject {
  const isTimestamp = subFilter === 'ETSI.RFC3161'
  return { integrity, subFilter, isTimestamp, fieldName, claimed: integrity.signingTime, revision }
}
