/**
 * Anchors given by hosts: certificates, trusted lists, or both.
 *
 * @module
 */

import { type Check, listOf, must } from '../../input/check-options.js'
import { isBytes } from '../../input/foreign-values.js'
import { type CertificatePool, type CertificateSource, readTrustAnchors } from '../trust-anchors.js'
import type { TrustLists } from './trust-service.js'

/** Certificates, DER or PEM; trusted lists, as `sealwright/trust-lists` loads them; or a list with both in it. */
export type AnchorSource = CertificateSource | TrustLists | readonly (Uint8Array | string | TrustLists)[]

/** Anchors after reading. */
interface Anchors {
  /** Certificates; `undefined` when there are none. */
  readonly certificates: CertificatePool | undefined
  readonly lists: readonly TrustLists[]
}

const isLists = (value: unknown): value is TrustLists =>
  typeof value === 'object' && value !== null && 'findServices' in value && typeof value.findServices === 'function'
const isAnchor = (value: unknown) => typeof value === 'string' || isBytes(value) || isLists(value)

const ANCHOR_LIST = listOf(must('a certificate (DER in a Uint8Array, or PEM) or trusted lists', isAnchor), 'anchors')

/** Check of the option {@link AnchorSource}. */
export const ANCHORS: Check = {
  find: (value, path) => (isAnchor(value) ? [] : ANCHOR_LIST.find(value, path)),
}

/**
 * Reads the anchors that a host gives.
 *
 * @throws SealwrightError `invalid_request` for a certificate that cannot be read
 */
export function readAnchors(given: AnchorSource | undefined, option: string): Anchors {
  const items = Array.isArray(given) ? given : given === undefined ? [] : [given]
  const lists = items.filter(isLists)
  if (lists.length === 0)
    return { certificates: readTrustAnchors(given as CertificateSource | undefined, option), lists }
  const certificates = items.filter((item): item is Uint8Array | string => !isLists(item))
  return { certificates: readTrustAnchors(certificates, option), lists }
}
