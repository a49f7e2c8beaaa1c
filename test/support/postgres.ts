/**
 * A real PostgreSQL for tests: its own cluster in a folder of its own, on a free loopback port.
 *
 * @module
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import pg from 'pg'
import { findFreePort } from './free-port.js'
import { endProcess, type TestServer } from './redis.js'
import { mayUse } from './tools.js'

/** Where Debian and Ubuntu keep the server's programs, outside of the PATH. */
const DEBIAN_FOLDER = '/usr/lib/postgresql'

/**
 * Whether the programs of a PostgreSQL server are installed. Meant for `describe.skipIf(!hasPostgres())`.
 *
 * @throws Error in CI (`CI=true`) when they are missing, so that a check is never skipped there unnoticed.
 */
export function hasPostgres(): boolean {
  const found = findProgramFolder() !== undefined
  return mayUse(found, 'a PostgreSQL server')
}

/** Starts a server with an empty database. Only its own crash can lose data, so it does not wait for the disk. */
export async function startPostgres(): Promise<TestServer> {
  const programs = findProgramFolder()
  if (programs === undefined) throw new Error('There is no PostgreSQL server.')
  const folder = mkdtempSync(join(tmpdir(), 'sealwright-postgres-'))
  const data = join(folder, 'data')
  const owner = findOwner()
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid)
  const options = { ...owner, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', TZ: 'UTC' } }
  const initdb = ['-D', data, '-U', 'sealwright', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  execFileSync(join(programs, 'initdb'), initdb, { ...options, stdio: 'ignore' })
  const port = await findFreePort()
  const settings = [
    ['listen_addresses', '127.0.0.1'],
    ['unix_socket_directories', folder],
    ['fsync', 'off'],
    ['max_connections', '120'],
    ['shared_buffers', '16MB'],
  ].flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let child: ChildProcess | undefined
  const server: TestServer = {
    port,
    url: `postgres://sealwright@127.0.0.1:${port}/postgres`,
    async start() {
      child = spawn(join(programs, 'postgres'), ['-D', data, '-p', `${port}`, ...settings], {
        ...options,
        stdio: 'ignore',
      })
      await waitUntilReady(join(programs, 'pg_isready'), port, child)
    },
    async kill() {
      await endProcess(child, 'SIGQUIT')
    },
    async stop() {
      await endProcess(child, 'SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await server.start()
  return server
}

/**
 * Opens a pool whose connections may hear of the server's end. A pool calls itself ended before its connections are
 * closed: one that is told meanwhile that the server shuts down reports it, and ends the process when nobody listens.
 */
export function openPool(connectionString: string, max = 10): pg.Pool {
  const pool = new pg.Pool({ connectionString, max })
  pool.on('connect', (connection) => connection.on('error', () => undefined))
  pool.on('error', () => undefined)
  return pool
}

async function waitUntilReady(program: string, port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended at once (code ${child.exitCode}).`)
    try {
      execFileSync(program, ['-q', '-h', '127.0.0.1', '-p', `${port}`])
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  throw new Error('PostgreSQL did not get ready.')
}

function findProgramFolder(): string | undefined {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(DEBIAN_FOLDER, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ]
  return folders.find((folder) => ['initdb', 'postgres', 'pg_isready'].every((name) => existsSync(join(folder, name))))
}

/** PostgreSQL refuses to run as root; its package made a user for it. */
function findOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'postgres')
  return { uid: Number(entry?.[2]), gid: Number(entry?.[3]) }
}
