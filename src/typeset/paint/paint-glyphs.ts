/**
 * Glyphs as text operators.
 *
 * @module
 */

import type { ByteWriter } from '../../pdf/codecs.js'
import type { GlyphItem } from '../display/display-list.js'
import type { ContentStream } from './content-stream.js'
import type { FontCodes } from './font-codes.js'
import { utf16Hex } from './hex-text.js'
import { decimal, points } from './number-text.js'

/** Tangent of the slope of synthetic italics, about 14 degrees. */
export const SYNTHETIC_SLANT = 0.25
/** Stroke width around glyphs of synthetic bold, as a share of the font size. */
export const SYNTHETIC_WEIGHT = 1 / 36
/** Deviation from the exact position of a glyph that is not corrected, in thousandths of an em: rounding of widths. */
const TOLERANCE = 3

/** The delimiters < and > of hexadecimal strings. */
const STRING_START = 0x3c
const STRING_END = 0x3e

/** Text rendering modes (ISO 32000-2, table 104). */
const FILL = 0
const STROKE = 1
const FILL_AND_STROKE = 2

/** Paints glyphs as text, with one TJ operator as long as only the pen moves. */
export function paintGlyphs(stream: ContentStream, item: GlyphItem, opacity: number): void {
  const { glyphs, texts, size } = item
  if (glyphs.length === 0 || !(size > 0)) return
  const codes = stream.resources.codesOf(item.face)
  const scale = item.scale ?? 1
  const isOutline = item.outline === true
  const isBold = item.syntheticBold === true
  stream.setOpacity(opacity * (item.opacity ?? 1))
  if (isOutline || isBold) {
    stream.setLine({ width: isOutline ? size / 50 : size * SYNTHETIC_WEIGHT })
    stream.setStroke(item.color)
  }
  stream.setFill(item.color)
  stream.setText(codes.name, size, scale, isOutline ? STROKE : isBold ? FILL_AND_STROKE : FILL)
  stream.moveText(item.x, item.y, item.syntheticItalic === true ? SYNTHETIC_SLANT : 0)

  const run = new TextRun(stream, codes, 1000 / (size * scale))
  let at = 0
  while (at < glyphs.length) {
    let end = at + 1
    // Glyphs without text belong to the glyph before them; at the start, to the glyph after them.
    while (end < glyphs.length && (texts[end] === '' || texts[end - 1] === '')) {
      if (texts[end] !== '' && hasText(texts, at, end)) break
      end++
    }
    const read = stream.resources.replacesPrivate ? readText(item, at, end) : undefined
    if (end > at + 1 || read !== undefined) run.showCluster(item, at, end, read)
    else run.show(item, at, texts[at] ?? '')
    at = end
  }
  run.flush()
}

function hasText(texts: GlyphItem['texts'], from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (texts[i] !== '') return true
  return false
}

/** Private-use characters, whose shape only the font defines. */
const PRIVATE = /\p{Co}/gu
/** Replacement for a sign without a character (U+FFFD). */
const UNKNOWN = '\uFFFD'

/** Text for reading aloud of glyphs with private-use characters (ISO 14289-2, 8.4.3); undefined if there are none. */
function readText({ texts }: GlyphItem, from: number, to: number): string | undefined {
  const text = joined(texts, from, to)
  if (text.search(PRIVATE) < 0) return undefined
  return text.replace(PRIVATE, UNKNOWN)
}

function joined(texts: GlyphItem['texts'], from: number, to: number): string {
  let text = ''
  for (let i = from; i < to; i++) text += texts[i] ?? ''
  return text
}

/** Collects the array of a TJ operator (ISO 32000-2, 9.4.3) and keeps the pen at the positions of the layout. */
class TextRun {
  readonly #stream: ContentStream
  readonly #codes: FontCodes
  /** Factor from twips to thousandths of text space units. */
  readonly #unit: number
  /** The array so far: codes in hexadecimal, and shifts between strings. */
  readonly #array: ByteWriter
  #isStringOpen = false
  #hasShifts = false
  /** Intended and actual position of the pen, in thousandths of an em. */
  #wanted = 0
  #pen = 0

  constructor(stream: ContentStream, codes: FontCodes, unit: number) {
    this.#stream = stream
    this.#codes = codes
    this.#unit = unit
    this.#array = stream.array
  }

  show(item: GlyphItem, index: number, text: string): void {
    const glyph = item.glyphs[index] ?? 0
    const offset = item.offsets?.[index]
    if (item.offsets !== undefined || this.#rise !== 0) this.#setRise(-(offset?.y ?? 0))
    const error = this.#wanted + (offset?.x ?? 0) * this.#unit - this.#pen
    if (error > TOLERANCE || error < -TOLERANCE) {
      const shift = Math.round(error)
      if (this.#isStringOpen) this.#array.byte(STRING_END)
      this.#array.text(decimal(-shift))
      this.#isStringOpen = false
      this.#hasShifts = true
      this.#pen += shift
    }
    if (!this.#isStringOpen) this.#array.byte(STRING_START)
    this.#isStringOpen = true
    this.#array.hex16(this.#codes.codeOf(glyph, text))
    this.#pen += this.#codes.widthOf(glyph)
    this.#wanted += (item.advances[index] ?? 0) * this.#unit
  }

  /** Shows several glyphs that together have one text (ISO 32000-2, 14.9.4). */
  showCluster(item: GlyphItem, from: number, to: number, text = joined(item.texts, from, to)): void {
    this.flush()
    this.#stream.showText(`/Span <</ActualText <FEFF${utf16Hex(text)}>>> BDC`)
    for (let i = from; i < to; i++) this.show(item, i, item.texts[i] ?? '')
    this.flush()
    this.#stream.showText('EMC')
  }

  flush(): void {
    if (this.#array.length === 0) return
    if (this.#isStringOpen) this.#array.byte(STRING_END)
    this.#stream.showArray(this.#hasShifts)
    this.#isStringOpen = false
    this.#hasShifts = false
  }

  #rise = 0

  #setRise(rise: number): void {
    if (points(rise) === points(this.#rise)) return
    this.flush()
    this.#rise = rise
    this.#stream.setRise(rise)
  }
}
