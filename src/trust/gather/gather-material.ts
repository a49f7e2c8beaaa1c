/**
 * Gathers everything that is needed to validate certificates offline later: the certificates of their paths, a statement
 * about the revocation of each, and the same for the responders that made these statements.
 *
 * @module
 */

import { equalBytes, latin1 } from '../../cms/asn1.js'
import type { Certificate } from '../../cms/certificates.js'
import { equalNames, formatName } from '../../cms/names.js'
import { parseOcspResponse } from '../../cms/revocation.js'
import { SealwrightError } from '../../errors.js'
import { append } from '../../lists.js'
import { findPath, TrustBudget } from '../paths/trust-paths.js'
import { judgeRevocation, type RevocationFact } from '../revocation/revocation.js'
import { readRevocationData } from '../revocation/revocation-data.js'
import type { RevocationFetcher, RevocationRequest } from '../revocation/revocation-fetcher.js'
import { isExempt, isExemptResponder } from '../revocation/revocation-statement.js'
import { crlUrlsOf, ocspUrlsOf } from '../revocation/revocation-urls.js'
import { type CertificatePool, createPool, isInPool, readCertificates } from '../trust-anchors.js'
import type { OnlineRevocation } from './online-revocation.js'
import { REVOCATION_LIMITS } from './revocation-limits.js'

/** A certificate whose path has to be provable later. */
export interface PathTarget {
  readonly leaf: Certificate
  /** Certificates that came with it. */
  readonly known: readonly Certificate[]
  /** Anchors at which the path may end. Without any, it ends at a self-signed certificate. */
  readonly anchors: CertificatePool | undefined
  readonly purpose: 'document-signing' | 'time-stamping'
  /** Time when the path was used, if known; otherwise it must be valid now. */
  readonly at?: Date | undefined
}

/** Sources and settings of gathering. */
interface GatherContext {
  readonly revocation: RevocationFetcher | OnlineRevocation
  readonly now: () => Date
  readonly signal: AbortSignal | undefined
}

/** Data gathered for one target. */
export interface GatheredPath {
  /** Certificates from the leaf to the anchor. */
  readonly path: readonly Certificate[]
  readonly certificates: readonly Uint8Array[]
  readonly crls: readonly Uint8Array[]
  readonly ocsps: readonly Uint8Array[]
  /** A revoked certificate of the path. */
  readonly revoked: { readonly certificate: Certificate; readonly fact: RevocationFact } | undefined
}

/**
 * Gathers the data for one certificate.
 *
 * @throws SealwrightError `validation_data_unavailable` when any of it cannot be obtained; the signal's reason when aborted
 */
export async function gatherPath(target: PathTarget, context: GatherContext): Promise<GatheredPath> {
  const path = await completePath(target, context)
  const collector = new Collector(context)
  collector.addCertificates(path)
  const anchor = path.at(-1)
  await Promise.all(
    path.map(async (certificate, i) => {
      const issuer = path[i + 1]
      if (issuer === undefined || certificate === anchor) return
      if (target.anchors !== undefined && isInPool(target.anchors, certificate)) return
      await collector.addStatement(certificate, issuer, 0)
    }),
  )
  return { path, ...collector.result() }
}

/** The path to an anchor. Missing issuers are fetched. */
async function completePath(target: PathTarget, context: GatherContext): Promise<readonly Certificate[]> {
  const { leaf, purpose } = target
  const pool = [...target.known]
  const { revocation, signal, now } = context
  for (let fetched = 0; ; fetched++) {
    const anchors = target.anchors ?? createPool(pool.filter(isSelfIssued))
    const search = { anchors, pool: createPool(pool), at: target.at ?? now(), purpose, budget: new TrustBudget() }
    const { path, fault } = findPath(leaf, search)
    if (fault === undefined) return path
    const last = path.at(-1) ?? leaf
    const more = fetched < REVOCATION_LIMITS.maxIssuers && 'issuersOf' in revocation && fault.code === 'chain_not_found'
    const issuers = more
      ? readCertificates(await revocation.issuersOf(last.der, signal === undefined ? {} : { signal }))
      : []
    const fresh = issuers.filter((issuer) => !pool.some((known) => equalBytes(known.der, issuer.der)))
    if (fresh.length === 0) {
      const message = `The path of the certificate of ${formatName(leaf.subject)} is not complete (${fault.code}).`
      throw new SealwrightError('validation_data_unavailable', message, { cause: fault })
    }
    append(pool, fresh)
  }
}

/** True when an error means that no path was found, and not that a server did not answer. */
export function isIncompletePath({ cause }: SealwrightError): boolean {
  return typeof cause === 'object' && cause !== null && 'certificate' in cause && 'code' in cause
}

