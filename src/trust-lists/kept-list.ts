/**
 * A list in a store: written as JSON, read with care, and never replaced by an older one.
 *
 * @module
 */

import { toHex } from '../bytes.js'
import { certificateDigest } from '../cms/certificates.js'
import { hash } from '../platform/hashes.js'
import type { ListContent } from './list-content.js'
import type { AuthenticList } from './read-list.js'
import type { TrustListStore } from './trust-list-store.js'
import { refuseList } from './xml/list-error.js'

/** Changes with the form of what is kept: other forms are fetched again. */
const FORMAT = 1

/** A list with how it came here. */
export interface KeptList {
  readonly format: typeof FORMAT
  readonly url: string
  /** When it was fetched, ISO 8601. */
  readonly fetchedAt: string
  /** When fetching it was last tried, and what went wrong then. */
  readonly triedAt: string
  readonly problem: string | null
  /** SHA-256 of the signer's certificate, hexadecimal. */
  readonly signer: string
  /** SHA-256 over the certificates that the host pinned; empty for a list that another list points to. */
  readonly pinned: string
  readonly content: ListContent
}

/** A list as it has just been fetched. */
export function keepList(
  { content, signer }: AuthenticList,
  facts: Pick<KeptList, 'url' | 'pinned'> & { readonly at: Date },
): KeptList {
  const at = facts.at.toISOString()
  const { url, pinned } = facts
  const fingerprint = toHex(certificateDigest(signer))
  return { format: FORMAT, url, fetchedAt: at, triedAt: at, problem: null, signer: fingerprint, pinned, content }
}

/** Reads a list from a store; undefined when none is there, the store fails, or it is of another form. */
export async function readKept(store: TrustListStore, url: string): Promise<KeptList | undefined> {
  try {
    const bytes = await store.get(keyOf(url))
    if (bytes === undefined) return undefined
    const kept: KeptList = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'))
    return kept.format === FORMAT && kept.url === url ? kept : undefined
  } catch {
    return undefined
  }
}

/**
 * Writes a list into a store.
 *
 * @throws SealwrightError `trust_list_refused`, `rolled_back` when the store holds a newer one
 */
export async function writeKept(store: TrustListStore, kept: KeptList): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(kept))
  let isKept: boolean
  try {
    isKept = await store.set(keyOf(kept.url), bytes, kept.content.sequenceNumber)
  } catch {
    // A list that cannot be kept is good for this call.
    return
  }
  if (!isKept) throw rolledBack()
}

/** @throws SealwrightError `trust_list_refused` for a list that is older than the one that is known */
export function assertNotOlder(content: ListContent, known: ListContent | undefined): void {
  if (known === undefined) return
  const isOlder =
    content.sequenceNumber < known.sequenceNumber ||
    (content.sequenceNumber === known.sequenceNumber && content.issuedAt < known.issuedAt)
  if (isOlder) throw rolledBack()
}

function rolledBack() {
  return refuseList('rolled_back', 'a newer one has been seen already.')
}

/** Short and without signs that stores or file systems give a meaning to. */
function keyOf(url: string): string {
  return `list-${hash('sha256', url, 'hex').slice(0, 32)}`
}
