/**
 * What strangers and one greedy key can do to everybody else: each kind of abuse goes on for some seconds, while the
 * resident memory, the answers to `/v1/health` and small work of another key are watched.
 *
 *     npm run abuse                   # builds first
 *     npm run abuse -- 60             # seconds for each kind
 *     npm run abuse -- 60 'one key'   # this kind alone
 *
 * @module
 */

import { fork } from 'node:child_process'
import { once, setMaxListeners } from 'node:events'
import { type Agent, createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { requestExamples } from '../../src/http/description/openapi-examples.js'
import { inlinePicture, makeBodyDocx, p } from '../convert/support/rich-docx.js'
import { makePdf, ONE_PAGE, streamText } from '../pdf/make-pdf.js'

const MB = 1024 * 1024
const SECONDS = Number(process.argv[2] ?? 10)
const TARGETS = { memoryMb: 1200, healthMs: 150, smallMs: 2000, recoveryMs: 2000 }
const EXPECTED_STATUSES = new Set([200, 400, 401, 408, 413, 422, 429, 503, 504])

const child = fork(fileURLToPath(new URL('./abused-server.ts', import.meta.url)), [], { execArgv: ['--import', 'tsx'] })
const [{ port }] = (await once(child, 'message')) as [{ port: number }]
let peak = 0
child.on('message', ({ rss = 0 }: { rss?: number }) => {
  peak = Math.max(peak, rss)
})
child.once('exit', (code) => {
  console.error(`The server ended with ${code}.`)
  process.exit(1)
})

interface Sent {
  readonly status: number
  readonly ms: number
  /** Why there is no good answer: the body of a refusal, or what broke the connection. */
  readonly reason?: string
}

interface Request {
  readonly key?: string
  readonly address?: string
  readonly type?: string
  readonly signal?: AbortSignal
  readonly agent?: Agent
}

function send(path: string, body: Uint8Array | string | null, options: Request = {}): Promise<Sent> {
  const { key, address = '203.0.113.1', type = 'application/json', signal, agent } = options
  const begin = performance.now()
  const headers = {
    'x-forwarded-for': address,
    ...(body === null ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  }
  const method = body === null ? 'GET' : 'POST'
  return new Promise((resolve) => {
    const settings = {
      host: '127.0.0.1',
      port,
      path,
      method,
      headers,
      ...(signal && { signal }),
      ...(agent && { agent }),
    }
    const fail = ({ message }: Error) => resolve({ status: -1, ms: performance.now() - begin, reason: message })
    const sent = request(settings, (response) => {
      const { statusCode: status = 0 } = response
      let reason = ''
      response.on('error', fail)
      response.on('data', (chunk: Buffer) => {
        if (status >= 400) reason = (reason + chunk).slice(0, MAX_REASON)
      })
      response.once('end', () => resolve({ status, ms: performance.now() - begin, ...(reason !== '' && { reason }) }))
    })
    sent.on('error', fail)
    sent.end(body ?? undefined)
  })
}

/** Characters of a refusal that are shown. */
const MAX_REASON = 300

/** Asks, and reads nothing of a good answer until the signal. */
function sendUnread(path: string, body: Uint8Array, key: string, signal: AbortSignal): Promise<Sent> {
  const headers = { 'content-type': 'application/json', 'content-length': body.length, authorization: `Bearer ${key}` }
  return new Promise((resolve) => {
    const settings = { host: '127.0.0.1', port, path, method: 'POST', headers, signal }
    const sent = request(settings, (response) => {
      const status = response.statusCode ?? 0
      response.on('error', () => undefined)
      if (status !== 200) response.resume().once('end', () => resolve({ status, ms: 0 }))
      else signal.addEventListener('abort', () => resolve({ status, ms: 0 }))
    })
    sent.on('error', () => resolve({ status: -1, ms: 0 }))
    sent.end(body)
  })
}

function form(content: Uint8Array, name: string): { body: Uint8Array; type: string } {
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  return {
    body: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')]),
    type: 'multipart/form-data; boundary=b',
  }
}

const example = requestExamples().sign.minimal.value
const small = {
  sign: JSON.stringify(example),
  verify: JSON.stringify({ document: example.document }),
  convert: form(Buffer.from('# Note'), 'note.md'),
}
// Bytes, since turning a long text into bytes for every request would hold up what is measured here.
const largePdf = Buffer.from(
  JSON.stringify({
    document: { base64: Buffer.concat([Buffer.from('%PDF-1.7\n%'), Buffer.alloc(20 * MB, 'x')]).toString('base64') },
  }),
)
const largeSign = Buffer.from(
  JSON.stringify({
    ...example,
    certificate: { enabled: false },
    document: {
      base64: Buffer.from(makePdf({ ...ONE_PAGE, 9: streamText('', 'x'.repeat(18 * MB)) })).toString('base64'),
    },
  }),
)
const deep = Buffer.alloc(34 * MB, '[')
const longMarkdown = form(
  Buffer.from('A *line* of **text** with `code`, and [a link](https://example.com).\n\n'.repeat(37_000)),
  'long.md',
)

/** A TIFF of 1.5 KB with a field of 0x7fffffff values. */
function hugeTiff(): Uint8Array {
  const bytes = Buffer.alloc(1500)
  bytes.write('II*\0\x08\0\0\0\x01\0', 'latin1')
  bytes.writeUInt16LE(320, 10)
  bytes.writeUInt16LE(3, 12)
  bytes.writeUInt32LE(0x7fffffff, 14)
  return bytes
}
const tiffDocx = form(
  makeBodyDocx(p(inlinePicture('image', 900_000)), { 'word/media/image1.png': hugeTiff() }),
  'a.docx',
)

/** Delivers 20 MB over ten seconds. */
const slowServer = createServer((_, response) => {
  response.writeHead(200, { 'content-length': 20 * MB })
  const timer = setInterval(() => void response.write(Buffer.alloc(200 * 1024)), 100)
  response.once('close', () => clearInterval(timer))
}).listen(0, '127.0.0.1')
await once(slowServer, 'listening')
const slowUrl = `http://127.0.0.1:${(slowServer.address() as AddressInfo).port}/a.pdf`

/** So many at once, each again and again until the signal. */
function loop(count: number, signal: AbortSignal, once: (index: number) => Promise<Sent>, note: (sent: Sent) => void) {
  return Array.from({ length: count }, async (_, index) => {
    while (!signal.aborted) note(await once(index))
  })
}

type Abuse = (signal: AbortSignal, note: (sent: Sent) => void) => Promise<unknown>[]
const stranger = (index: number) => `198.51.100.${index % 250}`

const ABUSES: Record<string, Abuse> = {
  'deep JSON, 10 strangers': (signal, note) =>
    loop(10, signal, (i) => send('/v1/verify', deep, { address: stranger(i), signal }), note),
  'slow documents by URL, 150 strangers': (signal, note) =>
    loop(
      150,
      signal,
      (i) => send('/v1/verify', JSON.stringify({ document: { url: slowUrl } }), { address: stranger(i), signal }),
      note,
    ),
  'half-sent bodies, 60 strangers': (signal) =>
    Array.from({ length: 60 }, async (_, i) => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      const head = `POST /v1/verify HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${stranger(i)}\r\nContent-Type: application/json\r\n`
      socket.write(`${head}Content-Length: ${30 * MB}\r\n\r\n{`)
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      socket.destroy()
    }),
  'TIFF in DOCX, ten at once': (signal, note) =>
    loop(10, signal, () => send('/v1/convert', tiffDocx.body, { ...tiffDocx, key: 'flood', signal }), note),
  'answers of 25 MB that one key never reads': (signal, note) =>
    loop(30, signal, () => sendUnread('/v1/sign', largeSign, 'flood', signal), note),
  'one key floods, 40 strangers verify 20 MB': (signal, note) => [
    ...loop(10, signal, () => send('/v1/convert', longMarkdown.body, { ...longMarkdown, key: 'flood', signal }), note),
    ...loop(40, signal, (i) => send('/v1/verify', largePdf, { address: stranger(i), signal }), note),
  ],
}

const percentile = (values: readonly number[], part: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const smallWork = (signal?: AbortSignal) => {
  const options = { key: 'other', address: '203.0.113.9', ...(signal && { signal }) }
  return [
    () => send('/v1/sign', small.sign, options),
    () => send('/v1/verify', small.verify, options),
    () => send('/v1/convert', small.convert.body, { ...options, ...small.convert }),
  ]
}

const KINDS = ['sign', 'verify', 'convert']

/** Workers are started by their first job: that is not what is measured. */
for (let i = 0; i < 2; i++) for (const work of smallWork()) await work()

let hasMissed = false
let [met, measured] = [0, 0]
const shortLoad = () => loadavg().map((load) => load.toFixed(1))[0]
const verdict = (value: number, target: number) => {
  const isMet = value <= target
  hasMissed ||= !isMet
  measured++
  if (isMet) met++
  return `${Math.round(value)}${isMet ? '' : ' (missed)'}`
}
console.log(
  `${SECONDS} s each; targets: ${TARGETS.memoryMb} MB, health p99 ${TARGETS.healthMs} ms, small work of another key p99 ${TARGETS.smallMs} ms, recovery ${TARGETS.recoveryMs} ms; load of the machine before: ${shortLoad()}`,
)
const only = process.argv[3] ?? ''
for (const [name, abuse] of Object.entries(ABUSES).filter(([name]) => name.includes(only))) {
  peak = 0
  const controller = new AbortController()
  const { signal } = controller
  setMaxListeners(0, signal)
  const statuses = new Map<number, number>()
  const note = ({ status }: Sent) => {
    if (!signal.aborted) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  const running = abuse(signal, note)
  const health: number[] = []
  const others: Sent[][] = [[], [], []]
  const watches = [
    (async () => {
      for (; !signal.aborted; await pause(50)) health.push((await send('/v1/health', null)).ms)
    })(),
    ...smallWork().map(async (work, kind) => {
      for (; !signal.aborted; await pause(20)) others[kind]?.push(await work())
    }),
  ]
  await pause(SECONDS * 1000)
  controller.abort()
  await Promise.all([...running, ...watches])
  const begin = performance.now()
  const after = await Promise.all(smallWork().map((work) => work()))
  const recovery = after.every(({ status }) => status === 200) ? performance.now() - begin : Number.POSITIVE_INFINITY
  const wrong = [...statuses.keys(), ...others.flat().map(({ status }) => status)].filter(
    (status) => !EXPECTED_STATUSES.has(status),
  )
  const failures = others.flatMap((sent, kind) =>
    sent.filter(({ status }) => status !== 200).map((each) => ({ ...each, kind: KINDS[kind] })),
  )
  const failed = failures.length
  if (wrong.length > 0 || failed > 0) hasMissed = true
  console.log(`\n${name} (load ${shortLoad()}, with its own)`)
  console.log(`  resident memory, peak    ${verdict(peak / MB, TARGETS.memoryMb)} MB`)
  console.log(`  health, p99              ${verdict(percentile(health, 0.99), TARGETS.healthMs)} ms`)
  for (const [kind, sent] of others.entries()) {
    const worst = percentile(
      sent.map(({ ms }) => ms),
      0.99,
    )
    console.log(`  ${KINDS[kind]} of another key, p99   ${verdict(worst, TARGETS.smallMs)} ms (${sent.length} done)`)
  }
  if (failed > 0) console.log(`  FAILED for another key   ${failed}`)
  for (const { kind, status, ms, reason } of failures.slice(0, 5)) {
    console.log(`    ${kind}: ${status} after ${Math.round(ms)} ms: ${reason}`)
  }
  console.log(`  full service after       ${verdict(recovery, TARGETS.recoveryMs)} ms`)
  console.log(
    `  the abusers were told    ${[...statuses].map(([status, count]) => `${status}: ${count}`).join(', ') || 'nothing'}${wrong.length > 0 ? ` WRONG: ${[...new Set(wrong)]}` : ''}`,
  )
}
console.log(`\nabuse: ${met} of ${measured} targets met${hasMissed ? '' : ', no wrong status, no work of others lost'}`)
child.removeAllListeners('exit')
child.kill()
slowServer.closeAllConnections()
slowServer.close()
process.exitCode = hasMissed ? 1 : 0
