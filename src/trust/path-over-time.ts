/**
 * Whether a signature by a path was good when it was made, judged at some later moment (EN 319 102-1, 5.2.6, 5.5 and 5.6).
 *
 * First everything is checked at the moment of judging. An obstacle may be overcome by proof that the signature is
 * older: by that proof alone if the rest of the path is still good (5.5.4, step 4), otherwise by sliding back in time
 * along the path (5.6.2.4).
 *
 * @module
 */

import { formatName } from '../cms/name-text.js'
import type { Certificate } from '../cms/x509.js'
import { earliestOf, issuanceReliableUntil, keyReliableUntil } from './algorithm-dates.js'
import type { SubIndication } from './indication.js'
import { dateOf, describeProof, type Proof } from './proofs.js'
import {
  badSince,
  findFact,
  isExempt,
  isHarmlessRevocation,
  isSuspension,
  type RevocationStatement,
  speaksAbout,
} from './revocation.js'
import { proofWhileSignerLived, slideControlTime, type TimeContext } from './time-sliding.js'
import type { Finding, Indication } from './trust-report.js'

/** The signature whose path is judged. */
export interface TimedSignature {
  /** The earliest proof that it existed. */
  readonly proof: Proof | undefined
  /** What it was made after, by a time stamp in it that is proved (a content time stamp). */
  readonly madeAfter?: Date | undefined
  /** For a time stamp the time that it states: revocations after it may be harmless (RFC 3161, 4.1). */
  readonly stated: Date | undefined
  /** Since when its own algorithms have no longer counted as proof; undefined while they do. */
  readonly weakSince: Date | undefined
}

/** What it is, in sentences. */
function kindOf({ stated }: TimedSignature): string {
  return stated === undefined ? 'signature' : 'time stamp'
}

/** The verdict at a moment. `finding` is there for everything that did not pass. */
export interface TimeVerdict {
  readonly indication: Indication
  readonly subIndication: SubIndication | null
  readonly finding: Finding | undefined
  readonly evidence: readonly string[]
}

/** What keeps a path from being good at the moment of judging. */
interface Obstacle {
  readonly code?: string
  readonly subIndication: SubIndication
  readonly message: string
  /** Proof of a time before this one overcomes it (5.5.4, step 4). */
  readonly before: Date | undefined
  /** Whether going back along the path may overcome it as well (5.6.2.4). */
  readonly canSlide: boolean
  /** The verdict if the signature is known to be younger: then nothing can overcome the obstacle. */
  readonly ifLater?: Later
}

/** A verdict on a signature that is known to have been made after some moment (5.3.4). */
interface Later {
  readonly since: Date
  readonly indication: Indication
  readonly subIndication: SubIndication
  readonly message: string
}

const PASSED: TimeVerdict = { indication: 'TOTAL-PASSED', subIndication: null, finding: undefined, evidence: [] }

/**
 * Judges a path, leaf first and ending in an anchor, whose certificates were all valid together at some moment.
 *
 * @param signature what is known of the time of the signature, or time stamp, by the leaf
 */
export function judgePathOverTime(
  path: readonly Certificate[],
  signature: TimedSignature,
  context: TimeContext,
): TimeVerdict {
  const [leaf] = path
  if (leaf === undefined) return PASSED
  const { proof } = signature
  const existed = proof?.time ?? context.asOf
  if (existed < leaf.notBefore) {
    const when =
      proof === undefined ? `on ${dateOf(existed)}` : `although the ${kindOf(signature)} ${describeProof(proof)}`
    const message = `The certificate was not valid yet, ${when}. (${nameOf(leaf)})`
    return verdictOf('TOTAL-FAILED', 'NOT_YET_VALID', message, [])
  }
  const obstacles = findObstacles(path, signature, context)
  const { madeAfter } = signature
  const late = obstacles.find(
    ({ ifLater }) => ifLater !== undefined && madeAfter !== undefined && madeAfter >= ifLater.since,
  )
  if (late?.ifLater !== undefined) {
    const { indication, subIndication, message } = late.ifLater
    return verdictOf(indication, subIndication, message, [])
  }
  const open = obstacles.filter(({ before }) => before === undefined || proof === undefined || proof.time >= before)
  const [first] = open
  if (first === undefined) return { ...PASSED, evidence: explainTime(obstacles, signature) }
  if (!open.every(({ canSlide }) => canSlide) || proof === undefined) return failed(first, [])
  const { controlTime, evidence } = slideControlTime(path, context)
  // A proof can be no later than the control time, which is in the validity of every certificate of the path.
  if (controlTime === undefined || proof.time > controlTime) return failed(first, evidence)
  return { ...PASSED, evidence: [...evidence, ...explainTime(obstacles, signature)] }
}

