/**
 * loadEuTrustLists: from the list of the lists to the lists of the countries.
 *
 * @module
 */

import type { Certificate } from '../cms/certificates.js'
import { SealwrightError } from '../errors.js'
import { checkOptions, listOf, must, type OptionTable, required } from '../input/check-options.js'
import { messageOf } from '../input/foreign-values.js'
import type { TrustListState, TrustLists } from '../trust/qualified.js'
import { CERTIFICATES, type CertificateSource, readCertificates } from '../trust/trust-anchors.js'
import type { ListContent, ListPointer } from './list-content.js'
import { describeList, type KeepingOptions, obtainList, type UsableList, type WantedList } from './list-keeper.js'
import { keepingOptions, LOAD_OPTIONS, type LoadOptions, pinnedSigners, pinOf, WEB_ADDRESS } from './load-options.js'
import { authenticateListOfLists, fromBase64 } from './pivots.js'
import { createTrustLists, type ReadList } from './service-index.js'
import { TRUST_LIST_LIMITS } from './trust-lists-limits.js'
import { refuseList } from './xml/list-error.js'

/** Options of loadEuTrustLists. */
export interface EuTrustListOptions extends LoadOptions {
  /**
   * The certificates that sign the list of the lists, DER or PEM, as the Official Journal of the EU publishes them. All trust
   * rests on them, so this package comes with none.
   */
  readonly signers: CertificateSource
  /** Address of the list of the lists. Default: that of the European Commission. */
  readonly url?: string | undefined
  /** Countries whose lists are read, for example `['DE', 'AT']`. Default: all. */
  readonly territories?: readonly string[] | undefined
}

const TERRITORY = must('two letters, such as "DE"', (value) => typeof value === 'string' && /^[A-Za-z]{2}$/.test(value))

const OPTIONS: OptionTable<EuTrustListOptions> = {
  ...LOAD_OPTIONS,
  signers: required(CERTIFICATES),
  url: WEB_ADDRESS,
  territories: listOf(TERRITORY, 'countries'),
}

const EU_LIST_OF_LISTS = 'https://ec.europa.eu/tools/lotl/eu-lotl.xml'
const NATIONAL_LIST = 'EUgeneric'
const LIST_MEDIA_TYPE = 'application/vnd.etsi.tsl+xml'

/**
 * Loads the trusted lists of the EU and its member states. Each list is authenticated before it is read: the list of the lists by
 * `signers` and through its pivots, the lists of the countries by the certificates that it names for them.
 *
 * A list that is kept is fetched again after `refreshMs`, and before its NextUpdate. When nobody answers, the kept one
 * is used until its NextUpdate and `graceMs` longer; an older list than one that was seen is refused. Call it again
 * whenever you like: with a store that holds fresh lists it takes about a tenth of a second and no network.
 *
 * @returns lists for `trustAnchors` of verifyDocument. Countries whose list cannot be used are there with the state `missing`.
 * @throws SealwrightError `trust_list_refused` or `trust_list_unavailable` for the list of the lists; `invalid_request`
 * @example
 * ```ts
 * const lists = await loadEuTrustLists({ signers: await readFile('official-journal.pem'), store: fileTrustListStore('lists') })
 * const report = await verifyDocument(bytes, { trustAnchors: lists })
 * console.log(report.signer?.qualification?.result) // 'QESig'
 * ```
 */
export async function loadEuTrustLists(options: EuTrustListOptions): Promise<TrustLists> {
  checkOptions(options, OPTIONS)
  const pinned = pinnedSigners(options.signers)
  const keeping = keepingOptions(options)
  const { url = EU_LIST_OF_LISTS } = options
  const lotl = await loadListOfLists(url, pinned, keeping)
  const { pointers, missing } = choosePointers(lotl.kept.content, options.territories)
  const loaded = await inParallel(pointers, (pointer) => loadNational(pointer, keeping))
  options.signal?.throwIfAborted()
  const state = describeList(lotl, keeping.time)
  return createTrustLists([{ state, content: lotl.kept.content }, ...loaded, ...missing])
}

function loadListOfLists(url: string, signers: Certificate[], keeping: KeepingOptions): Promise<UsableList> {
  const pinned = pinOf(signers)
  const { source, time } = keeping
  const obtain: WantedList['obtain'] = (bytes, known) =>
    authenticateListOfLists(bytes, known, { url, signers, pinned, source, time })
  return obtainList({ url, pinned, signers, obtain }, keeping)
}

interface ChosenPointers {
  readonly pointers: readonly ListPointer[]
  /** Countries that were asked for and that have no pointer. */
  readonly missing: readonly ReadList[]
}

/** Chooses the pointers to lists in XML. Lists of lists also point to versions in PDF. */
function choosePointers({ pointers }: ListContent, territories: readonly string[] | undefined): ChosenPointers {
  const wanted = territories?.map((territory) => territory.toUpperCase())
  const national = pointers.filter(({ type, mimeType }) => type === NATIONAL_LIST && mimeType === LIST_MEDIA_TYPE)
  const chosen = national.filter(({ territory }) => wanted === undefined || wanted.includes(territory))
  const absent = (wanted ?? []).filter((each) => !chosen.some(({ territory }) => territory === each))
  const problem = 'The list of the lists does not point to a list of this country.'
  return { pointers: chosen, missing: absent.map((territory) => missingList(territory, null, problem)) }
}

function missingList(territory: string, url: string | null, problem: string): ReadList {
  const unknown = { operator: '', sequenceNumber: null, issuedAt: null, nextUpdate: null, isStale: false }
  const state: TrustListState = {
    kind: 'eu',
    territory,
    ...unknown,
    url,
    state: 'missing',
    fetchedAt: null,
    services: 0,
    problem,
  }
  return { state, content: undefined }
}

async function loadNational(pointer: ListPointer, keeping: KeepingOptions): Promise<ReadList> {
  const { url, territory } = pointer
  try {
    if (WEB_ADDRESS.find(url, ['url']).length > 0)
      throw refuseList('content_malformed', 'its address is not an address of the web.')
    const signers = readCertificates(pointer.signers.map(fromBase64))
    const list = await obtainList(
      { url, pinned: '', signers, check: (content) => assertCountry(content, pointer) },
      keeping,
    )
    return { state: describeList(list, keeping.time), content: list.kept.content }
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return missingList(territory, url, messageOf(error))
  }
}

/**
 * Refuses a list of another country. Some signers sign the lists of two countries, so the right signature does not suffice.
 */
function assertCountry({ territory, type }: ListContent, pointer: ListPointer): void {
  if (territory === pointer.territory && type === NATIONAL_LIST) return
  throw refuseList('territory_mismatch', `it is one of ${territory}, and that of ${pointer.territory} was wanted.`)
}

async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const queue = [...items.entries()]
  const next = async () => {
    for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) results[entry[0]] = await work(entry[1])
  }
  await Promise.all(Array.from({ length: TRUST_LIST_LIMITS.maxParallelFetches }, next))
  return results
}
