/**
 * Fetches OCSP answers, CRLs and certificates of issuers, and judges them before they are returned.
 *
 * @module
 */

import { equalBytes, readDer, readOctetString, readPemBlocks } from '../../cms/asn1.js'
import { type Certificate, parseCertificate } from '../../cms/certificates.js'
import { parseSignedData } from '../../cms/messages.js'
import { encodeOcspRequest, OCSP_NONCE, parseCrl, parseOcspResponse } from '../../cms/revocation.js'
import { SealwrightError } from '../../errors.js'
import { CircuitBreaker, CircuitOpenError, type Sign } from '../../net/circuit-breaker.js'
import { requestGuarded } from '../../net/guarded-request.js'
import { sendToHost } from '../../net/host-request.js'
import { raceAbort } from '../../pace/race-abort.js'
import { hash } from '../../platform/hashes.js'
import { randomBytes } from '../../platform/random.js'
import { TrustBudget } from '../paths/trust-paths.js'
import { judgeRevocation } from '../revocation/revocation.js'
import { readRevocationData } from '../revocation/revocation-data.js'
import type { RevocationFetcher, RevocationRequest } from '../revocation/revocation-fetcher.js'
import { isSignedBy, type RevocationStatement } from '../revocation/revocation-statement.js'
import { caIssuersUrlsOf, deltaCrlUrlsOf } from '../revocation/revocation-urls.js'
import { readCertificates } from '../trust-anchors.js'
import type { OnlineRevocationOptions } from './online-revocation-options.js'
import { REVOCATION_LIMITS } from './revocation-limits.js'
import { memoryRevocationStore, type RevocationStore } from './revocation-store.js'

type Fetched = Awaited<ReturnType<RevocationFetcher>>

/** The parsed certificate in question, and its issuer. */
interface Subject {
  readonly certificate: Certificate
  readonly issuer: Certificate
}

interface Sending {
  readonly maxBytes: number
  readonly body?: Uint8Array
  readonly contentType?: string
}

/** How an error counts for a server: an unreachable or slow one counts as silent. Refusals on our side do not count. */
function signOf(error: unknown): Sign {
  if (!(error instanceof SealwrightError)) return 'silent'
  return error.code === 'url_not_allowed' ? 'unknown' : 'alive'
}

/** Fetches, judges and keeps answers. See `onlineRevocation`. */
export class OnlineSource {
  readonly #options: OnlineRevocationOptions
  readonly #store: RevocationStore
  readonly #now: () => Date
  /** Requests in progress, by what they request. */
  readonly #running = new Map<string, Promise<Uint8Array>>()
  readonly #breaker = new CircuitBreaker()

  constructor(options: OnlineRevocationOptions) {
    this.#options = options
    this.#now = options.now ?? (() => new Date())
    this.#store = options.store ?? memoryRevocationStore({ now: this.#now })
  }

