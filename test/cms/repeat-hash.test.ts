/**
 * Hashes of hashes, against node:crypto.
 *
 * @module
 */

import { hash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { encodeRepeatedHash } from '../../src/cms/algorithm/hash-code.js'
import { createKdfBudget, derivePkcs12Bytes, KDF_PURPOSE } from '../../src/cms/password/pkcs12-kdf.js'
import { repeatHash } from '../../src/cms/password/repeat-hash.js'

const COMPILED = ['sha1', 'sha224', 'sha256', 'sha384', 'sha512']

function byNode(hashName: string, digest: Uint8Array, count: number): Uint8Array {
  let last = digest
  for (let i = 0; i < count; i++) last = hash(hashName, last, 'buffer')
  return last
}

describe('hashing a digest again and again', () => {
  it.each([...COMPILED, 'sha512-256', 'sha512-224'])('gives what node:crypto gives, for %s', (hashName) => {
    for (const text of ['', 'a', 'another one']) {
      const digest = hash(hashName, text, 'buffer')
      for (const count of [0, 1, 2, 255, 1023, 1024, 1025, 5000]) {
        expect(Buffer.from(repeatHash(hashName, digest, count))).toEqual(Buffer.from(byNode(hashName, digest, count)))
      }
    }
  })

  it.each(COMPILED)('leaves the digest it is given as it was, for %s', (hashName) => {
    const digest = Uint8Array.from(hash(hashName, 'x', 'buffer'))
    const before = digest.slice()
    repeatHash(hashName, digest, 2000)
    expect(digest).toEqual(before)
  })

  it('goes without WebAssembly where the host forbids code that is made at run time', async () => {
    vi.resetModules()
    vi.stubGlobal('WebAssembly', undefined)
    try {
      const fresh = await import('../../src/cms/password/repeat-hash.js')
      const digest = hash('sha1', 'x', 'buffer')
      expect(Buffer.from(fresh.repeatHash('sha1', digest, 2000))).toEqual(byNode('sha1', digest, 2000))
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('is encoded as WebAssembly that is valid, for each hash that has code', () => {
    for (const hashName of COMPILED) {
      const { module } = encodeRepeatedHash(hashName) ?? { module: new Uint8Array(0) }
      expect(Reflect.get(globalThis, 'WebAssembly').validate(module)).toBe(true)
    }
    expect(encodeRepeatedHash('md5')).toBeUndefined()
  })
})

it('lets other work go on while a key is derived with 600,000 rounds', async () => {
  let turns = 0
  let isDone = false
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const arguments_ = ['sha1', new Uint8Array(10), new Uint8Array(16), 600_000, KDF_PURPOSE.iv, 8] as const
  await derivePkcs12Bytes(...arguments_, createKdfBudget(''))
  isDone = true
  expect(turns).toBeGreaterThan(100)
})
