/**
 * Statements of OCSP responses, as far as the issuer of a certificate answers for it (RFC 6960).
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

/** The questions and the budget that the judgement of an answer has. */
export interface AnswerContext {
  readonly budget: TrustBudget
  /** Whether a responder was revoked when it signed, as far as is known. */
  isRevoked(responder: Certificate, issuer: Certificate, at: Date): boolean
}

/** The statement of one answer; undefined where nobody who may make it signed it, or where it says nothing. */
export function judgeAnswer(
  { ocsp, answer }: StoredAnswer,
  issuer: Certificate,
  context: AnswerContext,
): RevocationStatement | undefined {
  const { status, revocation, thisUpdate } = answer
  if (status === 'unknown' || thisUpdate > lastWordOf(ocsp.response)) return undefined
  const extensions = [...ocsp.response.extensions, ...answer.extensions]
  if (extensions.some(({ critical, oid }) => critical && oid !== OID.archiveCutoff)) return undefined
  const signer = findResponder(ocsp, issuer, context)
  if (signer === undefined) return undefined
  const isDelegated = !equalBytes(signer.der, issuer.der)
  // A responder's statement does not count beyond the end of its certificate, when somebody else may have the key.
  const isCapped = isDelegated && answer.nextUpdate !== undefined
  return {
    ...{ status, revocation, thisUpdate, source: 'ocsp' as const, items: [ocsp.item] },
    nextUpdate: isCapped ? earliestOf(answer.nextUpdate, signer.notAfter) : answer.nextUpdate,
    signers: [{ certificate: signer, issuer: isDelegated ? issuer : undefined }],
    retainedSince: timeIn(answer.extensions, OID.archiveCutoff),
    signatureAlgorithms: [ocsp.response.signatureAlgorithm],
  }
}

/** RFC 6960, 4.2.2.2: the issuer itself, or a responder that it issued a certificate to for this very purpose. */
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
  // The issuer has been judged with the path that it belongs to.
  if (fault !== undefined && fault.index === 0) return false
  return budget.isIssuedBy(responder, issuer) && !isRevoked(responder, issuer, producedAt)
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
