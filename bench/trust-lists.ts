/**
 * What do trusted lists cost: to fetch, check and read, to take out of a store, and in a verification?
 *
 *     npx tsx bench/trust-lists.ts [DIR]
 *
 * 28 lists with 15 MB in all are made, with services and histories as real lists have them. Fetching costs nothing: the
 * lists are in memory. Peak memory is that of this process, which makes the lists too, less what it had before it
 * loaded them. DIR: gives the time for each list of a folder as well, each by the signer that it shows.
 *
 * @module
 */

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileTrustListStore } from '../adapters/trust-lists/file-trust-list-store.js'
import { ownBytes } from '../src/bytes.js'
import { parseCertificate } from '../src/cms/certificate/x509.js'
import { verifyDocument } from '../src/index.js'
import { loadEuTrustLists } from '../src/trust-lists/load-eu-trust-lists.js'
import { readAuthenticList } from '../src/trust-lists/read-list.js'
import { signDated } from '../test/trust/support/dated-document.js'
import { extension, type Holder, makeHolder } from '../test/trust/support/dated-pki.js'
import { LOTL_URL, listOfLists } from '../test/trust-lists/support/made-web.js'
import { type MadeService, makeList } from '../test/trust-lists/support/make-list.js'
import { median, printTable } from './support/measure.js'

const LISTS = 28
const TOTAL_BYTES = 15 * 1024 * 1024
const LIFE = { from: '2015-01-01', to: '2040-01-01' }
const TIME = new Date('2026-03-01T00:00:00Z')
/** Services of one list: each has some four kilobytes, with a certificate of RSA's size. */
const SERVICES = 72
const ROUNDS = 5
const VERIFICATIONS = 300

const operator = makeHolder('Operator', LIFE)
const padding = extension(
  '1.2.3.4',
  new Uint8Array(900).map((_, i) => (i * 37) & 0xff),
)
const history = (status: string, since: string) => ({ status, since, info: ['ForeSignatures', 'RootCA-QC'] })

function makeService(name: string): MadeService {
  const holder = makeHolder(name, { ...LIFE, kind: 'ca', extensions: [padding] })
  const periods = [
    history('granted', '2018-01-01T00:00:00Z'),
    history('granted', '2016-07-01T00:00:00Z'),
    history('undersupervision', '2012-01-01T00:00:00Z'),
  ]
  return { holders: [holder], provider: `Provider of ${name}`, name, periods }
}

const territories = Array.from({ length: LISTS }, (_, i) => String.fromCharCode(65 + (i % 26), 65 + Math.floor(i / 26)))
const web = new Map<string, Uint8Array>()
const national = territories.map((territory) => ({
  url: `https://lists.example/${territory}.xml`,
  territory,
  signers: [operator],
}))
const signer = makeHolder('CA of the signer', { ...LIFE, kind: 'ca' })
const leaf: Holder = makeHolder('Ada', { issuer: signer, from: '2018-01-01', to: '2030-01-01' })

let bytes = 0
for (const [i, { url, territory }] of national.entries()) {
  const services = Array.from({ length: SERVICES }, (_, n) => makeService(`${territory} ${n}`))
  if (i === 0) services.push({ ...makeService('x'), holders: [signer] })
  const list = makeList(operator, { territory, services })
  bytes += list.length
  web.set(url, list)
}
web.set(LOTL_URL, listOfLists(operator, [operator], { national }))
const rows: string[][] = []
const folder = await mkdtemp(join(tmpdir(), 'trust-lists-'))

const load = (store = fileTrustListStore(folder), refreshMs?: number) =>
  loadEuTrustLists({
    signers: operator.certificate.der,
    url: LOTL_URL,
    fetch: async (url) => new Response(ownBytes(web.get(url) ?? new Uint8Array(0))),
    store,
    time: TIME,
    ...(refreshMs === undefined ? {} : { refreshMs }),
  })

/** Processor time of this process, in milliseconds: what a busy machine does not change. */
const busy = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function timesOf(rounds: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const begin = performance.now()
    await work()
    times.push(performance.now() - begin)
  }
  return times
}

const ms = (times: readonly number[]) => [
  `${median([...times]).toFixed(1)} ms`,
  `${Math.max(...times.slice(0, 1)).toFixed(1)} ms`,
]

try {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 5)
  const begin = busy()
  const first = await timesOf(1, () => load())
  const processor = busy() - begin
  clearInterval(watch)
  peak = Math.max(peak, process.memoryUsage().rss)
  const megabytes = (bytes / 1024 / 1024).toFixed(1)
  rows.push([`${LISTS} lists, ${megabytes} of ${TOTAL_BYTES / 1024 / 1024} MB: fetched, checked, read`, ...ms(first)])
  rows.push(['  processor time', `${processor.toFixed(1)} ms`, ''])
  rows.push(['  memory on top', `${((peak - before) / 1024 / 1024).toFixed(0)} MB`, ''])
  const kept = busy()
  rows.push(['the same from a folder', ...ms(await timesOf(ROUNDS, () => load()))])
  rows.push(['  processor time', `${((busy() - kept) / ROUNDS).toFixed(1)} ms`, ''])

  const lists = await load()
  const document = await signDated(leaf, { certificates: [signer] })
  const verify = (trustAnchors: Parameters<typeof verifyDocument>[1]) => verifyDocument(document, trustAnchors)
  const plain = { trustAnchors: signer.certificate.der, validationTime: new Date('2020-06-01') }
  const listed = { ...plain, trustAnchors: lists }
  await timesOf(VERIFICATIONS, () => verify(plain))
  await timesOf(VERIFICATIONS, () => verify(listed))
  const without = await timesOf(VERIFICATIONS, () => verify(plain))
  const withLists = await timesOf(VERIFICATIONS, () => verify(listed))
  rows.push(['a verification with a root', ...ms(without)])
  rows.push(['a verification with the lists', ...ms(withLists)])
  const [directory] = process.argv.slice(2)
  if (directory !== undefined) await measureFolder(directory)
} finally {
  await rm(folder, { recursive: true, force: true })
}
printTable([['what', 'median', 'first'], ...rows])

/** Each list by the certificate that it shows: what is measured is the work, not whom to trust. */
async function measureFolder(directory: string): Promise<void> {
  for (const name of (await readdir(directory)).filter((each) => each.endsWith('.xml')).sort()) {
    const list = await readFile(join(directory, name))
    const shown = [...list.toString('utf8').matchAll(/<\w+:X509Certificate>([^<]+)</g)]
    const signers = shown.map(([, text = '']) => parseCertificate(new Uint8Array(Buffer.from(text, 'base64'))))
    const times = await timesOf(ROUNDS, async () => {
      try {
        readAuthenticList(list, signers, new Date())
      } catch {
        // Forged lists have a time as well.
      }
    })
    rows.push([`${name}, ${(list.length / 1024).toFixed(0)} KB`, ...ms(times)])
  }
}
