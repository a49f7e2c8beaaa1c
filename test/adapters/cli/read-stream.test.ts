/**
 * Input from devices and pipes, in bounded size.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { readStream } from '../../../adapters/cli/files.js'

async function* endless() {
  for (;;) yield new Uint8Array(1000)
}

async function* some() {
  yield new Uint8Array([1, 2])
  yield new Uint8Array([3])
}

it('reads devices and pipes to their end, and gives up on one that has none', async () => {
  expect([...(await readStream(some(), 'pipe', 3))]).toEqual([1, 2, 3])
  await expect(readStream(some(), 'pipe', 2)).rejects.toThrow('pipe cannot be read (it is too large).')
  await expect(readStream(endless(), '/dev/zero', 100_000)).rejects.toMatchObject({ exitCode: 66 })
})
