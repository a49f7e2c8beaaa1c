/**
 * Drawings of later revisions by their place.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { type Author, DrawingLog, isReplaced, type LoggedDrawing } from '../../../src/ink/judge/losses.js'
import type { Box } from '../../../src/pdf/matrix.js'

const [FIRST, SECOND] = [{}, {}]
const NOBODY: Author = { num: undefined, revision: SECOND }
const BLANK = { glyphs: [], areas: [] }

function entry(region: Box, by: Author = NOBODY): LoggedDrawing {
  return { drawing: { ...BLANK, unknown: [], box: region }, marks: BLANK, erasing: BLANK, region, by }
}

function logOf(...entries: LoggedDrawing[]): DrawingLog {
  const log = new DrawingLog()
  for (const each of entries) log.add(each)
  return log
}

const regions = (log: DrawingLog, region: Box, now: Author = NOBODY) =>
  log.over(region, now)?.map((each) => each.region)

describe('the log of drawings', () => {
  it('finds those that meet a region, in the order in which they came', () => {
    const [one, other]: Box[] = [
      [10, 10, 20, 20],
      [15, 15, 30, 30],
    ] as Box[]
    const log = logOf(entry(one as Box), entry([100, 100, 120, 120]), entry(other as Box))
    expect(regions(log, [18, 18, 19, 19])).toEqual([one, other])
  })

  it.each<[string, Box]>([
    ['to the left', [40, 10, 49, 20]],
    ['to the right', [61, 10, 63, 20]],
    ['below', [50, 0, 60, 9]],
    ['above', [50, 21, 60, 30]],
  ])('does not find one that is only near: %s', (_, region) => {
    expect(regions(logOf(entry([50, 10, 60, 20])), region)).toEqual([])
  })

  it('finds each once, in however many cells it lies', () => {
    const log = logOf(entry([0, 0, 300, 300]))
    expect(regions(log, [0, 0, 300, 300])).toEqual([[0, 0, 300, 300]])
    expect(regions(log, [128, 128, 129, 129])).toEqual([[0, 0, 300, 300]])
    expect(regions(log, [290, 5, 295, 6])).toEqual([[0, 0, 300, 300]])
    expect(regions(log, [5, 290, 6, 295])).toEqual([[0, 0, 300, 300]])
  })

  it('finds large ones, and small ones beneath a large region', () => {
    const large: Box = [0, 0, 5000, 5000]
    expect(regions(logOf(entry(large)), [4000, 10, 4001, 11])).toEqual([large])
    expect(regions(logOf(entry([4000, 10, 4001, 11])), large)).toEqual([[4000, 10, 4001, 11]])
  })

  it('finds those at the edges of cells', () => {
    const log = logOf(entry([63, 63, 65, 65]), entry([127.5, 10, 127.9, 11]))
    expect(regions(log, [64.5, 64.5, 70, 70])).toEqual([[63, 63, 65, 65]])
    expect(regions(log, [60, 60, 63.5, 63.5])).toEqual([[63, 63, 65, 65]])
    expect(regions(log, [64.5, 60, 70, 63.5])).toEqual([[63, 63, 65, 65]])
    expect(regions(log, [127.6, 10, 127.8, 10.5])).toEqual([[127.5, 10, 127.9, 11]])
  })

  it('finds one of negative places, and none without bounds', () => {
    expect(regions(logOf(entry([-70, -70, -60, -60])), [-66, -66, -65, -65])).toEqual([[-70, -70, -60, -60]])
    const endless: Box = [0, 0, Number.POSITIVE_INFINITY, 10]
    expect(regions(logOf(entry(endless)), [9000, 1, 9001, 2])).toEqual([])
  })

  it('does not find one whose place is no number', () => {
    const broken: Box = [Number.NaN, 0, 1, 1]
    expect(regions(logOf(entry(broken)), [1, 1, 2, 2])).toEqual([])
  })

  it('forgets former looks of an annotation', () => {
    const before: Author = { num: 7, revision: FIRST }
    const now: Author = { num: 7, revision: SECOND }
    const log = logOf(entry([0, 0, 10, 10], before))
    expect(regions(log, [0, 0, 10, 10], now)).toEqual([])
    expect(regions(log, [0, 0, 10, 10], before)).toHaveLength(1)
    expect(regions(log, [0, 0, 10, 10], { num: 8, revision: SECOND })).toHaveLength(1)
    log.add(entry([50, 0, 60, 10], now))
    expect(regions(log, [0, 0, 60, 10], { num: 8, revision: SECOND })).toEqual([[50, 0, 60, 10]])
  })

  it('keeps those of annotations without a number', () => {
    expect(regions(logOf(entry([0, 0, 10, 10], { num: undefined, revision: FIRST })), [0, 0, 1, 1])).toHaveLength(1)
  })

  it('gives up where more than 96 stand about one place', () => {
    const many = (count: number) => logOf(...Array.from({ length: count }, () => entry([0, 0, 10, 10])))
    expect(many(96).over([0, 0, 1, 1], NOBODY)).toHaveLength(96)
    expect(many(97).over([0, 0, 1, 1], NOBODY)).toBeUndefined()
  })
})

it('an author has replaced only what it drew in another revision', () => {
  expect(isReplaced({ num: 7, revision: FIRST }, { num: 7, revision: SECOND })).toBe(true)
  expect(isReplaced({ num: 7, revision: FIRST }, { num: 7, revision: FIRST })).toBe(false)
  expect(isReplaced({ num: 7, revision: FIRST }, { num: 8, revision: SECOND })).toBe(false)
  expect(isReplaced({ num: undefined, revision: FIRST }, { num: undefined, revision: SECOND })).toBe(false)
})
