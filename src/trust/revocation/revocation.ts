/**
 * What is known about the revocation of certificates (RFC 6960; RFC 5280, 6.3).
 *
 * Whether a statement is authentic is asked once, here; whether it speaks about a certain moment, and whether it is known
 * to have existed by then, depends on the question, and is asked by those who put it.
 *
 * @module
 */

import type { Certificate } from '../../cms/certificates.js'
import type { DistinguishedName } from '../../cms/names.js'
import { isAnswerFor } from '../../cms/revocation.js'
import { TrustBudget } from '../paths/trust-paths.js'
import { type CertificatePool, createPool } from '../trust-anchors.js'
import { findCrlIssuers } from './crl-issuers.js'
import { namedCrlIssuers } from './crl-scope.js'
import { judgeCrls } from './crl-statements.js'
import { CLOCK_TOLERANCE_MS, DEFAULT_FRESHNESS, isFreshAt, type RevocationFreshness } from './freshness.js'
import { judgeAnswer } from './ocsp-statements.js'
import type { RevocationData } from './revocation-data.js'
import {
  isExemptResponder,
  isFinal,
  isHarmlessRevocation,
  isSignedBy,
  type RevocationStatement,
  type StatementSigner,
  tellsAboutEnded,
} from './revocation-statement.js'

/** Certificates among which issuers of CRLs are looked for. */
export interface KnownCertificates {
  readonly pool: CertificatePool
  readonly anchors: CertificatePool | undefined
}

const NO_CERTIFICATES: KnownCertificates = { pool: createPool([]), anchors: undefined }

/** Finds statements about certificates, and remembers them. */
export class RevocationStatements {
  /** Separate budgets for the document's own data and for each fetched answer, so that neither can use up the other's. */
  readonly #sources: { readonly data: RevocationData; readonly budget: TrustBudget }[]
  readonly #certificates: KnownCertificates
  /** For who may sign CRLs for others, so that looking for them uses up nothing that paths need. */
  readonly #issuersBudget = new TrustBudget()
  readonly #known = new Map<Certificate, Map<Certificate, readonly RevocationStatement[]>>()

  constructor(data: RevocationData, budget: TrustBudget, certificates = NO_CERTIFICATES) {
    this.#sources = [{ data, budget }]
    this.#certificates = certificates
  }

  /** Adds what was fetched; what was found so far is looked for again. */
  add(fetched: RevocationData): void {
    this.#sources.push({ data: fetched, budget: new TrustBudget() })
    this.#known.clear()
  }

  /** All authentic statements, the newest first. */
  about(certificate: Certificate, issuer: Certificate): readonly RevocationStatement[] {
    let ofIssuers = this.#known.get(certificate)
    if (ofIssuers === undefined) {
      ofIssuers = new Map()
      this.#known.set(certificate, ofIssuers)
    }
    let found = ofIssuers.get(issuer)
    if (found === undefined) {
      // A responder that vouches for itself gets no result while its own answer is being judged.
      ofIssuers.set(issuer, [])
      found = this.#find(certificate, issuer)
      ofIssuers.set(issuer, found)
    }
    return found
  }

