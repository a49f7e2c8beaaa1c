/**
 * A real Redis for tests: its own process on a free loopback port, its files in a folder of their own.
 *
 * @module
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from './free-port.js'

export interface TestServer {
  readonly port: number
  readonly url: string
  /** Starts it again on the same port, with the same data. */
  start(): Promise<void>
  /** Ends it as a crash would. */
  kill(): Promise<void>
  /** Ends it and removes its files. */
  stop(): Promise<void>
}

/** Starts a Redis that writes every command to disk, before it answers unless told otherwise. */
export async function startRedis(options: { readonly appendfsync?: 'always' | 'everysec' } = {}): Promise<TestServer> {
  const { appendfsync = 'always' } = options
  const folder = mkdtempSync(join(tmpdir(), 'sealwright-redis-'))
  const port = await findFreePort()
  let child: ChildProcess | undefined
  const settings = ['--bind', '127.0.0.1', '--port', `${port}`, '--dir', folder, '--save', '']
  const server: TestServer = {
    port,
    url: `redis://127.0.0.1:${port}`,
    async start() {
      // A second one would fail to listen, and its handle would replace the one that can still be ended.
      if (child !== undefined && child.exitCode === null && child.signalCode === null)
        throw new Error('It runs already.')
      child = spawn('redis-server', [...settings, '--appendonly', 'yes', '--appendfsync', appendfsync], {
        stdio: 'ignore',
      })
      await waitForPort(port, child)
    },
    async kill() {
      await endProcess(child, 'SIGKILL')
    },
    async stop() {
      await endProcess(child, 'SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await server.start()
  return server
}

/** Sends a signal to a process that a test started, and waits for its end. */
export async function endProcess(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill(signal)
  await ended
}

/** Waits until something accepts connections, at most a minute. */
export async function waitForPort(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    if (child.exitCode !== null) throw new Error(`The server ended at once (code ${child.exitCode}).`)
    if (await canConnect(port)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`Nothing listens on port ${port}.`)
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const finish = (connected: boolean) => {
      socket.destroy()
      resolve(connected)
    }
    socket.once('connect', () => finish(true)).once('error', () => finish(false))
  })
}
