/**
 * Finds obstacles to a path at the moment of judging: revocations, expirations, weak algorithms, and unknown statuses.
 *
 * @module
 */

import type { Certificate } from '../../cms/certificates.js'
import { formatName } from '../../cms/names.js'
import { speaksAbout } from '../revocation/revocation.js'
import {
  badSince,
  isExempt,
  isFinal,
  isHarmlessRevocation,
  isSuspension,
  type RevocationStatement,
} from '../revocation/revocation-statement.js'
import { areSignersKnown, explainUnknown, isReliableIn } from '../revocation/unknown-revocation.js'
import type { Indication } from '../trust-report.js'
import { earliestOf, issuanceReliableUntil, keyReliableUntil } from './algorithm-dates.js'
import type { SubIndication } from './indication.js'
import { dateOf, type Proof } from './proofs.js'
import type { TimeContext } from './time-context.js'
import { proofWhileSignerLived } from './time-sliding.js'

/** The signature whose path is judged. */
export interface TimedSignature {
  /** The earliest proof that it existed. */
  readonly proof: Proof | undefined
  /** The earliest proof without open questions. */
  readonly confirmedProof: Proof | undefined
  /** Time after which it was made, proved by a time stamp in it (a content time stamp). */
  readonly madeAfter?: Date | undefined
  /** For a time stamp, the time that it states. Later revocations may be harmless (RFC 3161, 4.1). */
  readonly stated: Date | undefined
  /** Time since which its own algorithms have no longer counted as proof; `undefined` while they do. */
  readonly weakSince: Date | undefined
}

/** The word for its kind in sentences. */
export function signatureKind({ stated }: TimedSignature): string {
  return stated === undefined ? 'signature' : 'time stamp'
}

/** An obstacle to a path at the moment of judging. */
export interface Obstacle {
  readonly code?: string
  readonly subIndication: SubIndication
  readonly message: string
  /** Proof of a time before this one overcomes it (5.5.4, step 4). */
  readonly before: Date | undefined
  /** True when sliding back along the path may overcome it as well (5.6.2.4). */
  readonly canSlide: boolean
  /** The verdict if the signature is known to be younger. Then nothing can overcome the obstacle. */
  readonly ifLater?: Later
}

/** Verdict on a signature that is known to have been made after some moment (5.3.4). */
interface Later {
  readonly since: Date
  readonly indication: Indication
  readonly subIndication: SubIndication
  readonly message: string
}

/** All obstacles, the most serious first. */
export function findObstacles(
  path: readonly Certificate[],
  signature: TimedSignature,
  context: TimeContext,
): Obstacle[] {
  return [
    ...revocations(path, signature, context),
    ...ends(path, signature, context),
    ...weaknesses(path, signature, context),
    ...unknownRevocations(path, signature, context),
  ]
}

/** Obstacles from a revocation of the signer, or of a CA above it (5.2.6.4). */
function revocations(path: readonly Certificate[], signature: TimedSignature, context: TimeContext): Obstacle[] {
  const { stated } = signature
  return pairsOf(path).flatMap(({ certificate, issuer, index }): Obstacle[] => {
    const statement = stateNow(certificate, issuer, context)
    const { revocation } = statement ?? {}
    if (statement === undefined || statement.status !== 'revoked' || revocation === undefined) return []
    const before = badSince(revocation)
    const since = dateOf(before)
    if (isSuspension(statement)) {
      const message = `The certificate has been suspended since ${since}. (${certificateName(certificate)})`
      return [{ subIndication: 'TRY_LATER', message, before, canSlide: false }]
    }
    if (index === 0 && stated !== undefined && stated < before && isHarmlessRevocation(revocation)) return []
    const message = `The certificate was revoked on ${since}, and nothing proves that the ${signatureKind(signature)} is older. (${certificateName(certificate)})`
    if (index > 0) return [{ subIndication: 'REVOKED_CA_NO_POE', message, before, canSlide: false }]
    const ifLater: Later = {
      since: before,
      indication: 'TOTAL-FAILED',
      subIndication: 'REVOKED',
      message: `The signature was made after the certificate was revoked on ${since}. (${certificateName(certificate)})`,
    }
    return [{ subIndication: 'REVOKED_NO_POE', message, before, canSlide: false, ifLater }]
  })
}

/** A revocation if there is one, otherwise the newest statement made so far. */
function stateNow(
  certificate: Certificate,
  issuer: Certificate,
  context: TimeContext,
): RevocationStatement | undefined {
  if (isExempt(certificate)) return undefined
  const made = context.statements.about(certificate, issuer).filter(({ thisUpdate }) => thisUpdate <= context.now)
  return made.find(isFinal) ?? made[0]
}

/** Obstacles from certificates that have expired by the moment of judging. */
function ends(path: readonly Certificate[], signature: TimedSignature, context: TimeContext): Obstacle[] {
  return path.flatMap((certificate, index): Obstacle[] => {
    const { notAfter } = certificate
    if (notAfter >= context.asOf) return []
    const ended = `The certificate expired on ${dateOf(notAfter)}`
    if (index === 0) {
      const issuer = path[1]
      const ifLater: Later = {
        since: new Date(notAfter.getTime() + 1000),
        indication: 'TOTAL-FAILED',
        subIndication: 'EXPIRED',
        message: `The signature was made after its certificate had ended on ${dateOf(notAfter)}. (${certificateName(certificate)})`,
      }
      return [{ ...leafEnd(certificate, issuer, signature, context), canSlide: true, ifLater }]
    }
    const message = `${ended}, and no proof shows that the path was good before. (${certificateName(certificate)})`
    // Table 6 has a sub-indication for expired anchors, and the general one for other certificates.
    const subIndication = index === path.length - 1 ? 'NO_CERTIFICATE_CHAIN_FOUND_NO_POE' : 'NO_POE'
    return [{ subIndication, message, before: undefined, canSlide: true }]
  })
}