function failed({ code, subIndication, message }: Obstacle, evidence: readonly string[]): TimeVerdict {
  const missing = evidence.at(-1)
  const verdict = verdictOf(
    'INDETERMINATE',
    subIndication,
    missing === undefined ? message : `${message} ${missing}`,
    evidence,
  )
  return code === undefined || verdict.finding === undefined
    ? verdict
    : { ...verdict, finding: { ...verdict.finding, code } }
}

function verdictOf(
  indication: Indication,
  subIndication: SubIndication,
  message: string,
  evidence: readonly string[],
): TimeVerdict {
  return { indication, subIndication, finding: { code: `time_${subIndication.toLowerCase()}`, message }, evidence }
}

function explainTime(obstacles: readonly Obstacle[], signature: TimedSignature): string[] {
  const { proof } = signature
  return obstacles.length === 0 || proof === undefined ? [] : [`The ${kindOf(signature)} ${describeProof(proof)}.`]
}

/** The most serious first. */
function findObstacles(path: readonly Certificate[], signature: TimedSignature, context: TimeContext): Obstacle[] {
  return [
    ...revocations(path, signature, context),
    ...ends(path, signature, context),
    ...weaknesses(path, signature, context),
    ...unknownRevocations(path, signature, context),
  ]
}

/** 5.2.6.4: a revocation of the signer, or of a CA above it. */
function revocations(path: readonly Certificate[], signature: TimedSignature, context: TimeContext): Obstacle[] {
  const { stated } = signature
  return pairsOf(path).flatMap(({ certificate, issuer, index }): Obstacle[] => {
    const statement = stateNow(certificate, issuer, context)
    const { revocation } = statement ?? {}
    if (statement === undefined || statement.status !== 'revoked' || revocation === undefined) return []
    const before = badSince(revocation)
    const since = dateOf(before)
    if (isSuspension(statement)) {
      const message = `The certificate has been suspended since ${since}. (${nameOf(certificate)})`
      return [{ subIndication: 'TRY_LATER', message, before, canSlide: false }]
    }
    if (index === 0 && stated !== undefined && stated < before && isHarmlessRevocation(revocation)) return []
    const message = `The certificate was revoked on ${since}, and nothing proves that the ${kindOf(signature)} is older. (${nameOf(certificate)})`
    if (index > 0) return [{ subIndication: 'REVOKED_CA_NO_POE', message, before, canSlide: false }]
    const ifLater: Later = {
      since: before,
      indication: 'TOTAL-FAILED',
      subIndication: 'REVOKED',
      message: `The signature was made after the certificate was revoked on ${since}. (${nameOf(certificate)})`,
    }
    return [{ subIndication: 'REVOKED_NO_POE', message, before, canSlide: false, ifLater }]
  })
}

/** A revocation if any is stated, else the newest statement of all that were made by now. */
function stateNow(
  certificate: Certificate,
  issuer: Certificate,
  context: TimeContext,
): RevocationStatement | undefined {
  if (isExempt(certificate)) return undefined
  const made = context.statements.about(certificate, issuer).filter(({ thisUpdate }) => thisUpdate <= context.now)
  return made.find((each) => each.status === 'revoked' && !isSuspension(each)) ?? made[0]
}

/** Certificates that have expired by the moment of judging. */
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
        message: `The signature was made after its certificate had ended on ${dateOf(notAfter)}. (${nameOf(certificate)})`,
      }
      return [{ ...leafEnd(certificate, issuer, signature, context), canSlide: true, ifLater }]
    }
    const message = `${ended}, and no proof shows that the path was good before. (${nameOf(certificate)})`
    // Table 6 has a sub-indication for anchors that have expired, and the general one for other certificates.
    const subIndication = index === path.length - 1 ? 'NO_CERTIFICATE_CHAIN_FOUND_NO_POE' : 'NO_POE'
    return [{ subIndication, message, before: undefined, canSlide: true }]
  })
}

