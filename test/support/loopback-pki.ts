/**
 * A certification authority with its services on the loopback interface: time stamps, OCSP, CRLs and certificates, answered
 * by OpenSSL. Each service can be replaced, stopped and counted.
 *
 * @module
 */

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { equalBytes } from '../../src/cms/asn1/der.js'
import { type IssuedCredential, type RevokedEntry, TestCa } from '../cms/test-ca.js'
import { buildOcspAnswer, readOcspRequest } from './build-ocsp.js'
import { buildToken, grant, readTimestampRequest } from './build-timestamp.js'

const run = promisify(execFile)

/** What a service answers. */
export interface ServiceAnswer {
  readonly status?: number
  readonly contentType?: string
  readonly body: Uint8Array
}

/** Answers one request; the body is that of a POST, or what the path of a GET carries. */
export type Service = (
  body: Uint8Array,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<ServiceAnswer | undefined>

/** The infrastructure. Call `close` when done. */
export class LoopbackPki {
  readonly ca = new TestCa()
  /** Requests by path, the newest last. */
  readonly requests: string[] = []
  readonly #services = new Map<string, Service>()
  readonly #server: Server
  readonly #folder = mkdtempSync(join(tmpdir(), 'sealwright-pki-'))
  #port: number
  #count = 0

  private constructor(server: Server, port: number) {
    this.#server = server
    this.#port = port
    server.on('request', (request, response) => void this.#handle(request, response))
  }

  static async open(): Promise<LoopbackPki> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new LoopbackPki(server, (server.address() as AddressInfo).port)
  }

  get host(): string {
    return `127.0.0.1:${this.#port}`
  }

  url(path: string): string {
    return `http://${this.host}${path}`
  }

  /** Requests whose path begins so. */
  count(path: string): number {
    return this.requests.filter((each) => each.startsWith(path)).length
  }

  /** Installs or replaces a service. */
  serve(path: string, service: Service): void {
    this.#services.set(path, service)
  }

  /** Serves bytes that never change. */
  serveBytes(path: string, body: () => Uint8Array, contentType = 'application/octet-stream'): void {
    this.serve(path, async () => ({ body: body(), contentType }))
  }

  /** Breaks off every connection of a service, as one that was killed does. Gives what brings it back. */
  stop(path: string): () => void {
    const service = this.#services.get(path)
    this.serve(path, async (_body, request) => {
      request.socket.destroy()
      return undefined
    })
    return () => {
      if (service !== undefined) this.serve(path, service)
    }
  }

  /** Never answers. Gives what brings it back. */
  stall(path: string): () => void {
    const service = this.#services.get(path)
    this.serve(path, () => new Promise(() => undefined))
    return () => {
      if (service !== undefined) this.serve(path, service)
    }
  }

  /** A time-stamping authority by OpenSSL. */
  serveTimestamps(path: string, authority: IssuedCredential, chain: readonly IssuedCredential[] = []): void {
    const certificates = this.ca.write(`${authority.name}.chain`, chain.map(({ certificate }) => certificate).join(''))
    this.serve(path, async (body) => {
      const id = this.#count++
      const file = (name: string) => join(this.#folder, `${id}.${name}`)
      writeFileSync(file('serial'), `${(id + 1).toString(16).padStart(4, '0')}\n`)
      writeFileSync(file('query'), body)
      writeFileSync(
        file('cnf'),
        timestampConfig(file('serial'), this.ca, authority, chain.length > 0 ? certificates : ''),
      )
      const answer = ['-queryfile', file('query'), '-out', file('reply')]
      await run('openssl', ['ts', '-reply', '-config', file('cnf'), '-section', 'tsa', ...answer])
      return { body: await readFile(file('reply')), contentType: 'application/timestamp-reply' }
    })
  }

  /** A time-stamping authority in this process: fast, and of any date. */
  serveFastTimestamps(
    path: string,
    authority: IssuedCredential,
    chain: readonly IssuedCredential[] = [],
    now = () => new Date(),
  ): void {
    this.serve(path, async (body) => {
      const { imprint, nonce, policy = '1.2.3.4.1' } = readTimestampRequest(body)
      const others = chain.map(({ parsed }) => parsed.der)
      const token = buildToken({ credential: authority, imprint, nonce, policy, time: now(), chain: others })
      return { body: grant(token), contentType: 'application/timestamp-reply' }
    })
  }

  /** An OCSP responder by OpenSSL, for GET and POST; `known` are the certificates that it answers about. */
  serveOcsp(
    path: string,
    issuer: IssuedCredential,
    responder: IssuedCredential,
    known: () => readonly IssuedCredential[],
    revoked: () => readonly RevokedEntry[] = () => [],
  ): void {
    this.serve(path, async (body) => {
      const id = this.#count++
      const file = (name: string) => join(this.#folder, `${id}.${name}`)
      writeFileSync(file('request'), body)
      writeFileSync(file('index'), indexOf(known(), revoked()))
      const pem = (credential: IssuedCredential) => this.ca.path(`${credential.name}.pem`)
      const signer = ['-rsigner', pem(responder), '-rkey', this.ca.path(`${responder.name}.key`)]
      const files = ['-index', file('index'), '-CA', pem(issuer), '-reqin', file('request'), '-respout', file('answer')]
      await run('openssl', ['ocsp', ...files, ...signer, '-ndays', '7'])
      return { body: await readFile(file('answer')), contentType: 'application/ocsp-response' }
    })
  }

  /** An OCSP responder in this process: fast, and of any date. The responder needs an RSA key. */
  serveFastOcsp(
    path: string,
    responder: IssuedCredential,
    options: { readonly revoked: () => readonly RevokedEntry[]; readonly now: () => Date },
  ): void {
    this.serve(path, async (body) => {
      const { certId, serialNumber } = readOcspRequest(body)
      const entry = options.revoked().find(({ credential }) => equalBytes(credential.parsed.serialNumber, serialNumber))
      const thisUpdate = options.now()
      const nextUpdate = new Date(thisUpdate.getTime() + 7 * 86_400_000)
      const answer = buildOcspAnswer({ certId, responder, thisUpdate, nextUpdate, revokedAt: entry?.date })
      return { body: answer, contentType: 'application/ocsp-response' }
    })
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
    rmSync(this.#folder, { recursive: true, force: true })
    this.ca.remove()
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    const name = [...this.#services.keys()].find((each) => path === each || path.startsWith(`${each}/`))
    this.requests.push(`${path} ${request.method}`)
    try {
      const service = name === undefined ? undefined : this.#services.get(name)
      if (name === undefined || service === undefined) {
        response.writeHead(404).end()
        return
      }
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const carried = decodeURIComponent(path.slice(name.length + 1))
      const body = request.method === 'POST' ? Buffer.concat(chunks) : Buffer.from(carried, 'base64')
      const answer = await service(body, request, response)
      if (answer === undefined) return
      response.writeHead(answer.status ?? 200, { 'content-type': answer.contentType ?? 'application/octet-stream' })
      response.end(answer.body)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  }
}

function timestampConfig(serial: string, ca: TestCa, authority: IssuedCredential, chain: string): string {
  return [
    '[tsa]',
    `serial=${serial}`,
    'crypto_device=builtin',
    `signer_cert=${ca.path(`${authority.name}.pem`)}`,
    `signer_key=${ca.path(`${authority.name}.key`)}`,
    ...(chain === '' ? [] : [`certs=${chain}`]),
    'signer_digest=sha256',
    'default_policy=1.2.3.4.1',
    'other_policies=1.2.3.4.2',
    'digests=sha256,sha384,sha512',
    'ess_cert_id_alg=sha256',
  ].join('\n')
}

function indexOf(known: readonly IssuedCredential[], revoked: readonly RevokedEntry[]): string {
  const lines = revoked.map(({ credential, date, reason }) => {
    const when = `${utcTime(date)}${reason === undefined ? '' : `,${reason}`}`
    return `R\t${utcTime(credential.parsed.notAfter)}\t${when}\t${serialOf(credential)}\tunknown\t/CN=${serialOf(credential)}`
  })
  for (const credential of known) {
    if (revoked.some((entry) => entry.credential === credential)) continue
    lines.push(
      `V\t${utcTime(credential.parsed.notAfter)}\t\t${serialOf(credential)}\tunknown\t/CN=${serialOf(credential)}`,
    )
  }
  return lines.map((line) => `${line}\n`).join('')
}

function utcTime(date: Date): string {
  return `${date.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`
}

function serialOf({ parsed }: IssuedCredential): string {
  return Buffer.from(parsed.serialNumber).toString('hex').toUpperCase()
}
