/**
 * What does the HTTP API cost over the functions that it calls?
 *
 *     npm run build && npx tsx bench/http.ts [throughput] [uploads] [memory] [loop]
 *
 * The API runs in a process of its own, built, behind the adapter of node:http; the requests come over loopback from here.
 * Throughput is measured by turns: the bare function in a loop, then requests over eight kept connections; the ratio
 * is the median over the rounds. The function has both processors of a small machine to itself then, and the API shares them
 * with its clients, which therefore do no more than node:http does: autocannon, which parses answers in JavaScript, spent
 * 1.6 ms on each signed document of 100 KB, twice as long as it takes to sign it. The plain handler, ten lines on node:http
 * without any check, shows what HTTP, JSON and base64 alone cost. The same work is asked for as files: a form or a bare PDF
 * goes in, a PDF comes back.
 *
 * The event loop is watched while 10 documents of 50 pages are converted at once, and while 10 of 25 MB are verified.
 * Of its worst delay, "own work" is what its thread computed in one go: the rest is other work of the machine.
 *
 * @module
 */

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request as startRequest } from 'node:http'
import { fileURLToPath } from 'node:url'
import { identityFromPem, signDocument } from '../src/index.js'
import { makeTestKey } from '../test/support/keys.js'
import type { ApiCommand, ApiProcessSettings, BareCall } from './support/api-process.js'
import { signRequest } from './support/api-process.js'
import { fixturePath, loadFixture } from './support/fixtures.js'
import { compare, median, printTable, verdict } from './support/measure.js'
import { makeReport } from './support/sample-docx.js'

const MAX_SIGN_COST = 1.7
const MAX_VERIFY_COST = 2.5
/** How much slower than a plain handler JSON may be served: not at all. */
const MAX_OVER_PLAIN = 1
const MAX_MEMORY_MB = 450
const MIN_UPLOAD_GAIN = 1.8
const MAX_DELAY_MS = 50
const ROUNDS = 5
const SECONDS = 2
const CONNECTIONS = 8
const CONCURRENT = 10
const UPLOADS = 15
const MB = 1024 * 1024

const agent = new Agent({ keepAlive: true })
const { key, certificate } = makeTestKey()
const settings: ApiProcessSettings = { key, certificate, path: await fixturePath('100 KB', 'table') }

const parts = { throughput: measureThroughput, uploads: measureUploads, memory: measureMemory, loop: measureEventLoop }
const wanted = process.argv.slice(2)
for (const [name, measure] of Object.entries(parts)) if (wanted.length === 0 || wanted.includes(name)) await measure()

/** One kind of call: what is sent, and what the API may cost over the bare function when nothing is wrapped in base64. */
interface Subject {
  readonly call: BareCall
  readonly path: string
  readonly json: unknown
  readonly binary: Body
  /** Signing with the page is dominated by the page, so it has no target of its own. */
  readonly maxCost?: number
}

async function measureThroughput(): Promise<void> {
  const api = await startApi()
  const table = [
    ['100 KB', 'function', 'plain handler', 'JSON', 'over plain', 'target', '', 'binary', 'cost', 'target', ''],
  ]
  for (const { call, path, json, binary, maxCost } of await listSubjects()) {
    const rounds: (readonly [bare: number, plain: number, json: number, binary: number])[] = []
    const text = { type: 'application/json', bytes: Buffer.from(JSON.stringify(json)) }
    for (let round = -1; round < ROUNDS; round++) {
      const rates = [
        await api.ask({ kind: 'bare', call, ms: SECONDS * 1000 }),
        await loadApi(`${api.url}/plain${path}`, text),
        await loadApi(`${api.url}/v1${path}`, text),
        await loadApi(`${api.url}/v1${path}`, binary),
      ] as const
      if (round >= 0) rounds.push(rates)
    }
    const overPlain = median(rounds.map(([, plain, served]) => plain / served))
    const cost = median(rounds.map(([bare, , , served]) => bare / served))
    const rate = (column: 0 | 1 | 2 | 3) => `${median(rounds.map((rates) => rates[column])).toFixed(0)}/s`
    const onJson = [`${overPlain.toFixed(2)}x`, `${MAX_OVER_PLAIN}x`, verdict(overPlain, MAX_OVER_PLAIN)]
    const target = maxCost === undefined ? ['', ''] : [`${maxCost}x`, verdict(cost, maxCost)]
    table.push([call, rate(0), rate(1), rate(2), ...onJson, rate(3), `${cost.toFixed(2)}x`, ...target])
  }
  api.stop()
  printTable(table)
}

async function listSubjects(): Promise<Subject[]> {
  const document = await loadFixture('100 KB', 'table')
  const identity = await identityFromPem(settings)
  const { bytes: signed } = await signDocument(document, signRequest(false), { identity })
  const sign = (hasPage: boolean) => ({
    path: '/sign',
    json: { document: { base64: base64(document) }, ...signRequest(hasPage) },
    binary: makeForm(document, signRequest(hasPage)),
  })
  return [
    { call: 'sign', ...sign(false), maxCost: MAX_SIGN_COST },
    { call: 'sign with page', ...sign(true) },
    {
      call: 'verify',
      path: '/verify',
      json: { document: { base64: base64(signed) } },
      binary: { type: 'application/pdf', bytes: signed },
      maxCost: MAX_VERIFY_COST,
    },
  ]
}