/**
 * 5.2.6.4 and 5.5.4, step 4 b) and d): it takes more than proof of the time. It must also be known that the signer was
 * not revoked at that time, since issuers drop expired certificates from their lists.
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
  const message = `${ended}, and nothing proves that the ${kindOf(signature)} is older. (${nameOf(leaf)})`
  // Revocation of an anchor is not checked.
  if (issuer === undefined) return { code, subIndication: 'OUT_OF_BOUNDS_NO_POE', message, before }
  if (isExempt(leaf)) return { code, subIndication: 'OUT_OF_BOUNDS_NOT_REVOKED', message, before }
  const at = proof === undefined || proof.time > leaf.notAfter ? undefined : proof.time
  const known = statements.about(leaf, issuer).filter((statement) =>
    // Without a time to ask about, any statement of the certificate's lifetime says that it was not revoked by then.
    speaksAbout(statement, { certificate: leaf, at: at ?? statement.thisUpdate, now, freshness: at && freshness }),
  )
  if (known.some((statement) => proofWhileSignerLived(statement, context) !== undefined)) {
    return { code, subIndication: 'OUT_OF_BOUNDS_NOT_REVOKED', message, before }
  }
  if (at === undefined) return { code, subIndication: 'OUT_OF_BOUNDS_NO_POE', message, before: undefined }
  if (known.length > 0) {
    const unbound = `${ended}, and so did the certificate of whoever stated before that it was not revoked; no proof shows that the statement is older. (${nameOf(leaf)})`
    return { subIndication: 'REVOCATION_OUT_OF_BOUNDS_NO_POE', message: unbound, before: undefined }
  }
  const unknown = `${ended}, and whether it was revoked before is not known. (${nameOf(leaf)})`
  return { subIndication: 'OUT_OF_BOUNDS_NO_POE', message: unknown, before: undefined }
}

/** Algorithms that can be broken by the moment of judging (5.2.6.4, step 5; 5.2.8.4). */
function weaknesses(path: readonly Certificate[], signature: TimedSignature, { asOf }: TimeContext): Obstacle[] {
  const { weakSince } = signature
  const subIndication = 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE'
  const obstacles: Obstacle[] = []
  if (weakSince !== undefined && weakSince <= asOf) {
    const message = `The ${kindOf(signature)} uses an algorithm or key that has not counted as proof since ${dateOf(weakSince)}, and nothing proves that it was made before then.`
    const ifLater: Later = {
      since: weakSince,
      indication: 'INDETERMINATE',
      subIndication: 'CRYPTO_CONSTRAINTS_FAILURE',
      message: `The ${kindOf(signature)} was made with an algorithm or key that has not counted as proof since ${dateOf(weakSince)}.`,
    }
    obstacles.push({ subIndication, message, before: weakSince, canSlide: false, ifLater })
  }
  for (const { certificate, issuer, index } of pairsOf(path)) {
    // The key of the leaf is part of the signature's own algorithms.
    const end = earliestOf(
      issuanceReliableUntil(certificate.signatureAlgorithm),
      keyReliableUntil(issuer.publicKey),
      index === 0 ? undefined : keyReliableUntil(certificate.publicKey),
    )
    if (end === undefined || end > asOf) continue
    const message = `The certificate was issued with an algorithm or key that has not counted as proof since ${dateOf(end)}, and nothing proves that it was issued before then. (${nameOf(certificate)})`
    obstacles.push({ subIndication, message, before: undefined, canSlide: true })
  }
  return obstacles
}

/** 5.2.5: revocation that is not known, where the host requires that it is. */
function unknownRevocations(
  path: readonly Certificate[],
  { proof, stated }: TimedSignature,
  context: TimeContext,
): Obstacle[] {
  const { requireRevocation, asOf, now, freshness, statements } = context
  if (!requireRevocation) return []
  return pairsOf(path).flatMap(({ certificate, issuer }): Obstacle[] => {
    if (certificate.notAfter < asOf || isExempt(certificate)) return []
    // 5.5.4, step 6: freshness counts from the time that is proved, else from the present.
    const at = proof === undefined || stated !== undefined ? asOf : proof.time
    const moment = { certificate, at, now, freshness }
    if (findFact(statements.about(certificate, issuer), moment).status !== 'unknown') return []
    const message = `Whether the certificate was revoked is not known. (${nameOf(certificate)})`
    return [{ subIndication: 'TRY_LATER', message, before: undefined, canSlide: true }]
  })
}

function pairsOf(path: readonly Certificate[]) {
  return path.flatMap((certificate, index) => {
    const issuer = path[index + 1]
    return issuer === undefined ? [] : [{ certificate, issuer, index }]
  })
}

function nameOf(certificate: Certificate): string {
  return formatName(certificate.subject)
}
