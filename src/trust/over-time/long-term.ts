/**
 * Determines what is needed to prove a path after its certificates have expired, and which parts are missing (EN 319 142-1,
 * 6.3, and the PAdES levels that follow from it).
 *
 * @module
 */

import type { Certificate } from '../../cms/certificates.js'
import { formatName } from '../../cms/names.js'
import type { RevocationFreshness } from '../revocation/freshness.js'
import { type RevocationStatements, speaksAbout } from '../revocation/revocation.js'
import {
  isExempt,
  isExemptResponder,
  isSignedBy,
  type RevocationStatement,
} from '../revocation/revocation-statement.js'
import type { Finding } from '../trust-report.js'

/** Evidence that may be unavailable later. */
export interface MissingEvidence {
  /**
   * `issuer`: the certificate's issuer is missing. `revocation`: no statement about the certificate is authentic, applies to
   * the time, and is kept. `responder`: the same for the signer of such a statement.
   */
  readonly kind: 'issuer' | 'revocation' | 'responder'
  readonly certificate: Certificate
  /** The certificate whose key issued it; undefined for the kind `issuer`. */
  readonly issuer: Certificate | undefined
  /** A sentence that describes it. */
  readonly message: string
}

const MISSING_CODES: Readonly<Record<MissingEvidence['kind'], string>> = {
  issuer: 'certificate_not_kept',
  revocation: 'revocation_not_kept',
  responder: 'responder_revocation_not_kept',
}

/** Missing evidence as a finding of the report. */
export function reportMissing({ kind, message }: MissingEvidence): Finding {
  return { code: MISSING_CODES[kind], message }
}

/** Criteria by which a path is checked. */
interface EvidenceQuery {
  readonly statements: RevocationStatements
  /** The time at which the path was used: the best known time of a signature, or the time of a time stamp. */
  readonly at: Date
  readonly now: Date
  readonly freshness: RevocationFreshness
  /** True when a statement is kept where it will be found later. */
  isKept(statement: RevocationStatement): boolean
}

/** The evidence for a path. */
export interface Evidence {
  readonly missing: readonly MissingEvidence[]
  /** The statements that it uses. */
  readonly statements: readonly RevocationStatement[]
}

/**
 * Collects the evidence for a path: a statement about every certificate below its end, and about the responders that have to
 * be checked themselves.
 *
 * @param path leaf first; ends in an anchor, or in the last known certificate
 * @param isComplete whether the last one is an anchor, or self-issued
 */
export function collectEvidence(path: readonly Certificate[], isComplete: boolean, query: EvidenceQuery): Evidence {
  const missing: MissingEvidence[] = []
  const statements: RevocationStatement[] = []
  const look = (kind: 'revocation' | 'responder', certificate: Certificate, issuer: Certificate) => {
    if (kind === 'revocation' ? isExempt(certificate) : isExemptResponder(certificate)) return
    const statement = findKept(certificate, issuer, query)
    if (statement === undefined) {
      const message = `Nothing that is kept with the document says whether ${formatName(certificate.subject)} was revoked.`
      missing.push({ kind, certificate, issuer, message })
      return
    }
    statements.push(statement)
    if (kind === 'responder') return
    for (const signer of statement.signers) {
      if (signer.issuer !== undefined) look('responder', signer.certificate, signer.issuer)
    }
  }
  for (const [index, certificate] of path.entries()) {
    const issuer = path[index + 1]
    if (issuer !== undefined) look('revocation', certificate, issuer)
  }
  const last = path.at(-1)
  if (!isComplete && last !== undefined) {
    const message = `The certificate that issued ${formatName(last.subject)} is missing.`
    missing.push({ kind: 'issuer', certificate: last, issuer: undefined, message })
  }
  return { missing, statements }
}

/** The newest kept statement that applies to the time. A responder's statement about itself does not count. */
function findKept(
  certificate: Certificate,
  issuer: Certificate,
  query: EvidenceQuery,
): RevocationStatement | undefined {
  const { statements, at, now, freshness } = query
  return statements
    .about(certificate, issuer)
    .find(
      (statement) =>
        query.isKept(statement) &&
        !isSignedBy(statement, certificate) &&
        speaksAbout(statement, { certificate, at, now, freshness }),
    )
}
