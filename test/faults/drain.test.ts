/**
 * Servers that are told to end finish what they have begun.
 *
 * @module
 */

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { send } from '../contracts/adapter-client.js'
import { findFreePort } from '../support/free-port.js'
import { DRAINED_KINDS, drainUnderLoad, MAX_ENDING_MS } from './drain-under-load.js'

/** `npm run faults` ends each server 50 times, `npm test` once. */
const ROUNDS = process.env['npm_lifecycle_event'] === 'faults' ? 50 : 1

describe('SIGTERM under 32 connections', () => {
  it.each(DRAINED_KINDS)(
    'loses nothing behind %s',
    async (kind) => {
      for (let rounds = 0; rounds < ROUNDS; rounds++) {
        const round = await drainUnderLoad(kind)
        expect(round.lost).toEqual([])
        expect(Object.keys(round.statuses).filter((status) => status !== '200' && status !== '503')).toEqual([])
        expect(round.statuses['200']).toBeGreaterThan(0)
        expect(round).toMatchObject({ turnedNotReadyFirst: true, exitCode: 0, aborted: 0 })
        expect(round.tookMs).toBeLessThan(MAX_ENDING_MS)
      }
    },
    120_000 * ROUNDS,
  )
})

describe.skipIf(process.platform === 'win32')('npm start', () => {
  it('leaves no process behind when npm is told to end', async () => {
    const out = mkdtempSync(join(tmpdir(), 'sealwright-start-'))
    const port = await findFreePort()
    const child = spawn('npm', ['start'], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { ...process.env, SEALWRIGHT_LISTEN: String(port), SEALWRIGHT_DATA: out },
      stdio: 'ignore',
    })
    const isUp = () =>
      send(`http://127.0.0.1:${port}/v1/ready`).then(
        ({ status }) => status,
        () => 0,
      )
    try {
      await expect.poll(isUp, { timeout: 60_000, interval: 200 }).toBe(200)
      child.kill('SIGTERM')
      await expect.poll(isUp, { timeout: 60_000, interval: 200 }).toBe(0)
    } finally {
      child.kill('SIGKILL')
      rmSync(out, { recursive: true, force: true })
    }
  }, 60_000)
})
