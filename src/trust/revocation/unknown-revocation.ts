/**
 * Decides whether the revocation status of a certificate is known, and why not (EN 319 102-1, 5.2.5 and 5.2.6.4): there is no
 * statement, or none that is fresh and strongly signed by a signer that is known not to have been revoked.
 *
 * @module
 */

import type { Certificate } from '../../cms/certificates.js'
import { formatName } from '../../cms/names.js'
import { dateOf, latestProof } from '../over-time/proofs.js'
import type { TimeContext } from '../over-time/time-context.js'
import type { Finding } from '../trust-report.js'
import { CLOCK_TOLERANCE_MS } from './freshness.js'
import { type RevocationMoment, speaksAbout } from './revocation.js'
import {
  isExemptResponder,
  isSignedBy,
  type RevocationStatement,
  reliableUntil,
  type StatementSigner,
} from './revocation-statement.js'

const CODES: ReadonlySet<string> = new Set([
  'revocation_unknown',
  'revocation_not_fresh',
  'revocation_signer_unknown',
  'revocation_algorithm_weak',
])

/** True for a finding of {@link explainUnknown}. */
export function isUnknownRevocation({ code }: Finding): boolean {
  return CODES.has(code)
}

/**
 * Why the status of a certificate at a moment is unknown.
 *
 * @returns undefined when it is known, even if it was revoked
 */
export function explainUnknown(
  certificate: Certificate,
  issuer: Certificate,
  at: Date,
  context: TimeContext,
): Finding | undefined {
  const { statements, now, freshness } = context
  const moment = { certificate, at, now, freshness }
  const own = statements.about(certificate, issuer).filter((each) => !isSignedBy(each, certificate))
  const fresh = own.filter((each) => speaksAbout(each, moment))
  const reliable = fresh.filter((each) => isReliableIn(context)(each))
  if (reliable.some((each) => areSignersKnown(each, context))) return undefined
  const name = formatName(certificate.subject)
  const start = 'Whether the certificate was revoked is not known'
  const [doubtful] = reliable.flatMap((each) => unknownSigners(each, context))
  if (doubtful !== undefined) {
    const signer = formatName(doubtful.certificate.subject)
    const message = `${start}: nothing says whether ${signer}, who states that it was not, was revoked. (${name})`
    return { code: 'revocation_signer_unknown', message }
  }
  if (fresh.length > 0) {
    const message = `${start}: what states that it was not is signed with an algorithm or key that no longer counts. (${name})`
    return { code: 'revocation_algorithm_weak', message }
  }
  const newest = own.find(({ thisUpdate }) => thisUpdate.getTime() <= now.getTime() + CLOCK_TOLERANCE_MS)
  if (newest !== undefined) {
    const message = `${start}: the newest statement, of ${dateOf(newest.thisUpdate)}, says nothing about ${dateOf(at)}. (${name})`
    return { code: 'revocation_not_fresh', message }
  }
  return { code: 'revocation_unknown', message: `${start}. (${name})` }
}

/**
 * True when a statement counts by its algorithms and keys. One that could be forged by now counts if it is proved to be
 * older, or if it claims to be and the host requires no proof.
 */
export function isReliableIn({
  asOf,
  proofs,
  sha1Until,
  requireRevocation,
}: TimeContext): NonNullable<RevocationMoment['isReliable']> {
  return (statement) => {
    const end = reliableUntil(statement, sha1Until)
    if (end === undefined || end > asOf) return true
    if (!requireRevocation) return statement.thisUpdate < end
    const proof = latestProof(statement.items.map(({ place }) => proofs.of(place)))
    return proof !== undefined && proof.time < end
  }
}

/** Deepest chain of statements about the signers of statements. */
const MAX_ROUNDS = 3

/** True when all signers of a statement for the issuer are exempt, or known not to have been revoked when they signed. */
export function areSignersKnown(statement: RevocationStatement, context: TimeContext): boolean {
  return unknownSigners(statement, context).length === 0
}

/** The signers of a statement for the issuer whose revocation status at that time is unknown. */
export function unknownSigners(statement: RevocationStatement, context: TimeContext, round = 1): StatementSigner[] {
  return statement.signers.filter(({ certificate, issuer }) => {
    if (issuer === undefined || isExemptResponder(certificate)) return false
    if (round > MAX_ROUNDS) return true
    const { now, freshness, statements } = context
    const moment = { certificate, at: statement.thisUpdate, now, freshness, isReliable: isReliableIn(context) }
    return !statements
      .about(certificate, issuer)
      .some(
        (each) =>
          !isSignedBy(each, certificate) &&
          speaksAbout(each, moment) &&
          unknownSigners(each, context, round + 1).length === 0,
      )
  })
}
