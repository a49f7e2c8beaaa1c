/**
 * Signatures without anything that trust or time could be judged by: the short way to their verdict leads where the
 * long one does.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { verifyDocument } from '../../src/index.js'
import { HONEST_USES } from '../verify/honest/honest-uses.js'

const NOW = new Date('2026-11-20T12:00:00Z')

describe('a signature that nothing proves the time of', () => {
  const uses = [...(HONEST_USES['signing'] ?? []), ...(HONEST_USES['validation data'] ?? [])]

  it.each(uses.map((use) => [use.name, use] as const))('gets the same report on both ways: %s', async (_, { make }) => {
    const bytes = await make()
    const short = await verifyDocument(bytes, { now: () => NOW })
    // The moment of judging is asked for on the long way alone, and is the present by default.
    const long = await verifyDocument(bytes, { now: () => NOW, validationTime: NOW })
    expect(short).toEqual(long)
    expect(JSON.stringify(short)).toBe(JSON.stringify(long))
  })
})
