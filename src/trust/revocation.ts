/**
 * What OCSP responses and CRLs state about a certificate, as far as its issuer answers for it (RFC 6960; RFC 5280, 6.3).
 *
 * Whether a statement is authentic is asked once, here; whether it speaks about a certain moment, and whether it is known
 * to have existed by then, depends on the question, and is asked by those who put it.
 *
 * @module
 */

import { checkSignature } from '../cms/check-signature.js'
import {
  type CertificateList,
  findRevocation,
  REASON,
  type Revocation,
  readCrlScope,
  readDistributionPoints,
} from '../cms/crl.js'
import { equalBytes, readDer } from '../cms/der.js'
import { readTime } from '../cms/der-values.js'
import { digestByName, digestOf } from '../cms/digest-algorithm.js'
import { equalNames } from '../cms/distinguished-name.js'
import { isAnswerFor, type OcspResponse } from '../cms/ocsp.js'
import { OID } from '../cms/oids.js'
import { findPathFault } from '../cms/path-validation.js'
import { readSignatureScheme } from '../cms/signature-scheme.js'
import type { Certificate, CertificateExtension } from '../cms/x509.js'
import { basicConstraintsOf, isRevocationExempt, keyUsageOf } from '../cms/x509-extensions.js'
import { CRYPTO_LIMITS } from '../limits.js'
import { earliestOf } from './algorithm-dates.js'
import { CLOCK_TOLERANCE_MS, DEFAULT_FRESHNESS, isFreshAt, type RevocationFreshness } from './freshness.js'
import type { RevocationData, StoredAnswer, StoredCrl, StoredItem, StoredOcsp } from './revocation-data.js'
import { TrustBudget } from './trust-paths.js'

/** A statement about one certificate, signed by someone who is authorised to make it. */
export interface RevocationStatement {
  readonly status: 'good' | 'revoked'
  readonly revocation: Revocation | undefined
  readonly thisUpdate: Date
  readonly nextUpdate: Date | undefined
  readonly source: 'ocsp' | 'crl'
  /** Whose key signed it: the certificate's issuer, or a responder that the issuer named. */
  readonly signer: Certificate
  /** Whether `signer` is another certificate than that of the issuer. */
  readonly isDelegated: boolean
  /** Certificates that expired after this are still covered (archiveCutoff, expiredCertsOnCRL). */
  readonly retainedSince: Date | undefined
  readonly signatureAlgorithm: CertificateList['signatureAlgorithm']
  readonly item: StoredItem
}

/** Finds statements about certificates, and remembers them. */
export class RevocationStatements {
  /** Separate budgets for the document's own data and for each fetched answer, so that neither can use up the other's. */
  readonly #sources: { readonly data: RevocationData; readonly budget: TrustBudget }[]
  readonly #known = new Map<Certificate, Map<Certificate, readonly RevocationStatement[]>>()

