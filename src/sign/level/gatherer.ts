/**
 * Gathers validation data for the certificates of one job, by its options.
 *
 * @module
 */

import { latin1 } from '../../cms/asn1.js'
import type { Certificate } from '../../cms/certificates.js'
import { formatName } from '../../cms/names.js'
import { parseOcspResponse } from '../../cms/revocation.js'
import { SealwrightError } from '../../errors.js'
import type { DssMaterial } from '../../pdf/writing.js'
import {
  type GatheredPath,
  gatherPath,
  mergeMaterial,
  type OnlineRevocation,
  onlineRevocation,
  type PathTarget,
  type RevocationFetcher,
} from '../../trust/gathering.js'
import type { ObtainedTimestamp, Stamper, StampingContext } from '../../trust/stamping.js'
import { type CertificatePool, readTrustAnchors } from '../../trust/trust-anchors.js'
import type { EvidenceOptions } from './level-options.js'

/** Gathers for signers and for authorities. */
export class Gatherer {
  /** See {@link EvidenceOptions}. */
  readonly anchors: CertificatePool | undefined
  readonly timestampAnchors: CertificatePool | undefined
  readonly #revocation: RevocationFetcher
  readonly #context: Pick<StampingContext, 'now' | 'signal'>
  /** Results by certificate, so that all parts of one job use the same answers. */
  readonly #gathered = new Map<string, Promise<GatheredPath>>()

  constructor(options: EvidenceOptions, context: Pick<StampingContext, 'now' | 'signal'>) {
    const { trustAnchors, timestampAnchors = trustAnchors } = options
    this.anchors = readTrustAnchors(trustAnchors, 'trustAnchors')
    this.timestampAnchors = readTrustAnchors(timestampAnchors, 'timestampAnchors')
    this.#revocation = options.revocation ?? defaultRevocation()
    this.#context = context
  }

  /** @throws SealwrightError `validation_data_unavailable` */
  forSigner(leaf: Certificate, known: readonly Certificate[], at?: Date): Promise<GatheredPath> {
    return this.#gather({ leaf, known, anchors: this.anchors, purpose: 'document-signing', at })
  }

  /** @throws SealwrightError `validation_data_unavailable` */
  forAuthority(leaf: Certificate, known: readonly Certificate[], at?: Date): Promise<GatheredPath> {
    return this.#gather({ leaf, known, anchors: this.timestampAnchors, purpose: 'time-stamping', at })
  }

  /**
   * Gathers data for the authority that will probably stamp. One whose certificate was revoked is skipped in favour of the
   * next.
   *
   * @throws SealwrightError `validation_data_unavailable`, `timestamp_untrusted`, and those of obtainTimestamp
   */
  async forExpected(stamper: Stamper): Promise<{ readonly timestamp: ObtainedTimestamp; readonly path: GatheredPath }> {
    for (;;) {
      const timestamp = await stamper.expect()
      const path = await this.forAuthority(timestamp.certificate, timestamp.certificates)
      if (path.revoked === undefined) return { timestamp, path }
      stamper.exclude(timestamp, describeRevoked(path))
    }
  }

  #gather(target: PathTarget): Promise<GatheredPath> {
    const key = latin1(target.leaf.der)
    let gathered = this.#gathered.get(key)
    if (gathered === undefined) {
      gathered = gatherPath(target, { ...this.#context, revocation: this.#revocation })
      this.#gathered.set(key, gathered)
      // A later part of the job may succeed.
      gathered.catch(() => this.#gathered.delete(key))
    }
    return gathered
  }
}

/** @throws SealwrightError `certificate_revoked` */
export function assertNotRevoked(path: GatheredPath): void {
  if (path.revoked !== undefined) throw new SealwrightError('certificate_revoked', describeRevoked(path))
}

/** A clause that says who was revoked and when. */
export function describeRevoked({ revoked }: GatheredPath): string {
  if (revoked === undefined) return ''
  const when = revoked.fact.statement?.revocation?.date.toISOString() ?? 'an unknown time'
  return `The certificate of ${formatName(revoked.certificate.subject)} was revoked at ${when}.`
}

/**
 * All data in the form for the document security store. Certificates that signatures, time stamps and OCSP answers hold are
 * not repeated (ETSI EN 319 142-1, 6.3: duplication should be avoided).
 *
 * @param held certificates in the signatures and time stamps to which the paths belong
 */
export function toMaterial(paths: readonly GatheredPath[], held: readonly Certificate[]): DssMaterial {
  const material = mergeMaterial(paths)
  const known = new Set(held.map(({ der }) => latin1(der)))
  for (const ocsp of material.ocsps) {
    for (const der of parseOcspResponse(ocsp).certificates) known.add(latin1(der))
  }
  return { ...material, certificates: material.certificates.filter((der) => !known.has(latin1(der))) }
}

/** The default source, kept for the whole process so that its answers are cached. */
let shared: OnlineRevocation | undefined

function defaultRevocation(): OnlineRevocation {
  shared ??= onlineRevocation()
  return shared
}
