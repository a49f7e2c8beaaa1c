/**
 * Whether a signer's certificate can be traced to an anchor of the host, and was not revoked when it signed.
 *
 * @module
 */

import { REASON, readDistributionPoints } from '../cms/crl.js'
import { childrenOf, contentOf, DerReader, octetsOf, primitiveContextTag, readDer, TAG } from '../cms/der.js'
import { latin1, readOid } from '../cms/der-values.js'
import { formatName } from '../cms/name-text.js'
import type { Certificate } from '../cms/x509.js'
import {
  checkRevocation,
  mergeRevocationData,
  type RevocationData,
  type RevocationFact,
  readRevocationData,
} from './revocation.js'
import { type CertificatePool, isInPool } from './trust-anchors.js'
import { findPath, type TrustBudget, type TrustFault } from './trust-paths.js'
import type { Finding, RevocationReport, TrustReport } from './trust-report.js'

/** What the host is asked to fetch. */
export interface RevocationRequest {
  /** DER of the certificate in question, and of its issuer. */
  readonly certificate: Uint8Array
  readonly issuer: Uint8Array
  /** Where the certificate says that answers can be had. They come from the document: treat them as hostile. */
  readonly ocspUrls: readonly string[]
  readonly crlUrls: readonly string[]
  readonly signal?: AbortSignal
}

/** Gets revocation data from the network: encodings of CRLs and OCSP responses. Nothing is fetched without one. */
export type RevocationFetcher = (
  request: RevocationRequest,
) => Promise<{ readonly crls?: readonly Uint8Array[]; readonly ocsps?: readonly Uint8Array[] }>

export interface TrustOptions {
  /** See {@link readTrustAnchors}; undefined when the host has none. */
  readonly anchors: CertificatePool | undefined
  readonly purpose: 'document-signing' | 'time-stamping'
  /** Best known time of the signature. */
  readonly at: Date
  /** Whether a time stamp proves `at`; otherwise the signer only claims it. */
  readonly isTimeProven: boolean
  readonly now: Date
  readonly revocation: RevocationData
  readonly budget: TrustBudget
  readonly fetchRevocation?: RevocationFetcher | undefined
  /** Whether certificates without revocation data are untrusted. Default: they are reported. */
  readonly requireRevocation?: boolean | undefined
}

/** The verdict with what it rests on. */
export interface TrustResult {
  readonly report: TrustReport
  /** Leaf first; ends in an anchor when the report says `trusted`. */
  readonly path: readonly Certificate[]
  /** What is worth knowing but changes nothing. */
  readonly warnings: readonly Finding[]
}

const MESSAGES: Readonly<Record<TrustFault['code'], string>> = {
  chain_not_found: 'No chain leads from this certificate to a trusted one.',
  chain_too_complex: 'There are too many certificates to look for a chain among them.',
  chain_algorithm_weak: 'The certificate rests on an algorithm or key that can be forged.',
  certificate_malformed: 'The certificate has an extension that is malformed or there twice.',
  certificate_expired: 'The certificate had expired when the signature was made.',
  certificate_not_yet_valid: 'The certificate was not valid yet when the signature was made.',
  critical_extension_unknown: 'The certificate has a critical extension that is not known.',
  issuer_not_ca: 'The certificate issued another without being a CA.',
  issuer_key_usage: 'The certificate issued another, which its key usage does not allow.',
  path_too_long: 'More CAs stand below this certificate than it allows.',
  name_not_permitted: 'A name in the certificate is outside of what its CA may certify.',
  name_constraints_unsupported: 'The name constraints of the certificate are too many to check.',
  key_usage_mismatch: 'The key usage of the certificate does not allow signatures.',
  extended_key_usage_mismatch: 'The certificate is for another purpose.',
  policy_required: 'A CA requires a certificate policy that the chain does not have.',
  policy_unsupported: 'A CA requires a certificate policy behind a mapping, which is not supported.',
}

