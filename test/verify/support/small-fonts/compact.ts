/**
 * A compact font (CFF, Adobe Technical Note 5176) of a few glyphs.
 *
 * @module
 */

import { latin1Bytes } from '../../../../src/pdf/syntax/syntax.js'
import { bytesOf } from '../notation.js'
import { charstringOf } from './charstrings.js'
import { bigEndian, type SmallGlyph } from './small-font.js'

/** What may be odd about it: subroutines, the matrix, and charstrings that replace those made of contours. */
export interface CompactOptions {
  readonly globalSubrs?: readonly Uint8Array[]
  readonly subrs?: readonly Uint8Array[]
  readonly raw?: Readonly<Record<string, Uint8Array>>
  /** Six numbers in the notation of PostScript. */
  readonly matrix?: readonly string[]
  /** Makes it a font by CIDs, which are the numbers of its glyphs. */
  readonly parts?: CompactParts
  /** Numbers of the names, or CIDs, of all glyphs but the first. */
  readonly numbers?: readonly number[]
  /** A table of codes, or the number of one that every reader has. */
  readonly encoding?: Uint8Array | number
}

/** The fonts that a font by CIDs is made of. */
export interface CompactParts {
  /** Which glyph is of which font, as the table has it. */
  readonly select: Uint8Array
  /** The matrix of each font, where it has one. */
  readonly matrices: readonly (readonly string[] | undefined)[]
}

const STANDARD_STRINGS = 391

function indexOf(items: readonly Uint8Array[]): Uint8Array {
  if (items.length === 0) return bigEndian(2, 0)
  let end = 1
  const offsets = [end, ...items.map((item) => (end += item.length))]
  return bytesOf(bigEndian(2, items.length), bigEndian(1, 4), bigEndian(4, ...offsets), ...items)
}

/** An operand of five bytes, so that offsets do not move what they are offsets of. */
const operand = (value: number) => bytesOf(bigEndian(1, 29), bigEndian(4, value))

const NIBBLES = '0123456789.E'
function real(text: string): Uint8Array {
  const nibbles = [...text].map((digit) => (digit === '-' ? 14 : NIBBLES.indexOf(digit)))
  nibbles.push(15)
  if (nibbles.length % 2 === 1) nibbles.push(15)
  return bigEndian(
    1,
    30,
    ...nibbles.filter((_, i) => i % 2 === 0).map((high, i) => high * 16 + (nibbles[2 * i + 1] ?? 15)),
  )
}

const matrixEntry = (matrix: readonly string[] | undefined) =>
  matrix === undefined ? new Uint8Array() : bytesOf(...matrix.map(real), bigEndian(1, 12, 7))
const offsetEntry = (at: number, ...operator: readonly number[]) => bytesOf(operand(at), bigEndian(1, ...operator))
/** Registry, ordering and supplement: the names are the two strings behind those of the glyphs. */
const collectionEntry = (first: number) => bytesOf(operand(first), operand(first + 1), operand(0), bigEndian(1, 12, 30))

/** The names of all but one are strings of the font. */
function numberOfName(name: string, i: number): number {
  return name === 'Asmall' ? 274 : STANDARD_STRINGS + i
}

/** The file; the first glyph is .notdef. Glyphs have names of their own, which an /Encoding of the PDF font leads to. */
export function writeCompact(
  glyphs: readonly SmallGlyph[],
  { globalSubrs = [], subrs = [], raw = {}, matrix, parts, encoding, ...more }: CompactOptions = {},
): Uint8Array {
  const named = glyphs.slice(1)
  const head = bytesOf(bigEndian(1, 1, 0, 4, 4), indexOf([latin1Bytes('Small')]))
  const strings = indexOf([...named.map(({ name }) => name), 'Adobe', 'Identity'].map((name) => latin1Bytes(name)))
  const global = indexOf(globalSubrs)
  const numbers = more.numbers ?? named.map(({ name }, i) => (parts === undefined ? numberOfName(name, i) : i + 1))
  const charset = bytesOf(bigEndian(1, 0), bigEndian(2, ...numbers))
  const outlines = indexOf(glyphs.map((glyph) => raw[glyph.name] ?? charstringOf(glyph, 2)))
  const privateDict = bytesOf(operand(10), bigEndian(1, 19), bigEndian(1, 139, 20, 139, 21))
  const codes = encoding instanceof Uint8Array ? encoding : new Uint8Array()
  const body = [charset, outlines, bytesOf(privateDict, indexOf(subrs)), parts?.select ?? new Uint8Array(), codes]
  const tailOf = (at: number) => {
    const places = body.map((_, i) => at + bytesOf(...body.slice(0, i)).length)
    const [charsetAt = 0, outlinesAt = 0, privateAt = 0, selectAt = 0, codesAt = 0] = places
    const privateEntry = bytesOf(operand(10), offsetEntry(privateAt, 18))
    const whole = bytesOf(matrixEntry(matrix), offsetEntry(charsetAt, 15), offsetEntry(outlinesAt, 17))
    const codesEntry = encoding === undefined ? '' : offsetEntry(typeof encoding === 'number' ? encoding : codesAt, 16)
    if (parts === undefined) return { top: bytesOf(whole, codesEntry, privateEntry), fonts: new Uint8Array() }
    const fonts = indexOf(parts.matrices.map((own) => bytesOf(matrixEntry(own), privateEntry)))
    const select = bytesOf(
      offsetEntry(selectAt + parts.select.length + codes.length, 12, 36),
      offsetEntry(selectAt, 12, 37),
    )
    return { top: bytesOf(collectionEntry(STANDARD_STRINGS + named.length), whole, select), fonts }
  }
  const start = bytesOf(head, indexOf([tailOf(0).top]), strings, global).length
  const { top, fonts } = tailOf(start)
  return bytesOf(head, indexOf([top]), strings, global, ...body, fonts)
}
