/**
 * Whether a certificate had been revoked at a moment, by the OCSP responses and CRLs at hand (RFC 6960; RFC 5280, 6.3).
 *
 * @module
 */

import {
  type CertificateList,
  findRevocation,
  parseCrl,
  REASON,
  type Revocation,
  readCrlScope,
  readDistributionPoints,
} from '../cms/crl.js'
import { equalBytes } from '../cms/der.js'
import { digestByName, digestOf } from '../cms/digest-algorithm.js'
import { equalNames, nameKey } from '../cms/distinguished-name.js'
import { isAnswerFor, type OcspResponse, type OcspSingleResponse, parseOcspResponse } from '../cms/ocsp.js'
import { findPathFault } from '../cms/path-validation.js'
import { checkSignature, readVerificationScheme } from '../cms/signature-verification.js'
import type { Certificate } from '../cms/x509.js'
import { basicConstraintsOf, keyUsageOf } from '../cms/x509-extensions.js'
import { CRYPTO_LIMITS } from '../limits.js'
import { readCertificates } from './trust-anchors.js'
import type { TrustBudget } from './trust-paths.js'

/** Revocation data, parsed. */
export interface RevocationData {
  /** By {@link nameKey} of the issuer. */
  readonly crls: ReadonlyMap<string, readonly CertificateList[]>
  readonly ocsps: readonly ParsedOcsp[]
  /** Items that could not be read. */
  readonly unreadable: number
}

interface ParsedOcsp {
  readonly response: OcspResponse
  readonly certificates: readonly Certificate[]
}

/** What is known about one certificate. */
export interface RevocationFact {
  readonly status: 'good' | 'revoked' | 'unknown'
  readonly revocation: Revocation | undefined
  /** When the statement was made. */
  readonly statedAt: Date | undefined
  readonly source: 'ocsp' | 'crl' | undefined
}

export interface RevocationQuery {
  readonly certificate: Certificate
  readonly issuer: Certificate
  /** The moment that is asked about. */
  readonly at: Date
  readonly now: Date
  readonly budget: TrustBudget
}

/** Clocks differ: a statement may seem to come from this far ahead. In milliseconds. */
const CLOCK_TOLERANCE = 5 * 60_000
/** How long a statement without nextUpdate is taken as fresh, in milliseconds. */
const DEFAULT_FRESHNESS = 24 * 3_600_000

const NO_FACT: RevocationFact = { status: 'unknown', revocation: undefined, statedAt: undefined, source: undefined }

/** Parses revocation data. Items that are malformed are counted, and those past the limit are left out. */
export function readRevocationData(crls: readonly Uint8Array[], ocsps: readonly Uint8Array[]): RevocationData {
  let unreadable = 0
  const parse = <T>(items: readonly Uint8Array[], read: (der: Uint8Array) => T): T[] =>
    items.slice(0, CRYPTO_LIMITS.maxRevocationItems).flatMap((der) => {
      try {
        return [read(der)]
      } catch {
        unreadable++
        return []
      }
    })
  const byIssuer = new Map<string, CertificateList[]>()
  for (const crl of parse(crls, parseCrl)) {
    const key = nameKey(crl.issuer)
    const others = byIssuer.get(key)
    if (others === undefined) byIssuer.set(key, [crl])
    else others.push(crl)
  }
  const responses = parse(ocsps, (der): ParsedOcsp => {
    const response = parseOcspResponse(der)
    return { response, certificates: readCertificates(response.certificates) }
  })
  return { crls: byIssuer, ocsps: responses, unreadable }
}

/** Both together. */
export function mergeRevocationData(a: RevocationData, b: RevocationData): RevocationData {
  const crls = new Map(a.crls)
  for (const [issuer, lists] of b.crls) crls.set(issuer, [...(crls.get(issuer) ?? []), ...lists])
  return { crls, ocsps: [...a.ocsps, ...b.ocsps], unreadable: a.unreadable + b.unreadable }
}

/** The latest statement about a certificate that its issuer answers for and that speaks about the moment asked for. */
export function checkRevocation(data: RevocationData, query: RevocationQuery): RevocationFact {
  let best = NO_FACT
  const consider = (fact: RevocationFact) => {
    if (fact.status === 'unknown' || fact.statedAt === undefined) return
    const isNewer = best.statedAt === undefined || fact.statedAt > best.statedAt
    const isWorse = fact.statedAt.getTime() === best.statedAt?.getTime() && fact.status === 'revoked'
    if (isNewer || isWorse) best = fact
  }
  for (const ocsp of data.ocsps) {
    for (const answer of ocsp.response.responses) {
      if (!isAnswerFor(answer.certificateId, query.certificate, query.issuer)) continue
      if (isOcspUsable(ocsp, answer, query)) consider(factOfAnswer(answer))
    }
  }
  for (const crl of data.crls.get(nameKey(query.certificate.issuer)) ?? []) consider(factOfCrl(crl, query))
  return best
}