  constructor(data: RevocationData, budget: TrustBudget) {
    this.#sources = [{ data, budget }]
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
    const statements = this.#sources.flatMap(({ data, budget }) => [
      ...data.answersAbout(certificate).flatMap((stored) => {
        const isAbout = isAnswerFor(stored.answer.certificateId, certificate, issuer)
        return (isAbout ? this.#judgeAnswer(stored, issuer, budget) : undefined) ?? []
      }),
      ...data.crlsAbout(certificate).flatMap((stored) => judgeCrl(stored, certificate, issuer, budget) ?? []),
    ])
    // Of two from the same moment the worse comes first.
    const rank = ({ status }: RevocationStatement) => (status === 'revoked' ? 0 : 1)
    return statements.sort((a, b) => b.thisUpdate.getTime() - a.thisUpdate.getTime() || rank(a) - rank(b))
  }

  #judgeAnswer(
    { ocsp, answer }: StoredAnswer,
    issuer: Certificate,
    budget: TrustBudget,
  ): RevocationStatement | undefined {
    const { status, revocation, thisUpdate } = answer
    if (status === 'unknown' || thisUpdate > lastWordOf(ocsp.response)) return undefined
    const extensions = [...ocsp.response.extensions, ...answer.extensions]
    if (extensions.some(({ critical, oid }) => critical && oid !== OID.archiveCutoff)) return undefined
    const signer = this.#findResponder(ocsp, issuer, budget)
    if (signer === undefined) return undefined
    const isDelegated = !equalBytes(signer.der, issuer.der)
    // Nor does its statement count beyond the end of its certificate, when somebody else may have the key.
    const isCapped = isDelegated && answer.nextUpdate !== undefined
    const nextUpdate = isCapped ? earliestOf(answer.nextUpdate, signer.notAfter) : answer.nextUpdate
    return {
      ...{ status, revocation, thisUpdate, nextUpdate, signer, source: 'ocsp' as const, item: ocsp.item },
      isDelegated,
      retainedSince: timeIn(answer.extensions, OID.archiveCutoff),
      signatureAlgorithm: ocsp.response.signatureAlgorithm,
    }
  }

  /** RFC 6960, 4.2.2.2: the issuer itself, or a responder that it issued a certificate to for this very purpose. */
  #findResponder(
    { response, certificates }: StoredOcsp,
    issuer: Certificate,
    budget: TrustBudget,
  ): Certificate | undefined {
    const scheme = readSignatureScheme(response.signatureAlgorithm)
    if (scheme === undefined || scheme.digest?.name === 'md5') return undefined
    const named = [issuer, ...certificates].filter((candidate) => isNamed(response, candidate))
    return named.find((responder) => {
      if (!this.#isAuthorised(responder, issuer, response, budget)) return false
      const check = () => checkSignature(scheme, responder.publicKey, [response.tbs], response.signature) === 'match'
      return budget.isSignedBy(response, responder, check)
    })
  }

  #isAuthorised(
    responder: Certificate,
    issuer: Certificate,
    { producedAt }: OcspResponse,
    budget: TrustBudget,
  ): boolean {
    if (equalBytes(responder.der, issuer.der)) return true
    if (!equalNames(responder.issuer, issuer.subject)) return false
    const path = [responder, issuer]
    const options = { purpose: 'ocsp-signing', maxNameComparisons: CRYPTO_LIMITS.maxNameComparisons } as const
    const fault = findPathFault(path, { ...options, at: producedAt })
    // The issuer has been judged with the path that it belongs to.
    if (fault !== undefined && fault.index === 0) return false
    return budget.isIssuedBy(responder, issuer) && !this.#isResponderRevoked(responder, issuer, producedAt)
  }

  /**
   * RFC 6960, 4.2.2.2.1: a responder may be revoked like any other certificate, unless its issuer says (nocheck) that it
   * never is. An answer of before the revocation counts where the key was good until then.
   */
  #isResponderRevoked(responder: Certificate, issuer: Certificate, producedAt: Date): boolean {
    if (isExempt(responder)) return false
    return this.about(responder, issuer).some(({ status, revocation, signer }) => {
      if (status !== 'revoked' || equalBytes(signer.der, responder.der)) return false
      return revocation === undefined || revocation.date <= producedAt || !isHarmlessRevocation(revocation)
    })
  }
}

/** A responder that signed while its certificate was valid (producedAt) knew nothing of what came later. */
function lastWordOf({ producedAt }: OcspResponse): Date {
  return new Date(producedAt.getTime() + CLOCK_TOLERANCE_MS)
}

function isNamed({ responder }: OcspResponse, candidate: Certificate): boolean {
  if ('name' in responder) return equalNames(responder.name, candidate.subject)
  const sha1 = digestByName('sha1')
  return sha1 !== undefined && equalBytes(responder.keyHash, digestOf(sha1, candidate.publicKey.keyBytes))
}

/** Whether revocation need not be checked for this certificate; for a malformed one it is. */
export function isExempt(certificate: Certificate): boolean {
  try {
    return isRevocationExempt(certificate)
  } catch {
    return false
  }
}

/**
 * RFC 3161, 4.1: reasons after which what the key signed before stays good: unspecified (when it is given as a reason),
 * affiliationChanged, superseded and cessationOfOperation. Without a reason anything may have happened.
 */
const HARMLESS_REASONS: ReadonlySet<number> = new Set([0, 3, 4, 5])

/** Whether the key was under control until the revocation. */
export function isHarmlessRevocation({ reason }: Revocation): boolean {
  return reason !== undefined && HARMLESS_REASONS.has(reason)
}

/** Whether the certificate is only suspended (RFC 5280, 5.3.1: certificateHold). */
export function isSuspension({ revocation }: RevocationStatement): boolean {
  return revocation?.reason === REASON.certificateHold
}

/** From when on signatures by the key prove nothing: the revocation, or when a compromise is thought to have begun. */
export function badSince({ date, reason, invalidityDate }: Revocation): Date {
  const isCompromise =
    reason === REASON.keyCompromise || reason === REASON.cACompromise || reason === REASON.aACompromise
  return isCompromise && invalidityDate !== undefined && invalidityDate < date ? invalidityDate : date
}

