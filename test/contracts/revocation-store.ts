/**
 * What every store of validation data must do.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { RevocationStore } from '../../src/index.js'

/** Runs the suite; `connect` gives the store anew, as another host would have it. */
export function describeRevocationStore(name: string, connect: () => RevocationStore): void {
  const soon = (ms: number) => new Date(Date.now() + ms)
  let count = 0
  const fresh = () => `ocsp:${name}:${process.pid}:${count++}`

  describe(name, () => {
    it('gives back every byte that it was given', async () => {
      const key = fresh()
      const value = Uint8Array.from({ length: 1024 }, (_, i) => i & 0xff)
      await connect().set(key, value, soon(60_000))
      expect(Buffer.from((await connect().get(key)) ?? []).equals(value)).toBe(true)
    })

    it('knows nothing of what it was not given', async () => {
      expect(await connect().get(fresh())).toBeUndefined()
    })

    it('forgets what has expired', async () => {
      const key = fresh()
      await connect().set(key, Uint8Array.of(1), soon(30))
      await new Promise((resolve) => setTimeout(resolve, 60))
      expect(await connect().get(key)).toBeUndefined()
    })

    it('does not keep what has expired already, nor what it replaces', async () => {
      const key = fresh()
      await connect().set(key, Uint8Array.of(1), soon(60_000))
      await connect().set(key, Uint8Array.of(2), soon(-1))
      expect(await connect().get(key)).toBeUndefined()
    })

    it('keeps the newest', async () => {
      const key = fresh()
      await connect().set(key, Uint8Array.of(1), soon(60_000))
      await connect().set(key, Uint8Array.of(2), soon(60_000))
      expect(Array.from((await connect().get(key)) ?? [])).toEqual([2])
    })

    it('is not changed by those who hold what they gave or got', async () => {
      const key = fresh()
      const value = Uint8Array.of(1)
      const store = connect()
      await store.set(key, value, soon(60_000))
      value[0] = 9
      const got = await store.get(key)
      if (got !== undefined) got[0] = 8
      expect(Array.from((await store.get(key)) ?? [])).toEqual([1])
    })
  })
}