/** Answers per second over some connections, each of which asks again as soon as it has its answer. */
async function loadApi(url: string, body: Body): Promise<number> {
  // The file that was signed, and the report as data: verifying would answer with a typeset report if it were let.
  const accept = body.type.startsWith('multipart/') ? 'application/pdf' : '*/*'
  const start = performance.now()
  const end = start + SECONDS * 1000
  let answers = 0
  const askAgain = async () => {
    for (; performance.now() < end; answers++) await post(url, body, 200, accept)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, askAgain))
  return (answers * 1000) / (performance.now() - start)
}

async function measureUploads(): Promise<void> {
  const api = await startApi()
  const form = makeForm()
  // The file is read as a whole and then found to be of no known format: both sides do nothing but receive it.
  const { baseMs, ms, ratio } = await compare(
    () => post(`${api.url}/form-data`, form, 200),
    () => post(`${api.url}/v1/convert`, form, 422),
    UPLOADS,
    4,
  )
  api.stop()
  const gain = 1 / ratio
  printTable([
    ['', 'Request.formData', 'API', 'gain', 'target', ''],
    [
      'upload of 25 MB',
      `${baseMs.toFixed(0)} ms`,
      `${ms.toFixed(0)} ms`,
      `${gain.toFixed(2)}x`,
      `${MIN_UPLOAD_GAIN}x`,
      verdict(-gain, -MIN_UPLOAD_GAIN),
    ],
  ])
}

async function measureMemory(): Promise<void> {
  const table = [['peak memory', 'idle', `${CONCURRENT} uploads of 25 MB`, 'target', '']]
  const form = makeForm()
  for (const [name, path, status] of [
    ['Request.formData', '/form-data', 200],
    ['API', '/v1/convert', 422],
  ] as const) {
    const api = await startApi()
    const idle = await api.ask({ kind: 'peak' })
    for (let round = 0; round < 3; round++) await together(() => post(api.url + path, form, status))
    const peak = await api.ask({ kind: 'peak' })
    const target = name === 'API' ? [`${MAX_MEMORY_MB} MB`, verdict(peak, MAX_MEMORY_MB)] : ['', '']
    table.push([name, `${idle.toFixed(0)} MB`, `${peak.toFixed(0)} MB`, ...target])
    api.stop()
  }
  printTable(table)
}

async function measureEventLoop(): Promise<void> {
  const api = await startApi()
  const document = base64(await loadFixture('25 MB', 'table'))
  const body = { type: 'application/json', bytes: Buffer.from(JSON.stringify({ document: { base64: document } })) }
  const report = makeForm(makeReport(40))
  const convert = () => post(`${api.url}/v1/convert`, report, 200)
  const verify = () => post(`${api.url}/v1/verify`, body, 200)
  const table = [['', 'worst delay of the event loop', 'target', '', 'own work']]
  for (const [name, run] of [
    [`${CONCURRENT} x convert 50 pages`, convert],
    [`${CONCURRENT} x verify 25 MB`, verify],
  ] as const) {
    const delays: number[] = []
    const busy: number[] = []
    for (let round = -1; round < 3; round++) {
      await api.ask({ kind: 'watch' })
      await together(run)
      if (round < 0) continue
      delays.push(await api.ask({ kind: 'delay' }))
      busy.push(await api.ask({ kind: 'busy' }))
    }
    const worst = Math.max(...delays)
    const own = `${Math.max(...busy).toFixed(0)} ms`
    table.push([name, `${worst.toFixed(0)} ms`, `${MAX_DELAY_MS} ms`, verdict(worst, MAX_DELAY_MS), own])
  }
  api.stop()
  printTable(table)
}

interface ApiProcess {
  readonly url: string
  ask(command: ApiCommand): Promise<number>
  stop(): void
}

async function startApi(): Promise<ApiProcess> {
  const script = fileURLToPath(new URL('./support/api-process.ts', import.meta.url))
  const child: ChildProcess = fork(script, [JSON.stringify(settings)], { execArgv: ['--import', 'tsx'] })
  const [port] = await once(child, 'message')
  return {
    url: `http://127.0.0.1:${port}`,
    async ask(command) {
      child.send(command)
      const [answer] = await once(child, 'message')
      return answer
    },
    stop: () => void child.kill(),
  }
}

interface Body {
  readonly type: string
  readonly bytes: Uint8Array
}

/** A form with 25 MB of no known format, or with a better file, and what is to be done with it. */
function makeForm(
  file: Uint8Array = Buffer.alloc(25 * MB, 'The quick brown fox jumps over the lazy dog.\0\r\n'),
  request?: unknown,
): Body {
  const json = `\r\n--boundary\r\nContent-Disposition: form-data; name="request"\r\n\r\n${JSON.stringify(request)}`
  const part = request === undefined ? '' : json
  const head = '--boundary\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
  return {
    type: 'multipart/form-data; boundary=boundary',
    bytes: Buffer.concat([Buffer.from(head), file, Buffer.from(`${part}\r\n--boundary--\r\n`)]),
  }
}

async function together(run: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: CONCURRENT }, run))
}

function post(url: string, { type, bytes }: Body, status: number, accept = '*/*'): Promise<void> {
  const headers = { accept, 'content-type': type, authorization: 'Bearer sw_any', 'content-length': bytes.length }
  return new Promise((resolve, reject) => {
    const request = startRequest(url, { method: 'POST', headers, agent }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === status) resolve()
        else reject(new Error(`${url} answered ${response.statusCode}.`))
      })
    })
    request.once('error', reject).end(bytes)
  })
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}
