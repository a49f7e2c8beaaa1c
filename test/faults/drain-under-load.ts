/**
 * Sends SIGTERM to a server under load and tells what became of its requests.
 *
 * @module
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { requestExamples } from '../../src/http/description/openapi-examples.js'
import { addressOf, readLog, startCommand, WORKER } from '../adapters/cli/running-command.js'
import { send } from '../contracts/adapter-client.js'

/** What was seen in one round. */
export interface DrainRound {
  /** Requests by the status of their answer. */
  readonly statuses: Readonly<Record<string, number>>
  /** Requests that got no answer. */
  readonly lost: readonly string[]
  /** Whether `/v1/ready` said 503 while other requests were still answered with 200. */
  readonly turnedNotReadyFirst: boolean
  /** From the signal to the end of the process. */
  readonly tookMs: number
  readonly exitCode: number | null
  readonly aborted: number
}

const PROGRAM = fileURLToPath(new URL('./draining-server.ts', import.meta.url))
const CONNECTIONS = 32
const LOAD_MS = 1000
/** Requests that were answered before the signal. */
const WARM_REQUESTS = 10 * CONNECTIONS
/**
 * Time in which a busy machine hears that the server is not ready any more, and in which it finishes what 32
 * connections asked for.
 */
const NOTICE_MS = 4000
const GRACE_MS = 60_000
/** The most that a server may take to end, which is when it has to: some of it is the end of the process. */
export const MAX_ENDING_MS = NOTICE_MS + GRACE_MS + 5000

/** What is ended: a server of each adapter, and the command. */
export const DRAINED_KINDS = ['node', 'express', 'hono', 'serve'] as const

export type DrainedKind = (typeof DRAINED_KINDS)[number]

interface DrainedServer {
  readonly child: ChildProcess
  readonly port: number
  readonly apiKey: string
  /** Requests that were aborted at the end; -1 before it has said so. */
  aborted(): number
}

async function startAdapter(kind: DrainedKind): Promise<DrainedServer> {
  const program = ['--import', 'tsx', PROGRAM, kind, String(NOTICE_MS), String(GRACE_MS)]
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)
  const [first] = (await once(lines, 'line')) as [string]
  let aborted = -1
  lines.on('line', (line: string) => {
    if (line.startsWith('drained')) aborted = Number(line.split(' ')[1])
  })
  return { child, port: Number(first.split(' ')[1]), apiKey: 'sw_any', aborted: () => aborted }
}

/** The command over an SQLite file in a folder of its own. */
async function startServe(): Promise<DrainedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sealwright-drained-'))
  const created = startCommand(folder, ['keys', 'create', 'ada@example.com', '--json'])
  await created.ended
  const { apiKey } = JSON.parse(created.stdout()) as { apiKey: string }
  const seconds = ['--notice-seconds', String(NOTICE_MS / 1000), '--grace-seconds', String(GRACE_MS / 1000)]
  const listen = ['--development', '--listen', '127.0.0.1:0', '--worker-module', WORKER, ...seconds]
  const service = startCommand(folder, ['serve', ...listen])
  const port = Number(new URL(await addressOf(service)).port)
  const aborted = () => {
    const entry = readLog(service.stdout()).find(({ message }) => message === 'drained')
    return typeof entry?.['aborted'] === 'number' ? entry['aborted'] : -1
  }
  void service.ended.then(() => rmSync(folder, { recursive: true, force: true }))
  return { child: service.child, port, apiKey, aborted }
}

/** Runs one round: 32 connections that sign and verify without a pause, and a signal amid them. */
export async function drainUnderLoad(kind: DrainedKind): Promise<DrainRound> {
  const { child, port, apiKey, aborted } = await (kind === 'serve' ? startServe() : startAdapter(kind))
  const statuses: Record<string, number> = {}
  const lost: string[] = []
  const bodies = {
    sign: requestExamples().sign.minimal.value,
    verify: { document: requestExamples().sign.minimal.value.document },
  }
  let isReady = true
  const client = async (index: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const path = index % 2 === 0 ? 'sign' : 'verify'
    while (isReady) {
      const outcome = await post(port, `/v1/${path}`, JSON.stringify(bodies[path]), apiKey, agent)
      if (typeof outcome === 'string') lost.push(outcome)
      else statuses[outcome] = (statuses[outcome] ?? 0) + 1
    }
    agent.destroy()
  }
  const clients = Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => client(index)))
  await sleep(LOAD_MS)
  // A process that has just started does less: the signal comes once it is at its work.
  while ((statuses['200'] ?? 0) < WARM_REQUESTS) await sleep(20)
  const signalledAt = performance.now()
  child.kill('SIGTERM')
  const exited = once(child, 'exit') as Promise<[number | null]>
  // As a load balancer does: who is not ready gets nothing new.
  while (isReady) {
    const ready = await send(`http://127.0.0.1:${port}/v1/ready`)
    isReady = ready.status === 200
  }
  const okWhileNotReady = (await post(port, '/v1/verify', JSON.stringify(bodies.verify), apiKey)) === 200
  const [exitCode] = await exited
  const tookMs = performance.now() - signalledAt
  await clients
  return { statuses, lost, turnedNotReadyFirst: okWhileNotReady, tookMs, exitCode, aborted: aborted() }
}

/** The status, or how the connection broke off. */
function post(port: number, path: string, body: string, key: string, agent?: Agent): Promise<number | string> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}`, 'content-length': body.length }
  return new Promise((resolve) => {
    const sent = request(
      { host: '127.0.0.1', port, path, method: 'POST', headers, ...(agent && { agent }) },
      (response) => {
        response.on('error', (error) => resolve(`answer: ${error.message}`))
        response.resume().once('end', () => resolve(response.statusCode ?? 0))
      },
    )
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(`${error.code}`))
    sent.end(body)
  })
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
