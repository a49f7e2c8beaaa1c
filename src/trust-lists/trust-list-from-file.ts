/**
 * trustListFromFile: reads one list from its bytes, for example that of another country.
 *
 * @module
 */

import { checkOptions, MOMENT, numberFrom, type OptionTable, required } from '../input/check-options.js'
import { type FileInput, readInput } from '../input/read-input.js'
import type { TrustListState, TrustLists } from '../trust/qualified.js'
import { CERTIFICATES, type CertificateSource } from '../trust/trust-anchors.js'
import { pinnedSigners } from './load-options.js'
import { readAuthenticList } from './read-list.js'
import { createTrustLists } from './service-index.js'
import { TRUST_LIST_LIMITS } from './trust-lists-limits.js'
import { refuseList } from './xml/list-error.js'

/** Options of trustListFromFile. */
export interface FileListOptions {
  /** Certificates of which one must have signed the list, DER or PEM. */
  readonly signers: CertificateSource
  /** The moment at which the list is used. Default: the present. */
  readonly time?: Date | undefined
  /** How long the list may still be used after its NextUpdate, in milliseconds. Default 24 hours. */
  readonly graceMs?: number | undefined
}

const OPTIONS: OptionTable<FileListOptions> = {
  signers: required(CERTIFICATES),
  time: MOMENT,
  graceMs: numberFrom(0),
}

/**
 * Reads one trusted list (ETSI TS 119 612) whose signer you know: that of a country outside of the EU, or one of your own. A list
 * of an EU country that you have as a file works too, and its services count as qualified like those of a list that was loaded.
 *
 * @param input the XML
 * @throws SealwrightError `trust_list_refused` for a list that is not authentic, has ended or cannot be read; `invalid_request`
 * @example
 * ```ts
 * const lists = await trustListFromFile(await readFile('list.xml'), { signers: await readFile('operator.pem') })
 * const report = await verifyDocument(bytes, { trustAnchors: lists })
 * ```
 */
export async function trustListFromFile(input: FileInput, options: FileListOptions): Promise<TrustLists> {
  checkOptions(options, OPTIONS)
  const { time = new Date(), graceMs = TRUST_LIST_LIMITS.defaultGraceMs } = options
  const bytes = await readInput(input, { maxBytes: TRUST_LIST_LIMITS.maxListBytes })
  const { content } = readAuthenticList(bytes, pinnedSigners(options.signers), time)
  const { type, territory, operator, sequenceNumber, issuedAt, nextUpdate, services } = content
  const end = nextUpdate === null ? Number.POSITIVE_INFINITY : Date.parse(nextUpdate)
  if (time.getTime() > end + graceMs) throw refuseList('expired', `it was to be replaced by ${nextUpdate}.`)
  const isStale = time.getTime() > end
  const state: TrustListState = {
    kind: type === 'EUgeneric' ? 'eu' : 'own',
    territory: territory === '' ? null : territory,
    operator,
    sequenceNumber,
    issuedAt,
    nextUpdate,
    isStale,
    url: null,
    state: isStale ? 'stale' : 'fresh',
    fetchedAt: null,
    services: services.length,
    problem: null,
  }
  return createTrustLists([{ state, content }])
}
