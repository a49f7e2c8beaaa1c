/**
 * Lists on a web that the tests make.
 *
 * @module
 */

import { ownBytes } from '../../../src/bytes.js'
import type { ListFetch } from '../../../src/trust-lists/list-fetcher.js'
import type { Holder } from '../../trust/support/dated-pki.js'
import { type ListOptions, type MadePointer, makeList, type SigningChanges } from './make-list.js'

export const LOTL_URL = 'https://lists.example/lotl.xml'

/** Addresses with what they give; nothing else is there. */
export class MadeWeb {
  readonly files = new Map<string, Uint8Array>()
  /** Addresses that were asked for. */
  readonly asked: string[] = []
  isAway = false

  readonly fetch: ListFetch = async (url) => {
    this.asked.push(url)
    if (this.isAway) throw new TypeError('fetch failed')
    const bytes = this.files.get(url)
    return bytes === undefined ? new Response(null, { status: 404 }) : new Response(ownBytes(bytes))
  }
}

/** A list of lists, with the pointer to itself that names the signers of the next one. */
export function listOfLists(
  signer: Holder,
  next: readonly Holder[],
  options: ListOptions & { readonly national?: readonly MadePointer[] } = {},
  changes: SigningChanges = {},
): Uint8Array {
  const { national = [], ...rest } = options
  const itself: MadePointer = { url: LOTL_URL, territory: 'EU', type: 'EUlistofthelists', signers: next }
  return makeList(
    signer,
    { type: 'EUlistofthelists', territory: 'EU', pointers: [itself, ...national], ...rest },
    changes,
  )
}
