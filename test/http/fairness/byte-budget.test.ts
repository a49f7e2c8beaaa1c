/**
 * The budget of bytes, and how owners share it.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { ByteBudget } from '../../../src/admission/byte-budget.js'
import { clientOwner, keyOwner } from '../../../src/admission/owner.js'
import type { Owner } from '../../../src/work/owner.js'

const { signal } = new AbortController()

function open(budget: ByteBudget, owner: Owner) {
  const lease = budget.open()
  lease.assign(owner)
  return lease
}

describe('ByteBudget', () => {
  it('takes from what was set aside, and gives everything back', async () => {
    const budget = new ByteBudget({ total: 1000, largest: 100 })
    const lease = open(budget, keyOwner('a'))
    await lease.reserve(300, signal)
    lease.take(200)
    lease.take(100)
    expect(budget.used).toBe(300)
    lease.take(50)
    lease.give(200)
    expect(budget.used).toBe(150)
    lease.release()
    lease.release()
    expect(budget.used).toBe(0)
  })

  it('counts what took the place of a request, even beyond its bounds', async () => {
    const budget = new ByteBudget({ total: 1000, largest: 100 })
    const lease = open(budget, keyOwner('a'))
    await lease.reserve(300, signal)
    lease.replace(1200)
    expect(budget.used).toBe(1200)
    expect(() => open(budget, keyOwner('b')).take(1)).toThrow(expect.objectContaining({ code: 'overloaded' }))
    lease.replace(50)
    open(budget, keyOwner('b')).take(100)
    expect(budget.used).toBe(150)
    lease.release()
    expect(budget.used).toBe(100)
  })

  it('keeps a share from one key, and from all clients without a key together', async () => {
    const budget = new ByteBudget({ total: 1000, largest: 100 })
    const flood = open(budget, keyOwner('a'))
    expect(() => flood.take(800)).toThrow(expect.objectContaining({ code: 'overloaded' }))
    flood.take(600)
    const strangers = [1, 2, 3].map((i) => open(budget, clientOwner(`192.0.2.${i}`)))
    strangers[0]?.take(200)
    expect(() => strangers[1]?.take(200)).toThrow(expect.objectContaining({ code: 'overloaded' }))
    strangers[1]?.take(100)
    open(budget, keyOwner('b')).take(100)
    expect(budget.used).toBe(1000)
  })

  it('lets those wait for whom there is no room, and serves owners in turn', async () => {
    const budget = new ByteBudget({ total: 100, largest: 100 })
    const first = open(budget, keyOwner('a'))
    await first.reserve(100, signal)
    const order: string[] = []
    const next = ['a', 'a', 'b'].map(async (name) => {
      const lease = open(budget, keyOwner(name))
      await lease.reserve(100, signal)
      order.push(name)
      lease.release()
    })
    expect(budget.waiting).toBe(3)
    first.release()
    await Promise.all(next)
    expect(order).toEqual(['a', 'b', 'a'])
    expect(budget.used).toBe(0)
  })

  it('refuses at once what never fits', async () => {
    const budget = new ByteBudget({ total: 100, largest: 100 })
    await expect(open(budget, keyOwner('a')).reserve(101, signal)).rejects.toMatchObject({ code: 'overloaded' })
  })
})
