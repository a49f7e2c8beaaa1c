/**
 * The mutator of files does damage, and the same from the same seed.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { createRandom, mutate } from './mutate.js'

const DOCUMENT = new TextEncoder().encode('%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n'.repeat(4))

describe('mutate', () => {
  it('makes the same mutant from the same seed', () => {
    const [first, second] = [mutate(DOCUMENT, createRandom(7)), mutate(DOCUMENT, createRandom(7))]
    expect(first).toEqual(second)
  })

  it('leaves its input alone', () => {
    const copy = DOCUMENT.slice()
    for (let seed = 0; seed < 200; seed++) mutate(DOCUMENT, createRandom(seed))
    expect(DOCUMENT).toEqual(copy)
  })

  it('makes every kind of damage, and hardly ever none', () => {
    const kinds = new Set<string>()
    let unchanged = 0
    for (let seed = 0; seed < 500; seed++) {
      const mutant = mutate(DOCUMENT, createRandom(seed))
      for (const kind of mutant.kinds) kinds.add(kind)
      if (Buffer.compare(mutant.bytes, DOCUMENT) === 0) unchanged += 1
    }
    expect(kinds.size).toBe(13)
    expect(unchanged).toBeLessThan(50)
  })
})
