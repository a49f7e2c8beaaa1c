/**
 * One list over time. It comes from the store while it is fresh, is fetched again before it ends, and is used for a limited
 * time after its end when it cannot be fetched.
 *
 * @module
 */

import { toHex } from '../bytes.js'
import { type Certificate, certificateDigest } from '../cms/certificates.js'
import { messageOf } from '../input/foreign-values.js'
import { setImmediate } from '../platform/turns.js'
import type { TrustListState } from '../trust/qualified.js'
import { assertNotOlder, type KeptList, keepList, readKept, writeKept } from './kept-list.js'
import type { ListContent } from './list-content.js'
import type { ListSource } from './list-fetcher.js'
import { readAuthenticList } from './read-list.js'
import type { TrustListStore } from './trust-list-store.js'
import { TRUST_LIST_LIMITS } from './trust-lists-limits.js'
import { refuseList } from './xml/list-error.js'

/** Options that all lists of one call share. */
export interface KeepingOptions {
  readonly store: TrustListStore
  readonly source: ListSource
  /** The moment at which the lists are used. */
  readonly time: Date
  /** How long a list may be used after its NextUpdate, in milliseconds. */
  readonly graceMs: number
  /** Age from which a list is fetched again, in milliseconds. */
  readonly refreshMs: number
}

/** A list that is wanted, with how it is authenticated. */
export interface WantedList {
  readonly url: string
  /** See {@link KeptList.pinned}. */
  readonly pinned: string
  /** Certificates of which one must have signed the list. */
  readonly signers: readonly Certificate[]
  /** Authenticates and reads the bytes of the list. Default: the list must be signed by one of `signers`. */
  readonly obtain?: (bytes: Uint8Array, known: KeptList | undefined) => Promise<KeptList>
  /** Throws for a list that is authentic, but is not the wanted one. */
  readonly check?: (content: ListContent) => void
}

/** A list that may be used. `problem` says why it is not fresh. */
export interface UsableList {
  readonly kept: KeptList
  readonly problem: string | null
}

/**
 * Returns a list from the store or the network.
 *
 * @throws SealwrightError `trust_list_unavailable` or `trust_list_refused` when there is no list that may be used
 */
export async function obtainList(wanted: WantedList, options: KeepingOptions): Promise<UsableList> {
  const known = await readKept(options.store, wanted.url)
  const usable = known !== undefined && isStillMeant(known, wanted) ? known : undefined
  if (usable !== undefined && !isDue(usable, options)) return { kept: usable, problem: usable.problem }
  try {
    const kept = await fetchList(wanted, known, options)
    await writeKept(options.store, kept)
    return { kept, problem: null }
  } catch (error) {
    if (usable === undefined || !isUsable(usable.content, options)) throw error
    const noted = { ...usable, triedAt: options.time.toISOString(), problem: messageOf(error) }
    await writeKept(options.store, noted).catch(() => undefined)
    return { kept: noted, problem: noted.problem }
  }
}

async function fetchList(wanted: WantedList, known: KeptList | undefined, options: KeepingOptions): Promise<KeptList> {
  const { url, pinned, signers } = wanted
  const bytes = await options.source(url)
  // Reading a list takes long: other work of the process may run before the next one.
  await setImmediate()
  const kept =
    wanted.obtain === undefined
      ? keepList(readAuthenticList(bytes, signers, options.time), { url, pinned, at: options.time })
      : await wanted.obtain(bytes, known)
  assertNotOlder(kept.content, known?.content)
  wanted.check?.(kept.content)
  if (!isUsable(kept.content, options)) {
    throw refuseList('expired', `it was to be replaced by ${kept.content.nextUpdate}, which is too long ago.`)
  }
  return kept
}

/** True while a stored list is the wanted one and its signers are still accepted. */
function isStillMeant({ signer, pinned, content }: KeptList, wanted: WantedList): boolean {
  if (wanted.pinned !== pinned) return false
  try {
    wanted.check?.(content)
  } catch {
    return false
  }
  return wanted.pinned !== '' || wanted.signers.some((each) => toHex(certificateDigest(each)) === signer)
}

/** True when a list has to be fetched again. After a failure the next attempt waits, unless the stored list has ended. */
function isDue({ content, fetchedAt, triedAt, problem }: KeptList, options: KeepingOptions): boolean {
  const now = options.time.getTime()
  if (!isUsable(content, options) || Date.parse(fetchedAt) > now) return true
  const patience = Math.min(TRUST_LIST_LIMITS.retryAfterMs, options.refreshMs)
  if (problem !== null && now - Date.parse(triedAt) < patience) return false
  const isOld = now - Date.parse(fetchedAt) >= options.refreshMs
  const endsSoon = content.nextUpdate !== null && Date.parse(content.nextUpdate) - now < TRUST_LIST_LIMITS.renewBeforeMs
  return isOld || (endsSoon && now - Date.parse(triedAt) >= TRUST_LIST_LIMITS.retryAfterMs)
}

function isUsable({ nextUpdate }: ListContent, { time, graceMs }: KeepingOptions): boolean {
  return nextUpdate === null || time.getTime() <= Date.parse(nextUpdate) + graceMs
}

/** The state of a list, for the host. */
export function describeList(
  { kept, problem }: UsableList,
  time: Date,
  kind: TrustListState['kind'] = 'eu',
): TrustListState {
  const { content, url, fetchedAt } = kept
  const isStale = content.nextUpdate !== null && Date.parse(content.nextUpdate) < time.getTime()
  return {
    kind,
    territory: content.territory === '' ? null : content.territory,
    operator: content.operator,
    sequenceNumber: content.sequenceNumber,
    issuedAt: content.issuedAt,
    nextUpdate: content.nextUpdate,
    isStale,
    url,
    state: isStale ? 'stale' : 'fresh',
    fetchedAt,
    services: content.services.length,
    problem,
  }
}
