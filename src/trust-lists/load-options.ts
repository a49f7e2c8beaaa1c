/**
 * Options that all functions for loading lists share.
 *
 * @module
 */

import { toHex } from '../bytes.js'
import { type Certificate, certificateDigest } from '../cms/certificates.js'
import {
  FUNCTION,
  having,
  invalidOption,
  MOMENT,
  must,
  numberFrom,
  type OptionTable,
  SIGNAL,
} from '../input/check-options.js'
import { hash } from '../platform/hashes.js'
import { type CertificateSource, readTrustAnchors } from '../trust/trust-anchors.js'
import { createListSource, type ListFetch } from './list-fetcher.js'
import type { KeepingOptions } from './list-keeper.js'
import { memoryTrustListStore, type TrustListStore } from './trust-list-store.js'
import { TRUST_LIST_LIMITS } from './trust-lists-limits.js'

/** Options that all functions for loading lists share. */
export interface LoadOptions {
  /** Keeps lists between calls. Default: the memory of the process, for this call only. */
  readonly store?: TrustListStore | undefined
  /** Fetches lists. Default: a client that connects to public addresses only. */
  readonly fetch?: ListFetch | undefined
  /** The moment at which the lists are used: lists that were issued later are refused. Default: the present. */
  readonly time?: Date | undefined
  /** How long a list may still be used after its NextUpdate, in milliseconds. Default 24 hours. */
  readonly graceMs?: number | undefined
  /** Age from which a list is fetched again, in milliseconds. Default 6 hours. */
  readonly refreshMs?: number | undefined
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** Names and types of these options. */
export const LOAD_OPTIONS: OptionTable<LoadOptions> = {
  store: having('get', 'set'),
  fetch: FUNCTION,
  time: MOMENT,
  graceMs: numberFrom(0),
  refreshMs: numberFrom(0),
  signal: SIGNAL,
}

/** The check for an address that begins with `http:` or `https:`. */
export const WEB_ADDRESS = must(
  'an http: or https: URL',
  (value) => typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
)
/** The certificates that the host pinned. */
export function pinnedSigners(signers: CertificateSource, option = 'signers'): Certificate[] {
  const pool = readTrustAnchors(signers, option)
  if (pool === undefined) throw invalidOption([option], `${option} must hold at least one certificate.`)
  return [...pool.byDer.values()]
}

/** SHA-256 over a set of certificates. Their order does not matter. */
export function pinOf(signers: readonly Certificate[]): string {
  const digests = signers.map((signer) => toHex(certificateDigest(signer)))
  return hash('sha256', digests.toSorted().join('\n'), 'hex')
}

/** The options for obtaining lists, with their defaults. */
export function keepingOptions({ store, fetch, time, graceMs, refreshMs, signal }: LoadOptions): KeepingOptions {
  return {
    store: store ?? memoryTrustListStore(),
    source: createListSource(fetch, signal),
    time: time ?? new Date(),
    graceMs: graceMs ?? TRUST_LIST_LIMITS.defaultGraceMs,
    refreshMs: refreshMs ?? TRUST_LIST_LIMITS.defaultRefreshMs,
  }
}
