/**
 * Reads pair kerning from the GPOS table.
 *
 * @module
 */

import { findSubtables, forEachRange, NOT_COVERED, readCoverage, type WantedSubtables } from './feature-lookups.js'
import { type FontReader, type FontTable, invalidFont } from './font-reader.js'

/** Maps two glyph numbers in text order to the change of the first glyph's advance, in font units. */
export type PairKerning = (left: number, right: number) => number

/** A pair adjustment subtable. It returns `undefined` for pairs that the next subtable decides. */
type PairSubtable = (left: number, right: number) => number | undefined

/** The feature `kern` of GPOS, pair adjustments. */
const KERN: WantedSubtables = { feature: 0x6b65726e, type: 2, extension: 9 }

/**
 * Reads the `kern` feature of GPOS: pair adjustments of formats 1 and 2 (ISO/IEC 14496-22, GPOS lookup type 2), horizontal
 * advance of the first glyph only.
 */
export function readPairKerning(reader: FontReader, gpos: FontTable | undefined, glyphCount: number): PairKerning {
  const subtables: PairSubtable[] = []
  for (const at of findSubtables(reader, gpos, KERN)) {
    const format = reader.u16(at)
    if (format === 1) subtables.push(readPairSets(reader, at, glyphCount))
    else if (format === 2) subtables.push(readClassPairs(reader, at, glyphCount))
  }
  return (left, right) => {
    for (const subtable of subtables) {
      const value = subtable(left, right)
      if (value !== undefined) return value
    }
    return 0
  }
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
