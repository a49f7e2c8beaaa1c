/**
 * From the requests and responses of Node to those of the API and back. A Request of Fetch with its streams would cost as
 * much time as a small document takes.
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
 * A request of `node:http` or `node:http2`, and what may have been done to it before. Of its type no more is told than projects
 * without the types of Node.js can name.
 */
export interface NodeRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders?: readonly string[]
  readonly socket?: { readonly remoteAddress?: string | undefined }
  readonly httpVersionMajor: number
  /** Where body parsers put what they read. */
  readonly body?: unknown
  /** Where cloud functions put the bytes of the body. */
  readonly rawBody?: unknown
}

/** The response that belongs to it. */
export interface NodeResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(): unknown
}

/** What they are. */
type Incoming = (IncomingMessage | Http2ServerRequest) & Pick<NodeRequest, 'body' | 'rawBody'>
type Outgoing = ServerResponse | Http2ServerResponse

/** What may still come of a body that was refused; the client is told so by then, if only it reads. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024
/** A client that still sends is given this long to hear the answer. */
const MAX_DRAIN_MS = 2000
/** Time that a client may take to read its answer. */
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
    // What clients send may end at any time, and then nobody else listens.
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

/** Connections of HTTP/2 that an API had requests from and that are open: servers have no list of them. */
export function openSessions(api: object): Iterable<Pick<ServerHttp2Session, 'close' | 'destroy'>> {
  return sessions.get(api) ?? []
}

/** A signal for a client that goes away, and a promise for the end of its request, whatever that is. */
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

/** Streams of HTTP/2 end with their session by themselves. */
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
  // Who does not take an answer must not keep its memory for ever.
  const timer = setTimeout(() => outgoing.destroy(), MAX_SENDING_MS).unref()
  onceEnded(outgoing, connectionOf(incoming), () => clearTimeout(timer))
  if (drained !== undefined && closesAfter(outgoing, answer)) {
    // Closed while its request still comes, a connection is reset, and the client may never see the answer.
    outgoing.setHeader('content-length', String(body?.length ?? 0))
    if (body !== null && body.length > 0) outgoing.write(body)
    else outgoing.flushHeaders()
    await drained
    outgoing.end()
  } else if (body === null) outgoing.end()
  else outgoing.end(body)
}

/**
 * The target of a request from its path on; undefined for one that no route can have. Servers take the absolute form as well
 * (RFC 9112, 3.2.2).
 */
function originForm(target: string): string | undefined {
  // A target has no fragment (RFC 9112, 3.2); where one is cut off, as URL does, and where not, the path is another one.
  if (target.includes('#')) return undefined
  if (target.startsWith('/')) return URL.canParse(`http://localhost${target}`) ? target : undefined
  if (!/^https?:\/\/[^/?]/i.test(target) || !URL.canParse(target)) return undefined
  // As it was sent: the API looks at how a path is written.
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
    // The API looks at the path alone.
    url: `http://localhost${path}`,
    headers: { get: (name: string) => readHeader(incoming, name.toLowerCase()) },
    signal,
    body: null,
    bodyUsed: false,
  }
  if (method === 'GET' || method === 'HEAD') return [request, context]
  if (!incoming.readableDidRead) return [{ ...request, body: nodeBody(incoming) }, context]
  // Someone read the body before: nothing more comes of its stream.
  const { body, rawBody } = incoming
  const bytes = isBytes(rawBody) ? rawBody : body
  if (isBytes(bytes) || typeof bytes === 'string') {
    // Who reads a body unpacks it.
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

/** Fields of which Node keeps the first where there are several: another server on the way may keep the last. */
const SINGLE_FIELDS: ReadonlySet<string> = new Set(['authorization', 'content-type'])

/** Fields that say how the bytes of a body were coded on their way. */
const CODING_FIELDS: ReadonlySet<string> = new Set(['content-encoding', 'transfer-encoding'])

/** A field of the header; several of one name as one (RFC 9110, 5.3). */
function readHeader({ headers, rawHeaders }: NodeRequest, name: string): string | null {
  const value = headers[name]
  if (value === undefined) return null
  if (!SINGLE_FIELDS.has(name)) return typeof value === 'string' ? value : value.join(', ')
  // Cloud functions give requests without raw fields, and hosts may have changed a field since: one is as it says.
  const sent = rawHeaders?.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name)
  return sent !== undefined && sent.length > 1 ? sent.join(', ') : String(value)
}

/** What arrived and was read in part is to be read to its end, or the connection stays held back. Node drops what nobody read. */
function isWholeRequest(incoming: Incoming): boolean {
  return incoming.readableEnded || incoming.destroyed || (incoming.complete && !incoming.readableDidRead)
}

/** Whether an answer goes out as it is written, and not behind others of its connection. Streams of HTTP/2 wait for none. */
function isNext(outgoing: Outgoing): boolean {
  return !('shouldKeepAlive' in outgoing) || outgoing.socket !== null
}

/**
 * Reads on what nobody wants, so that the connection can be used again, and so that a client that does not read before it
 * has sent everything gets its answer. When that is too much, or takes too long, the connection ends.
 *
 * @returns Resolves when nothing more is to come.
 */
async function drainRequest(incoming: Incoming, outgoing: Outgoing): Promise<void> {
  let drained = 0
  let stop: () => void = () => undefined
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
  })
  // What is there as a whole holds nothing back, even when Node dropped it unread and it never ends.
  const giveUp = () => {
    if (!incoming.complete) incoming.destroy()
    stop()
  }
  let timer: NodeJS.Timeout | undefined
  // Node reads no further while many answers wait for one before them: until its turn comes, a request is not late, and its
  // connection is that of the others.
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
