/**
 * From the pinned signers to the signers of the present list of lists (ETSI TS 119 615, 4.1). Each change of signers is
 * announced by a pivot: a list of lists that one of the previous signers signed and that names the next ones.
 *
 * @module
 */

import type { Certificate } from '../cms/certificates.js'
import { messageOf } from '../input/foreign-values.js'
import { readCertificates } from '../trust/trust-anchors.js'
import { type KeptList, keepList } from './kept-list.js'
import type { ListContent } from './list-content.js'
import type { ListSource } from './list-fetcher.js'
import { TSL_NAMESPACE as TSL } from './list-values.js'
import { type AuthenticList, readAuthenticList } from './read-list.js'
import { TRUST_LIST_LIMITS } from './trust-lists-limits.js'
import { refuseList } from './xml/list-error.js'
import { readSignedXml } from './xml/read-signed-xml.js'
import { contentText, elementOf, nestedElements } from './xml/signed-tree.js'

const LIST_OF_LISTS = 'EUlistofthelists'

/** A list of lists, with what its authentication needs. */
interface ListOfListsOptions {
  readonly url: string
  /** Certificates that the host pinned. */
  readonly signers: readonly Certificate[]
  readonly pinned: string
  readonly source: ListSource
  readonly time: Date
}

/** The certificates that may sign the next list of lists. A list of lists names them in its pointer to itself. */
function nextSigners({ pointers, territory }: ListContent): Certificate[] {
  const own = pointers.filter(({ type, territory: of }) => type === LIST_OF_LISTS && of === territory)
  return readCertificates(own.flatMap(({ signers }) => signers).map(fromBase64))
}

/** The bytes of a certificate in base64, as lists hold it. */
export function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'))
}

/**
 * Authenticates a list of lists, through pivots where the signers have changed.
 *
 * @param known the list that was authenticated before. The signers that it names must have signed the new one, so that a
 *   signer who was replaced cannot come back
 * @throws SealwrightError `trust_list_refused`
 */
export async function authenticateListOfLists(
  bytes: Uint8Array,
  known: KeptList | undefined,
  options: ListOfListsOptions,
): Promise<KeptList> {
  const { time, url, pinned } = options
  const isKnown = known !== undefined && known.pinned === pinned
  const start: Trail = {
    signers: isKnown ? nextSigners(known.content) : options.signers,
    sequenceNumber: isKnown ? known.content.sequenceNumber : 0,
    problem: undefined,
  }
  // The list is not authenticated yet. Only addresses are taken from it, and the pivots behind them are authenticated.
  const trail = await followPivots(pivotUrls(bytes, url), start, options)
  const list = authenticate(bytes, trail, time)
  assertListOfLists(list.content)
  return keepList(list, { url, pinned, at: time })
}

/** The signers that the pivots so far have led to. */
interface Trail {
  readonly signers: readonly Certificate[]
  readonly sequenceNumber: number
  /** Why a pivot was skipped. */
  readonly problem: string | undefined
}

function authenticate(bytes: Uint8Array, { signers, sequenceNumber, problem }: Trail, time: Date): AuthenticList {
  try {
    const list = readAuthenticList(bytes, signers, time)
    if (list.content.sequenceNumber < sequenceNumber)
      throw refuseList('rolled_back', 'a newer one has been seen already.')
    return list
  } catch (error) {
    if (problem === undefined) throw error
    throw refuseList('pivot_broken', `${messageOf(error)} A pivot before it is not usable: ${problem}`, error)
  }
}

async function followPivots(urls: readonly string[], start: Trail, options: ListOfListsOptions): Promise<Trail> {
  let trail = start
  for (const url of urls) trail = await followPivot(url, trail, options)
  return trail
}

/**
 * Follows a pivot that one of the present signers signed. A pivot changes nothing when it is not newer than the known list,
 * or when its signers were replaced before the host pinned its own.
 */
async function followPivot(url: string, trail: Trail, { source, time }: ListOfListsOptions): Promise<Trail> {
  try {
    const { content } = readAuthenticList(await source(url), trail.signers, time)
    assertListOfLists(content)
    if (content.sequenceNumber <= trail.sequenceNumber) return trail
    return { signers: nextSigners(content), sequenceNumber: content.sequenceNumber, problem: undefined }
  } catch (error) {
    return { ...trail, problem: messageOf(error) }
  }
}

function assertListOfLists({ type }: ListContent): void {
  if (type !== LIST_OF_LISTS) throw refuseList('not_a_trusted_list', 'it is not a list of lists.')
}

/** Addresses of the pivots, the oldest first. Only addresses at the server of the list count. */
function pivotUrls(bytes: Uint8Array, listUrl: string): string[] {
  const { root } = readSignedXml(bytes)
  const information = elementOf(elementOf(root, TSL, 'SchemeInformation'), TSL, 'SchemeInformationURI')
  const uris = information === undefined ? [] : nestedElements(information, TSL, 'URI').map(contentText)
  const pivots = uris.filter((uri) => isPivot(uri, listUrl))
  return [...new Set(pivots)].slice(0, TRUST_LIST_LIMITS.maxPivots).reverse()
}

function isPivot(uri: string, listUrl: string): boolean {
  return URL.canParse(uri) && new URL(uri).origin === new URL(listUrl).origin && /\.xml$/i.test(new URL(uri).pathname)
}
