/**
 * `compose.yaml`: the proxy's rules for a replica that drains, carried out by nginx; names of settings; digests.
 *
 * @module
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SERVE_SETTINGS } from '../../adapters/cli/settings/serve-settings.js'
import { environmentName, settingNames } from '../../adapters/cli/settings/settings.js'
import { send } from '../contracts/adapter-client.js'
import { findFreePort } from '../support/free-port.js'
import { hasTool } from '../support/tools.js'
import { until } from '../support/wait.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const compose = readFileSync(join(root, 'compose.yaml'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'sealwright-compose-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The configuration of nginx, as compose hands it over. */
function proxyConfiguration(): string {
  const [, content = ''] = /\nconfigs:\n {2}proxy:\n {4}content: \|\n((?: {6}.*\n|\n)+)/.exec(compose) ?? []
  return content.replaceAll(/^ {6}/gm, '').replaceAll('$$', '$')
}

/** A replica, what it answers, and what it was sent. */
interface Replica {
  status: number
  readonly bodies: string[]
  readonly server: Server
  readonly port: number
}

async function startReplica(): Promise<Replica> {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('latin1').on('data', (chunk: string) => {
      body += chunk
    })
    request.once('end', () => {
      bodies.push(body)
      response.writeHead(replica.status, { 'content-type': 'text/plain' }).end(String(replica.status))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const replica: Replica = { status: 200, bodies, server, port: (server.address() as AddressInfo).port }
  return replica
}

describe.skipIf(!hasTool('nginx'))('the proxy', () => {
  let nginx: ChildProcess
  let url = ''
  let replicas: readonly [Replica, Replica]

  beforeAll(async () => {
    replicas = [await startReplica(), await startReplica()]
    const port = await findFreePort()
    const configuration = proxyConfiguration()
      .replace('replica-a:3000', `127.0.0.1:${replicas[0].port}`)
      .replace('replica-b:3000', `127.0.0.1:${replicas[1].port}`)
      .replace('listen 8080', `listen 127.0.0.1:${port}`)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    )
    const file = join(folder, 'nginx.conf')
    writeFileSync(
      file,
      `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; pid ${join(folder, 'nginx.pid')}; error_log stderr; events {} http { access_log off; ${temporary.join(' ')}\n${configuration} }`,
    )
    nginx = spawn('nginx', ['-c', file, '-p', folder], { stdio: 'inherit' })
    url = `http://127.0.0.1:${port}`
    const isUp = () =>
      send(`${url}/v1/health`).then(
        () => true,
        () => undefined,
      )
    await until(isUp, 'an answer of the proxy')
  }, 60_000)
  afterAll(() => {
    nginx?.kill()
    for (const { server } of replicas ?? []) server.close()
  })

  /** Sends twenty requests while the first replica drains, and gives their statuses. */
  async function whileDraining(headers: Record<string, string>, body: string | undefined): Promise<number[]> {
    replicas[0].status = 503
    for (const replica of replicas) replica.bodies.length = 0
    const statuses: number[] = []
    for (let n = 0; n < 20; n++) {
      const sending = body === undefined ? { headers } : { headers, body }
      statuses.push((await send(`${url}/v1/sign`, sending)).status)
    }
    replicas[0].status = 200
    return statuses
  }

  const large = 'x'.repeat(2_000_000)

  it('sends what has an idempotency key to the other replica, with its whole body', async () => {
    const statuses = await whileDraining({ 'idempotency-key': 'a' }, large)
    expect(statuses).toEqual(Array(20).fill(200))
    expect(replicas[0].bodies.length).toBeGreaterThan(0)
    expect(replicas[1].bodies.every((body) => body.length === large.length)).toBe(true)
  })

  it('sends no POST without one twice', async () => {
    const statuses = await whileDraining({}, 'once')
    expect(statuses.filter((status) => status === 503).length).toBe(replicas[0].bodies.length)
    expect(replicas[0].bodies.length + replicas[1].bodies.length).toBe(20)
    // A replica that refuses is still asked: a moment later it may have room.
    expect(replicas[0].bodies.length).toBeGreaterThan(5)
  })

  it('asks the other one where nothing is done', async () => {
    expect(await whileDraining({}, undefined)).toEqual(Array(20).fill(200))
  })

  it('gives a 503 where both are busy, and goes on at once afterwards', async () => {
    for (const replica of replicas) replica.status = 503
    expect((await send(`${url}/v1/ready`)).status).toBe(503)
    for (const replica of replicas) replica.status = 200
    expect((await send(`${url}/v1/ready`)).status).toBe(200)
  })

  it('shows strangers no figures', async () => {
    expect((await send(`${url}/v1/metrics`)).status).toBe(404)
  })
})

describe('compose.yaml', () => {
  it('names settings that serve has', () => {
    const known = new Set([...settingNames([SERVE_SETTINGS])].map(environmentName))
    const named = [...compose.matchAll(/^ {4}(SEALWRIGHT_\w+):/gm)].map(([, name = '']) => name)
    expect(named.length).toBeGreaterThan(15)
    for (const name of named) expect(known, name).toContain(name)
  })

  it('bounds the memory of whatever goes on', () => {
    const services = compose.slice(compose.indexOf('\nservices:'), compose.indexOf('\nconfigs:'))
    for (const [service, name = ''] of services.matchAll(/\n {2}([\w-]+):\n(?: {4}.*\n|\n| {2}#.*\n)+/g)) {
      expect(/mem_limit|entrypoint: \[chown/.test(service), name).toBe(true)
    }
    expect(compose).toMatch(/x-replica: &replica\n(?: {2}.*\n)* {2}mem_limit: 2g/)
  })

  it('declares each secret and volume that it mounts', () => {
    const secrets = compose.slice(compose.indexOf('\nsecrets:\n'), compose.indexOf('\nvolumes:\n'))
    for (const [, name = ''] of compose.matchAll(/\/run\/secrets\/([a-z_]+)(?:\n|$)/g))
      expect(secrets).toContain(`  ${name}:`)
    const volumes = compose.slice(compose.indexOf('\nvolumes:\n'))
    for (const [, name = ''] of compose.matchAll(/volumes: \["(\w+):/g)) expect(volumes).toContain(`  ${name}:`)
  })
})

describe.skipIf(!hasTool('sed'))('pinning digests', () => {
  const digest = `sha256:${'0123456789abcdef'.repeat(4)}`

  /** Runs the script over copies, with a docker that answers so. */
  function pin(answer: string): { readonly code: number; read(name: string): string } {
    const place = mkdtempSync(join(folder, 'pin-'))
    const programs = join(place, 'bin')
    mkdirSync(programs)
    writeFileSync(join(programs, 'docker'), `#!/bin/sh\necho '${answer}'\n`)
    chmodSync(join(programs, 'docker'), 0o755)
    const files = ['Dockerfile', 'compose.yaml'].map((name) => {
      writeFileSync(join(place, name), readFileSync(join(root, name)))
      return join(place, name)
    })
    const env = { PATH: `${programs}:${process.env['PATH']}` }
    let code = 0
    try {
      // Twice: what is pinned already gets the digest of today.
      for (let time = 0; time < 2; time++)
        execFileSync('sh', [join(root, 'image/pin-digests.sh'), ...files], { env, stdio: 'pipe' })
    } catch (error) {
      code = Number(Reflect.get(Object(error), 'status'))
    }
    return { code, read: (name) => readFileSync(join(place, name), 'utf8') }
  }

  it.skipIf(process.platform === 'win32')('writes them behind every tag, and nowhere else', () => {
    const { code, read } = pin(digest)
    expect(code).toBe(0)
    const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
    expect(bases).toEqual([`node:22.21.1-bookworm-slim@${digest}`, `gcr.io/distroless/cc-debian12:nonroot@${digest}`])
    const images = [...read('compose.yaml').matchAll(/^ +image: (\S+)$/gm)].map(([, image = '']) => image)
    expect(images.filter((image) => image.endsWith(`@${digest}`))).toHaveLength(images.length - 1)
    expect(images).toContain('sealwright')
    for (const name of ['Dockerfile', 'compose.yaml']) {
      expect(read(name).replaceAll(`@${digest}`, '')).toBe(readFileSync(join(root, name), 'utf8'))
    }
  })

  it.skipIf(process.platform === 'win32')('changes nothing where a registry gives none', () => {
    const { code, read } = pin('unauthorized')
    expect(code).toBe(1)
    expect(read('Dockerfile')).toBe(readFileSync(join(root, 'Dockerfile'), 'utf8'))
  })
})
