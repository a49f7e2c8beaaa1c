/**
 * A client for servers under test, close to the wire: what a test sends is what goes out.
 *
 * @module
 */

import { once } from 'node:events'
import { type Agent, type IncomingHttpHeaders, type RequestOptions, request as startRequest } from 'node:http'
import { connect } from 'node:net'

/** An answer with its whole body. */
export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** The JSON of the body. */
  json<T = Record<string, unknown>>(): T
}

export interface Sending {
  readonly method?: string
  readonly headers?: Record<string, string>
  /** Sent in pieces, without a Content-Length, when it is iterable by pieces. */
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>
  readonly agent?: Agent
  /** Told the port that the request went out from, to see whether a connection was used again. */
  readonly onPort?: (port: number | undefined) => void
}

/** Sends a request and waits for the whole answer, which may come before all of the request was sent. */
export function send(url: string, sending: Sending = {}): Promise<Answer> {
  const { body, method = body === undefined ? 'GET' : 'POST', headers = {}, agent, onPort } = sending
  return new Promise((resolve, reject) => {
    const options: RequestOptions = { method, headers, ...(agent === undefined ? {} : { agent }) }
    let hasAnswer = false
    const request = startRequest(url, options, (response) => {
      hasAnswer = true
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
      response.on('end', () => {
        const whole = Buffer.concat(chunks)
        const { statusCode: status = 0, headers: received } = response
        resolve({ status, headers: received, body: whole, json: () => JSON.parse(whole.toString('utf8')) })
      })
    })
    // A server that has answered may end the connection while the request is still going out.
    request.on('error', (error) => {
      if (!hasAnswer) reject(error)
    })
    request.on('socket', (socket) => {
      if (onPort === undefined) return
      if (socket.connecting) socket.once('connect', () => onPort(socket.localPort))
      else onPort(socket.localPort)
    })
    // What fails here is known from the events of the request.
    writeBody(request, body).catch(() => undefined)
  })
}

async function writeBody(request: ReturnType<typeof startRequest>, body: Sending['body']): Promise<void> {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
    request.end(body)
    return
  }
  const closed = once(request, 'close')
  for await (const piece of body) {
    if (request.destroyed) return
    if (!request.write(piece)) await Promise.race([once(request, 'drain'), closed])
  }
  request.end()
}

/** Sends JSON. */
export function sendJson(url: string, value: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return send(url, { body: JSON.stringify(value), headers: { 'content-type': 'application/json', ...headers } })
}

/** A form with one file, as bytes and their media type. */
export function multipartForm(
  content: Uint8Array,
  fileName: string,
  request?: string,
): { body: Uint8Array; type: string } {
  const boundary = '----form-of-a-test'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`
  const json = `Content-Disposition: form-data; name="request"\r\nContent-Type: application/json\r\n\r\n${request}`
  const part = request === undefined ? '' : `\r\n--${boundary}\r\n${json}`
  return {
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`${part}\r\n--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  }
}

/**
 * Writes bytes to a new connection and gives all that comes back until the server closes it, or until `isEnough`.
 */
export function exchangeRaw(
  port: number,
  text: string | Uint8Array,
  isEnough: (received: string) => boolean,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    const finish = () => {
      socket.destroy()
      resolve(received)
    }
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      received += chunk
      if (isEnough(received)) finish()
    })
    socket.once('end', finish).once('error', (error) => (received === '' ? reject(error) : finish()))
  })
}

/** Writes everything before it reads anything, as simple clients do, and gives what came back. */
export async function sendAndRead(port: number, pieces: readonly (string | Uint8Array)[]): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.pause()
  const ended = once(socket, 'close')
  const chunks: Buffer[] = []
  const failed = new Promise<never>((_resolve, reject) => socket.once('error', reject))
  failed.catch(() => undefined)
  for (const piece of pieces) {
    await Promise.race([new Promise<void>((resolve) => socket.write(piece, () => resolve())), failed])
  }
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).resume()
  await Promise.race([ended, failed])
  return Buffer.concat(chunks).toString('latin1')
}

/** Waits until something holds; after a minute, it fails. */
export async function waitUntil(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 6000; tries++) {
    if (holds()) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('What was waited for did not happen.')
}
