/**
 * A signing service on the loopback interface that a test gives its manners.
 *
 * @module
 */

import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeTestKey } from '../../support/keys.js'
import { withFiles } from '../../support/oracles.js'
import { runTool } from '../../support/tools.js'

/** One request, as it came. */
export interface ServiceRequest {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Record<string, unknown>
}

/** What to answer; a function has the connection to itself. */
export type ServiceReply =
  | {
      readonly status?: number
      readonly headers?: Record<string, string>
      readonly body?: unknown
      readonly text?: string
    }
  | ((response: ServerResponse) => void)

/** The service. Its `answer` can be exchanged at any time. */
export class SigningService {
  readonly requests: ServiceRequest[] = []
  answer: (request: ServiceRequest) => ServiceReply | Promise<ServiceReply>
  readonly #server: Server

  private constructor(server: Server, answer: SigningService['answer']) {
    this.#server = server
    this.answer = answer
    server.on('request', (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', async () => {
        const text = Buffer.concat(chunks).toString()
        const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
        const { method = '', url = '', headers } = request
        const seen = { method, path: url, headers, body }
        this.requests.push(seen)
        const reply = await this.#replyTo(seen)
        if (typeof reply === 'function') {
          reply(response)
          return
        }
        response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
        response.end(reply.text ?? JSON.stringify(reply.body))
      })
    })
  }

  /** What a test answers; where that fails, a fault of the service, so that nobody waits for it in vain. */
  async #replyTo(request: ServiceRequest): Promise<ServiceReply> {
    try {
      return await this.answer(request)
    } catch (error) {
      return { status: 500, text: String(error) }
    }
  }

  static async open(answer: SigningService['answer']): Promise<SigningService> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new SigningService(server, answer)
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** A key that a service holds, and its certificate. */
export interface ServiceKey {
  readonly key: KeyObject
  readonly publicKey: KeyObject
  readonly pem: string
  readonly certificate: string
}

const keys = new Map<string, ServiceKey>()

/** One key of a kind for each test file; `other` is another one with the same name. */
export function serviceKey(kind: 'rsa' | 'ec' | 'ed25519', other = ''): ServiceKey {
  let found = keys.get(kind + other)
  if (found === undefined) {
    const { key, certificate } = makeTestKey(kind, `Remote ${kind}`)
    found = { key: createPrivateKey(key), publicKey: createPublicKey(key), pem: key, certificate }
    keys.set(kind + other, found)
  }
  return found
}

/** How a service signs. */
export interface SignManner {
  /** RSASSA-PSS with a salt of so many bytes. */
  readonly saltLength?: number
}

/** Signs a digest, by OpenSSL: node:crypto only signs what it hashes itself. ECDSA comes as DER. */
export async function signDigest(
  { pem }: ServiceKey,
  digest: Uint8Array,
  { saltLength }: SignManner = {},
): Promise<Buffer> {
  return withFiles({ 'key.pem': pem, digest }, async (path) => {
    const pss = ['-pkeyopt', 'rsa_padding_mode:pss', '-pkeyopt', `rsa_pss_saltlen:${saltLength}`]
    const files = ['-inkey', path('key.pem'), '-in', path('digest'), '-out', path('signature')]
    const options = ['-pkeyopt', `digest:sha${8 * digest.length}`, ...(saltLength === undefined ? [] : pss)]
    const { code, stderr } = await runTool('openssl', ['pkeyutl', '-sign', ...files, ...options])
    if (code !== 0) throw new Error(stderr)
    return readFile(path('signature'))
  })
}

/** An ECDSA signature with r and s side by side, from DER. */
export function plainEcdsa(der: Buffer, half = 32): Buffer {
  const first = der.subarray(4, 4 + (der[3] ?? 0))
  const second = der.subarray(6 + first.length)
  return Buffer.concat([first, second].map((part) => Buffer.concat([Buffer.alloc(half), part]).subarray(-half)))
}
