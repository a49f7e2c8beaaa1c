/**
 * Connects requests and responses of Node.js to those of the API. A Fetch Request with its streams would take as much time as a
 * small document.
 *
 * @module
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse, ServerHttp2Session } from 'node:http2'
import type { Api, ApiAnswer, ApiRequest, RequestContext } from '../src/index.js'
import { isBytes } from '../src/input/foreign-values.js'
import { onceEnded } from './connection-end.js'
import { nodeBody } from './node-body.js'
import { hasTwoHosts } from './two-hosts.js'

/**
 * A request of `node:http` or `node:http2`, possibly changed by other handlers. The type names only what projects without the
 * types of Node.js can name.
 */
export interface NodeRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Names and values of the header fields, alternating, as they were sent. */
  readonly rawHeaders?: readonly string[]
  readonly socket?: { readonly remoteAddress?: string | undefined }
  readonly httpVersionMajor: number
  /** Property in which body parsers put the parsed body. */
  readonly body?: unknown
  /** Property in which cloud functions put the bytes of the body. */
  readonly rawBody?: unknown
}

/** The response to a request. */
export interface NodeResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(): unknown
}

/** The actual types of requests. */
type Incoming = (IncomingMessage | Http2ServerRequest) & Pick<NodeRequest, 'body' | 'rawBody'>
type Outgoing = ServerResponse | Http2ServerResponse

/** Bytes of a refused body that are still read. A client that reads its answer has been told of the refusal by then. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024
/** Time for a client that is still sending to receive the answer, in milliseconds. */
const MAX_DRAIN_MS = 2000
/** Time that a client may take to read its answer, in milliseconds. */
const MAX_SENDING_MS = 300_000

/** Answers one request. Never rejects. */
export function answerNodeRequest(
  api: Api,
  request: NodeRequest,
  response: NodeResponse,
  context: RequestContext,
): Promise<void> {
  return answerIncoming(api, request as Incoming, response as Outgoing, context)
}

async function answerIncoming(
  api: Api,
  incoming: Incoming,
  outgoing: Outgoing,
  context: RequestContext,
): Promise<void> {
  try {
    // Clients may break off at any time, and an `error` event without a listener would end the process.
    incoming.on('error', () => undefined)
    const path = originForm(incoming.url ?? '')
    if (path === undefined || hasTwoHosts(incoming)) return sendStatus(incoming, outgoing, 400)
    if ('stream' in incoming) noteSession(api, incoming)
    const { signal, finished } = watchConnection(incoming, outgoing)
    const answer = await api.answer(...toRequest(incoming, path, signal, { ...context, finished }))
    if (!signal.aborted && !isGone(outgoing)) await sendAnswer(incoming, outgoing, answer)
  } catch {
    if (outgoing.headersSent) outgoing.destroy()
    else sendStatus(incoming, outgoing, 500)
  }
}

const sessions = new WeakMap<object, Set<ServerHttp2Session>>()

function noteSession(api: Api, { stream }: Http2ServerRequest): void {
  const session = stream.session as ServerHttp2Session | undefined
  const known = sessions.get(api) ?? new Set()
  if (session === undefined || session.destroyed || known.has(session)) return
  sessions.set(api, known.add(session))
  session.once('close', () => known.delete(session))
}

/** Open HTTP/2 sessions that have sent requests to an API. HTTP/2 servers have no list of their sessions. */
export function openSessions(api: object): Iterable<Pick<ServerHttp2Session, 'close' | 'destroy'>> {
  return sessions.get(api) ?? []
}

/** A signal that aborts when the client disconnects, and a promise for the end of its request, however it ends. */
function watchConnection(incoming: Incoming, outgoing: Outgoing) {
  const controller = new AbortController()
  const finished = new Promise<void>((resolve) => {
    onceEnded(outgoing, connectionOf(incoming), () => {
      if (!outgoing.writableFinished) controller.abort()
      resolve()
    })
  })
  return { signal: controller.signal, finished }
}

/** The socket of a request of HTTP/1. Streams of HTTP/2 end by themselves when their session ends. */
function connectionOf(incoming: Incoming): unknown {
  return 'stream' in incoming ? undefined : incoming.socket
}

async function sendAnswer(incoming: Incoming, outgoing: Outgoing, answer: ApiAnswer): Promise<void> {
  const { status, headers, body } = answer
  const drained = isWholeRequest(incoming) ? undefined : drainRequest(incoming, outgoing)
  outgoing.statusCode = status
  for (const [name, value] of headers) {
    if (name !== 'connection' || incoming.httpVersionMajor === 1) outgoing.setHeader(name, value)
  }
  // A client that does not read its answer must not hold its memory without end.
  const timer = setTimeout(() => outgoing.destroy(), MAX_SENDING_MS).unref()
  onceEnded(outgoing, connectionOf(incoming), () => clearTimeout(timer))
  if (drained !== undefined && closesAfter(outgoing, answer)) {
    // A connection that is closed while its request still arrives is reset, and the client might never see the answer. The
    // answer is therefore sent before the connection is closed.
    outgoing.setHeader('content-length', String(body?.length ?? 0))
    if (body !== null && body.length > 0) outgoing.write(body)
    else outgoing.flushHeaders()
    await drained
    outgoing.end()
  } else if (body === null) outgoing.end()
  else outgoing.end(body)
}

/**
 * The path and query of a request target; undefined for one that no route can have. Servers must accept the absolute form as
 * well (RFC 9112, 3.2.2).
 */
