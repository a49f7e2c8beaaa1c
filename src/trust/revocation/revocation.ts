/**
 * Determines what is known about the revocation of certificates (RFC 6960; RFC 5280, 6.3).
 *
 * Whether a statement is authentic is checked here, once. Whether it applies to a certain moment, and whether it is known to
 * have existed by then, depends on the question and is checked by the caller.
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

/** Certificates among which CRL issuers are searched. */
interface KnownCertificates {
  readonly pool: CertificatePool
  readonly anchors: CertificatePool | undefined
}

const NO_CERTIFICATES: KnownCertificates = { pool: createPool([]), anchors: undefined }

/** Finds statements about certificates, and keeps them. */
export class RevocationStatements {
  /** Data with separate budgets for the document's own and for each fetched answer, so that none can use up another's. */
  readonly #sources: { readonly data: RevocationData; readonly budget: TrustBudget }[]
  readonly #certificates: KnownCertificates
  /** Budget for finding CRL issuers, so that it does not reduce that for paths. */
  readonly #issuersBudget = new TrustBudget()
  readonly #known = new Map<Certificate, Map<Certificate, readonly RevocationStatement[]>>()

  constructor(data: RevocationData, budget: TrustBudget, certificates = NO_CERTIFICATES) {
    this.#sources = [{ data, budget }]
    this.#certificates = certificates
  }

  /** Adds fetched data, and discards kept results. */
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
        const isAbout = isAnswerFor(stored.answer, certificate, issuer)
        return (isAbout ? judgeAnswer(stored, issuer, { budget, isRevoked }) : undefined) ?? []
      }),
    )
    // A fetched CRL may belong with one in the document.
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
    // Of two statements from the same moment, the worse one comes first.
    const rank = ({ status }: RevocationStatement) => (status === 'revoked' ? 0 : 1)
    statements.sort((a, b) => b.thisUpdate.getTime() - a.thisUpdate.getTime() || rank(a) - rank(b))
    // What was left out for its cost may tell of a revocation, so nothing else denies one.
    const isCut = this.#sources.some(({ data, budget }) => data.isCut || budget.exhausted)
    return isCut || this.#issuersBudget.exhausted ? statements.filter(isFinal) : statements
  }

  #findCrlIssuers(name: DistinguishedName, issuer: Certificate, at: Date): readonly StatementSigner[] {
    return findCrlIssuers(name, issuer, { ...this.#certificates, budget: this.#issuersBudget, at }).filter(
      ({ certificate, issuer: above }) => above === undefined || !this.#isSignerRevoked(certificate, above, at),
    )
  }

  /**
   * True when a signer had been revoked. A responder may be, like any other certificate, unless its issuer excludes it by
   * nocheck (RFC 6960, 4.2.2.2.1). An answer from before the revocation counts if the key was good until then.
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

/** The moment that a statement has to apply to. */
export interface RevocationMoment {
  readonly certificate: Certificate
  /** The moment in question. */
  readonly at: Date
  /** The present. Data that claims to be later is forged. */
  readonly now: Date
  readonly freshness?: RevocationFreshness | undefined
  /** Tells whether a statement that denies a revocation is reliable by its algorithms. Default: all are. */
  readonly isReliable?: ((statement: RevocationStatement) => boolean) | undefined
}

/**
 * True when a statement applies to a moment. A later one does, unless the certificate had expired by then and may have been
 * dropped. Any statement can tell of a revocation, which is final.
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
 * What the statements tell about a moment: a revocation, which is final, whoever states it (EN 319 102-1, 5.6.2.2.4, step b),
 * otherwise the newest.
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
