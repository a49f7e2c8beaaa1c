/**
 * Work in turns of the event loop.
 *
 * @module
 */

import { parse, serialize } from 'parse5'
import { describe, expect, it, vi } from 'vitest'
import { parseHtml } from '../../src/convert/html/source/parse-html.js'
import { finishSteps, inTurns, isTurnOver, nextTurn, type Steps } from '../../src/pace/turns.js'

/** Computes for some time without a stop. */
function compute(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

/** So many pieces of work, with a stop after each. */
function* pieces(count: number, ms: number, log: (index: number) => void = () => undefined): Steps<number> {
  for (let index = 0; index < count; index++) {
    compute(ms)
    log(index)
    yield index / count
  }
  return count
}

describe('work in turns', () => {
  it('gives what it gives at once', async () => {
    expect(finishSteps(pieces(3, 0))).toBe(3)
    expect(await inTurns(pieces(3, 0))).toBe(3)
  })

  it('lets the event loop turn several times', async () => {
    let turns = 0
    let isOver = false
    const count = () => {
      turns++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    await inTurns(pieces(20, 5))
    isOver = true
    expect(turns).toBeGreaterThanOrEqual(4)
  })

  it('computes for 12 ms before that', async () => {
    const now = vi.spyOn(process, 'hrtime').mockReturnValue([1000, 0])
    try {
      await nextTurn()
      const isOverAfter = (ms: number) => {
        now.mockReturnValue([1000, ms * 1e6])
        return isTurnOver()
      }
      expect([0, 11.9, 12, 13].map(isOverAfter)).toEqual([false, false, true, true])
    } finally {
      now.mockRestore()
    }
    await nextTurn()
  })

  it('lets several calls have a turn one after the other, with the loop between them', async () => {
    const order: string[] = []
    let isOver = false
    const mark = () => {
      order.push('loop')
      if (!isOver) setImmediate(mark)
    }
    setImmediate(mark)
    const calls = ['a', 'b', 'c'].map((name) => inTurns(pieces(10, 10, () => order.push(name))))
    await Promise.all(calls)
    isOver = true
    // No call follows another one in the same turn, once all have begun.
    const later = order.slice(order.lastIndexOf('c', 6) + 1)
    const changes = later.filter(
      (name, index) => name !== 'loop' && later[index - 1] !== name && later[index - 1] !== 'loop',
    )
    expect(changes.length).toBeLessThanOrEqual(1)
  })

  it('stops where it is when it is aborted, and runs what it has in its "finally"', async () => {
    const controller = new AbortController()
    const reason = new Error('enough')
    let wasClosed = false
    let last = -1
    function* closing(): Steps<void> {
      try {
        yield* pieces(100, 15, (index) => {
          last = index
          if (index === 2) controller.abort(reason)
        })
      } finally {
        wasClosed = true
      }
    }
    await expect(inTurns(closing(), controller.signal)).rejects.toBe(reason)
    expect(wasClosed).toBe(true)
    expect(last).toBeLessThan(5)
  })

  it('says when a turn is over', async () => {
    await nextTurn()
    expect(isTurnOver()).toBe(false)
    compute(20)
    expect(isTurnOver()).toBe(true)
  })
})

describe('HTML that is parsed in pieces', () => {
  it('has the tree of one that is parsed at once', () => {
    const markup =
      '<p title="a > b">x <b>\u{1F600}y</p>\r\n<script>if (a < b) "</p>"</script><td>z&amp;&lt;&notit;<br>\0'
    const html = `<!doctype html><body>${markup.repeat(2000)}<pre>\n\n${'long \u{1F600} '.repeat(20_000)}`
    expect(serialize(parseHtml(html))).toBe(serialize(parse(html, { scriptingEnabled: false })))
  })
})
