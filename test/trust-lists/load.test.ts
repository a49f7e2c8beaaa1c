/**
 * Loading the lists of the EU: pivots, countries, stores, and what goes wrong on the way.
 *
 * @module
 */

import { beforeEach, describe, expect, it } from 'vitest'
import { loadEuTrustLists } from '../../src/trust-lists/load-eu-trust-lists.js'
import { trustListFromFile } from '../../src/trust-lists/trust-list-from-file.js'
import { memoryTrustListStore } from '../../src/trust-lists/trust-list-store.js'
import { type Holder, makeHolder } from '../trust/support/dated-pki.js'
import { LOTL_URL, listOfLists, MadeWeb } from './support/made-web.js'
import { type ListOptions, listText, makeList, signList } from './support/make-list.js'

const LIFE = { from: '2025-01-01', to: '2030-01-01' }
const holder = (name: string) => makeHolder(name, LIFE)
const S = {
  first: holder('first'),
  second: holder('second'),
  third: holder('third'),
  national: holder('national'),
  other: holder('other'),
  mallory: holder('mallory'),
}
const ca = makeHolder('CA', { ...LIFE, kind: 'ca' })
const at = (text: string) => new Date(text.length > 10 ? text : `${text}T00:00:00Z`)
const TIME = at('2026-03-01')
const DE_URL = 'https://lists.example/de.xml'
const AT_URL = 'https://lists.example/at.xml'
const PIVOT = (n: number) => `https://lists.example/pivot-${n}.xml`
const pem = (signer = S.first) => signer.certificate.der
const SERVICE = { holders: [ca], periods: [{ since: '2025-01-01T00:00:00Z' }] }
const de = (options: ListOptions = {}, signer = S.national) =>
  makeList(signer, { territory: 'DE', services: [SERVICE], ...options })

const POINTERS = [
  { url: DE_URL, territory: 'DE', signers: [S.national] },
  { url: AT_URL, territory: 'AT', signers: [S.other] },
]
const lotl = (signer: Holder, next: readonly Holder[], options: Parameters<typeof listOfLists>[2] = {}) =>
  listOfLists(signer, next, { national: POINTERS, ...options })
let web: MadeWeb
let store: ReturnType<typeof memoryTrustListStore>

beforeEach(() => {
  web = new MadeWeb()
  store = memoryTrustListStore()
  web.files.set(LOTL_URL, lotl(S.first, [S.first]))
  web.files.set(DE_URL, de())
  web.files.set(AT_URL, makeList(S.other, { territory: 'AT', services: [SERVICE] }))
})

const load = (options: Partial<Parameters<typeof loadEuTrustLists>[0]> = {}) =>
  loadEuTrustLists({ signers: pem(), url: LOTL_URL, fetch: web.fetch, store, time: TIME, ...options })
const states = (lists: Awaited<ReturnType<typeof load>>) =>
  Object.fromEntries(lists.lists.map(({ territory, state }) => [territory, state]))
const faultOf = async (loading: Promise<unknown>) =>
  loading.then(
    () => 'accepted',
    (error) => error.errors?.[0]?.code ?? error.code,
  )
/** Why a country's list is missing. */
const problemOf = async (territory = 'DE') =>
  (await load()).lists.find((list) => list.territory === territory)?.problem ?? 'accepted'