function isSelfIssued(certificate: Certificate): boolean {
  return equalNames(certificate.subject, certificate.issuer)
}

/** Collects data, each item once. */
class Collector {
  readonly #context: GatherContext
  readonly #certificates = new Map<string, Uint8Array>()
  readonly #crls = new Map<string, Uint8Array>()
  readonly #ocsps = new Map<string, Uint8Array>()
  readonly #asked = new Set<string>()
  #revoked: GatheredPath['revoked']

  constructor(context: GatherContext) {
    this.#context = context
  }

  addCertificates(certificates: readonly Certificate[]): void {
    for (const { der } of certificates) this.#certificates.set(latin1(der), der)
  }

  /**
   * Adds a statement about a certificate, and about the responder that made it. Without a confirmation that the responder was
   * not revoked, its answer proves nothing later; then a CRL may be used instead.
   */
  async addStatement(certificate: Certificate, issuer: Certificate, round: number): Promise<void> {
    const key = latin1(certificate.der)
    const isAsked = round === 0 ? !isExempt(certificate) : !isExemptResponder(certificate)
    if (this.#asked.has(key) || !isAsked) return
    this.#asked.add(key)
    const [ocspUrls, crlUrls] = [ocspUrlsOf(certificate), crlUrlsOf(certificate)]
    const fetched = await this.#fetch(certificate, issuer, { ocspUrls, crlUrls })
    try {
      for (const ocsp of fetched.ocsps) await this.#addResponder(ocsp, issuer, round)
      this.#keep(fetched)
    } catch (error) {
      if (crlUrls.length === 0 || !(error instanceof SealwrightError)) throw error
      this.#keep(await this.#fetch(certificate, issuer, { ocspUrls: [], crlUrls }))
    }
  }

  async #fetch(certificate: Certificate, issuer: Certificate, urls: Pick<RevocationRequest, 'ocspUrls' | 'crlUrls'>) {
    const { revocation, signal, now } = this.#context
    const request = { certificate: certificate.der, issuer: issuer.der, ...urls }
    const { ocsps = [], crls = [] } = await revocation(signal === undefined ? request : { ...request, signal }).catch(
      (error: unknown) => {
        signal?.throwIfAborted()
        throw unavailable(certificate, error)
      },
    )
    const at = now()
    const moment = { certificate, at, now: at }
    const fact = judgeRevocation(readRevocationData(crls, ocsps), issuer, moment, new TrustBudget())
    if (fact.status === 'unknown') throw unavailable(certificate)
    if (fact.status === 'revoked') this.#revoked ??= { certificate, fact }
    return { crls, ocsps }
  }

  #keep({ crls, ocsps }: { readonly crls: readonly Uint8Array[]; readonly ocsps: readonly Uint8Array[] }): void {
    for (const crl of crls) this.#crls.set(latin1(crl), crl)
    for (const ocsp of ocsps) this.#ocsps.set(latin1(ocsp), ocsp)
  }

  /**
   * Adds a statement about a responder, whose own certificate may have been revoked, unless it says that this need not be
   * checked (RFC 6960, 4.2.2.2.1).
   */
  async #addResponder(ocsp: Uint8Array, issuer: Certificate, round: number): Promise<void> {
    for (const responder of readCertificates(parseOcspResponse(ocsp).certificates)) {
      if (equalBytes(responder.der, issuer.der) || !equalNames(responder.issuer, issuer.subject)) continue
      if (round < REVOCATION_LIMITS.maxRounds) await this.addStatement(responder, issuer, round + 1)
      this.addCertificates([responder])
    }
  }

  result(): Omit<GatheredPath, 'path'> {
    return {
      certificates: [...this.#certificates.values()],
      crls: [...this.#crls.values()],
      ocsps: [...this.#ocsps.values()],
      revoked: this.#revoked,
    }
  }
}

function unavailable(certificate: Certificate, cause?: unknown): SealwrightError {
  const reason = cause instanceof SealwrightError ? ` ${cause.message}` : ''
  const message = `No usable revocation information was obtained about the certificate of ${formatName(certificate.subject)}.${reason}`
  return new SealwrightError('validation_data_unavailable', message, cause === undefined ? {} : { cause })
}

/** The data of all paths together, each item once. */
export function mergeMaterial(paths: readonly Omit<GatheredPath, 'path' | 'revoked'>[]) {
  const unique = (items: readonly Uint8Array[]) => [...new Map(items.map((item) => [latin1(item), item])).values()]
  return {
    certificates: unique(paths.flatMap(({ certificates }) => certificates)),
    crls: unique(paths.flatMap(({ crls }) => crls)),
    ocsps: unique(paths.flatMap(({ ocsps }) => ocsps)),
  }
}
