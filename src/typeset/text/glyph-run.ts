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

/** Text that is painted, where it stands. */
export interface GlyphPiece {
  /** Nothing is painted where it is left out. */
  readonly shaped: ShapedText | undefined
  readonly text: string
  readonly x: number
  /** Added to the advance of every glyph. */
  readonly extra: number
}

/**
 * Paints pieces of one style that follow each other from left to right, as one item.
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
  // All pages of a document are kept until its end: arrays of the right length take much less than growing ones.
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
    opacity: undefined,
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
  list.push(item)
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

/** The codes of the round bullet of Symbol and the square one of Wingdings. */
const BULLET_CODES: ReadonlySet<number> = new Set([0xb7, 0xf0b7, 0xa7, 0xf0a7])

/** Bullets of symbol fonts are text as what they show, as Word writes them; other codes stay what they are. */
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