describe('lists of the countries', () => {
  it('are those that the list of the lists points to', async () => {
    const lists = await load()
    expect(states(lists)).toEqual({ EU: 'fresh', DE: 'fresh', AT: 'fresh' })
    expect(lists.lists[1]).toMatchObject({ url: DE_URL, operator: 'Office of DE', services: 1, sequenceNumber: 1 })
    const services = await lists.findServices([ca.certificate.der])
    expect(services.map(({ list }) => list.territory).sort()).toEqual(['AT', 'DE'])
  })

  it('are read for the countries that were asked for', async () => {
    expect(states(await load({ territories: ['at', 'FR'] }))).toEqual({ EU: 'fresh', AT: 'fresh', FR: 'missing' })
    expect(web.asked).not.toContain(DE_URL)
  })

  it.each<[string, Uint8Array, RegExp]>([
    ['by the signer of another country', de({}, S.other), /not signed by one of the signers/],
    ['by the signer of the list of the lists', de({}, S.first), /not signed by one of the signers/],
    ['by somebody', de({}, S.mallory), /not signed by one of the signers/],
    ['of another country', de({ territory: 'AT' }), /is one of AT/],
    ['that is a list of lists', de({ type: 'EUlistofthelists' }), /is one of DE/],
    ['that has ended', de({ issuedAt: '2025-06-01T00:00:00Z', nextUpdate: '2025-12-01T00:00:00Z' }), /too long ago/],
    ['that is none', new Uint8Array(10), /not well-formed/],
  ])('%s are missing, and the others are there', async (_, bytes, problem) => {
    web.files.set(DE_URL, bytes)
    expect(await problemOf()).toMatch(problem)
    expect(await problemOf('AT')).toBe('accepted')
  })

  it('that cannot be fetched are missing', async () => {
    web.files.delete(DE_URL)
    expect(await problemOf()).toMatch(/status 404/)
  })

  it('from an address that is not of the web are not fetched', async () => {
    web.files.set(
      LOTL_URL,
      listOfLists(S.first, [S.first], {
        national: [{ url: 'file:///etc/passwd', territory: 'DE', signers: [S.national] }],
      }),
    )
    expect(await problemOf()).toMatch(/not an address of the web/)
    expect(web.asked).toEqual([LOTL_URL])
  })
})

describe('the list of the lists', () => {
  it.each<[string, () => Uint8Array, string]>([
    ['by somebody', () => lotl(S.mallory, [S.mallory]), 'signer_unknown'],
    ['that is a list of a country', () => makeList(S.first, { territory: 'EU' }), 'not_a_trusted_list'],
    [
      'that has ended',
      () => lotl(S.first, [S.first], { issuedAt: '2025-06-01T00:00:00Z', nextUpdate: '2025-12-01T00:00:00Z' }),
      'expired',
    ],
    ['of the future', () => lotl(S.first, [S.first], { issuedAt: '2026-04-01T00:00:00Z' }), 'issued_in_future'],
  ])('%s is refused', async (_, make, fault) => {
    web.files.set(LOTL_URL, make())
    expect(await faultOf(load())).toBe(fault)
  })

  it('that is not there is an error that passes', async () => {
    web.isAway = true
    await expect(load()).rejects.toMatchObject({ code: 'trust_list_unavailable', retryable: true })
  })

  it('needs a signer', async () => {
    await expect(load({ signers: [] })).rejects.toMatchObject({ code: 'invalid_request' })
  })
})

