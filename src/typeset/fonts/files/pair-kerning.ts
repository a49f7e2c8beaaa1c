/**
 * Reads pair kerning from the GPOS table.
 *
 * @module
 */

import { type FontReader, type FontTable, invalidFont } from './font-reader.js'

/** Maps two glyph numbers in text order to the change of the first glyph's advance, in font units. */
export type PairKerning = (left: number, right: number) => number

/** A pair adjustment subtable. It returns `undefined` for pairs that the next subtable decides. */
type PairSubtable = (left: number, right: number) => number | undefined

const NOT_COVERED = 0xffff
/** Maximum number of subtables, since each pair is looked up in all of them. */
const MAX_SUBTABLES = 256
const LOOKUP_PAIR = 2
const LOOKUP_EXTENSION = 9

/**
 * Reads the `kern` feature of GPOS: pair adjustments of formats 1 and 2 (ISO/IEC 14496-22, GPOS lookup type 2), horizontal
 * advance of the first glyph only. The lookups of all scripts are combined, since the bundled fonts have the same ones for all
 * scripts.
 */
export function readPairKerning(reader: FontReader, gpos: FontTable | undefined, glyphCount: number): PairKerning {
  if (gpos === undefined || gpos.length < 10) return () => 0
  const subtables: PairSubtable[] = []
  for (const lookup of findKerningLookups(reader, gpos.offset)) {
    const type = reader.u16(lookup)
    const count = reader.u16(lookup + 4)
    for (let i = 0; i < count && subtables.length < MAX_SUBTABLES; i++) {
      let at = lookup + reader.u16(lookup + 6 + 2 * i)
      let kind = type
      if (kind === LOOKUP_EXTENSION) {
        kind = reader.u16(at + 2)
        at += reader.u32(at + 4)
      }
      if (kind !== LOOKUP_PAIR) continue
      const format = reader.u16(at)
      if (format === 1) subtables.push(readPairSets(reader, at, glyphCount))
      else if (format === 2) subtables.push(readClassPairs(reader, at, glyphCount))
    }
  }
  return (left, right) => {
    for (const subtable of subtables) {
      const value = subtable(left, right)
      if (value !== undefined) return value
    }
    return 0
  }
}

function findKerningLookups(reader: FontReader, gpos: number): number[] {
  const features = gpos + reader.u16(gpos + 6)
  const lookups = gpos + reader.u16(gpos + 8)
  const lookupCount = reader.u16(lookups)
  const indexes = new Set<number>()
  const featureCount = reader.u16(features)
  for (let i = 0; i < featureCount; i++) {
    const record = features + 2 + 6 * i
    if (reader.u32(record) !== 0x6b65726e) continue
    const feature = features + reader.u16(record + 4)
    const count = reader.u16(feature + 2)
    for (let k = 0; k < count; k++) indexes.add(reader.u16(feature + 4 + 2 * k))
  }
  return [...indexes]
    .filter((index) => index < lookupCount)
    .sort((a, b) => a - b)
    .map((index) => lookups + reader.u16(lookups + 2 + 2 * index))
}

/** Reads format 1: a sorted list of second glyphs for each first glyph. */
function readPairSets(reader: FontReader, at: number, glyphCount: number): PairSubtable {
  const coverage = readCoverage(reader, at + reader.u16(at + 2), glyphCount)
  const first = valueLayout(reader.u16(at + 4))
  const recordSize = 2 + first.size + valueLayout(reader.u16(at + 6)).size
  const setCount = reader.u16(at + 8)
  return (left, right) => {
    const index = coverage[left] ?? NOT_COVERED
    if (index >= setCount) return undefined
    const set = at + reader.u16(at + 10 + 2 * index)
    let low = 0
    let high = reader.u16(set)
    while (low < high) {
      const middle = (low + high) >> 1
      const record = set + 2 + recordSize * middle
      const second = reader.u16(record)
      if (second === right) return first.advanceAt < 0 ? 0 : reader.i16(record + 2 + first.advanceAt)
      if (second < right) low = middle + 1
      else high = middle
    }
    return undefined
  }
}