  #find(certificate: Certificate, issuer: Certificate): readonly RevocationStatement[] {
    const isRevoked = (responder: Certificate, above: Certificate, at: Date) =>
      this.#isSignerRevoked(responder, above, at)
    const issuers = [certificate.issuer, ...namedCrlIssuers(certificate)]
    const answers = this.#sources.flatMap(({ data, budget }) =>
      data.answersAbout(certificate).flatMap((stored) => {
        const isAbout = isAnswerFor(stored.answer.certificateId, certificate, issuer)
        return (isAbout ? judgeAnswer(stored, issuer, { budget, isRevoked }) : undefined) ?? []
      }),
    )
    // A CRL that was fetched may go with one that the document holds.
    const crls = this.#sources.flatMap(({ data, budget }) => data.crlsOf(issuers).map((stored) => ({ stored, budget })))
    const budgets = new Map(crls.map(({ stored, budget }) => [stored.crl, budget]))
    const statements = [
      ...answers,
      ...judgeCrls(
        crls.map(({ stored }) => stored),
        certificate,
        issuer,
        {
          budgetOf: (crl) => budgets.get(crl) ?? new TrustBudget(),
          findCrlIssuers: (name, above, at) => this.#findCrlIssuers(name, above, at),
        },
      ),
    ]
    // Of two from the same moment the worse comes first.
    const rank = ({ status }: RevocationStatement) => (status === 'revoked' ? 0 : 1)
    return statements.sort((a, b) => b.thisUpdate.getTime() - a.thisUpdate.getTime() || rank(a) - rank(b))
  }

  #findCrlIssuers(name: DistinguishedName, issuer: Certificate, at: Date): readonly StatementSigner[] {
    return findCrlIssuers(name, issuer, { ...this.#certificates, budget: this.#issuersBudget, at }).filter(
      ({ certificate, issuer: above }) => above === undefined || !this.#isSignerRevoked(certificate, above, at),
    )
  }

  /**
   * RFC 6960, 4.2.2.2.1: a responder may be revoked like any other certificate, unless its issuer says (nocheck) that it
   * never is. An answer of before the revocation counts where the key was good until then.
   */
  #isSignerRevoked(signer: Certificate, issuer: Certificate, signedAt: Date): boolean {
    if (isExemptResponder(signer)) return false
    return this.about(signer, issuer).some((statement) => {
      const { status, revocation } = statement
      if (status !== 'revoked' || isSignedBy(statement, signer)) return false
      return revocation === undefined || revocation.date <= signedAt || !isHarmlessRevocation(revocation)
    })
  }
}

/** What a statement has to speak about. */
export interface RevocationMoment {
  readonly certificate: Certificate
  /** The moment that is asked about. */
  readonly at: Date
  /** The present: anything that claims to be later is made up. */
  readonly now: Date
  readonly freshness?: RevocationFreshness | undefined
  /** Whether a statement that nobody was revoked may be believed for all that is known of its algorithms. Default: all are. */
  readonly isReliable?: ((statement: RevocationStatement) => boolean) | undefined
}

/**
 * Whether a statement tells about a moment. One that was made later does, unless the certificate had ended by then and may
 * have been dropped. Any statement can tell that it was revoked, since revocation is final.
 */
export function speaksAbout(statement: RevocationStatement, moment: RevocationMoment): boolean {
  const { certificate, at, now, freshness = DEFAULT_FRESHNESS, isReliable } = moment
  if (statement.thisUpdate.getTime() > now.getTime() + CLOCK_TOLERANCE_MS) return false
  if (isFinal(statement)) return true
  if (isReliable?.(statement) === false) return false
  return isFreshAt(statement, at, freshness) && tellsAboutEnded(statement, certificate)
}

/** What is known about one certificate. */
export interface RevocationFact {
  readonly status: 'good' | 'revoked' | 'unknown'
  readonly statement: RevocationStatement | undefined
}

/**
 * What the statements tell about a moment: a revocation, which is for good, whoever states it (EN 319 102-1, 5.6.2.2.4,
 * step b), else the newest.
 *
 * @param statements the newest first
 */
export function findFact(statements: readonly RevocationStatement[], moment: RevocationMoment): RevocationFact {
  const usable = statements.filter((each) => speaksAbout(each, moment))
  const statement = usable.find(isFinal) ?? usable[0]
  return { status: statement?.status ?? 'unknown', statement }
}

/**
 * Judges revocation data for one certificate, before it is embedded or believed: scope, signature, responder and time.
 *
 * @param data CRLs and OCSP responses
 * @param issuer the certificate whose key issued the one in question, which the caller trusts
 * @returns `unknown` when none of it is authentic, about this certificate, and fresh
 * @example
 * ```ts
 * const data = readRevocationData([], [answer])
 * const { status, statement } = judgeRevocation(data, issuer, { certificate, at: now, now }, new TrustBudget())
 * ```
 */
export function judgeRevocation(
  data: RevocationData,
  issuer: Certificate,
  moment: RevocationMoment,
  budget: TrustBudget,
): RevocationFact {
  return findFact(new RevocationStatements(data, budget).about(moment.certificate, issuer), moment)
}
