/**
 * Builds certification paths from a certificate up to the host's anchors.
 *
 * @module
 */

import { readSignatureScheme } from '../../cms/algorithms.js'
import { equalBytes, latin1 } from '../../cms/asn1.js'
import {
  authorityKeyIdentifierOf,
  type Certificate,
  findPathFault,
  isIssuedBy,
  type KeyPurpose,
  type PathFault,
  subjectKeyIdentifierOf,
} from '../../cms/certificates.js'
import { CRYPTO_LIMITS } from '../../limits.js'
import { datedKey } from '../integrity/algorithm-policy.js'
import { type CertificatePool, findBySubject, isInPool } from '../trust-anchors.js'

/** Remaining budget for one document, and results of signature checks already made. */
export class TrustBudget {
  #signatures: number
  #steps: number
  /** Results by signed object and key. */
  readonly #known = new Map<object, Map<string, boolean>>()

  /** True once something was left unchecked because of its cost. */
  exhausted = false

  /** @param signatures number of signatures in the document */
  constructor(signatures = 1) {
    this.#signatures = CRYPTO_LIMITS.maxChainSignatures + signatures * CRYPTO_LIMITS.chainSignaturesPerSignature
    this.#steps = CRYPTO_LIMITS.maxPathSteps + signatures * CRYPTO_LIMITS.pathStepsPerSignature
  }

  /** Charges the examination of one possible issuer; false when the budget is used up. */
  step(): boolean {
    if (--this.#steps < 0) this.exhausted = true
    return this.#steps >= 0
  }

  /** True when `issuer` signed `certificate`; false when the budget is used up. */
  isIssuedBy(certificate: Certificate, issuer: Certificate): boolean {
    return this.isSignedBy(certificate, issuer, () => isIssuedBy(certificate, issuer))
  }

  /** Checks a signature by an issuer's key, unless the result is known; false when the budget is used up. */
  isSignedBy(signed: object, issuer: Certificate, check: () => boolean): boolean {
    let outcomes = this.#known.get(signed)
    if (outcomes === undefined) {
      outcomes = new Map()
      this.#known.set(signed, outcomes)
    }
    const key = latin1(issuer.publicKey.der)
    let outcome = outcomes.get(key)
    if (outcome === undefined) {
      if (this.#signatures <= 0) {
        this.exhausted = true
        return false
      }
      this.#signatures--
      outcome = check()
      outcomes.set(key, outcome)
    }
    return outcome
  }
}

/** Why a path is not reliable. */
export interface TrustFault {
  readonly code:
    | PathFault['code']
    | 'chain_not_found'
    | 'chain_too_complex'
    | 'chain_algorithm_weak'
    | 'anchor_not_approved'
  /** The certificate with the fault. */
  readonly certificate: Certificate
}

/** A path, leaf first. With a fault, it is the best one found, and may end before an anchor. */
interface PathResult {
  readonly path: readonly Certificate[]
  readonly fault: TrustFault | undefined
}

interface PathSearch {
  readonly anchors: CertificatePool
  readonly pool: CertificatePool
  readonly at: Date
  readonly purpose: KeyPurpose
  readonly budget: TrustBudget
  /**
   * Distance of a valid path from the best. The first path with 0 is used, otherwise the first with the lowest value: CAs
   * renew certificates for one key. Default: all are equally good.
   */
  readonly rank?: (path: readonly Certificate[]) => number
  /**
   * Tells whether the last certificate of a path, which is among the anchors, is an anchor for this path. Default: always.
   */
  readonly isAnchored?: ((path: readonly Certificate[]) => boolean) | undefined
}

/** Finds a valid path to an anchor. A leaf that is an anchor itself is its own path. */
export function findPath(leaf: Certificate, search: PathSearch): PathResult {
  const { anchors, budget } = search
  const choice = new PathChoice(search)
  let longest: readonly Certificate[] = [leaf]

  const extend = (path: readonly Certificate[]): PathResult | undefined => {
    const last = path[path.length - 1]
    if (last === undefined) return undefined
    if (path.length > longest.length) longest = path
    if (isInPool(anchors, last)) {
      const found = choice.judge(path)
      if (found !== undefined) return found
    }
    if (path.length >= CRYPTO_LIMITS.maxPathLength) return undefined
    for (const issuer of issuersOf(last, search)) {
      if (!budget.step()) return undefined
      // A loop of cross-certificates would repeat a key with the same name (RFC 5280, 6.1).
      if (path.some((certificate) => isSameEntity(certificate, issuer))) continue
      if (!budget.isIssuedBy(last, issuer)) continue
      const found = extend([...path, issuer])
      if (found !== undefined) return found
      if (budget.exhausted) return undefined
    }
    return undefined
  }

  const found = extend([leaf]) ?? choice.bestValid
  if (found !== undefined) return found
  if (budget.exhausted) {
    return { path: longest, fault: { code: 'chain_too_complex', certificate: leaf } }
  }
  return (
    choice.firstFaulty ?? { path: longest, fault: { code: 'chain_not_found', certificate: longest.at(-1) ?? leaf } }
  )
}

/** Chooses among the paths that lead to an anchor. */
class PathChoice {
  readonly #search: PathSearch
  #left: number = CRYPTO_LIMITS.maxPathChoices
  firstFaulty: PathResult | undefined
  bestValid: PathResult | undefined
  #bestRank = Number.POSITIVE_INFINITY