function judgeCrl(
  { crl, item }: StoredCrl,
  certificate: Certificate,
  issuer: Certificate,
  budget: TrustBudget,
): RevocationStatement | undefined {
  try {
    if (!isCrlInScope(crl, certificate) || !isCrlSigned(crl, issuer, budget)) return undefined
    const entry = findRevocation(crl, certificate.serialNumber)
    const revocation = entry?.reason === REASON.removeFromCRL ? undefined : entry
    const { thisUpdate, nextUpdate, signatureAlgorithm } = crl
    return {
      ...{ revocation, thisUpdate, nextUpdate, signatureAlgorithm, item, signer: issuer, isDelegated: false },
      status: revocation === undefined ? 'good' : 'revoked',
      source: 'crl',
      retainedSince: timeIn(crl.extensions, OID.expiredCertsOnCrl),
    }
  } catch {
    return undefined
  }
}

function isCrlSigned(crl: CertificateList, issuer: Certificate, budget: TrustBudget): boolean {
  const usage = keyUsageOf(issuer)
  if (!equalNames(crl.issuer, issuer.subject) || (usage !== undefined && !usage.has('cRLSign'))) return false
  const scheme = readSignatureScheme(crl.signatureAlgorithm)
  if (scheme === undefined || scheme.digest?.name === 'md5') return false
  const check = () => checkSignature(scheme, issuer.publicKey, [crl.tbs], crl.signature) === 'match'
  return budget.isSignedBy(crl, issuer, check)
}

const ISSUING_DISTRIBUTION_POINT = '2.5.29.28'
const DISTRIBUTION_POINTS = '2.5.29.31'

/** Whether the CRL speaks about this certificate for all reasons (RFC 5280, 6.3.3). Delta and indirect CRLs do not. */
function isCrlInScope(crl: CertificateList, certificate: Certificate): boolean {
  for (const { oid, critical, value } of crl.extensions) {
    if (oid !== ISSUING_DISTRIBUTION_POINT) {
      if (critical && oid !== OID.expiredCertsOnCrl) return false
      continue
    }
    const scope = readCrlScope(value)
    const isCa = basicConstraintsOf(certificate)?.isCa === true
    if (scope.isIndirect || scope.onlySomeReasons || scope.onlyAttributeCertificates) return false
    if ((scope.onlyUserCertificates && isCa) || (scope.onlyCaCertificates && !isCa)) return false
    const { distributionPoint } = scope
    if (distributionPoint !== undefined) {
      const points = certificate.extensions.find((extension) => extension.oid === DISTRIBUTION_POINTS)
      const own = points === undefined ? [] : readDistributionPoints(points.value)
      if (!own.some((name) => distributionPoint.some((other) => equalBytes(name, other)))) return false
    }
  }
  return true
}

/** The GeneralizedTime that an extension holds; an unreadable one counts as absent. */
function timeIn(extensions: readonly CertificateExtension[], wanted: string): Date | undefined {
  const extension = extensions.find(({ oid }) => oid === wanted)
  try {
    return extension === undefined ? undefined : readTime(readDer(extension.value))
  } catch {
    return undefined
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
}

/**
 * Whether a statement tells about a moment. One that was made later does, unless the certificate had ended by then and may
 * have been dropped. Any statement can tell that it was revoked, since revocation is final.
 */
export function speaksAbout(statement: RevocationStatement, moment: RevocationMoment): boolean {
  const { certificate, at, now, freshness = DEFAULT_FRESHNESS } = moment
  if (statement.thisUpdate.getTime() > now.getTime() + CLOCK_TOLERANCE_MS) return false
  if (statement.status === 'revoked' && !isSuspension(statement)) return true
  return isFreshAt(statement, at, freshness) && tellsAboutEnded(statement, certificate)
}

/** Whether the issuer still knew of the certificate when it made the statement. */
export function tellsAboutEnded(
  { thisUpdate, retainedSince }: RevocationStatement,
  { notAfter }: Certificate,
): boolean {
  return thisUpdate <= notAfter || (retainedSince !== undefined && retainedSince <= notAfter)
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
  const statement = usable.find((each) => each.status === 'revoked' && !isSuspension(each)) ?? usable[0]
  return { status: statement?.status ?? 'unknown', statement }
}

/**
 * Judges revocation data for one certificate, before it is embedded or believed: scope, signature, responder and time.
 *
 * @param crls encodings of CRLs
 * @param ocsps encodings of OCSP responses
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
