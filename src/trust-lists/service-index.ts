/**
 * Finds the services of lists by certificates.
 *
 * @module
 */

import { toHex } from '../bytes.js'
import {
  authorityKeyIdentifierOf,
  type Certificate,
  certificateDigest,
  subjectKeyIdentifierOf,
} from '../cms/certificates.js'
import { append } from '../lists.js'
import { hash } from '../platform/hashes.js'
import type { TrustListReference, TrustListState, TrustLists, TrustService } from '../trust/qualified.js'
import { readCertificates } from '../trust/trust-anchors.js'
import type { ListContent, ListedService } from './list-content.js'
import { fromBase64 } from './pivots.js'
import { subjectHash } from './subject-hash.js'

/** A list that was read. Its content is undefined when it cannot be used. */
export interface ReadList {
  readonly state: TrustListState
  readonly content: ListContent | undefined
}

/** A service, with the list that names it. */
interface Entry {
  readonly list: TrustListReference
  readonly service: ListedService
}

/** Most services by which one document is judged. One certificate has only a few issuers. */
const MAX_FOUND_SERVICES = 500
/** Most certificates whose issuers are searched. */
const MAX_FOLLOWED = 2000

/** Lists that find their services. A service is decoded only when it is found. */
export function createTrustLists(read: readonly ReadList[]): TrustLists {
  const index = new ServiceIndex(read)
  return {
    lists: read.map(({ state }) => state),
    findServices: async (certificates) => index.find(readCertificates(certificates)),
  }
}

class ServiceIndex {
  readonly #bySubject = new Map<string, Entry[]>()
  readonly #byKeyIdentifier = new Map<string, Entry[]>()
  readonly #decoded = new Map<Entry, TrustService>()

  constructor(read: readonly ReadList[]) {
    for (const { state, content } of read) {
      const { url: _url, state: _state, fetchedAt: _at, services: _count, problem: _problem, ...list } = state
      for (const service of content?.services ?? []) this.#add({ list, service })
    }
  }

  #add(entry: Entry): void {
    for (const { subject } of entry.service.certificates) addTo(this.#bySubject, subject, entry)
    for (const identifier of entry.service.keyIdentifiers) addTo(this.#byKeyIdentifier, identifier, entry)
  }

  /** The services of these certificates, of their issuers, and of the issuers of the certificates of those services. */
  find(certificates: readonly Certificate[]): TrustService[] {
    const found = new Set<Entry>()
    const seen = new Set<string>()
    const queue = [...certificates]
    for (let at = 0; at < queue.length && at < MAX_FOLLOWED && found.size < MAX_FOUND_SERVICES; at++) {
      const certificate = queue[at]
      if (certificate === undefined) break
      const digest = toHex(certificateDigest(certificate))
      if (seen.has(digest)) continue
      seen.add(digest)
      for (const entry of this.#entriesFor(certificate)) {
        if (found.has(entry)) continue
        found.add(entry)
        append(queue, readCertificates(this.#decode(entry).certificates.slice(0, MAX_CERTIFICATES)))
      }
    }
    return [...found].map((entry) => this.#decode(entry))
  }

  #entriesFor(certificate: Certificate): Entry[] {
    const names = [subjectHash(certificate.subject), subjectHash(certificate.issuer)]
    const identifiers = [subjectKeyIdentifierOf, authorityKeyIdentifierOf].map((read) =>
      identifierBy(read, certificate),
    )
    return [
      ...names.flatMap((name) => this.#bySubject.get(name) ?? []),
      // The key identifier of RFC 5280, 4.2.1.2, method 1, also where the certificate does not state it.
      ...(this.#byKeyIdentifier.get(hash('sha1', certificate.publicKey.keyBytes, 'hex')) ?? []),
      ...identifiers.flatMap((id) => (id === undefined ? [] : (this.#byKeyIdentifier.get(id) ?? []))),
    ]
  }

  #decode(entry: Entry): TrustService {
    let decoded = this.#decoded.get(entry)
    if (decoded === undefined) {
      const { service, list } = entry
      const certificates = service.certificates.map(({ der }) => fromBase64(der))
      decoded = { ...service, list, certificates }
      this.#decoded.set(entry, decoded)
    }
    return decoded
  }
}

/** Most certificates of one service whose issuers are searched. Real services have up to about thirty. */
const MAX_CERTIFICATES = 100

function identifierBy(read: (certificate: Certificate) => Uint8Array | undefined, certificate: Certificate) {
  try {
    const identifier = read(certificate)
    return identifier === undefined ? undefined : toHex(identifier)
  } catch {
    return undefined
  }
}

function addTo(map: Map<string, Entry[]>, key: string, entry: Entry): void {
  const entries = map.get(key)
  if (entries === undefined) map.set(key, [entry])
  else if (entries.at(-1) !== entry) entries.push(entry)
}
