/**
 * Hashing the ranges of many signatures at once.
 *
 * @module
 */

import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { digestByName } from '../../src/cms/algorithm/digest-algorithm.js'
import { CRYPTO_LIMITS } from '../../src/limits.js'
import { RangeHasher, type RangePair } from '../../src/trust/integrity/range-hasher.js'

const FILE = randomBytes(5000)

function algorithm(name: string) {
  const digest = digestByName(name)
  if (digest === undefined) throw new Error(`There is no ${name}.`)
  return digest
}

function expected(name: string, [first, second]: RangePair): string {
  const hash = name === 'shake256' ? createHash(name, { outputLength: 64 }) : createHash(name)
  return hash
    .update(FILE.subarray(...first))
    .update(FILE.subarray(...second))
    .digest('hex')
}

describe('hashing the ranges of all signatures of a file', () => {
  const pairs: RangePair[] = [
    [
      [0, 1000],
      [1200, 1500],
    ],
    [
      [0, 2500],
      [2700, 5000],
    ],
    [
      [0, 0],
      [10, 20],
    ],
    [
      [100, 1000],
      [1200, 1500],
    ],
  ]

  it.each(['md5', 'sha1', 'sha256', 'sha3-512', 'shake256'])('gives the digest of each by %s', (name) => {
    const hasher = new RangeHasher(FILE, pairs)
    for (const pair of [...pairs, ...pairs]) {
      const digest = hasher.digest(pair, algorithm(name))
      expect(Buffer.from(digest ?? []).toString('hex')).toBe(expected(name, pair))
    }
  })

  it('takes ranges that were not announced', () => {
    const pair: RangePair = [
      [0, 77],
      [99, 1234],
    ]
    const digest = new RangeHasher(FILE, []).digest(pair, algorithm('sha256'))
    expect(Buffer.from(digest ?? []).toString('hex')).toBe(expected('sha256', pair))
  })

  it('hashes what signatures share once, and stops when its budget is spent', () => {
    const chain = Array.from(
      { length: 1000 },
      (_, i): RangePair => [
        [0, 1000 + i],
        [2100, 2200],
      ],
    )
    const hasher = new RangeHasher(FILE, chain)
    for (const pair of chain) expect(hasher.digest(pair, algorithm('sha256'))).toBeDefined()
    const spent = 2000 - 1 + chain.length * 100
    const budget = CRYPTO_LIMITS.minHashedBytes + CRYPTO_LIMITS.maxHashedFileSizes * FILE.length
    expect(hasher.spend(budget - spent + 1)).toBe(false)
    expect(hasher.spend(budget - spent)).toBe(true)
    const late: RangePair = [
      [5, 6],
      [7, 8],
    ]
    expect(hasher.digest(late, algorithm('sha256'))).toBeUndefined()
  })
})
