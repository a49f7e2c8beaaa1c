/**
 * A trusted list in a store: written as JSON, read strictly, and never replaced by an older one.
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

/** Version of the stored form. A list that is stored in another form is fetched again. */
const FORMAT = 1

/** A list, with how and when it was obtained. */
export interface KeptList {
  readonly format: typeof FORMAT
  readonly url: string
  /** Time at which the list was fetched, ISO 8601. */
  readonly fetchedAt: string
  /** Time of the last attempt to fetch the list. */
  readonly triedAt: string
  readonly problem: string | null
  /** SHA-256 of the certificate that signed the list, hexadecimal. */
  readonly signer: string
  /** SHA-256 over the certificates that the host pinned; empty for a list that a list of lists points to. */
  readonly pinned: string
  readonly content: ListContent
}

/** Makes the entry for a list that was just fetched. */
export function keepList(
  { content, signer }: AuthenticList,
  facts: Pick<KeptList, 'url' | 'pinned'> & { readonly at: Date },
): KeptList {
  const at = facts.at.toISOString()
  const { url, pinned } = facts
  const fingerprint = toHex(certificateDigest(signer))
  return { format: FORMAT, url, fetchedAt: at, triedAt: at, problem: null, signer: fingerprint, pinned, content }
}

/** Reads a list from a store; undefined when none is there, the store fails, or the list has another form. */
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
 * @throws SealwrightError `trust_list_refused`, `rolled_back` when the store holds a newer list
 */
export async function writeKept(store: TrustListStore, kept: KeptList): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(kept))
  let isKept: boolean
  try {
    isKept = await store.set(keyOf(kept.url), bytes, kept.content.sequenceNumber)
  } catch {
    // When the store fails, the list is used for this call only.
    return
  }
  if (!isKept) throw rolledBack()
}

/**
 * Refuses a list that is older than the one that is known.
 *
 * @throws SealwrightError `trust_list_refused`
 */
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

/** Key of a list in a store: short, and without characters that have a meaning in stores or file systems. */
function keyOf(url: string): string {
  return `list-${hash('sha256', url, 'hex').slice(0, 32)}`
}
