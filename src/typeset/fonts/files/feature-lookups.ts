/**
 * Reads features of the GPOS and GSUB tables: their lookups, which glyphs a subtable covers, and what replaces a glyph.
 *
 * @module
 */

import { type FontReader, type FontTable, invalidFont } from './font-reader.js'

/** The index of a glyph that a subtable does not cover. */
export const NOT_COVERED = 0xffff
/** Maximum number of subtables, since each glyph is looked up in all of them. */
const MAX_SUBTABLES = 256

/** The subtables to find. */
export interface WantedSubtables {
  /** Tag of the feature, as a number. */
  readonly feature: number
  /** Type of the lookups, and the type of those that only point to another subtable. */
  readonly type: number
  readonly extension: number
}

/**
 * Positions of the subtables of a feature (ISO/IEC 14496-22). The lookups of all scripts are combined, since the bundled fonts
 * have the same ones for all scripts.
 */
export function findSubtables(reader: FontReader, table: FontTable | undefined, wanted: WantedSubtables): number[] {
  const found: number[] = []
  if (table === undefined || table.length < 10) return found
  for (const lookup of findLookups(reader, table.offset, wanted.feature)) {
    const type = reader.u16(lookup)
    const count = reader.u16(lookup + 4)
    for (let i = 0; i < count && found.length < MAX_SUBTABLES; i++) {
      let at = lookup + reader.u16(lookup + 6 + 2 * i)
      let kind = type
      if (kind === wanted.extension) {
        kind = reader.u16(at + 2)
        at += reader.u32(at + 4)
      }
      if (kind === wanted.type) found.push(at)
    }
  }
  return found
}

function findLookups(reader: FontReader, table: number, wanted: number): number[] {
  const features = table + reader.u16(table + 6)
  const lookups = table + reader.u16(table + 8)
  const lookupCount = reader.u16(lookups)
  const indexes = new Set<number>()
  const featureCount = reader.u16(features)
  for (let i = 0; i < featureCount; i++) {
    const record = features + 2 + 6 * i
    if (reader.u32(record) !== wanted) continue
    const feature = features + reader.u16(record + 4)
    const count = reader.u16(feature + 2)
    for (let k = 0; k < count; k++) indexes.add(reader.u16(feature + 4 + 2 * k))
  }
  return [...indexes]
    .filter((index) => index < lookupCount)
    .sort((a, b) => a - b)
    .map((index) => lookups + reader.u16(lookups + 2 + 2 * index))
}

/** Coverage index by glyph. */
export function readCoverage(reader: FontReader, at: number, glyphCount: number): Uint16Array {
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

/** Range records are sorted and do not overlap. A record that starts before the end of the previous one is damage. */
export function forEachRange(
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

/** Maps a glyph number to that of its replacement, or to itself. */
export type Substitution = (glyph: number) => number

/** The feature `lnum`: figures as tall as capitals. */
export const LINING_FIGURES = 0x6c6e756d

/** Reads a feature: single substitutions of formats 1 and 2 (ISO/IEC 14496-22, GSUB lookup type 1). */
export function readSubstitution(
  reader: FontReader,
  gsub: FontTable | undefined,
  feature: number,
  glyphCount: number,
): Substitution {
  const subtables = findSubtables(reader, gsub, { feature, type: 1, extension: 7 }).map((at) => {
    const coverage = readCoverage(reader, at + reader.u16(at + 2), glyphCount)
    const isDelta = reader.u16(at) === 1
    return (glyph: number): number | undefined => {
      const index = coverage[glyph] ?? NOT_COVERED
      if (isDelta) return index === NOT_COVERED ? undefined : (glyph + reader.i16(at + 4)) & 0xffff
      return index < reader.u16(at + 4) ? reader.u16(at + 6 + 2 * index) : undefined
    }
  })
  return (glyph) => {
    for (const subtable of subtables) {
      const other = subtable(glyph)
      if (other !== undefined && other < glyphCount) return other
    }
    return glyph
  }
}
