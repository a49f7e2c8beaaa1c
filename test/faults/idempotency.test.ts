/**
 * A server that is killed while it signs: whatever a client is answered for one idempotency key, by this server or the
 * next, is one and the same document, and every key is answered in the end. `npm run faults` kills each server 50
 * times, `npm test` a few times.
 *
 * @module
 */

import { type ChildProcess, fork } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { requestExamples } from '../../src/http/description/openapi-examples.js'
import { hasPostgres, startPostgres } from '../support/postgres.js'
import { endProcess } from '../support/redis.js'

const KILLS = process.env['npm_lifecycle_event'] === 'faults' ? 50 : 3
const CLIENTS = 4
const LATER = 'later'

interface Server {
  readonly url: string
  readonly child: ChildProcess
}

async function startServer(kind: string, place: string): Promise<Server> {
  const child = fork(new URL('./idempotent-server.ts', import.meta.url), [kind, place], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const port = await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) => reject(new Error(`The server ended at once (${code}).`)))
  })
  return { url: `http://127.0.0.1:${port}`, child }
}

/** The answer's digest; LATER where the client is to come again; undefined where the server died. */
async function sign({ url }: Server, key: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${url}/v1/sign`, {
      method: 'POST',
      headers: { authorization: 'Bearer x', 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(requestExamples().sign.minimal.value),
    })
    const answer = (await response.json()) as { outputSha256?: string; code?: string }
    // On a busy machine the database may be too slow for the server: the client is told to come again.
    if (answer.code === 'idempotency_in_progress' || answer.code === 'store_unavailable') return LATER
    if (answer.outputSha256 === undefined) throw new Error(`Unexpected answer: ${JSON.stringify(answer)}`)
    return answer.outputSha256
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** As `sign`, and comes again as long as it is told to. */
async function signAtLast(server: Server, key: string): Promise<string | undefined> {
  for (;;) {
    const digest = await sign(server, key)
    if (digest !== LATER) return digest
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function killServers(start: () => Promise<Server>): Promise<{ answered: number; unanswered: number }> {
  const counts = { answered: 0, unanswered: 0 }
  let server = await start()
  for (let kills = 0; kills < KILLS; kills++) {
    const answers = new Map<string, string | undefined>()
    const begin = performance.now()
    const clients = Array.from({ length: CLIENTS }, async () => {
      for (;;) {
        const key = randomUUID()
        answers.set(key, undefined)
        const digest = await signAtLast(server, key)
        answers.set(key, digest)
        if (digest === undefined) return
        // The same again, from the same server.
        const again = await signAtLast(server, key)
        if (again === undefined) return
        expect(again).toBe(digest)
      }
    })
    // What a client finds fault with is told when all of them have ended, and is no rejection that nobody looks at until then.
    const ended = Promise.allSettled(clients)
    await expect.poll(() => [...answers.values()].some(Boolean), { timeout: 60_000, interval: 5 }).toBe(true)
    // Clients go in step at first, so on a busy machine all of them may be repeating what was answered.
    const answerMs = Math.ceil(performance.now() - begin)
    await new Promise((resolve) => setTimeout(resolve, randomInt(Math.max(150, 3 * answerMs))))
    await endProcess(server.child, 'SIGKILL')
    for (const client of await ended) if (client.status === 'rejected') throw client.reason
    server = await start()
    for (const [key, digest] of answers) {
      // Nobody has to wait longer than the lease of the process that died.
      await expect.poll(() => sign(server, key), { timeout: 60_000, interval: 100 }).toMatch(/^[0-9a-f]{64}$/)
      const [first, second] = [await signAtLast(server, key), await signAtLast(server, key)]
      expect(second).toBe(first)
      if (digest === undefined) counts.unanswered++
      else expect(first).toBe(digest)
      counts.answered++
    }
  }
  await endProcess(server.child, 'SIGKILL')
  return counts
}

describe(`a signing server that is killed ${KILLS} times`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'sealwright-idempotency-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  // Processes are started out of the sources, which takes long on a busy machine.
  const timeout = 120_000 + KILLS * 40_000

  it('answers one key with one document, on SQLite in WebAssembly', { timeout }, async () => {
    const counts = await killServers(() => startServer('wasm', join(folder, 'wasm.db')))
    expect(counts.answered).toBeGreaterThan(KILLS)
    expect(counts.unanswered).toBeGreaterThan(0)
  })

  it.skipIf(!hasPostgres())('answers one key with one document, on PostgreSQL', { timeout }, async () => {
    const postgres = await startPostgres()
    try {
      const counts = await killServers(() => startServer('postgres', postgres.url))
      expect(counts.answered).toBeGreaterThan(KILLS)
      expect(counts.unanswered).toBeGreaterThan(0)
    } finally {
      await postgres.stop()
    }
  })
})