/** Reads format 2: a matrix of classes, which decides all pairs with a covered first glyph. */
function readClassPairs(reader: FontReader, at: number, glyphCount: number): PairSubtable {
  const coverage = readCoverage(reader, at + reader.u16(at + 2), glyphCount)
  const first = valueLayout(reader.u16(at + 4))
  const cellSize = first.size + valueLayout(reader.u16(at + 6)).size
  const firstClasses = readClasses(reader, at + reader.u16(at + 8), glyphCount)
  const secondClasses = readClasses(reader, at + reader.u16(at + 10), glyphCount)
  const firstCount = reader.u16(at + 12)
  const secondCount = reader.u16(at + 14)
  reader.slice(at + 16, firstCount * secondCount * cellSize)
  return (left, right) => {
    if ((coverage[left] ?? NOT_COVERED) === NOT_COVERED) return undefined
    const row = firstClasses[left] ?? 0
    const column = secondClasses[right] ?? 0
    if (first.advanceAt < 0 || row >= firstCount || column >= secondCount) return 0
    return reader.i16(at + 16 + (row * secondCount + column) * cellSize + first.advanceAt)
  }
}

/** Size of a value record and offset of its XAdvance (-1 if it has none), in bytes. */
function valueLayout(format: number): { size: number; advanceAt: number } {
  let size = 0
  for (let bits = format; bits !== 0; bits &= bits - 1) size += 2
  const advanceAt = (format & 4) === 0 ? -1 : 2 * ((format & 1) + ((format >> 1) & 1))
  return { size, advanceAt }
}

/** Coverage index by glyph. */
function readCoverage(reader: FontReader, at: number, glyphCount: number): Uint16Array {
  const coverage = new Uint16Array(glyphCount).fill(NOT_COVERED)
  const format = reader.u16(at)
  const count = reader.u16(at + 2)
  if (format === 1) {
    for (let i = 0; i < count; i++) coverage[reader.u16(at + 4 + 2 * i)] = i
  } else if (format === 2) {
    forEachRange(reader, at + 4, count, glyphCount, (glyph, start, value) => {
      coverage[glyph] = value + glyph - start
    })
  } else {
    throw invalidFont('a coverage table has an unknown format')
  }
  return coverage
}

/** Class of each glyph. Glyphs that are not listed have class 0. */
function readClasses(reader: FontReader, at: number, glyphCount: number): Uint16Array {
  const classes = new Uint16Array(glyphCount)
  const format = reader.u16(at)
  if (format === 1) {
    const start = reader.u16(at + 2)
    const count = reader.u16(at + 4)
    for (let i = 0; i < count; i++) classes[start + i] = reader.u16(at + 6 + 2 * i)
  } else if (format === 2) {
    forEachRange(reader, at + 4, reader.u16(at + 2), glyphCount, (glyph, _start, value) => {
      classes[glyph] = value
    })
  } else {
    throw invalidFont('a class table has an unknown format')
  }
  return classes
}

/** Range records are sorted and do not overlap. A record that starts before the end of the previous one is damage. */
function forEachRange(
  reader: FontReader,
  at: number,
  count: number,
  glyphCount: number,
  visit: (glyph: number, start: number, value: number) => void,
): void {
  let next = 0
  for (let i = 0; i < count; i++) {
    const start = reader.u16(at + 6 * i)
    const end = Math.min(reader.u16(at + 6 * i + 2), glyphCount - 1)
    const value = reader.u16(at + 6 * i + 4)
    if (start < next) throw invalidFont('glyph ranges overlap')
    for (let glyph = start; glyph <= end; glyph++) visit(glyph, start, value)
    next = Math.max(next, end + 1)
  }
}
