/**
 * Giving up waiting: with what, and that nothing stays on the signal.
 *
 * @module
 */

import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { raceAbort } from '../../src/pace/race-abort.js'

const never = new Promise<never>(() => undefined)
const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length

describe('waiting for something or an abort', () => {
  it('gives what comes first', async () => {
    const { signal } = new AbortController()
    expect(await raceAbort(Promise.resolve(1), signal)).toBe(1)
    await expect(raceAbort(Promise.reject(new Error('away')), signal)).rejects.toThrow('away')
    expect(listeners(signal)).toBe(0)
  })

  it('rejects with the reason of the signal, or another', async () => {
    const controller = new AbortController()
    const [own, other] = [raceAbort(never, controller.signal), raceAbort(never, controller.signal, () => 'late')]
    controller.abort('enough')
    await expect(own).rejects.toBe('enough')
    await expect(other).rejects.toBe('late')
  })

  it('leaves nothing on a signal that was aborted before, or by what it waits for', async () => {
    const before = AbortSignal.abort('before')
    await expect(raceAbort(never, before)).rejects.toBe('before')
    const controller = new AbortController()
    const pending = raceAbort(never, controller.signal)
    expect(listeners(controller.signal)).toBe(1)
    controller.abort('inside')
    await expect(pending).rejects.toBe('inside')
    expect([before, controller.signal].map(listeners)).toEqual([0, 0])
  })
})
