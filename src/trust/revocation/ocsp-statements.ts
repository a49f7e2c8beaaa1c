/**
 * Derives statements from OCSP responses whose signer is authorised by the issuer of the certificate (RFC 6960).
 *
 * @module
 */

import { checkSignature, digestByName, digestOf, readSignatureScheme } from '../../cms/algorithms.js'
import { equalBytes, OID } from '../../cms/asn1.js'
import { type Certificate, findPathFault } from '../../cms/certificates.js'
import { equalNames } from '../../cms/names.js'
import type { OcspResponse } from '../../cms/revocation.js'
import { CRYPTO_LIMITS } from '../../limits.js'
import { earliestOf } from '../over-time/algorithm-dates.js'
import type { TrustBudget } from '../paths/trust-paths.js'
import { CLOCK_TOLERANCE_MS } from './freshness.js'
import type { StoredAnswer, StoredOcsp } from './revocation-data.js'
import { type RevocationStatement, timeIn } from './revocation-statement.js'

/** Functions and budget that judging an answer needs. */
interface AnswerContext {
  readonly budget: TrustBudget
  /** True when a responder is known to have been revoked when it signed. */
  isRevoked(responder: Certificate, issuer: Certificate, at: Date): boolean
}

/** The statement of one answer; `undefined` when its signer is not authorised, or it states nothing. */
export function judgeAnswer(
  { ocsp, answer }: StoredAnswer,
  issuer: Certificate,
  context: AnswerContext,
): RevocationStatement | undefined {
  const { status, revocation, thisUpdate } = answer
  if (status === 'unknown' || (status === 'good' && thisUpdate > lastWordOf(ocsp.response))) return undefined
  const extensions = [...ocsp.response.extensions, ...answer.extensions]
  if (extensions.some(({ critical, oid }) => critical && oid !== OID.archiveCutoff)) return undefined
  const signer = findResponder(ocsp, issuer, context)
  if (signer === undefined) return undefined
  const isDelegated = !equalBytes(signer.der, issuer.der)
  // A responder's statement does not count after the end of its certificate, when somebody else may have the key.
  const isCapped = isDelegated && answer.nextUpdate !== undefined
  return {
    ...{ status, revocation, thisUpdate, source: 'ocsp' as const, items: [ocsp.item] },
    nextUpdate: isCapped ? earliestOf(answer.nextUpdate, signer.notAfter) : answer.nextUpdate,
    signers: [{ certificate: signer, issuer: isDelegated ? issuer : undefined }],
    retainedSince: timeIn(answer.extensions, OID.archiveCutoff),
    signatureAlgorithms: [ocsp.response.signatureAlgorithm],
  }
}

/** The signer: the issuer itself, or a responder with a certificate by the issuer for this purpose (RFC 6960, 4.2.2.2). */
function findResponder(
  { response, certificates }: StoredOcsp,
  issuer: Certificate,
  context: AnswerContext,
): Certificate | undefined {
  const scheme = readSignatureScheme(response.signatureAlgorithm)
  if (scheme === undefined || scheme.digest?.name === 'md5') return undefined
  const named = [issuer, ...certificates].filter((candidate) => isNamed(response, candidate))
  return named.find((responder) => {
    if (!isAuthorised(responder, issuer, response, context)) return false
    const check = () => checkSignature(scheme, responder.publicKey, [response.tbs], response.signature) === 'match'
    return context.budget.isSignedBy(response, responder, check)
  })
}

function isAuthorised(
  responder: Certificate,
  issuer: Certificate,
  { producedAt }: OcspResponse,
  { budget, isRevoked }: AnswerContext,
): boolean {
  if (equalBytes(responder.der, issuer.der)) return true
  if (!equalNames(responder.issuer, issuer.subject)) return false
  const path = [responder, issuer]
  const options = { purpose: 'ocsp-signing', maxNameComparisons: CRYPTO_LIMITS.maxNameComparisons } as const
  const fault = findPathFault(path, { ...options, at: producedAt })
  // The issuer was judged with its path.
  if (fault !== undefined && fault.index === 0) return false
  return budget.isIssuedBy(responder, issuer) && !isRevoked(responder, issuer, producedAt)
}

/** The last moment of which a responder knew, which is when it signed (producedAt), while its certificate was valid. */
function lastWordOf({ producedAt }: OcspResponse): Date {
  return new Date(producedAt.getTime() + CLOCK_TOLERANCE_MS)
}

function isNamed({ responder }: OcspResponse, candidate: Certificate): boolean {
  if ('name' in responder) return equalNames(responder.name, candidate.subject)
  const sha1 = digestByName('sha1')
  return sha1 !== undefined && equalBytes(responder.keyHash, digestOf(sha1, candidate.publicKey.keyBytes))
}
