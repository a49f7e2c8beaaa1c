/**
 * Outlines of TrueType fonts: the table `glyf` (ISO/IEC 14496-22, 5.3.3).
 *
 * @module
 */

import type { BigEndianBytes } from '../../../pdf/codecs.js'
import { type ContentBudget, spend } from '../../content/content-budget.js'
import { OutlinePen } from './glyph-outline.js'

/** Places of the font's parts that outlines need. */
export interface GlyphTables {
  readonly glyf: number
  readonly loca: number
  /** True when offsets have four bytes; otherwise they have two, and count pairs of bytes. */
  readonly isLong: boolean
  readonly glyphCount: number
  readonly budget: ContentBudget
  /** Left side bearing of a glyph; `undefined` when the font has none. */
  bearingOf(glyph: number): number | undefined
}

/** A glyph in the units of its font. */
interface GlyfOutline {
  readonly pen: OutlinePen
  /**
   * Horizontal shifts of the glyph in different readers. Some move its leftmost point, by the glyph's header, to the left side
   * bearing; others draw its points where they are.
   */
  readonly shifts: readonly number[]
}

/** Deepest nesting of components: accents upon accents. */
const MAX_DEPTH = 8
/** Most components of one glyph, with all that are nested. Ligatures of words have about ten. */
const MAX_COMPONENTS = 256
/** Most points of one glyph, including control points. */
const MAX_POINTS = 20_000
const HEADER_LENGTH = 10

/** Points of a glyph; `ends` has the last point of each contour. */
interface Points {
  readonly xs: number[]
  readonly ys: number[]
  readonly areOn: boolean[]
  readonly ends: number[]
}

/** Draws a glyph; throws RangeError when it is damaged. */
export function drawGlyf(reader: BigEndianBytes, tables: GlyphTables, glyph: number): GlyfOutline {
  const loading = new GlyphLoading(reader, tables)
  const points = loading.load(glyph, 0)
  return { pen: penOf(points, tables.budget), shifts: [...loading.shifts] }
}

class GlyphLoading {
  readonly shifts = new Set([0])
  readonly #reader: BigEndianBytes
  readonly #tables: GlyphTables
  #components = 0
  #points = 0

  constructor(reader: BigEndianBytes, tables: GlyphTables) {
    this.#reader = reader
    this.#tables = tables
  }

  /** @param depth Nesting of components; 0 for the glyph that is shown. */
  load(glyph: number, depth: number, hasItsMetrics = true): Points {
    const points: Points = { xs: [], ys: [], areOn: [], ends: [] }
    const at = this.#placeOf(glyph)
    if (at === undefined) return points
    const contours = this.#reader.i16(at)
    if (hasItsMetrics) this.#noteShift(glyph, this.#reader.i16(at + 2))
    if (contours >= 0) this.#readSimple(points, at + HEADER_LENGTH, contours)
    else this.#readComposite(points, at + HEADER_LENGTH, depth)
    return points
  }

  /** Where a glyph begins; `undefined` for a blank. */
  #placeOf(glyph: number): number | undefined {
    const { loca, glyf, isLong, glyphCount } = this.#tables
    if (glyph >= glyphCount) throw new RangeError('a glyph is missing')
    const place = (i: number) => (isLong ? this.#reader.u32(loca + 4 * i) : 2 * this.#reader.u16(loca + 2 * i))
    const start = place(glyph)
    return start === place(glyph + 1) ? undefined : glyf + start
  }

  #spend(steps: number): void {
    if (!spend(this.#tables.budget, 'outlines', steps)) throw new RangeError('too much is drawn')
  }

  #noteShift(glyph: number, left: number): void {
    const bearing = this.#tables.bearingOf(glyph)
    if (bearing !== undefined) this.shifts.add(bearing - left)
  }

  #readSimple({ xs, ys, areOn, ends }: Points, start: number, contours: number): void {
    const reader = this.#reader
    for (let i = 0; i < contours; i++) {
      const end = reader.u16(start + 2 * i)
      if (end <= (ends.at(-1) ?? -1)) throw new RangeError('contours are in no order')
      ends.push(end)
    }
    const count = (ends.at(-1) ?? -1) + 1
    this.#points += count
    if (this.#points > MAX_POINTS) throw new RangeError('a glyph has too many points')
    this.#spend(count)
    let at = start + 2 * contours
    at += 2 + reader.u16(at)
    const flags: number[] = []
    while (flags.length < count) {
      const flag = reader.u8(at++)
      const repeats = (flag & REPEAT) === 0 ? 0 : reader.u8(at++)
      for (let i = 0; i <= repeats && flags.length < count; i++) flags.push(flag)
    }
    at = readCoordinates(reader, at, flags, X_FLAGS, xs)
    readCoordinates(reader, at, flags, Y_FLAGS, ys)
    for (const flag of flags) areOn.push((flag & ON_CURVE) !== 0)
  }

