/**
 * The hashes, ciphers and random values of builds without Node.js give what those of Node.js give.
 *
 * @module
 */

import { createCipheriv, createDecipheriv, createHash, createHmac, hash, randomBytes } from 'node:crypto'
import { beforeAll, expect, it, vi } from 'vitest'
import * as webCiphers from '../../src/platform/web/ciphers.js'
import * as web from '../../src/platform/web/hashes.js'
import { loadLateParts } from '../../src/platform/web/late-parts.js'
import { startQuickSha256 } from '../../src/platform/web/quick-sha256.js'
import * as webRandom from '../../src/platform/web/random.js'

beforeAll(loadLateParts)

const NAMES = [
  ...['md5', 'ripemd160', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha512-224', 'sha512-256'],
  ...['sha3-224', 'sha3-256', 'sha3-384', 'sha3-512'],
]

const data = randomBytes(1000)

it.each(NAMES)('%s: in one call, in steps, from the middle on, and as an HMAC', (name) => {
  const expected = createHash(name).update(data).digest('hex')
  expect(web.hash(name, data)).toBe(expected)
  expect(web.hash(name, data, 'buffer')).toEqual(hash(name, data, 'buffer'))
  const running = web.createHash(name).update(data.subarray(0, 333))
  const copy = running.copy()
  expect(running.update(data.subarray(333)).digest('hex')).toBe(expected)
  expect(copy.update(data.subarray(333)).digest().toString('hex')).toBe(expected)
  for (const length of [0, 64, 200]) {
    const key = data.subarray(0, length)
    expect(web.createHmac(name, key).update(data).digest('hex')).toBe(createHmac(name, key).update(data).digest('hex'))
  }
})

it('shake256 gives as many bytes as asked for', () => {
  for (const outputLength of [32, 64, 512]) {
    const expected = createHash('shake256', { outputLength }).update(data).digest('hex')
    expect(web.createHash('shake256', { outputLength }).update(data).copy().digest('hex')).toBe(expected)
  }
})

it('a text is hashed as UTF-8', () => {
  expect(web.hash('sha256', 'Zoë 署名')).toBe(hash('sha256', 'Zoë 署名'))
  expect(web.hash('sha256', 'Zoë', 'base64')).toBe(hash('sha256', 'Zoë', 'base64'))
})

it('SHA-256 of every length around the blocks, and of pieces of every length', () => {
  const long = randomBytes(200_000)
  for (let length = 0; length < 260; length++) {
    const part = long.subarray(0, length)
    expect(startQuickSha256()?.update(part).digest()).toEqual(Uint8Array.from(hash('sha256', part, 'buffer')))
  }
  for (const size of [1, 63, 64, 65, 1000, 65_472, 65_473, 100_000]) {
    const running = startQuickSha256()
    for (let at = 0; at < long.length; at += size) running?.update(long.subarray(at, at + size))
    expect(Buffer.from(running?.digest() ?? []).toString('hex')).toBe(hash('sha256', long))
    expect(Buffer.from(running?.clone().digest() ?? []).toString('hex')).toBe(hash('sha256', long))
  }
})

it('without WebAssembly, hashing goes on', async () => {
  vi.stubGlobal('WebAssembly', undefined)
  vi.resetModules()
  try {
    const bare: typeof web = await import('../../src/platform/web/hashes.js')
    expect(bare.createHash('sha256').update(data).digest('hex')).toBe(hash('sha256', data))
  } finally {
    vi.unstubAllGlobals()
  }
})

it('unknown hashes are refused', () => {
  expect(() => web.createHash('whirlpool')).toThrow('whirlpool')
  expect(() => web.hash('constructor', data)).toThrow('constructor')
})

it('bytes are compared like Node does it', () => {
  expect(web.timingSafeEqual(data, Uint8Array.from(data))).toBe(true)
  expect(web.timingSafeEqual(data, Uint8Array.from(data).fill(0, 999))).toBe(data[999] === 0)
  expect(() => web.timingSafeEqual(data, data.subarray(1))).toThrow(RangeError)
})

it.each([16, 32])('AES with %i bytes of key in CBC mode, with padding and without', (bytes) => {
  const name = bytes === 16 ? 'aes-128-cbc' : 'aes-256-cbc'
  const [key, iv] = [randomBytes(bytes), randomBytes(16)]
  for (const length of [0, 1, 16, 31, 480]) {
    const plain = data.subarray(0, length)
    const cipher = createCipheriv(name, key, iv)
    const expected = Buffer.concat([cipher.update(plain), cipher.final()])
    const own = webCiphers.createCipheriv(name, key, iv)
    const encrypted = Buffer.concat([own.update(plain), own.final()])
    expect(encrypted).toEqual(expected)
    expect(Buffer.from(webCiphers.createDecipheriv(name, key, iv).setAutoPadding(false).update(encrypted))).toEqual(
      createDecipheriv(name, key, iv).setAutoPadding(false).update(encrypted),
    )
  }
})

it('a key of another length is refused', () => {
  expect(() => webCiphers.createCipheriv('aes-256-cbc', randomBytes(16), randomBytes(16))).toThrow(RangeError)
  expect(() => webCiphers.createDecipheriv('aes-128-cbc', randomBytes(16), randomBytes(8))).toThrow(RangeError)
  expect(() => webCiphers.createDecipheriv('des-cbc', randomBytes(8), randomBytes(8))).toThrow('des-cbc')
})

it('random bytes fill what was asked for, however much it is', () => {
  const bytes = webRandom.randomBytes(200_000)
  expect(bytes.length).toBe(200_000)
  for (const at of [0, 65_536, 131_072, 199_000])
    expect(bytes.subarray(at, at + 1000).some((byte) => byte !== 0)).toBe(true)
  expect(webRandom.randomUUID()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(webRandom.randomUUID()).not.toBe(webRandom.randomUUID())
})
