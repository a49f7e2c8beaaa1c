/**
 * loadAdobeTrustList: the certificates that Acrobat trusts (AATL).
 *
 * @module
 */

import type { Certificate } from '../cms/certificates.js'
import { checkOptions, type OptionTable, required } from '../input/check-options.js'
import type { TrustLists } from '../trust/qualified.js'
import { CERTIFICATES, type CertificateSource } from '../trust/trust-anchors.js'
import type { VerificationReport } from '../verify/report.js'
import { readAdobeSettings } from './adobe-settings.js'
import type { KeptList } from './kept-list.js'
import { describeList, obtainList } from './list-keeper.js'
import { keepingOptions, LOAD_OPTIONS, type LoadOptions, pinnedSigners, pinOf, WEB_ADDRESS } from './load-options.js'
import { createTrustLists } from './service-index.js'
import { refuseList } from './xml/list-error.js'

/** Options of loadAdobeTrustList. */
export interface AdobeTrustListOptions extends LoadOptions {
  /** The root certificates that the signature of Adobe's list must lead to, DER or PEM: Adobe Root CA G2. */
  readonly roots: CertificateSource
  /** Address of the list. Default: that of Adobe. */
  readonly url?: string | undefined
}

const OPTIONS: OptionTable<AdobeTrustListOptions> = { ...LOAD_OPTIONS, roots: required(CERTIFICATES), url: WEB_ADDRESS }

const ADOBE_LIST = 'https://trustlist.adobe.com/tl12.acrobatsecuritysettings'

/**
 * Loads Adobe's list, a signed PDF with the list attached. The signature is checked by this package's own verifier: it
 * must lead to `roots`, cover the whole file, and nothing may follow it.
 *
 * Adobe permits the use of its list to its own software: ask Adobe before you use it. None comes with this package.
 *
 * @returns lists for `trustAnchors` of verifyDocument. Their certificates are anchors, and make nothing qualified.
 * @throws SealwrightError `trust_list_refused`, `trust_list_unavailable`, `invalid_request`
 * @example
 * ```ts
 * const lists = await loadAdobeTrustList({ roots: await readFile('adobe-root.pem'), store: fileTrustListStore('lists') })
 * const report = await verifyDocument(bytes, { trustAnchors: lists })
 * ```
 */
export async function loadAdobeTrustList(options: AdobeTrustListOptions): Promise<TrustLists> {
  checkOptions(options, OPTIONS)
  const roots = pinnedSigners(options.roots, 'roots')
  const keeping = keepingOptions(options)
  const { url = ADOBE_LIST } = options
  const pinned = pinOf(roots)
  const obtain = (bytes: Uint8Array) => readAdobeList(bytes, roots, { url, pinned, time: keeping.time })
  const list = await obtainList({ url, pinned, signers: roots, obtain }, keeping)
  return createTrustLists([{ state: describeList(list, keeping.time, 'adobe'), content: list.kept.content }])
}

async function readAdobeList(
  bytes: Uint8Array,
  roots: readonly Certificate[],
  { url, pinned, time }: { readonly url: string; readonly pinned: string; readonly time: Date },
): Promise<KeptList> {
  const { verifyDocument } = await import('../verify/verify-document.js')
  const report = await verifyDocument(bytes, {
    trustAnchors: roots.map(({ der }) => der),
    validationTime: time,
    policy: { laterChanges: 'none', requireTrust: true, requireWholeFile: true },
  })
  const { signedAt, fingerprint } = signerOf(report)
  const at = time.toISOString()
  return {
    format: 1,
    url,
    fetchedAt: at,
    triedAt: at,
    problem: null,
    signer: fingerprint,
    pinned,
    content: {
      version: 0,
      // Adobe's lists have no sequence number besides their date.
      sequenceNumber: Math.floor(Date.parse(signedAt) / 1000),
      type: 'AATL',
      territory: '',
      operator: 'AATL',
      issuedAt: new Date(signedAt).toISOString(),
      nextUpdate: null,
      informationUris: [],
      pointers: [],
      services: readAdobeSettings(bytes),
    },
  }
}

function signerOf({ valid, reason, signer }: VerificationReport) {
  if (!valid || signer === null || signer.kind !== 'signature') throw refuseList('signature_mismatch', reason)
  const { signedAt, certificate } = signer
  if (signedAt === null || certificate === null) throw refuseList('content_malformed', 'its signature has no time.')
  return { signedAt, fingerprint: certificate.fingerprint }
}