function originForm(target: string): string | undefined {
  // A target has no fragment (RFC 9112, 3.2). `URL` cuts it off and other parsers do not, so the path would be ambiguous.
  if (target.includes('#')) return undefined
  if (target.startsWith('/')) return URL.canParse(`http://localhost${target}`) ? target : undefined
  if (!/^https?:\/\/[^/?]/i.test(target) || !URL.canParse(target)) return undefined
  // The path is not normalised, since the API checks how it is written.
  return target.replace(/^https?:\/\/[^/?]+/i, '').replace(/^(?!\/)/, '/')
}

function closesAfter(outgoing: Outgoing, { headers }: ApiAnswer): outgoing is ServerResponse {
  return 'shouldKeepAlive' in outgoing && (!outgoing.shouldKeepAlive || headers.get('connection') === 'close')
}

function sendStatus(incoming: Incoming, outgoing: Outgoing, status: number): void {
  if (isGone(outgoing)) return
  outgoing.statusCode = status
  if (!isWholeRequest(incoming)) void drainRequest(incoming, outgoing)
  outgoing.end()
}

function isGone(outgoing: Outgoing): boolean {
  return outgoing.destroyed || outgoing.writableEnded
}

function toRequest(
  incoming: Incoming,
  path: string,
  signal: AbortSignal,
  context: RequestContext,
): [ApiRequest, RequestContext] {
  const { method = 'GET', headers } = incoming
  const request = {
    method,
    // The API uses only the path of the URL.
    url: `http://localhost${path}`,
    headers: { get: (name: string) => readHeader(incoming, name.toLowerCase()) },
    signal,
    body: null,
    bodyUsed: false,
  }
  if (method === 'GET' || method === 'HEAD') return [request, context]
  if (isStream(incoming) && !incoming.readableDidRead) return [{ ...request, body: nodeBody(incoming) }, context]
  // The body was read before, so its stream yields nothing more.
  const { body, rawBody } = incoming
  const bytes = isBytes(rawBody) ? rawBody : body
  if (isBytes(bytes) || typeof bytes === 'string') {
    // Whoever has read a body has decoded it.
    const get = (name: string) => (CODING_FIELDS.has(name.toLowerCase()) ? null : request.headers.get(name))
    const unpacked = new Blob([bytes as Uint8Array<ArrayBuffer> | string]).stream()
    return [{ ...request, headers: { get }, body: unpacked }, context]
  }
  const isJson = /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(headers['content-type'] ?? '')
  const parsed = isJson && body !== undefined ? { parsedBody: body } : {}
  return [
    { ...request, bodyUsed: true },
    { ...context, ...parsed },
  ]
}

/**
 * Header fields of which Node.js keeps the first one if there are several. Another server on the way may keep the last one, so
 * repeated ones are joined.
 */
const SINGLE_FIELDS: ReadonlySet<string> = new Set(['authorization', 'content-type'])

/** Header fields that say how the bytes of a body were encoded for transfer. */
const CODING_FIELDS: ReadonlySet<string> = new Set(['content-encoding', 'transfer-encoding'])

/** The value of a header field. Several fields of one name are joined into one (RFC 9110, 5.3). */
function readHeader({ headers, rawHeaders }: NodeRequest, name: string): string | null {
  const value = headers[name]
  if (value === undefined) return null
  // A request that an adapter of cloud functions made up may have a number here.
  if (!SINGLE_FIELDS.has(name)) return Array.isArray(value) ? value.join(', ') : String(value)
  // Cloud functions give requests without raw fields, and hosts may have changed a field since: one is as it says.
  const sent = rawHeaders?.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name)
  return sent !== undefined && sent.length > 1 ? sent.join(', ') : String(value)
}

/** False for a request that a test made up, such as node-mocks-http: it has its body as a property alone. */
function isStream(incoming: Incoming): boolean {
  return typeof incoming.read === 'function'
}

/**
 * Whether nothing of a request is left to be read. A body that was read in part must be read to its end, or the connection is
 * blocked. Node.js drops a body that nobody read.
 */
function isWholeRequest(incoming: Incoming): boolean {
  return (
    !isStream(incoming) ||
    incoming.readableEnded ||
    incoming.destroyed ||
    (incoming.complete && !incoming.readableDidRead)
  )
}

/** Whether an answer is sent as it is written, instead of waiting for others of its connection. Streams of HTTP/2 never wait. */
function isNext(outgoing: Outgoing): boolean {
  return !('shouldKeepAlive' in outgoing) || outgoing.socket !== null
}

/**
 * Reads the rest of a request and discards it. The connection can then be used again, and a client that reads only after it has
 * sent everything gets its answer. When the rest is too long or takes too much time, the connection is closed.
 *
 * @returns a promise that resolves when nothing more will be read
 */
async function drainRequest(incoming: Incoming, outgoing: Outgoing): Promise<void> {
  let drained = 0
  let stop: () => void = () => undefined
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
  })
  // A request that has arrived completely blocks nothing, even when Node.js dropped it unread and its stream never ends.
  const giveUp = () => {
    if (!incoming.complete) incoming.destroy()
    stop()
  }
  let timer: NodeJS.Timeout | undefined
  // Node.js stops reading while many answers wait for an earlier one. Until its turn comes, a request is not late, and its
  // connection belongs to the earlier requests.
  if (isNext(outgoing)) timer = setTimeout(giveUp, MAX_DRAIN_MS)
  else {
    outgoing.once('socket', () => {
      timer = setTimeout(giveUp, MAX_DRAIN_MS)
    })
  }
  const readOn = () => {
    for (let chunk = incoming.read(); chunk !== null; chunk = incoming.read()) drained += chunk.length
    if (drained > MAX_DRAINED_BYTES) giveUp()
  }
  incoming.on('readable', readOn).once('end', stop).once('close', stop)
  readOn()
  await stopped
  clearTimeout(timer)
}