  constructor(search: PathSearch) {
    this.#search = search
  }

  /** The path to use, if no better one has to be searched. */
  judge(path: readonly Certificate[]): PathResult | undefined {
    const fault = faultOf(path, this.#search) ?? this.#anchorFault(path)
    const result = { path, fault }
    if (fault !== undefined) {
      this.firstFaulty ??= result
      return undefined
    }
    const rank = this.#search.rank?.(path) ?? 0
    if (rank <= 0) return result
    if (rank < this.#bestRank) {
      this.bestValid = result
      this.#bestRank = rank
    }
    return --this.#left <= 0 ? this.bestValid : undefined
  }

  #anchorFault(path: readonly Certificate[]): TrustFault | undefined {
    const last = path.at(-1)
    if (last === undefined || this.#search.isAnchored?.(path) !== false) return undefined
    return { code: 'anchor_not_approved', certificate: last }
  }
}

/** Possible issuers by name: anchors first, then those with a matching key identifier, then the others. */
function issuersOf(certificate: Certificate, { anchors, pool }: PathSearch): Certificate[] {
  const known = [...findBySubject(anchors, certificate.issuer), ...findBySubject(pool, certificate.issuer)]
  const wanted = identifierOf(authorityKeyIdentifierOf, certificate)
  if (wanted === undefined || known.length < 2) return known
  const matches = (issuer: Certificate) => {
    const own = identifierOf(subjectKeyIdentifierOf, issuer)
    return own !== undefined && equalBytes(own, wanted)
  }
  return [...known.filter(matches), ...known.filter((issuer) => !matches(issuer))]
}

function identifierOf(read: (certificate: Certificate) => Uint8Array | undefined, certificate: Certificate) {
  try {
    return read(certificate)
  } catch {
    return undefined
  }
}

function isSameEntity(a: Certificate, b: Certificate): boolean {
  return equalBytes(a.publicKey.der, b.publicKey.der) && equalBytes(a.subject.der, b.subject.der)
}

function faultOf(path: readonly Certificate[], { at, purpose }: PathSearch): TrustFault | undefined {
  const fault = findPathFault(path, { at, purpose, maxNameComparisons: CRYPTO_LIMITS.maxNameComparisons })
  const blamed = fault === undefined ? undefined : path[fault.index]
  if (fault !== undefined && blamed !== undefined) return { code: fault.code, certificate: blamed }
  const weak = path.find((certificate, index) => isWeak(certificate, index < path.length - 1))
  return weak === undefined ? undefined : { code: 'chain_algorithm_weak', certificate: weak }
}

const SHA1_CERTIFICATES_END = Date.UTC(2017, 0, 1)

/**
 * True when a certificate could have been forged: it was issued with MD5, with SHA-1 after CAs had to stop, or with a key
 * that can be computed. The anchor's own signature does not matter.
 */
function isWeak(certificate: Certificate, isSignatureUsed: boolean): boolean {
  if (datedKey(certificate.publicKey).some(({ since }) => since < '2014')) return true
  if (!isSignatureUsed) return false
  const digest = readSignatureScheme(certificate.signatureAlgorithm)?.digest?.name
  return digest === 'md5' || (digest === 'sha1' && certificate.notBefore.getTime() >= SHA1_CERTIFICATES_END)
}