describe('pivots', () => {
  /** The signers went from the first over the second to the third. */
  beforeEach(() => {
    web.files.set(PIVOT(10), lotl(S.first, [S.second], { sequenceNumber: 10 }))
    web.files.set(PIVOT(20), lotl(S.second, [S.third], { sequenceNumber: 20 }))
    web.files.set(LOTL_URL, lotl(S.third, [S.third], { sequenceNumber: 21, informationUris: [PIVOT(20), PIVOT(10)] }))
  })

  it('lead from the pinned signers to the present ones', async () => {
    expect(states(await load())).toMatchObject({ EU: 'fresh', DE: 'fresh' })
    expect(web.asked.slice(0, 3)).toEqual([LOTL_URL, PIVOT(10), PIVOT(20)])
  })

  it('that are older than the pinned signers change nothing', async () => {
    expect(await faultOf(load({ signers: pem(S.second) }))).toBe('accepted')
    store = memoryTrustListStore()
    expect(await faultOf(load({ signers: pem(S.third) }))).toBe('accepted')
  })

  it.each<[string, () => void, string]>([
    ['one is missing', () => web.files.delete(PIVOT(10)), 'pivot_broken'],
    [
      'one is by somebody',
      () => web.files.set(PIVOT(20), lotl(S.mallory, [S.third], { sequenceNumber: 20 })),
      'pivot_broken',
    ],
    [
      'one is by a signer who was replaced',
      () => web.files.set(PIVOT(20), lotl(S.first, [S.third], { sequenceNumber: 20 })),
      'pivot_broken',
    ],
    [
      'they stand in the wrong order',
      () =>
        web.files.set(
          LOTL_URL,
          lotl(S.third, [S.third], { sequenceNumber: 21, informationUris: [PIVOT(10), PIVOT(20)] }),
        ),
      'signer_unknown',
    ],
    [
      'the list is signed by one who was replaced',
      () =>
        web.files.set(
          LOTL_URL,
          lotl(S.first, [S.first], { sequenceNumber: 21, informationUris: [PIVOT(20), PIVOT(10)] }),
        ),
      'signer_unknown',
    ],
    [
      'the list is older than its pivot',
      () =>
        web.files.set(
          LOTL_URL,
          lotl(S.third, [S.third], { sequenceNumber: 15, informationUris: [PIVOT(20), PIVOT(10)] }),
        ),
      'rolled_back',
    ],
    [
      'a pivot is a list of a country',
      () => web.files.set(PIVOT(20), makeList(S.second, { territory: 'EU', sequenceNumber: 20 })),
      'pivot_broken',
    ],
    ['a pivot was changed', () => web.files.set(PIVOT(20), tampered()), 'pivot_broken'],
  ])('%s: refused', async (_, change, fault) => {
    change()
    expect(await faultOf(load())).toBe(fault)
  })

  const tampered = () => {
    const text = new TextDecoder().decode(web.files.get(PIVOT(20)))
    return new TextEncoder().encode(text.replace('Office of EU', 'Office of XX'))
  }

  it('are fetched from the server of the list alone', async () => {
    web.files.set(
      LOTL_URL,
      lotl(S.first, [S.first], {
        informationUris: ['https://evil.example/pivot-1.xml', 'http://169.254.169.254/x.xml'],
      }),
    )
    expect(await faultOf(load())).toBe('accepted')
    expect(web.asked.filter((url) => !url.startsWith('https://lists.example/'))).toEqual([])
  })

  it('are not needed again: what is kept names the signers of the next list', async () => {
    await load()
    web.asked.length = 0
    web.files.set(LOTL_URL, lotl(S.third, [S.third], { sequenceNumber: 22 }))
    expect(await faultOf(load({ refreshMs: 0 }))).toBe('accepted')
    expect(web.asked[0]).toBe(LOTL_URL)
    expect(web.asked).not.toContain(PIVOT(10))
  })

  it('a signer who was replaced does not come back by leaving the pivots out', async () => {
    await load()
    web.files.set(LOTL_URL, lotl(S.first, [S.first], { sequenceNumber: 30 }))
    const lists = await load({ refreshMs: 0 })
    expect(lists.lists[0]).toMatchObject({ sequenceNumber: 21, problem: expect.stringMatching(/not signed by one/) })
  })
})

