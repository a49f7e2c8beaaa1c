/**
 * From the requests and responses of Node to those of Fetch and back.
 *
 * @module
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { createRequest, sendResponse } from '@remix-run/node-fetch-server'
import type { Api, RequestContext } from '../src/index.js'

/** A request, and what may have been done to it before. */
export type NodeRequest = (IncomingMessage | Http2ServerRequest) & {
  /** Where body parsers put what they read. */
  readonly body?: unknown
  /** Where cloud functions put the bytes of the body. */
  readonly rawBody?: unknown
}

export type NodeResponse = ServerResponse | Http2ServerResponse

/** What may still come of a body that was refused; the client is told so by then, if only it reads. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024
const MAX_DRAIN_MS = 2000

/** Answers one request. Never rejects. */
export async function answerNodeRequest(
  api: Api,
  incoming: NodeRequest,
  outgoing: NodeResponse,
  context: RequestContext,
): Promise<void> {
  let given: { request: Request; parsedBody?: unknown }
  try {
    given = toRequest(incoming, outgoing)
  } catch {
    // The request line and the field Host make no URL, or Fetch does not know the method.
    return sendStatus(incoming, outgoing, 400)
  }
  try {
    const { request, parsedBody } = given
    const response = await api.fetch(request, parsedBody === undefined ? context : { ...context, parsedBody })
    if (isGone(outgoing)) return
    if (!isWholeRequest(incoming)) {
      // Else the stream of the request would stop what is to be drained.
      if (!request.bodyUsed) await request.body?.cancel()
      drainRequest(incoming)
    }
    await sendResponse(outgoing, response)
  } catch {
    if (outgoing.headersSent) outgoing.destroy()
    else sendStatus(incoming, outgoing, 500)
  }
}

function sendStatus(incoming: NodeRequest, outgoing: NodeResponse, status: number): void {
  if (isGone(outgoing)) return
  outgoing.statusCode = status
  if (!isWholeRequest(incoming)) drainRequest(incoming)
  outgoing.end()
}

function isGone(outgoing: NodeResponse): boolean {
  return outgoing.destroyed || outgoing.writableEnded
}

function toRequest(incoming: NodeRequest, outgoing: NodeResponse): { request: Request; parsedBody?: unknown } {
  const request = createRequest(incoming, outgoing)
  if (!incoming.readableDidRead || request.body === null) return { request }
  // Someone read the body before: nothing more comes of its stream, which would look like a client that went away. To the
  // API, a body that was cancelled is one that was read.
  void request.body.cancel()
  const { body, rawBody } = incoming
  const { method, headers, signal, url } = request
  const bytes = rawBody instanceof Uint8Array ? rawBody : body
  if (bytes instanceof Uint8Array || typeof bytes === 'string') {
    return { request: new Request(url, { method, headers, signal, body: bytes as Uint8Array<ArrayBuffer> | string }) }
  }
  const isJson = /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(headers.get('content-type') ?? '')
  return isJson && body !== undefined ? { request, parsedBody: body } : { request }
}

function isWholeRequest(incoming: NodeRequest): boolean {
  return incoming.complete || incoming.readableEnded || incoming.destroyed
}

/**
 * Reads on what nobody wants, so that the connection can be used again, and so that a client that does not read before it
 * has sent everything gets its answer. When that is too much, the connection ends.
 */
function drainRequest(incoming: NodeRequest): void {
  let drained = 0
  const giveUp = () => incoming.destroy()
  const timer = setTimeout(giveUp, MAX_DRAIN_MS)
  const stop = () => clearTimeout(timer)
  incoming.on('data', (chunk: Uint8Array) => {
    drained += chunk.length
    if (drained > MAX_DRAINED_BYTES) giveUp()
  })
  incoming.once('end', stop).once('close', stop).on('error', stop)
  incoming.resume()
}
