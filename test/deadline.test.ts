/**
 * Deadlines: they end what never answers, and blame nobody for what this thread did.
 *
 * @module
 */

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startDeadline } from '../src/deadline.js'
import { callWithDeadline } from '../src/keys/call-with-deadline.js'

const bounds = { timeoutMs: 100, code: 'store_unavailable', message: 'Away.' } as const

afterEach(() => void vi.useRealTimers())

describe('a deadline', () => {
  it('is not before its time', async () => {
    const start = performance.now()
    await new Promise<void>((resolve) => void startDeadline(100, resolve))
    // Timers are rounded to milliseconds, once for each wait.
    expect(performance.now() - start).toBeGreaterThan(94)
  })

  it('does nothing once it was stopped, even at the last moment', async () => {
    vi.useFakeTimers()
    let calls = 0
    const stop = startDeadline(20, () => calls++)
    stop()
    const late = startDeadline(20, () => calls++)
    await vi.advanceTimersByTimeAsync(19)
    late()
    await vi.advanceTimersByTimeAsync(60)
    expect(calls).toBe(0)
    startDeadline(20, () => calls++)
    await vi.advanceTimersByTimeAsync(21)
    expect(calls).toBe(1)
  })

  it('ends a call that is never answered', async () => {
    const never = callWithDeadline(() => new Promise(() => undefined), bounds)
    await expect(never).rejects.toMatchObject({ code: 'store_unavailable' })
  })

  // Another process answers, so that its answer arrives while this one is busy.
  it.each([
    ['the first wait', 0],
    ['the middle', 50],
  ])('takes what arrived while this thread was busy from %s on', async (_, from) => {
    const program = fileURLToPath(new URL('./support/busy-caller.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program, String(from)])
    expect(stdout).toBe('answered\n')
  })
})
