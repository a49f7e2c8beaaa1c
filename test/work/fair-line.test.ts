/**
 * The line in which owners are served in turn.
 *
 * @module
 */

import { setMaxListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { clientOwner, keyOwner } from '../../src/admission/owner.js'
import { FairLine } from '../../src/work/fair-line.js'
import type { Owner } from '../../src/work/owner.js'

const forever = new AbortController().signal
setMaxListeners(0, forever)
const options = {
  signal: forever,
  maxWaitMs: 10_000,
  onTimeout: () => new Error('late'),
  onCrowded: () => new Error('crowded'),
}

/** A line before so many places, and the order in which tickets were let in. */
function lineBefore(places: number, limits = { maxWaiting: 100, maxWaitingPerOwner: 50 }) {
  const served: string[] = []
  let free = places
  const line = new FairLine<{ owner: Owner; name: string }>(({ name }) => {
    if (free === 0) return false
    free--
    served.push(name)
    return true
  }, limits)
  const leave = () => {
    free++
    line.advance()
  }
  const ask = (owner: Owner, name: string, more = {}) => line.wait({ owner, name }, { ...options, ...more })
  return { served, line, leave, ask }
}

describe('FairLine', () => {
  it('serves owners in turn, however much one of them has waiting', async () => {
    const { served, leave, ask } = lineBefore(0)
    const all = [
      ...Array.from({ length: 5 }, (_, i) => ask(keyOwner('a'), `a${i}`)),
      ask(keyOwner('b'), 'b0'),
      ask(keyOwner('b'), 'b1'),
      ask(keyOwner('c'), 'c0'),
    ]
    for (let i = 0; i < 8; i++) leave()
    await Promise.all(all)
    expect(served.join(' ')).toBe('a0 b0 c0 a1 b1 a2 a3 a4')
  })

  it('serves keys and all clients without a key alternately', async () => {
    const { served, leave, ask } = lineBefore(0)
    const all = [
      ...Array.from({ length: 4 }, (_, i) => ask(clientOwner(`192.0.2.${i}`), `?${i}`)),
      ask(keyOwner('a'), 'a0'),
      ask(keyOwner('a'), 'a1'),
    ]
    for (let i = 0; i < 6; i++) leave()
    await Promise.all(all)
    expect(served.join(' ')).toBe('a0 ?0 a1 ?1 ?2 ?3')
  })

  it('passes over those who cannot come in yet', async () => {
    let room = 0
    const served: number[] = []
    const line = new FairLine<{ owner: Owner; size: number }>(
      ({ size }) => {
        if (size > room) return false
        room -= size
        served.push(size)
        return true
      },
      { maxWaiting: 10, maxWaitingPerOwner: 10 },
    )
    const large = line.wait({ owner: keyOwner('a'), size: 10 }, options)
    const small = line.wait({ owner: keyOwner('b'), size: 1 }, options)
    room = 3
    line.advance()
    await small
    room = 10
    line.advance()
    await large
    expect(served).toEqual([1, 10])
  })

  it('lets nobody in before others of the same owner', async () => {
    const { served, leave, ask } = lineBefore(0)
    const first = ask(keyOwner('a'), 'first')
    const second = ask(keyOwner('a'), 'second')
    leave()
    await first
    leave()
    await second
    expect(served).toEqual(['first', 'second'])
  })

  it('refuses more than may wait, of one owner and of all', async () => {
    const { ask, line, leave } = lineBefore(0, { maxWaiting: 3, maxWaitingPerOwner: 2 })
    const waiting = ['a1', 'a2', 'b1'].map((name) => ask(keyOwner(name.charAt(0)), name))
    await expect(ask(keyOwner('a'), 'a3')).rejects.toThrow('crowded')
    await expect(ask(keyOwner('c'), 'c1')).rejects.toThrow('crowded')
    expect(line.length).toBe(3)
    // The lane of clients without a key is another one.
    const stranger = ask(clientOwner('192.0.2.1'), '?', { maxWaitMs: 1 })
    await expect(stranger).rejects.toThrow('late')
    for (const _ of waiting) leave()
    await Promise.all(waiting)
    expect(line.length).toBe(0)
  })

  it('forgets those who gave up, and whose time is over', async () => {
    const { served, line, leave, ask } = lineBefore(0)
    const controller = new AbortController()
    const gone = ask(keyOwner('a'), 'gone', { signal: controller.signal })
    const late = ask(keyOwner('b'), 'late', { maxWaitMs: 5 })
    const stays = ask(keyOwner('c'), 'stays')
    controller.abort(new Error('gone away'))
    await Promise.all([expect(gone).rejects.toThrow('gone away'), expect(late).rejects.toThrow('late')])
    leave()
    await stays
    expect([served, line.length]).toEqual([['stays'], 0])
  })
})
