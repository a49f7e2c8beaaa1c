import type { ShapedText } from '../fonts/font-face.js'
import type { HexColor } from '../model/properties.js'
import type { DisplayList } from '../paint/display-list.js'
import type { TextItem } from './inline-item.js'
import { glyphTexts } from './slice-shaped.js'

/** Text that is painted, where it stands. */
export interface GlyphPiece {
  readonly item: TextItem
  readonly shaped: ShapedText
  readonly text: string
  readonly x: number
  /** Added to the advance of every glyph. */
  readonly extra: number
}

/** Paints pieces of one style that follow each other from left to right, as one item. `y` is the line's baseline. */
export function paintGlyphs(list: DisplayList, pieces: readonly GlyphPiece[], y: number, color: HexColor): void {
  const first = pieces[0]
  if (first === undefined) return
  const { style } = first.item
  const { font, size, run, tracking } = style
  const factor = size * run.scale
  const glyphs: number[] = []
  const advances: number[] = []
  const texts: string[] = []
  const offsets: { x: number; y: number }[] = []
  const hasOffsets = pieces.some(({ shaped }) => shaped.xOffsets !== undefined || shaped.yOffsets !== undefined)
  for (const { shaped, text, extra } of pieces) {
    const pieceTexts = glyphTexts(text, shaped)
    for (let i = 0; i < shaped.glyphs.length; i++) {
      const advance = shaped.advances[i] ?? 0
      glyphs.push(shaped.glyphs[i] ?? 0)
      advances.push(advance * factor + (advance > 0 ? tracking : 0) + extra)
      texts.push(pieceTexts[i] ?? '')
      if (hasOffsets) offsets.push({ x: (shaped.xOffsets?.[i] ?? 0) * factor, y: -(shaped.yOffsets?.[i] ?? 0) * size })
    }
  }
  if (glyphs.length === 0) return
  const scale = run.scale * font.outlineScale
  list.push({
    kind: 'glyphs',
    face: font.face,
    size,
    x: first.x,
    y: y - style.rise,
    color,
    glyphs,
    advances,
    texts,
    ...(hasOffsets ? { offsets } : {}),
    ...(scale === 1 ? {} : { scale }),
    ...(font.syntheticBold ? { syntheticBold: true } : {}),
    ...(font.syntheticItalic ? { syntheticItalic: true } : {}),
    ...(run.outline === true ? { outline: true } : {}),
  })
}