  /** @throws SealwrightError `validation_data_unavailable` when there is no usable answer. */
  async fetchRevocation(request: RevocationRequest): Promise<Fetched> {
    const subject = { certificate: parseCertificate(request.certificate), issuer: parseCertificate(request.issuer) }
    const { signal } = request
    const faults: string[] = []
    for (const url of request.ocspUrls.slice(0, REVOCATION_LIMITS.maxUrls)) {
      const ocsp = await this.#tryOne(faults, url, signal, () => this.#fetchOcsp(url, subject, signal))
      if (ocsp !== undefined) return { ocsps: [ocsp] }
    }
    for (const url of request.crlUrls.slice(0, REVOCATION_LIMITS.maxUrls)) {
      const crl = await this.#tryOne(faults, url, signal, () => this.#fetchCrl(url, subject, signal))
      if (crl !== undefined) return { crls: [crl, ...(await this.#fetchDelta(crl, subject, signal))] }
    }
    const reasons = faults.length === 0 ? 'the certificate names neither an OCSP responder nor a CRL' : faults.join(' ')
    const message = `Whether the certificate was revoked cannot be determined: ${reasons}`
    throw new SealwrightError('validation_data_unavailable', message)
  }

  async fetchIssuers(encoding: Uint8Array, signal: AbortSignal | undefined): Promise<Uint8Array[]> {
    const certificate = parseCertificate(encoding)
    for (const url of caIssuersUrlsOf(certificate).slice(0, REVOCATION_LIMITS.maxUrls)) {
      const maxBytes = REVOCATION_LIMITS.maxIssuersBytes
      const fetched = await this.#tryOne([], url, signal, async () => {
        const key = `issuers:${hash('sha256', url)}`
        const kept = await this.#kept(key)
        if (kept !== undefined) return readIssuers(kept)
        const bytes = await this.#share(key, signal, () => this.#send(url, { maxBytes }))
        const issuers = readIssuers(bytes)
        await this.#keep(key, bytes, new Date(this.#now().getTime() + REVOCATION_LIMITS.issuersTtlMs))
        return issuers
      })
      if (fetched !== undefined && fetched.length > 0) return fetched
    }
    return []
  }

  async #tryOne<T>(
    faults: string[],
    url: string,
    signal: AbortSignal | undefined,
    step: () => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await step()
    } catch (error) {
      signal?.throwIfAborted()
      const reason = error instanceof SealwrightError ? error.message : 'It cannot be reached.'
      faults.push(`${hostOf(url)}: ${reason}`)
      return undefined
    }
  }

  async #fetchOcsp(url: string, subject: Subject, signal: AbortSignal | undefined): Promise<Uint8Array> {
    const { certificate, issuer } = subject
    const key = `ocsp:${hash('sha256', Buffer.concat([certificate.der, issuer.publicKey.der]))}`
    const usable = (bytes: Uint8Array) => this.#judge(subject, [], [bytes])
    const kept = await this.#kept(key)
    if (kept !== undefined && usable(kept)) return kept
    const nonce = this.#options.nonce === true ? randomBytes(32) : undefined
    const bytes = await this.#share(nonce === undefined ? key : undefined, signal, () =>
      this.#askResponder(url, encodeOcspRequest(certificate, issuer, nonce)),
    )
    const response = parseOcspResponse(bytes)
    if (nonce !== undefined) assertNonce(response.extensions, nonce)
    if (!usable(bytes)) throw unusable('The answer of the OCSP responder cannot be used.')
    const nextUpdate = response.responses[0]?.nextUpdate
    if (nonce === undefined && nextUpdate !== undefined) await this.#keep(key, bytes, nextUpdate)
    return bytes
  }

  /** Asks a responder. Short requests go by GET, which caches can answer (RFC 5019, 5). */
  #askResponder(url: string, request: Uint8Array): Promise<Uint8Array> {
    const { maxOcspBytes: maxBytes, maxGetBytes } = REVOCATION_LIMITS
    const path = encodeURIComponent(Buffer.from(request).toString('base64'))
    const address = `${url}${url.endsWith('/') ? '' : '/'}${path}`
    if (address.length <= maxGetBytes && !url.includes('?')) return this.#send(url, { maxBytes, address })
    return this.#send(url, { maxBytes, body: request, contentType: 'application/ocsp-request' })
  }

  #fetchCrl(url: string, subject: Subject, signal: AbortSignal | undefined): Promise<Uint8Array> {
    return this.#fetchList(url, signal, (bytes) => this.#judge(subject, [bytes], []))
  }

  async #fetchList(
    url: string,
    signal: AbortSignal | undefined,
    usable: (bytes: Uint8Array) => boolean,
  ): Promise<Uint8Array> {
    const key = `crl:${hash('sha256', url)}`
    const kept = await this.#kept(key)
    if (kept !== undefined && usable(kept)) return kept
    const maxBytes = this.#options.maxCrlBytes ?? REVOCATION_LIMITS.maxCrlBytes
    const bytes = toDerForm(await this.#share(key, signal, () => this.#send(url, { maxBytes })))
    if (!usable(bytes)) throw unusable('The CRL cannot be used.')
    const { nextUpdate } = parseCrl(bytes)
    if (nextUpdate !== undefined) await this.#keep(key, bytes, nextUpdate)
    return bytes
  }

  /** The delta CRL of a CRL; `undefined` when there is none, it is unavailable, or it adds nothing (RFC 5280, 6.3.3). */
  async #fetchDelta(crl: Uint8Array, subject: Subject, signal: AbortSignal | undefined): Promise<Uint8Array[]> {
    const urls = new Set([...deltaCrlUrlsOf(subject.certificate), ...deltaCrlUrlsOf(parseCrl(crl))])
    for (const url of [...urls].slice(0, REVOCATION_LIMITS.maxUrls)) {
      const delta = await this.#tryOne([], url, signal, () =>
        this.#fetchList(url, signal, (bytes) => {
          const statement = this.#learn(subject, [crl, bytes], [])
          return statement?.items.some(({ der }) => equalBytes(der, bytes)) === true
        }),
      )
      if (delta !== undefined) return [delta]
    }
    return []
  }

  /** True when our own verifier learns something from an answer. */
  #judge(subject: Subject, crls: readonly Uint8Array[], ocsps: readonly Uint8Array[]): boolean {
    return this.#learn(subject, crls, ocsps) !== undefined
  }

  #learn(
    { certificate, issuer }: Subject,
    crls: readonly Uint8Array[],
    ocsps: readonly Uint8Array[],
  ): RevocationStatement | undefined {
    const now = this.#now()
    const moment = { certificate, at: now, now }
    const { statement } = judgeRevocation(readRevocationData(crls, ocsps), issuer, moment, new TrustBudget())
    // A responder's statement about itself proves nothing.
    return statement === undefined || isSignedBy(statement, certificate) ? undefined : statement
  }

  async #kept(key: string): Promise<Uint8Array | undefined> {
    try {
      return await this.#store.get(key)
    } catch {
      return undefined
    }
  }

  async #keep(key: string, bytes: Uint8Array, until: Date): Promise<void> {
    const expiresAt = new Date(until.getTime() - REVOCATION_LIMITS.storeMarginMs)
    if (expiresAt <= this.#now()) return
    try {
      await this.#store.set(key, bytes, expiresAt)
    } catch {
      // An answer that cannot be stored will be fetched again.
    }
  }

  /** Shares one request among all callers with the same question. When one of them aborts, it continues for the others. */
  async #share(
    key: string | undefined,
    signal: AbortSignal | undefined,
    request: () => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    let running = key === undefined ? undefined : this.#running.get(key)
    if (running === undefined) {
      running = request()
      if (key !== undefined) {
        this.#running.set(key, running)
        const done = () => this.#running.delete(key)
        running.then(done, done)
      }
    }
    return signal === undefined ? running : raceAbort(running, signal)
  }

  /** Sends a request unless the server has left recent ones unanswered; `address` is that of this request. */
  async #send(
    url: string,
    { address = url, ...sending }: Sending & { readonly address?: string },
  ): Promise<Uint8Array> {
    try {
      return await this.#breaker.run(url, () => this.#sendTo(address, sending), signOf)
    } catch (error) {
      if (!(error instanceof CircuitOpenError)) throw error
      throw unusable(error.message)
    }
  }

  async #sendTo(url: string, { maxBytes, body, contentType }: Sending): Promise<Uint8Array> {
    const { fetch, resolve, trustedHosts, timeoutMs = REVOCATION_LIMITS.timeoutMs } = this.#options
    const signal = AbortSignal.timeout(timeoutMs)
    const headers = contentType === undefined ? {} : { 'content-type': contentType }
    if (fetch === undefined) {
      const rules = resolve === undefined ? {} : { resolve }
      const content = body === undefined ? {} : { body }
      return requestGuarded({ url, ...content, headers, maxBytes, signal, trustedHosts, rules })
    }
    const answer = await sendToHost({ url, body, headers, maxBytes, signal, fetch })
    if (answer.status !== 200) throw unusable(`The server answered with status ${answer.status}.`)
    return answer.body
  }
}