/**
 * The obstacle of an expired signer's certificate (5.2.6.4 and 5.5.4, step 4 b) and d)). A proof of time does not suffice:
 * issuers drop expired certificates from their lists, so it must also be known that the signer was not revoked at that time.
 */
function leafEnd(
  leaf: Certificate,
  issuer: Certificate | undefined,
  signature: TimedSignature,
  context: TimeContext,
): Omit<Obstacle, 'canSlide'> {
  const { proof } = signature
  const { now, freshness, statements } = context
  const ended = `The certificate expired on ${dateOf(leaf.notAfter)}`
  const before = new Date(leaf.notAfter.getTime() + 1)
  const code = 'expired_without_timestamp'
  const message = `${ended}, and nothing proves that the ${signatureKind(signature)} is older. (${certificateName(leaf)})`
  // The revocation of an anchor is not checked.
  if (issuer === undefined) return { code, subIndication: 'OUT_OF_BOUNDS_NO_POE', message, before }
  if (isExempt(leaf)) return { code, subIndication: 'OUT_OF_BOUNDS_NOT_REVOKED', message, before }
  const at = proof === undefined || proof.time > leaf.notAfter ? undefined : proof.time
  const isReliable = isReliableIn(context)
  const known = statements.about(leaf, issuer).filter((statement) => {
    if (context.requireRevocation && !areSignersKnown(statement, context)) return false
    // Without a time in question, any statement made during the certificate's lifetime tells that it was not revoked by then.
    const moment = { certificate: leaf, at: at ?? statement.thisUpdate, now, freshness: at && freshness, isReliable }
    return speaksAbout(statement, moment)
  })
  if (known.some((statement) => proofWhileSignerLived(statement, context) !== undefined)) {
    return { code, subIndication: 'OUT_OF_BOUNDS_NOT_REVOKED', message, before }
  }
  if (at === undefined) return { code, subIndication: 'OUT_OF_BOUNDS_NO_POE', message, before: undefined }
  if (known.length > 0) {
    const unbound = `${ended}, and so did the certificate of whoever stated before that it was not revoked; no proof shows that the statement is older. (${certificateName(leaf)})`
    return { subIndication: 'REVOCATION_OUT_OF_BOUNDS_NO_POE', message: unbound, before: undefined }
  }
  const unknown = `${ended}, and whether it was revoked before is not known. (${certificateName(leaf)})`
  return { subIndication: 'OUT_OF_BOUNDS_NO_POE', message: unknown, before: undefined }
}

/** Obstacles from algorithms that can be broken by the moment of judging (5.2.6.4, step 5; 5.2.8.4). */
function weaknesses(path: readonly Certificate[], signature: TimedSignature, { asOf }: TimeContext): Obstacle[] {
  const { weakSince } = signature
  const subIndication = 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE'
  const obstacles: Obstacle[] = []
  if (weakSince !== undefined && weakSince <= asOf) {
    const message = `The ${signatureKind(signature)} uses an algorithm or key that has not counted as proof since ${dateOf(weakSince)}, and nothing proves that it was made before then.`
    const ifLater: Later = {
      since: weakSince,
      indication: 'INDETERMINATE',
      subIndication: 'CRYPTO_CONSTRAINTS_FAILURE',
      message: `The ${signatureKind(signature)} was made with an algorithm or key that has not counted as proof since ${dateOf(weakSince)}.`,
    }
    obstacles.push({ subIndication, message, before: weakSince, canSlide: false, ifLater })
  }
  for (const { certificate, issuer, index } of pairsOf(path)) {
    // The key of the leaf counts among the signature's own algorithms.
    const end = earliestOf(
      issuanceReliableUntil(certificate.signatureAlgorithm),
      keyReliableUntil(issuer.publicKey),
      index === 0 ? undefined : keyReliableUntil(certificate.publicKey),
    )
    if (end === undefined || end > asOf) continue
    const message = `The certificate was issued with an algorithm or key that has not counted as proof since ${dateOf(end)}, and nothing proves that it was issued before then. (${certificateName(certificate)})`
    obstacles.push({ subIndication, message, before: undefined, canSlide: true })
  }
  return obstacles
}

/** Obstacles from unknown revocation, where it has to be known (5.2.5 and 5.2.6.4). */
function unknownRevocations(
  path: readonly Certificate[],
  { proof, stated }: TimedSignature,
  context: TimeContext,
): Obstacle[] {
  const { requireRevocation, unknownRevocation, asOf } = context
  if (!requireRevocation) return []
  // Freshness counts from the proved time, or from the present (5.5.4, step 6). For an authority it counts from the time in
  // its time stamp, unless the host refuses unknown statuses.
  const ofStamp = unknownRevocation === 'refuse' ? asOf : stated
  const at = (stated === undefined ? proof?.time : ofStamp) ?? asOf
  return pairsOf(path).flatMap(({ certificate, issuer }): Obstacle[] => {
    if (certificate.notAfter < asOf || isExempt(certificate)) return []
    const unknown = explainUnknown(certificate, issuer, at, context)
    return unknown === undefined ? [] : [{ ...unknown, subIndication: 'TRY_LATER', before: undefined, canSlide: true }]
  })
}

function pairsOf(path: readonly Certificate[]) {
  return path.flatMap((certificate, index) => {
    const issuer = path[index + 1]
    return issuer === undefined ? [] : [{ certificate, issuer, index }]
  })
}

export function certificateName(certificate: Certificate): string {
  return formatName(certificate.subject)
}
