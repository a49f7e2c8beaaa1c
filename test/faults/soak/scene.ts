/**
 * Two replicas of `sealwright serve` over PostgreSQL, Redis, S3 and SMTP, each part of which can be ended and started again.
 *
 * @module
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startSmtpServer, type TestSmtpServer } from '../../adapters/smtp-server.js'
import { findFreePort } from '../../support/free-port.js'
import { makeTestKey } from '../../support/keys.js'
import { startPostgres } from '../../support/postgres.js'
import { endProcess, startRedis, type TestServer, waitForPort } from '../../support/redis.js'

const CLI = fileURLToPath(new URL('../../../dist/cli.cjs', import.meta.url))

/** S3 behind a proxy that can refuse to write, as a full disk does. */
interface ObjectStore {
  readonly url: string
  isFull: boolean
  close(): Promise<void>
}

async function startObjectStore(directory: string): Promise<ObjectStore> {
  mkdirSync(directory)
  const { default: S3rver } = (await import('s3rver' as string)) as {
    default: new (options: object) => { run(): Promise<AddressInfo>; close(): Promise<void> }
  }
  const buckets = [{ name: 'documents', configs: [] }]
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: buckets })
  const { port } = await server.run()
  const store = { url: '', isFull: false, close: async () => {} }
  const proxy: Server = createServer((incoming, outgoing) => {
    if (store.isFull && incoming.method === 'PUT') {
      incoming.resume()
      outgoing.writeHead(507).end()
      return
    }
    const { method, url, headers } = incoming
    const onward = request({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  store.url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  store.close = async () => {
    proxy.closeAllConnections()
    proxy.close()
    await server.close()
  }
  return store
}

/** A process of the service, and where it listens. */
export interface Replica {
  readonly port: number
  child: ChildProcess | undefined
}

/** What the replicas stand on. */
interface Servers {
  readonly postgres: TestServer
  readonly redis: TestServer
  readonly objects: ObjectStore
  readonly mail: TestSmtpServer
}

/** Everything that runs. */
export class Scene {
  readonly replicas: Replica[] = []
  readonly servers: Servers
  readonly folder: string
  readonly #env: Readonly<Record<string, string>>

  private constructor(folder: string, servers: Servers) {
    this.folder = folder
    this.servers = servers
    const { pkcs12, passphrase } = makeTestKey()
    writeFileSync(join(folder, 'key.p12'), pkcs12)
    this.#env = settingsOf(servers, passphrase)
  }

  static async start(): Promise<Scene> {
    const folder = mkdtempSync(join(tmpdir(), 'sealwright-soak-'))
    const [postgres, redis, mail] = await Promise.all([startPostgres(), startRedis(), startSmtpServer()])
    const objects = await startObjectStore(join(folder, 'objects'))
    const scene = new Scene(folder, { postgres, redis, objects, mail })
    for (let i = 0; i < 2; i++) scene.replicas.push({ port: await findFreePort(), child: undefined })
    await Promise.all(scene.replicas.map((replica) => scene.restart(replica)))
    return scene
  }

  #spawn(args: readonly string[]): ChildProcess {
    const { PATH, HOME } = process.env
    return spawn(process.execPath, [CLI, ...args], {
      cwd: this.folder,
      env: { PATH, HOME, ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  /** Ends a replica as a crash would, and starts another one in its place. */
  async restart(replica: Replica): Promise<void> {
    await endProcess(replica.child, 'SIGKILL')
    const child = this.#spawn(['serve', '--listen', `127.0.0.1:${replica.port}`])
    replica.child = child
    const log = createWriteStream(join(this.folder, `replica-${replica.port}.log`), { flags: 'a' })
    child.stdout?.pipe(log)
    child.stderr?.pipe(log)
    await waitForPort(replica.port, child)
  }

  /** Makes a key for an address, as an administrator does. */
  async createKey(email: string): Promise<string> {
    const child = this.#spawn(['keys', 'create', email, '--json'])
    let text = ''
    for await (const piece of child.stdout ?? []) text += String(piece)
    return (JSON.parse(text) as { apiKey: string }).apiKey
  }

  /** What the replicas hold in memory, in MB; fewer while one of them starts. */
  residentMb(): number[] {
    return this.replicas.flatMap(({ child }) => {
      try {
        const status = readFileSync(`/proc/${child?.pid}/status`, 'utf8')
        return [Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024]
      } catch {
        return []
      }
    })
  }

  /** Ends everything. The logs of the replicas stay where the run failed. */
  async end(keepLogs: boolean): Promise<void> {
    for (const { child } of this.replicas) await endProcess(child, 'SIGTERM')
    const { postgres, redis, objects, mail } = this.servers
    await mail.close()
    await objects.close()
    await redis.stop()
    await postgres.stop()
    if (!keepLogs) rmSync(this.folder, { recursive: true, force: true })
  }
}

function settingsOf({ postgres, redis, objects, mail }: Servers, passphrase: string): Readonly<Record<string, string>> {
  return {
    SEALWRIGHT_KEY: 'key.p12',
    SEALWRIGHT_PASSPHRASE: passphrase,
    SEALWRIGHT_DATABASE_URL: postgres.url,
    SEALWRIGHT_REDIS_URL: redis.url,
    SEALWRIGHT_CODE_SECRET: 'of the soak, and of nothing else',
    SEALWRIGHT_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    SEALWRIGHT_MAIL_FROM: 'keys@example.com',
    SEALWRIGHT_TRUST_PROXY: '1',
    SEALWRIGHT_BATCHES: 'yes',
    SEALWRIGHT_BATCH_INPUTS: 's3://documents/in',
    SEALWRIGHT_BATCH_RESULTS: 's3://documents/out',
    SEALWRIGHT_S3_ENDPOINT: objects.url,
    SEALWRIGHT_MIN_FREE_MB: '1',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  }
}
