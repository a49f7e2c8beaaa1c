/**
 * Judges at a later moment whether a signature by a path was good when it was made (EN 319 102-1, 5.2.6, 5.5 and 5.6).
 *
 * First everything is checked at the moment of judging. A proof that the signature is older may overcome an obstacle: by
 * itself if the rest of the path is still good (5.5.4, step 4), otherwise by sliding back in time along the path (5.6.2.4).
 *
 * @module
 */

import type { Certificate } from '../../cms/certificates.js'
import type { Finding, Indication } from '../trust-report.js'
import type { SubIndication } from './indication.js'
import { certificateName, findObstacles, type Obstacle, signatureKind, type TimedSignature } from './obstacles.js'
import { dateOf, describeProof } from './proofs.js'
import type { TimeContext } from './time-context.js'
import { slideControlTime } from './time-sliding.js'

/** The verdict at a moment. `finding` is set unless it passed. */
export interface TimeVerdict {
  readonly indication: Indication
  readonly subIndication: SubIndication | null
  readonly finding: Finding | undefined
  readonly evidence: readonly string[]
}

const PASSED: TimeVerdict = { indication: 'TOTAL-PASSED', subIndication: null, finding: undefined, evidence: [] }

/**
 * The verdict for the indication. In the standard an unknown revocation status is an obstacle, and a time stamp by such an
 * authority proves nothing (5.2.6.4, 5.4). This does not apply when the host accepts unknown statuses.
 */
export function judgeForIndication(
  path: readonly Certificate[],
  signature: TimedSignature,
  context: TimeContext,
): TimeVerdict {
  const verdict = judgePathOverTime(path, signature, context)
  // A certain verdict stays certain.
  if (context.unknownRevocation !== 'indicate' || verdict.indication === 'TOTAL-FAILED') return verdict
  const strict = { ...context, requireRevocation: true, proofs: context.proofs.confirmed() }
  return judgePathOverTime(path, { ...signature, proof: signature.confirmedProof }, strict)
}

/**
 * Judges a path, leaf first and ending in an anchor, whose certificates were all valid together at some moment.
 *
 * @param signature known facts about the time of the leaf's signature or time stamp
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
      proof === undefined ? `on ${dateOf(existed)}` : `although the ${signatureKind(signature)} ${describeProof(proof)}`
    const message = `The certificate was not valid yet, ${when}. (${certificateName(leaf)})`
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
  // A proof cannot be later than the control time, which is within the validity of every certificate of the path.
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
  return obstacles.length === 0 || proof === undefined
    ? []
    : [`The ${signatureKind(signature)} ${describeProof(proof)}.`]
}