/** Faults that leave the question open. */
const OPEN_FAULTS: ReadonlySet<TrustFault['code']> = new Set([
  'chain_too_complex',
  'chain_algorithm_weak',
  'name_constraints_unsupported',
  'policy_unsupported',
])

const NOT_EVALUATED: RevocationReport = { status: 'not_evaluated', findings: [] }

/**
 * Evaluates one certificate. Never throws for what stands in certificates or revocation data.
 *
 * @param leaf the signer's certificate
 * @param pool all certificates that may be part of its chain
 */
export async function evaluateTrust(
  leaf: Certificate,
  pool: CertificatePool,
  options: TrustOptions,
): Promise<TrustResult> {
  const { anchors } = options
  if (anchors === undefined) {
    const report = { status: 'not_evaluated', findings: [], chain: [], revocation: NOT_EVALUATED } as const
    return { report, path: [leaf], warnings: [] }
  }
  const { path, fault } = findPath(leaf, { ...options, anchors, pool })
  const chain = path.map((certificate) => formatName(certificate.subject))
  if (fault !== undefined) {
    const message = `${MESSAGES[fault.code]} (${formatName(fault.certificate.subject)})`
    const status = OPEN_FAULTS.has(fault.code) ? 'indeterminate' : 'untrusted'
    const report: TrustReport = {
      status,
      findings: [{ code: fault.code, message }],
      chain,
      revocation: NOT_EVALUATED,
    }
    return { report, path, warnings: [] }
  }
  const { revocation, findings, status, warnings } = await evaluateRevocation(path, anchors, options)
  const claimed = claimWarning(leaf, options)
  return {
    report: { status, findings, chain, revocation },
    path,
    warnings: claimed === undefined ? warnings : [...warnings, claimed],
  }
}

function claimWarning(leaf: Certificate, { isTimeProven, now }: TrustOptions): Finding | undefined {
  if (isTimeProven || leaf.notAfter >= now) return undefined
  const message = 'The certificate has expired since, and no time stamp proves that the signature is older.'
  return { code: 'expired_without_timestamp', message }
}

async function evaluateRevocation(path: readonly Certificate[], anchors: CertificatePool, options: TrustOptions) {
  const findings: Finding[] = []
  const revocationFindings: Finding[] = []
  const warnings: Finding[] = []
  let isUntrusted = false
  let isRevoked = false
  let isUnknown = false
  for (let i = 0; i + 1 < path.length; i++) {
    const certificate = path[i]
    const issuer = path[i + 1]
    if (certificate === undefined || issuer === undefined || isInPool(anchors, certificate)) continue
    const fact = await learnRevocation(certificate, issuer, options, revocationFindings)
    const verdict = judgeFact(fact, options)
    const name = formatName(certificate.subject)
    if (verdict === 'revoked' || verdict === 'revoked_no_poe') {
      isRevoked = true
      const finding = describeRevocation(name, fact, verdict)
      findings.push(finding)
      revocationFindings.push(finding)
      isUntrusted ||= verdict === 'revoked'
    } else if (verdict === 'unknown') {
      isUnknown = true
      const message = `Whether the certificate was revoked is not known. (${name})`
      revocationFindings.push({ code: 'revocation_unknown', message })
      if (options.requireRevocation === true) findings.push({ code: 'revocation_unknown', message })
    } else if (verdict === 'revoked_later') {
      const message = `The certificate was revoked after the signature was made. (${name})`
      warnings.push({ code: 'certificate_revoked_later', message })
    }
  }
  const revocation: RevocationReport = {
    status: isRevoked ? 'revoked' : isUnknown ? 'unknown' : path.length > 1 ? 'good' : 'not_evaluated',
    findings: revocationFindings,
  }
  const status: TrustReport['status'] = isUntrusted ? 'untrusted' : findings.length > 0 ? 'indeterminate' : 'trusted'
  return { revocation, findings, status, warnings }
}

