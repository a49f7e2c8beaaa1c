/**
 * Builds without Node.js read what is compressed as zlib does: what is damaged, cut short or too large ends in the same way.
 *
 * @module
 */

import * as zlib from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as web from '../../src/platform/web/compression.js'
import { deflate, deflateRaw, deflateRawSync, deflateSync } from '../../src/platform/web/deflation.js'

type Inflate = (data: Uint8Array, options?: zlib.ZlibOptions) => Uint8Array

/** The bytes, or how it failed. */
function outcomeOf(inflate: Inflate, data: Uint8Array, options: zlib.ZlibOptions): string {
  try {
    return Buffer.from(inflate(data, options)).toString('hex')
  } catch (error) {
    const isTooLarge = error instanceof RangeError && Reflect.get(error, 'code') === 'ERR_BUFFER_TOO_LARGE'
    return isTooLarge ? 'too large' : 'damaged'
  }
}

/** Text that repeats itself, and noise. */
const SAMPLES = [
  new Uint8Array(0),
  Buffer.from('BT /F1 12 Tf 72 720 Td (Agreement) Tj ET\n'.repeat(200)),
  Uint8Array.from({ length: 3000 }, (_, i) => (i * i * 7919) >> 5),
  new Uint8Array(100_000),
]

const OPTIONS: readonly zlib.ZlibOptions[] = [
  {},
  { maxOutputLength: 2000, chunkSize: 1024 },
  { maxOutputLength: 8200, chunkSize: 64 },
  { chunkSize: 200_001 },
  { finishFlush: zlib.constants.Z_SYNC_FLUSH, chunkSize: 1024 },
]

it.each(OPTIONS)('inflates alike with %o', (options) => {
  for (const sample of SAMPLES) {
    for (const level of [0, 1, 6, 9]) {
      const [packed, raw] = [zlib.deflateSync(sample, { level }), zlib.deflateRawSync(sample, { level })]
      expect(outcomeOf(web.inflateSync, packed, options)).toBe(outcomeOf(zlib.inflateSync, packed, options))
      expect(outcomeOf(web.inflateRawSync, raw, options)).toBe(outcomeOf(zlib.inflateRawSync, raw, options))
      const behind = Buffer.concat([packed, Buffer.from('endstream')])
      expect(outcomeOf(web.inflateSync, behind, options)).toBe(outcomeOf(zlib.inflateSync, behind, options))
    }
  }
})

it('ends alike wherever data are cut off', () => {
  const packed = zlib.deflateSync(SAMPLES[1] ?? Buffer.alloc(0))
  for (let length = 0; length < packed.length; length++) {
    const cut = packed.subarray(0, length)
    expect(outcomeOf(web.inflateSync, cut, {})).toBe('damaged')
    for (const finishFlush of [zlib.constants.Z_SYNC_FLUSH, zlib.constants.Z_FINISH]) {
      const body = cut.subarray(2)
      expect(outcomeOf(web.inflateRawSync, body, { finishFlush })).toBe(
        outcomeOf(zlib.inflateRawSync, body, { finishFlush }),
      )
    }
  }
})

it('ends alike for damaged data', () => {
  const packed = SAMPLES.map((sample) => zlib.deflateSync(sample))
  const anyOf = <T>(values: readonly T[]) => fc.constantFrom(...values)
  const damage = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(anyOf(packed), damage, anyOf(OPTIONS), (whole, changes, options) => {
      const data = Uint8Array.from(whole)
      for (const [at, byte] of changes) data[at % data.length] = byte
      expect(outcomeOf(web.inflateSync, data, options)).toBe(outcomeOf(zlib.inflateSync, data, options))
      const body = data.subarray(2)
      expect(outcomeOf(web.inflateRawSync, body, options)).toBe(outcomeOf(zlib.inflateRawSync, body, options))
    }),
    { numRuns: 1000 },
  )
})

it('what it deflates, zlib inflates', () => {
  for (const sample of SAMPLES) {
    for (const level of [1, 6, 9]) {
      expect(zlib.inflateSync(deflateSync(sample, { level }))).toEqual(Buffer.from(sample))
      expect(zlib.inflateRawSync(deflateRawSync(sample, { level }))).toEqual(Buffer.from(sample))
    }
    expect(web.gunzipSync(zlib.gzipSync(sample))).toEqual(Buffer.from(sample))
  }
})

it('compresses in turns to the same bytes, while the event loop turns', async () => {
  const large = Uint8Array.from({ length: 2_000_000 }, (_, i) => (i * i * 7919) >> 5)
  for (const sample of [...SAMPLES, large.subarray(0, 65_536), large.subarray(0, 65_537), large]) {
    expect(await deflate(sample)).toEqual(deflateSync(sample))
    for (const level of [1, 6, 9]) {
      expect(await deflateRaw(sample, { level })).toEqual(deflateRawSync(sample, { level }))
    }
  }
  let turns = 0
  const count = setInterval(() => turns++, 0)
  await deflate(large)
  clearInterval(count)
  // Not once, were it done in one go. How often depends on the machine.
  expect(turns).toBeGreaterThan(0)
})

it('a bomb is refused before memory for it is asked for', () => {
  const bomb = zlib.deflateSync(new Uint8Array(64 * 1024 * 1024), { level: 9 })
  const before = process.memoryUsage().arrayBuffers
  expect(outcomeOf(web.inflateSync, bomb, { maxOutputLength: 1024 * 1024 })).toBe('too large')
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024)
})

it('sums up alike', () => {
  for (const sample of SAMPLES) expect(web.crc32(sample)).toBe(zlib.crc32(Buffer.from(sample)))
  expect(web.crc32('123456789')).toBe(0xcbf43926)
})
