/**
 * Subsets of fonts with CFF outlines.
 *
 * @module
 */

import { type CffIndex, readDict, readIndex } from '../../../pdf/codecs.js'
import { type FontReader, invalidFont } from './font-reader.js'
import type { TrueTypeFont } from './true-type-font.js'

/** A CFF table reduced to some glyphs, and the CID of each of them in a PDF. */
interface CffSubset {
  readonly bytes: Uint8Array
  cidOf(glyph: number): number
}

const ENDCHAR = 14

/** Top DICT operators (Adobe Technical Note 5176, table 9). Those of two bytes start with 12. */
const CHARSET = 15
const CHAR_STRINGS = 17
const ROS = 0x0c1e

/**
 * Removes the outlines of all other glyphs from a CFF font. Nothing else moves, so no offset changes. The gap is filled with
 * zeros, which compress to almost nothing.
 *
 * @throws SealwrightError `invalid_font`
 */
export function subsetCff(font: TrueTypeFont, glyphs: readonly number[]): CffSubset {
  const table = font.tableOf('CFF ', 4)
  const { reader } = font
  const base = table.offset
  const names = readIndex(reader, base + reader.u8(base + 2))
  const dicts = readIndex(reader, names.end)
  const dict = readDict(reader, dicts.startOf(0), dicts.startOf(1))
  const charStrings = dict.get(CHAR_STRINGS)?.[0]
  if (charStrings === undefined || charStrings <= 0) throw invalidFont('it has no outlines')
  const index = readIndex(reader, base + charStrings)
  if (index.count === 0 || index.end > base + table.length) throw invalidFont('its outlines lie outside their table')
  const bytes = reader.slice(base, table.length).slice()
  keepCharStrings(bytes, base, index, reader, new Set(glyphs))
  // Glyphs of fonts that are not CID-keyed are selected by glyph number (ISO 32000-2, 9.7.4.2).
  if (!dict.has(ROS)) return { bytes, cidOf: (glyph) => glyph }
  const cids = readCharset(reader, base + (dict.get(CHARSET)?.[0] ?? 0), index.count)
  return { bytes, cidOf: (glyph) => cids[glyph] ?? 0 }
}

/** Rewrites the index within its original space. */
function keepCharStrings(
  bytes: Uint8Array,
  base: number,
  index: CffIndex,
  reader: FontReader,
  keep: ReadonlySet<number>,
): void {
  const data = index.data - base
  bytes.fill(0, data + 1, index.end - base)
  let next = 1
  for (let glyph = 0; glyph <= index.count; glyph++) {
    for (let i = 0, rest = next; i < index.offsetSize; i++, rest = Math.floor(rest / 256)) {
      bytes[index.offsets - base + (glyph + 1) * index.offsetSize - 1 - i] = rest % 256
    }
    if (glyph === index.count) break
    const start = index.startOf(glyph) - index.data
    const length = index.startOf(glyph + 1) - index.data - start
    if (start < 1 || length < 0 || next + length > index.end - index.data) throw invalidFont('its outlines overlap')
    if (keep.has(glyph) || glyph === 0) {
      bytes.set(reader.slice(index.data + start, length), data + next)
      next += length
    } else if (length > 0 && next < index.end - index.data) {
      bytes[data + next] = ENDCHAR
      next++
    }
  }
}

/** CIDs by glyph (Adobe Technical Note 5176, 13). */
function readCharset(reader: FontReader, at: number, glyphCount: number): Uint16Array {
  const cids = new Uint16Array(glyphCount)
  const format = reader.u8(at)
  let glyph = 1
  if (format === 0) {
    for (; glyph < glyphCount; glyph++) cids[glyph] = reader.u16(at + 2 * glyph - 1)
    return cids
  }
  if (format > 2) throw invalidFont('its charset has an unknown format')
  for (let record = at + 1; glyph < glyphCount; record += 2 + format) {
    const first = reader.u16(record)
    const more = format === 1 ? reader.u8(record + 2) : reader.u16(record + 2)
    for (let i = 0; i <= more && glyph < glyphCount; i++) cids[glyph++] = first + i
  }
  return cids
}
