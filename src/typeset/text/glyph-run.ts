/**
 * Paints text of one style as one item of a display list.
 *
 * @module
 */

import type { DisplayList, GlyphItem } from '../display/display-list.js'
import type { Font, ShapedText } from '../fonts/font-face.js'
import type { HexColor } from '../model/properties.js'
import { glyphTexts, isOneToOne } from './slice-shaped.js'
import type { TextStyle } from './text-style.js'

/** A piece of text to paint, with its position. */
interface GlyphPiece {
  /** Its glyphs; left out: nothing is painted. */
  readonly shaped: ShapedText | undefined
  readonly text: string
  readonly x: number
  /** Added to the advance of every glyph. */
  readonly extra: number
}

/**
 * Paints consecutive pieces of one style, from left to right, as one item.
 *
 * @param left what the places of the pieces count from
 * @param y the line's baseline
 */
export function paintGlyphRun(
  list: DisplayList,
  style: TextStyle,
  pieces: readonly GlyphPiece[],
  left: number,
  y: number,
  color: HexColor,
): void {
  const { font, size, run, tracking } = style
  const factor = size * run.scale
  let count = 0
  for (const { shaped } of pieces) count += shaped?.glyphs.length ?? 0
  if (count === 0) return
  // All pages of a document are kept until its end. Arrays of the right length take much less memory than growing ones.
  const glyphs = new Array<number>(count)
  const advances = new Array<number>(count)
  let at = 0
  for (const { shaped, extra } of pieces) {
    if (shaped === undefined) continue
    for (let i = 0; i < shaped.glyphs.length; i++) {
      const advance = shaped.advances[i] ?? 0
      glyphs[at] = shaped.glyphs[i] ?? 0
      advances[at++] = advance * factor + (advance > 0 ? tracking : 0) + extra
    }
  }
  const scale = run.scale * font.outlineScale
  const item: GlyphItem = {
    kind: 'glyphs',
    face: font.face,
    size,
    x: left + (pieces[0]?.x ?? 0),
    y: y - style.rise,
    color,
    opacity: run.opacity,
    glyphs,
    advances,
    offsets: offsetsOf(pieces, factor, size),
    texts:
      font.characterOf === undefined ? textsOf(pieces) : Array.from(textsOf(pieces), (text) => meantBy(text, font)),
    scale: scale === 1 ? undefined : scale,
    syntheticBold: font.syntheticBold || undefined,
    syntheticItalic: font.syntheticItalic || undefined,
    outline: run.outline,
  }
  if (font.outlineScale === 1) list.push(item)
  else pushWithoutGaps(list, item, wantedWidths(pieces, factor))
}

function wantedWidths(pieces: readonly GlyphPiece[], factor: number): readonly number[] {
  return pieces.flatMap(({ shaped }) => (shaped ? Array.from(shaped.advances, (advance) => advance * factor) : []))
}

/** Widest gap after a character, in ems: most PDF readers take a gap of 0.1 em for a blank. */
const WIDEST_GAP = 0.085

/**
 * Adds an item with glyphs stretched where they would leave gaps: those that are much narrower in a substitute font than in the
 * original family. Otherwise, a copied address would contain blanks: "http: / /". Each stretched glyph is an item of its own.
 *
 * @param wanted the width of each glyph in the family, in twips
 */
function pushWithoutGaps(list: DisplayList, item: GlyphItem, wanted: readonly number[]): void {
  const { face, size, scale = 1, glyphs, advances, texts, offsets } = item
  let from = 0
  let x = item.x
  for (let at = 0; at < glyphs.length; at++) {
    const width = (face.advanceOf(glyphs[at] ?? 0) / face.unitsPerEm) * size * scale
    const least = (wanted[at] ?? 0) - WIDEST_GAP * size
    const isWhole = texts[at] !== '' && texts[at + 1] !== ''
    if (width <= 0 || width >= least || texts[at] === ' ' || !isWhole) continue
    push(at, {})
    push(at + 1, {
      scale: (scale * least) / width,
      offsets: [{ x: (WIDEST_GAP * size) / 2, y: offsets?.[at]?.y ?? 0 }],
    })
  }
  push(glyphs.length, {})

  function push(to: number, changes: Partial<GlyphItem>): void {
    if (to === from) return
    const part = (values: readonly number[]) => values.slice(from, to)
    const own = { x, glyphs: part(glyphs), advances: part(advances), texts: texts.slice(from, to) }
    list.push(
      from === 0 && to === glyphs.length ? item : { ...item, offsets: offsets?.slice(from, to), ...own, ...changes },
    )
    for (; from < to; from++) x += advances[from] ?? 0
  }
}

function textsOf(pieces: readonly GlyphPiece[]): string | string[] {
  let plain = ''
  for (const { shaped, text } of pieces) {
    if (shaped === undefined) continue
    if (!isOneToOne(text, shaped))
      return pieces.flatMap((piece) => (piece.shaped ? glyphTexts(piece.text, piece.shaped) : []))
    plain += text
  }
  return plain
}

/** Codes of the round bullet of Symbol and of the square one of Wingdings. */
const BULLET_CODES: ReadonlySet<number> = new Set([0xb7, 0xf0b7, 0xa7, 0xf0a7])

/** The text that a bullet of a symbol font stands for, as Word writes it; other codes are not changed. */
function meantBy(text: string, { characterOf }: Font): string {
  const code = text.codePointAt(0) ?? 0
  const character = BULLET_CODES.has(code) ? characterOf?.(code) : undefined
  return character === 0x2022 || character === 0x25aa ? String.fromCodePoint(character) : text
}

function offsetsOf(
  pieces: readonly GlyphPiece[],
  factor: number,
  size: number,
): { x: number; y: number }[] | undefined {
  if (!pieces.some(({ shaped }) => shaped?.xOffsets !== undefined || shaped?.yOffsets !== undefined)) return undefined
  const offsets: { x: number; y: number }[] = []
  for (const { shaped } of pieces) {
    if (shaped === undefined) continue
    for (let i = 0; i < shaped.glyphs.length; i++)
      offsets.push({ x: (shaped.xOffsets?.[i] ?? 0) * factor, y: -(shaped.yOffsets?.[i] ?? 0) * size })
  }
  return offsets
}
