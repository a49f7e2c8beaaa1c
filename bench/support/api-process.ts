/**
 * A process that serves the built package's API, and does the same work without it when told to. The parent talks to it by
 * messages.
 *
 * @module
 */

import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { buffer } from 'node:stream/consumers'
import { createRequest, sendResponse } from '@remix-run/node-fetch-server'
import { peakResidentBytes } from '../../test/support/peak-memory.js'
import { type BusyWatch, watchBusyTime } from './busy-watch.js'
import { BUILT_ESM } from './processes.js'

/** What the process starts with. */
export interface ApiProcessSettings {
  readonly key: string
  readonly certificate: string
  /** The document of `bare`. */
  readonly path: string
}

/** What the parent may ask. */
export type ApiCommand =
  /** Calls the function one after the other for so long; answers with the calls per second. */
  | { readonly kind: 'bare'; readonly call: BareCall; readonly ms: number }
  /** Answers with the peak of the resident size so far, in MB. */
  | { readonly kind: 'peak' }
  /** Begins to watch the event loop. */
  | { readonly kind: 'watch' }
  /** Answers with its worst delay since then, in milliseconds. */
  | { readonly kind: 'delay' }
  /** Answers with the longest that its thread computed in one go since then, in milliseconds. */
  | { readonly kind: 'busy' }

export type BareCall = 'sign' | 'sign with page' | 'verify'

/** A request of `bare`, and of the API. */
export function signRequest(hasPage: boolean) {
  return {
    signer: { email: 'ada@example.com', name: 'Ada Lovelace' },
    auditTrail: [{ timestamp: '2026-11-20T09:00:00Z', type: 'submit' }],
    certificate: { enabled: hasPage },
  }
}

async function run(settings: ApiProcessSettings): Promise<void> {
  const { createApi, identityFromPem, signDocument, verifyDocument } = (await import(
    BUILT_ESM.href
  )) as typeof import('../../src/index.js')
  const { nodeListener } = (await import(new URL('node.js', BUILT_ESM).href)) as typeof import('../../adapters/node.js')
  const identity = await identityFromPem(settings)
  const document = new Uint8Array(readFileSync(settings.path))
  const { bytes: signed } = await signDocument(document, signRequest(false), { identity })
  const keys = { authenticate: async () => ({ id: 'key_1' }) }
  const listen = nodeListener(createApi({ identity, keys, maxConcurrentPerKey: 1000 }))

  const calls: Record<BareCall, () => Promise<unknown>> = {
    sign: () => signDocument(document, signRequest(false), { identity }),
    'sign with page': () => signDocument(document, signRequest(true), { identity }),
    verify: () => verifyDocument(signed),
  }
  const answers = {
    async bare({ call, ms }: Extract<ApiCommand, { kind: 'bare' }>) {
      const start = performance.now()
      let count = 0
      for (; performance.now() - start < ms; count++) await calls[call]()
      return (count * 1000) / (performance.now() - start)
    },
    peak: async () => peakResidentBytes() / 1024 / 1024,
    async watch() {
      delay.enable()
      delay.reset()
      busy?.stop()
      busy = watchBusyTime()
      return 0
    },
    delay: async () => delay.max / 1e6,
    busy: async () => busy?.worstMs ?? Number.NaN,
  }
  let busy: BusyWatch | undefined
  const delay = monitorEventLoopDelay({ resolution: 1 })
  process.on('message', async (command: ApiCommand) => {
    process.send?.(await answers[command.kind](command as never))
  })

  // Nobody asks any more.
  process.once('disconnect', () => process.exit())

  /** The least that a host would write itself. */
  async function answerPlainly(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { document, ...rest } = JSON.parse((await buffer(request)).toString('utf8'))
    const input = Buffer.from(document.base64, 'base64')
    let answer: unknown
    if (request.url === '/plain/verify') answer = await verifyDocument(input)
    else {
      const { bytes, contentType } = await signDocument(input, rest, { identity })
      answer = { document: { base64: Buffer.from(bytes).toString('base64'), contentType } }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }

  const server = createServer((request, response) => {
    if (request.url?.startsWith('/plain/')) return void answerPlainly(request, response)
    if (request.url !== '/form-data') return listen(request, response)
    void createRequest(request, response)
      .formData()
      .then(async (form) => {
        const file = form.get('file')
        const bytes = file instanceof File ? await file.arrayBuffer() : new ArrayBuffer(0)
        await sendResponse(response, new Response(String(bytes.byteLength)))
      })
  })
  // A call that keeps this thread busy lets the time of idle connections run out, and the next request would meet their end.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.(typeof address === 'object' && address !== null ? address.port : 0)
  })
}

const [settings] = process.argv.slice(2)
if (settings !== undefined && process.send !== undefined) await run(JSON.parse(settings))