async function learnRevocation(
  certificate: Certificate,
  issuer: Certificate,
  options: TrustOptions,
  findings: Finding[],
): Promise<RevocationFact> {
  const { now, budget, revocation, fetchRevocation, isTimeProven, requireRevocation } = options
  // Who only claims a time could bring old data that fits it: where an answer is required it must be one of today.
  const at = isTimeProven || requireRevocation !== true ? options.at : now
  const query = { certificate, issuer, at, now, budget }
  const fact = checkRevocation(revocation, query)
  if (fact.status !== 'unknown' || fetchRevocation === undefined) return fact
  try {
    const fetched = await fetchRevocation({
      certificate: certificate.der,
      issuer: issuer.der,
      ocspUrls: ocspUrlsOf(certificate),
      crlUrls: crlUrlsOf(certificate),
    })
    const data = readRevocationData(fetched.crls ?? [], fetched.ocsps ?? [])
    return checkRevocation(mergeRevocationData(revocation, data), query)
  } catch {
    const message = `Revocation data could not be fetched. (${formatName(certificate.subject)})`
    findings.push({ code: 'revocation_fetch_failed', message })
    return fact
  }
}

type RevocationVerdict = 'good' | 'unknown' | 'revoked' | 'revoked_no_poe' | 'revoked_later'

/** RFC 3161, 4: reasons after which what a time-stamping authority stamped before stays good. */
const HARMLESS_REASONS: ReadonlySet<number> = new Set([0, 3, 4, 5])

function judgeFact(fact: RevocationFact, { at, isTimeProven, purpose }: TrustOptions): RevocationVerdict {
  const { revocation, status } = fact
  if (status !== 'revoked' || revocation === undefined) return status === 'revoked' ? 'revoked' : status
  const { date, reason, invalidityDate } = revocation
  const isCompromise =
    reason === REASON.keyCompromise || reason === REASON.cACompromise || reason === REASON.aACompromise
  if (date <= at || (isCompromise && invalidityDate !== undefined && invalidityDate <= at)) return 'revoked'
  if (purpose === 'time-stamping') {
    return reason !== undefined && HARMLESS_REASONS.has(reason) ? 'revoked_later' : 'revoked'
  }
  return isTimeProven ? 'revoked_later' : 'revoked_no_poe'
}

function describeRevocation(
  name: string,
  { revocation }: RevocationFact,
  verdict: 'revoked' | 'revoked_no_poe',
): Finding {
  const when = revocation === undefined ? '' : ` on ${revocation.date.toISOString()}`
  return verdict === 'revoked'
    ? { code: 'certificate_revoked', message: `The certificate was revoked${when}. (${name})` }
    : {
        code: 'certificate_revoked_no_poe',
        message: `The certificate was revoked${when}, and no time stamp proves that the signature is older. (${name})`,
      }
}

const AUTHORITY_INFO_ACCESS = '1.3.6.1.5.5.7.1.1'
const OCSP_METHOD = '1.3.6.1.5.5.7.48.1'
const CRL_DISTRIBUTION_POINTS = '2.5.29.31'

function ocspUrlsOf(certificate: Certificate): string[] {
  return urlsOf(certificate, AUTHORITY_INFO_ACCESS, (value) =>
    Array.from(childrenOf(readDer(value))).flatMap((access) => {
      const reader = new DerReader(access, TAG.sequence)
      const isOcsp = readOid(reader.read(TAG.oid, 'an access method')) === OCSP_METHOD
      const location = reader.readAny('an access location')
      return isOcsp && location.tag === primitiveContextTag(6) ? [latin1(octetsOf(location))] : []
    }),
  )
}

function crlUrlsOf(certificate: Certificate): string[] {
  return urlsOf(certificate, CRL_DISTRIBUTION_POINTS, (value) =>
    readDistributionPoints(value).flatMap((encoding) => {
      const name = readDer(encoding)
      return name.tag === primitiveContextTag(6) ? [latin1(contentOf(name))] : []
    }),
  )
}

function urlsOf(certificate: Certificate, oid: string, read: (value: Uint8Array) => string[]): string[] {
  const extension = certificate.extensions.find((each) => each.oid === oid)
  try {
    return extension === undefined ? [] : read(extension.value)
  } catch {
    return []
  }
}
