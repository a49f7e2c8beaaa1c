/**
 * Sends SIGTERM to a server under load and tells what became of its requests.
 *
 * @module
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { requestExamples } from '../../src/http/description/openapi-examples.js'
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
/** Time in which a busy machine hears that the server is not ready any more, and in which it finishes what 32 connections asked for. */
const NOTICE_MS = 4000
const GRACE_MS = 60_000
/** The most that a server may take to end, which is when it has to: some of it is the end of the process. */
export const MAX_ENDING_MS = NOTICE_MS + GRACE_MS + 5000

/** Runs one round: 32 connections that sign and verify without a pause, and a signal amid them. */
export async function drainUnderLoad(kind: 'node' | 'express' | 'hono'): Promise<DrainRound> {
  const program = ['--import', 'tsx', PROGRAM, kind, String(NOTICE_MS), String(GRACE_MS)]
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)
  const [first] = (await once(lines, 'line')) as [string]
  const port = Number(first.split(' ')[1])
  let aborted = -1
  lines.on('line', (line: string) => {
    if (line.startsWith('drained')) aborted = Number(line.split(' ')[1])
  })
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
      const outcome = await post(port, `/v1/${path}`, JSON.stringify(bodies[path]), agent)
      if (typeof outcome === 'string') lost.push(outcome)
      else statuses[outcome] = (statuses[outcome] ?? 0) + 1
    }
    agent.destroy()
  }
  const clients = Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => client(index)))
  await sleep(LOAD_MS)
  const signalledAt = performance.now()
  child.kill('SIGTERM')
  const exited = once(child, 'exit') as Promise<[number | null]>
  // As a load balancer does: who is not ready gets nothing new.
  while (isReady) {
    const ready = await send(`http://127.0.0.1:${port}/v1/ready`)
    isReady = ready.status === 200
  }
  const okWhileNotReady = (await post(port, '/v1/verify', JSON.stringify(bodies.verify))) === 200
  const [exitCode] = await exited
  const tookMs = performance.now() - signalledAt
  await clients
  return { statuses, lost, turnedNotReadyFirst: okWhileNotReady, tookMs, exitCode, aborted }
}

/** The status, or how the connection broke off. */
function post(port: number, path: string, body: string, agent?: Agent): Promise<number | string> {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer sw_any', 'content-length': body.length }
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