describe('a store', () => {
  it('makes a second call need no network', async () => {
    await load()
    web.asked.length = 0
    expect(states(await load({ time: at('2026-03-01T05:00:00Z') }))).toEqual({ EU: 'fresh', DE: 'fresh', AT: 'fresh' })
    expect(web.asked).toEqual([])
  })

  it('lists are fetched again after some hours, and before they end', async () => {
    await load()
    web.asked.length = 0
    await load({ time: at('2026-03-01T06:00:00Z') })
    expect(web.asked.sort()).toEqual([AT_URL, DE_URL, LOTL_URL].sort())
    web.asked.length = 0
    const week = 7 * 86_400_000
    await load({ time: at('2026-06-20'), refreshMs: 1000 * week })
    expect(web.asked).toEqual([])
    await load({ time: at('2026-06-29T12:00:00Z'), refreshMs: 1000 * week })
    expect(web.asked).toHaveLength(3)
  })

  it('a day without network is survived, and told', async () => {
    await load()
    web.isAway = true
    const lists = await load({ time: at('2026-03-02') })
    expect(states(lists)).toEqual({ EU: 'fresh', DE: 'fresh', AT: 'fresh' })
    expect(lists.lists[1]?.problem).toMatch(/could not be fetched/)
  })

  it('lists are used for a while after they have ended, and then no more', async () => {
    await load()
    web.isAway = true
    expect(states(await load({ time: at('2026-06-30T12:00:00Z') }))).toEqual({ EU: 'stale', DE: 'stale', AT: 'stale' })
    expect(await faultOf(load({ time: at('2026-07-01T00:00:01Z') }))).toBe('trust_list_unavailable')
    expect(await faultOf(load({ time: at('2026-07-05'), graceMs: 6 * 86_400_000 }))).toBe('accepted')
    expect(await faultOf(load({ time: at('2026-06-30T00:00:01Z'), graceMs: 0 }))).toBe('trust_list_unavailable')
  })

  it('after a failure nobody is asked again for ten minutes', async () => {
    await load()
    web.isAway = true
    await load({ time: at('2026-03-01T06:00:00Z') })
    web.asked.length = 0
    await load({ time: at('2026-03-01T06:09:00Z') })
    expect(web.asked).toEqual([])
    await load({ time: at('2026-03-01T06:10:00Z') })
    expect(web.asked).toHaveLength(3)
  })

  it.each<[string, ListOptions]>([
    ['of a lower number', { sequenceNumber: 4 }],
    ['of the same number that was issued before', { sequenceNumber: 5, issuedAt: '2025-12-31T00:00:00Z' }],
  ])('a list %s is refused, and the newer one stays', async (_, options) => {
    web.files.set(DE_URL, de({ sequenceNumber: 5 }))
    await load()
    web.files.set(DE_URL, de({ ...options, services: [] }))
    const lists = await load({ refreshMs: 0 })
    expect(lists.lists[1]).toMatchObject({
      sequenceNumber: 5,
      services: 1,
      problem: expect.stringMatching(/newer one/),
    })
  })

  it('an older list of the lists is refused, even by new pinned signers', async () => {
    web.files.set(LOTL_URL, lotl(S.first, [S.first], { sequenceNumber: 9 }))
    await load()
    web.files.set(LOTL_URL, lotl(S.second, [S.second], { sequenceNumber: 8 }))
    expect(await faultOf(load({ signers: pem(S.second) }))).toBe('rolled_back')
  })

  it('what is kept does not count for other pinned signers', async () => {
    await load()
    web.isAway = true
    expect(await faultOf(load({ signers: pem(S.mallory) }))).toBe('trust_list_unavailable')
  })

  it('what is kept of a country does not count when its signer may sign no more', async () => {
    await load()
    web.files.set(
      LOTL_URL,
      listOfLists(S.first, [S.first], {
        sequenceNumber: 2,
        national: [{ url: DE_URL, territory: 'DE', signers: [S.other] }],
      }),
    )
    const lists = await load({ refreshMs: 0 })
    expect(lists.lists[1]).toMatchObject({ territory: 'DE', state: 'missing' })
  })

  it('what is kept of a country does not count for another one at its address', async () => {
    await load()
    const national = [{ url: DE_URL, territory: 'XX', signers: [S.national] }]
    web.files.set(LOTL_URL, listOfLists(S.first, [S.first], { sequenceNumber: 2, national }))
    const lists = await load({ time: at('2026-03-01T07:00:00Z') })
    expect(lists.lists[1]).toMatchObject({
      territory: 'XX',
      state: 'missing',
      problem: expect.stringMatching(/one of DE/),
    })
  })

  it('a store that fails is an empty one', async () => {
    const broken = { get: () => Promise.reject(new Error('away')), set: () => Promise.reject(new Error('away')) }
    expect(states(await load({ store: broken }))).toEqual({ EU: 'fresh', DE: 'fresh', AT: 'fresh' })
  })

  it('what others wrote into it is not read', async () => {
    const strange = { get: async () => new TextEncoder().encode('{"format":0}'), set: async () => true }
    expect(states(await load({ store: strange }))).toEqual({ EU: 'fresh', DE: 'fresh', AT: 'fresh' })
  })
})

it('an aborted call rejects with the reason', async () => {
  const reason = new Error('enough')
  await expect(load({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})

describe('a list from a file', () => {
  it('is authenticated by the signers that are given', async () => {
    const lists = await trustListFromFile(de(), { signers: pem(S.national), time: TIME })
    expect(lists.lists).toMatchObject([{ kind: 'eu', territory: 'DE', state: 'fresh', services: 1, url: null }])
    expect(await faultOf(trustListFromFile(de(), { signers: pem(S.other), time: TIME }))).toBe('signer_unknown')
    expect(await faultOf(trustListFromFile(de(), { signers: pem(S.national), time: at('2026-08-01') }))).toBe('expired')
  })

  it('of another scheme makes nothing qualified', async () => {
    const bytes = signList(listText({ type: 'CHlist', territory: 'CH' }), S.national)
    const lists = await trustListFromFile(bytes, { signers: pem(S.national), time: TIME })
    expect(lists.lists).toMatchObject([{ kind: 'own', territory: 'CH' }])
  })
})
