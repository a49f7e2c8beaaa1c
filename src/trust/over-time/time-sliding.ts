/**
 * Validation time sliding (EN 319 102-1, 5.6.2.2): from the present back to the last moment at which a path is known to have
 * been good, step by step from the anchor down.
 *
 * Each step uses a revocation statement that is known to have existed by the moment that the previous steps led to. Later,
 * anybody might have had the key that signed it.
 *
 * @module
 */

import type { Certificate } from '../../cms/certificates.js'
import { formatName } from '../../cms/names.js'
import { CLOCK_TOLERANCE_MS, freshUntil, isFreshAt } from '../revocation/freshness.js'
import {
  badSince,
  endOfSigners,
  isExempt,
  isFinal,
  type RevocationStatement,
  reliableUntil,
  tellsAboutEnded,
} from '../revocation/revocation-statement.js'
import { areSignersKnown } from '../revocation/unknown-revocation.js'
import { earliestOf, issuanceReliableUntil, keyReliableUntil } from './algorithm-dates.js'
import { dateOf, describeProof, latestProof, type Place, type Proof } from './proofs.js'
import type { TimeContext } from './time-context.js'

/** The result of sliding. */
interface Slide {
  /** The control time; `undefined` when something needed is not known to have existed by then. */
  readonly controlTime: Date | undefined
  /** A sentence on the basis of each step. Without a control time, the last sentence says what is missing. */
  readonly evidence: readonly string[]
}

/** Slides the control time down a path, leaf first, that ends in an anchor. */
export function slideControlTime(path: readonly Certificate[], context: TimeContext): Slide {
  const evidence: string[] = []
  const anchor = path.at(-1)
  // Step 1: a certificate is an anchor until it expires (the sunset date of the clause).
  let control = earliestOf(context.asOf, anchor?.notAfter) ?? context.asOf
  if (anchor !== undefined && control < context.asOf) evidence.push(`${nameOf(anchor)} ended on ${dateOf(control)}.`)
  for (let index = path.length - 2; index >= 0; index--) {
    const [certificate, issuer] = [path[index], path[index + 1]]
    if (certificate === undefined || issuer === undefined) continue
    const step = slideOver(certificate, issuer, control, context)
    evidence.push(step.reason)
    if (step.controlTime === undefined) return { controlTime: undefined, evidence }
    control = step.controlTime
  }
  return { controlTime: control, evidence }
}

interface Step {
  readonly controlTime: Date | undefined
  readonly reason: string
}

function slideOver(certificate: Certificate, issuer: Certificate, control: Date, context: TimeContext): Step {
  const own = existsBy(context.placeOf(certificate), control, context)
  if (own === undefined) {
    const reason = `Nothing proves that the certificate ${nameOf(certificate)} existed on ${dateOf(control)}.`
    return { controlTime: undefined, reason }
  }
  const ownEnd = earliestOf(
    certificate.notAfter,
    issuanceReliableUntil(certificate.signatureAlgorithm),
    keyReliableUntil(certificate.publicKey),
    keyReliableUntil(issuer.publicKey),
  )
  if (isExempt(certificate)) {
    const reason = `${nameOf(certificate)} was never revoked and expired on ${dateOf(certificate.notAfter)}.`
    return { controlTime: earliestOf(control, ownEnd), reason }
  }
  const found = selectStatement(certificate, issuer, control, context)
  if (found === undefined) {
    const reason = `Nothing that existed on ${dateOf(control)} proves that ${nameOf(certificate)} was not revoked.`
    return { controlTime: undefined, reason }
  }
  const { statement, proof } = found
  return {
    controlTime: earliestOf(
      control,
      ownEnd,
      slideTo(statement, control, context),
      reliableUntil(statement, context.sha1Until),
    ),
    reason: describeStatement(certificate, statement, proof),
  }
}

/**
 * The control time after step c): a revocation leads back to its own time, and a stale statement to the end of its freshness.
 */
function slideTo(statement: RevocationStatement, control: Date, { freshness }: TimeContext): Date | undefined {
  const { revocation } = statement
  if (statement.status === 'revoked' && revocation !== undefined) return badSince(revocation)
  return isFreshAt(statement, control, freshness) ? undefined : freshUntil(statement, freshness)
}

interface Selected {
  readonly statement: RevocationStatement
  /** Proof of the statement's existence; null when the present is early enough. */
  readonly proof: Proof | null
}

/**
 * Selects a statement (steps a) and b)) among those made before the control time and proved to be that old: a revocation if
 * there is one, otherwise the newest.
 */
function selectStatement(
  certificate: Certificate,
  issuer: Certificate,
  control: Date,
  context: TimeContext,
): Selected | undefined {
  const selected: Selected[] = []
  for (const statement of context.statements.about(certificate, issuer)) {
    if (statement.thisUpdate > context.now || statement.thisUpdate > later(control)) continue
    if (statement.status === 'good' && !tellsAboutEnded(statement, certificate)) continue
    if (context.requireRevocation && !isFinal(statement) && !areSignersKnown(statement, context)) continue
    const proof = proofWhileSignerLived(statement, context)
    if (proof === undefined || (proof ?? { time: context.asOf }).time > control) continue
    selected.push({ statement, proof })
  }
  return selected.find(({ statement }) => isFinal(statement)) ?? selected[0]
}

function later(time: Date): Date {
  return new Date(time.getTime() + CLOCK_TOLERANCE_MS)
}

/**
 * The proof that a statement existed while its signer's certificate was valid (5.6.2.4, step 1); null when that is valid at
 * the moment of judging, `undefined` when there is no proof.
 */
export function proofWhileSignerLived(
  statement: RevocationStatement,
  { asOf, proofs }: Pick<TimeContext, 'asOf' | 'proofs'>,
): Proof | null | undefined {
  const proof = latestProof(statement.items.map(({ place }) => proofs.of(place)))
  const end = endOfSigners(statement)
  if (proof !== undefined && (end === undefined || proof.time <= end)) return proof
  return end === undefined || end >= asOf ? null : undefined
}

/** The proof that the contents of a place existed by a time; null when the present is early enough. */
function existsBy(place: Place, time: Date, { asOf, proofs }: TimeContext): Proof | null | undefined {
  if (asOf <= time) return null
  const proof = proofs.of(place)
  return proof !== undefined && proof.time <= time ? proof : undefined
}

function describeStatement(certificate: Certificate, statement: RevocationStatement, proof: Proof | null): string {
  const { status, revocation, source, thisUpdate } = statement
  const kind = source === 'ocsp' ? 'An OCSP answer' : 'A CRL'
  const existed = proof === null ? '' : `, which ${describeProof(proof)}`
  const verdict =
    status === 'good'
      ? 'was not revoked'
      : `was revoked${revocation === undefined ? '' : ` on ${dateOf(revocation.date)}`}`
  return `${kind} of ${dateOf(thisUpdate)}${existed}: ${nameOf(certificate)} ${verdict}.`
}

function nameOf(certificate: Certificate): string {
  return formatName(certificate.subject)
}