  #readComposite(points: Points, start: number, depth: number): void {
    if (depth >= MAX_DEPTH) throw new RangeError('glyphs are composed too deeply')
    let at = start
    for (let hasMore = true; hasMore; ) {
      this.#components++
      if (this.#components > MAX_COMPONENTS) throw new RangeError('a glyph is composed of too many')
      this.#spend(1)
      const component = readComponent(this.#reader, at)
      const hasItsMetrics = (component.flags & USE_MY_METRICS) !== 0
      append(points, this.load(component.glyph, depth + 1, hasItsMetrics), component)
      at = component.end
      hasMore = (component.flags & MORE_COMPONENTS) !== 0
    }
  }
}

const ON_CURVE = 1
const REPEAT = 8
/** Flags of a coordinate: whether it has one byte, and then its sign; otherwise whether it repeats the last one. */
const X_FLAGS = [2, 16] as const
const Y_FLAGS = [4, 32] as const

function readCoordinates(
  reader: BigEndianBytes,
  start: number,
  flags: readonly number[],
  [short, same]: readonly [number, number],
  into: number[],
): number {
  let at = start
  let value = 0
  for (const flag of flags) {
    if ((flag & short) !== 0) value += ((flag & same) === 0 ? -1 : 1) * reader.u8(at++)
    else if ((flag & same) === 0) {
      value += reader.i16(at)
      at += 2
    }
    into.push(value)
  }
  return at
}

const ARE_WORDS = 0x0001
const ARE_OFFSETS = 0x0002
const HAS_SCALE = 0x0008
const MORE_COMPONENTS = 0x0020
const HAS_TWO_SCALES = 0x0040
const HAS_MATRIX = 0x0080
const USE_MY_METRICS = 0x0200
const SCALED_OFFSET = 0x0800
/** The value of 1 in the fixed-point numbers of scales. */
const ONE = 16_384

interface Component {
  readonly glyph: number
  readonly flags: number
  /** Offsets, or the numbers of two points that are placed on each other. */
  readonly args: readonly [number, number]
  readonly matrix: readonly [number, number, number, number]
  readonly end: number
}

function readComponent(reader: BigEndianBytes, start: number): Component {
  const flags = reader.u16(start)
  const areWords = (flags & ARE_WORDS) !== 0
  const areOffsets = (flags & ARE_OFFSETS) !== 0
  const [first, second] = [start + 4, start + (areWords ? 6 : 5)]
  const read = (at: number) => {
    if (areWords) return areOffsets ? reader.i16(at) : reader.u16(at)
    return areOffsets ? (reader.u8(at) << 24) >> 24 : reader.u8(at)
  }
  const at = start + (areWords ? 8 : 6)
  const fixed = (i: number) => reader.i16(at + 2 * i) / ONE
  const { matrix, length } = readScale(flags, fixed)
  return { glyph: reader.u16(start + 2), flags, args: [read(first), read(second)], matrix, end: at + length }
}

function readScale(flags: number, fixed: (i: number) => number): { matrix: Component['matrix']; length: number } {
  if ((flags & HAS_SCALE) !== 0) return { matrix: [fixed(0), 0, 0, fixed(0)], length: 2 }
  if ((flags & HAS_TWO_SCALES) !== 0) return { matrix: [fixed(0), 0, 0, fixed(1)], length: 4 }
  if ((flags & HAS_MATRIX) !== 0) return { matrix: [fixed(0), fixed(1), fixed(2), fixed(3)], length: 8 }
  return { matrix: [1, 0, 0, 1], length: 0 }
}

function append(all: Points, part: Points, { flags, args, matrix: [a, b, c, d] }: Component): void {
  const xs = part.xs.map((x, i) => a * x + c * (part.ys[i] ?? 0))
  const ys = part.xs.map((x, i) => b * x + d * (part.ys[i] ?? 0))
  let [dx, dy] = args
  if ((flags & ARE_OFFSETS) === 0) {
    const [there, here] = args
    dx = (all.xs[there] ?? Number.NaN) - (xs[here] ?? Number.NaN)
    dy = (all.ys[there] ?? Number.NaN) - (ys[here] ?? Number.NaN)
    if (Number.isNaN(dx)) throw new RangeError('a point is missing that parts of a glyph have in common')
  } else if ((flags & SCALED_OFFSET) !== 0) {
    // Readers differ in how they scale an offset by a matrix that rotates or skews.
    if (b !== 0 || c !== 0) throw new RangeError('an offset is scaled in several ways')
    dx *= Math.hypot(a, b)
    dy *= Math.hypot(c, d)
  }
  const before = all.xs.length
  for (const [i, x] of xs.entries()) {
    all.xs.push(x + dx)
    all.ys.push((ys[i] ?? 0) + dy)
    all.areOn.push(part.areOn[i] ?? true)
  }
  for (const end of part.ends) all.ends.push(before + end)
}

function penOf(points: Points, budget: ContentBudget): OutlinePen {
  const pen = new OutlinePen(budget)
  let start = 0
  for (const end of points.ends) {
    if (end >= start) drawContour(pen, points, start, end)
    start = end + 1
  }
  return pen
}

/** Draws a contour. Between two control points lies an implied point of the curve, in the middle. */
function drawContour(pen: OutlinePen, { xs, ys, areOn }: Points, start: number, end: number): void {
  const count = end - start + 1
  const x = (i: number) => xs[start + (i % count)] ?? 0
  const y = (i: number) => ys[start + (i % count)] ?? 0
  const isOn = (i: number) => areOn[start + (i % count)] === true
  let first = 0
  while (first < count && !isOn(first)) first++
  const startsBetween = first === count
  if (startsBetween) first = 0
  const [x0, y0] = startsBetween ? [(x(count - 1) + x(0)) / 2, (y(count - 1) + y(0)) / 2] : [x(first), y(first)]
  pen.moveBy(x0 - pen.x, y0 - pen.y)
  const last = first + count
  for (let i = startsBetween ? first : first + 1; i <= last; i++) {
    if (i === last) {
      if (!startsBetween) pen.lineBy(x0 - pen.x, y0 - pen.y)
    } else if (isOn(i)) pen.lineBy(x(i) - pen.x, y(i) - pen.y)
    else {
      const isLast = i + 1 === last
      const [nx, ny] = isLast
        ? [x0, y0]
        : isOn(i + 1)
          ? [x(i + 1), y(i + 1)]
          : [(x(i) + x(i + 1)) / 2, (y(i) + y(i + 1)) / 2]
      pen.bendTo(x(i), y(i), nx, ny)
      if (!isLast && isOn(i + 1)) i++
    }
  }
}