function unusable(message: string): SealwrightError {
  return new SealwrightError('validation_data_unavailable', message)
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'something that is not an address'
}

/** Checks the nonce. A responder may omit it, but must not send another one (RFC 9654, 2.1). */
function assertNonce(
  extensions: readonly { readonly oid: string; readonly value: Uint8Array }[],
  nonce: Uint8Array,
): void {
  const returned = extensions.find(({ oid }) => oid === OCSP_NONCE)
  if (returned !== undefined && !equalBytes(readOctetString(readDer(returned.value)), nonce)) {
    throw unusable('The OCSP responder answered another request.')
  }
}

/** The CRL in DER, as RFC 5280, 4.2.1.13 requires; some servers send PEM. */
function toDerForm(bytes: Uint8Array): Uint8Array {
  if (bytes[0] === 0x30) return bytes
  return readPemBlocks(bytes).find(({ label }) => label === 'X509 CRL')?.bytes ?? bytes
}

/** Certificates from one certificate in DER, or certs-only CMS (RFC 5280, 4.2.2.1); some servers send PEM. */
function readIssuers(bytes: Uint8Array): Uint8Array[] {
  const blocks = bytes[0] === 0x30 ? [] : readPemBlocks(bytes)
  const parts = blocks.length > 0 ? blocks.map(({ bytes: part }) => part) : [bytes]
  const encodings = parts.flatMap((part) => {
    const [own] = readCertificates([part])
    return own === undefined ? readBag(part) : [own.der]
  })
  return encodings.slice(0, REVOCATION_LIMITS.maxIssuers)
}

function readBag(bytes: Uint8Array): readonly Uint8Array[] {
  try {
    return parseSignedData(bytes).certificates
  } catch {
    return []
  }
}