function factOfAnswer(answer: OcspSingleResponse): RevocationFact {
  const { status, revocation, thisUpdate } = answer
  return { status, revocation, statedAt: thisUpdate, source: 'ocsp' }
}

/** A later statement tells about an earlier moment too, as long as the certificate had not expired and been dropped. */
function isTimely(thisUpdate: Date, nextUpdate: Date | undefined, { certificate, at, now }: RevocationQuery): boolean {
  if (thisUpdate.getTime() > now.getTime() + CLOCK_TOLERANCE) return false
  if (thisUpdate >= at) return thisUpdate <= certificate.notAfter
  const until = nextUpdate?.getTime() ?? thisUpdate.getTime() + DEFAULT_FRESHNESS
  return until + CLOCK_TOLERANCE >= at.getTime()
}

function isOcspUsable(ocsp: ParsedOcsp, answer: OcspSingleResponse, query: RevocationQuery): boolean {
  const { response } = ocsp
  const isKnown = [...response.extensions, ...answer.extensions].every(({ critical }) => !critical)
  if (!isKnown || !isTimely(answer.thisUpdate, answer.nextUpdate, query)) return false
  const scheme = readVerificationScheme(response.signatureAlgorithm)
  if (scheme === undefined || scheme.digest?.name === 'md5') return false
  // RFC 6960, 4.2.2.2: the issuer itself, or a responder that it issued a certificate to for this very purpose.
  const responders = [query.issuer, ...ocsp.certificates].filter((candidate) => isNamed(response, candidate))
  return responders.some((responder) => {
    if (!isAuthorised(responder, response, query)) return false
    const check = () => checkSignature(scheme, responder.publicKey, [response.tbs], response.signature) === 'match'
    return query.budget.isSignedBy(response, responder, check)
  })
}

function isNamed({ responder }: OcspResponse, candidate: Certificate): boolean {
  if ('name' in responder) return equalNames(responder.name, candidate.subject)
  const sha1 = digestByName('sha1')
  return sha1 !== undefined && equalBytes(responder.keyHash, digestOf(sha1, candidate.publicKey.keyBytes))
}

function isAuthorised(responder: Certificate, { producedAt }: OcspResponse, query: RevocationQuery): boolean {
  if (equalBytes(responder.der, query.issuer.der)) return true
  if (!equalNames(responder.issuer, query.issuer.subject)) return false
  const path = [responder, query.issuer]
  const options = { purpose: 'ocsp-signing', maxNameComparisons: CRYPTO_LIMITS.maxNameComparisons } as const
  const fault = findPathFault(path, { ...options, at: producedAt })
  // The issuer has been judged with the path that it belongs to.
  if (fault !== undefined && fault.index === 0) return false
  return query.budget.isIssuedBy(responder, query.issuer)
}

const ISSUING_DISTRIBUTION_POINT = '2.5.29.28'
const DISTRIBUTION_POINTS = '2.5.29.31'

function factOfCrl(crl: CertificateList, query: RevocationQuery): RevocationFact {
  try {
    if (!isTimely(crl.thisUpdate, crl.nextUpdate, query) || !isCrlInScope(crl, query)) return NO_FACT
    if (!isCrlSigned(crl, query)) return NO_FACT
    const revocation = findRevocation(crl, query.certificate.serialNumber)
    const isRevoked = revocation !== undefined && revocation.reason !== REASON.removeFromCRL
    return { status: isRevoked ? 'revoked' : 'good', revocation, statedAt: crl.thisUpdate, source: 'crl' }
  } catch {
    return NO_FACT
  }
}

function isCrlSigned(crl: CertificateList, { issuer, budget }: RevocationQuery): boolean {
  const usage = keyUsageOf(issuer)
  if (!equalNames(crl.issuer, issuer.subject) || (usage !== undefined && !usage.has('cRLSign'))) return false
  const scheme = readVerificationScheme(crl.signatureAlgorithm)
  if (scheme === undefined || scheme.digest?.name === 'md5') return false
  const check = () => checkSignature(scheme, issuer.publicKey, [crl.tbs], crl.signature) === 'match'
  return budget.isSignedBy(crl, issuer, check)
}

/** Whether the CRL speaks about this certificate for all reasons (RFC 5280, 6.3.3). Delta and indirect CRLs do not. */
function isCrlInScope(crl: CertificateList, { certificate }: RevocationQuery): boolean {
  for (const { oid, critical, value } of crl.extensions) {
    if (oid !== ISSUING_DISTRIBUTION_POINT) {
      if (critical) return false
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
