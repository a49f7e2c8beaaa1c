/**
 * Anchors from trusted lists: certificates of services with state approval at the time.
 *
 * @module
 */

import type { Certificate } from '../../cms/certificates.js'
import { append } from '../../lists.js'
import { type CertificatePool, createPool, isInPool } from '../trust-anchors.js'
import { isIdentityOf, listedCertificates } from './match-service.js'
import { type AnchorPurpose, isAnchorBetween, isAnchorService } from './service-periods.js'
import type { ListedServices, TrustLists, TrustService } from './trust-service.js'

/** Services of trusted lists for the certificates of one document. */
export class ListAnchors implements ListedServices {
  readonly services: readonly TrustService[]
  readonly missingCountries: readonly string[]
  /** Anchors given by the host itself, which need no status. */
  readonly #own: CertificatePool | undefined
  /** The host's own anchors, and the certificates of services. */
  readonly pool: CertificatePool

  private constructor(
    { services, missingCountries }: ListedServices,
    own: CertificatePool | undefined,
    certificates: readonly Certificate[],
  ) {
    this.services = services
    this.missingCountries = missingCountries
    this.#own = own
    const anchors = services.filter(isAnchorService)
    const known = [...(own?.byDer.values() ?? []), ...anchors.flatMap(listedCertificates)]
    // Services may be identified by a key identifier only. Then their certificate is in the document.
    append(
      known,
      certificates.filter((certificate) => anchors.some((service) => isIdentityOf(service, certificate))),
    )
    this.pool = createPool(known)
  }

  /**
   * Looks up the certificates of a document in lists.
   *
   * @param own further anchors of the host
   */
  static async find(
    lists: readonly TrustLists[],
    certificates: readonly Certificate[],
    own: CertificatePool | undefined,
  ): Promise<ListAnchors> {
    const encodings = certificates.map(({ der }) => der)
    const found = await Promise.all(lists.map((each) => each.findServices(encodings)))
    const missing = lists
      .flatMap((each) => each.lists)
      .filter(({ kind, state }) => kind === 'eu' && state === 'missing')
    const missingCountries = missing.flatMap(({ territory }) => territory ?? [])
    return new ListAnchors({ services: found.flat(), missingCountries }, own, certificates)
  }

  /**
   * True when the last certificate of a path is an anchor for the first one at a time. A certificate that is listed itself,
   * such as that of a time-stamping unit, is the service: it counts while its state approves of it.
   */
  accepts(path: readonly Certificate[], purpose: AnchorPurpose, time: Date): boolean {
    const [leaf, last] = [path[0], path.at(-1)]
    if (leaf === undefined || last === undefined) return false
    if (this.#own !== undefined && isInPool(this.#own, last)) return true
    const since = leaf === last ? time : leaf.notBefore
    return this.services.some(
      (service) => isIdentityOf(service, last) && isAnchorBetween(service, purpose, since, time),
    )
  }
}
