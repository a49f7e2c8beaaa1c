/**
 * The text of Windows metafiles.
 *
 * @module
 */

import type { Matrix } from '../../../pdf/matrix.js'
import type { DisplayItem, GlyphItem } from '../../display/display-list.js'
import { transform } from '../../display/matrix.js'
import type { FontLibrary } from '../../fonts/font-face.js'
import type { HexColor } from '../../model/properties.js'

/** A logical font ([MS-WMF], 2.2.1.2). */
export interface MetafileFont {
  readonly kind: 'font'
  readonly family: string
  /** Logical units: negative for the em, positive for the height of a line. */
  readonly height: number
  /** Tenths of a degree, anticlockwise. */
  readonly escapement: number
  readonly bold: boolean
  readonly italic: boolean
  readonly charset: number
}

export interface MetafileText {
  readonly text: string
  readonly x: number
  readonly y: number
  /** Advance of each UTF-16 unit, in logical units. */
  readonly spacing: readonly number[] | undefined
  readonly font: MetafileFont
  readonly color: HexColor
  /** Text alignment flags ([MS-WMF], 2.1.2.3). */
  readonly align: number
  /** Logical units to twips. */
  readonly matrix: Matrix
}

const TA_CENTER = 6
const TA_RIGHT = 2
const TA_BOTTOM = 8
const TA_BASELINE = 24
export const SYMBOL_CHARSET = 2
const DEFAULT_SIZE = 12

/** Text of a metafile as glyphs, and how far it goes in logical units. */
export function metafileText(
  fonts: FontLibrary,
  { text, x, y, spacing, font: logical, color, align, matrix }: MetafileText,
): { item: DisplayItem | undefined; advance: number } {
  const font = fonts.find(logical.family, logical.bold, logical.italic)
  const shaped = fonts.shape(text, font, { rightToLeft: false, kerning: false, ligatures: false, language: 'en' })
  const em =
    logical.height < 0
      ? -logical.height
      : logical.height > 0
        ? logical.height / (font.ascent + font.descent)
        : DEFAULT_SIZE
  const [a, b, c, d] = matrix
  const scaleX = Math.hypot(a, b)
  const scaleY = Math.hypot(c, d)
  const size = em * scaleY
  if (!(size > 0 && scaleX > 0) || shaped.glyphs.length === 0) return { item: undefined, advance: 0 }

  const advances = shaped.advances.map((advance, index) => {
    const own = advance * em
    if (spacing === undefined) return own * scaleX
    const from = shaped.clusters[index] ?? 0
    const next = shaped.clusters[index + 1] ?? text.length
    let sum = 0
    for (let i = from; i < next; i++) sum += spacing[i] ?? own
    return sum * scaleX
  })
  let width = 0
  for (const advance of advances) width += advance

  const horizontal = align & TA_CENTER
  const vertical = align & TA_BASELINE
  const shiftX = horizontal === TA_CENTER ? -width / 2 : horizontal === TA_RIGHT ? -width : 0
  const shiftY = vertical === TA_BASELINE ? 0 : vertical === TA_BOTTOM ? -font.descent * size : font.ascent * size
  const origin = transform(matrix, x, y)
  const glyphs: GlyphItem = {
    kind: 'glyphs',
    face: font.face,
    size,
    x: shiftX,
    y: shiftY,
    color,
    glyphs: shaped.glyphs,
    advances,
    texts: shaped.clusters.map((from, index) => {
      const next = shaped.clusters[index + 1] ?? text.length
      return visibleText(text.slice(from, next))
    }),
    scale: (font.outlineScale * scaleX) / scaleY,
    ...(font.syntheticBold ? { syntheticBold: true } : {}),
    ...(font.syntheticItalic ? { syntheticItalic: true } : {}),
  }
  // Turned by the font, and by the coordinates; a y axis that goes up does not mirror letters.
  const turned = Math.atan2(b, a) - (logical.escapement * Math.PI) / 1800
  const item: DisplayItem =
    Math.abs(turned) < 0.001
      ? { ...glyphs, x: origin.x + shiftX, y: origin.y + shiftY }
      : { kind: 'group', matrix: rotation(turned, origin), items: [glyphs] }
  return { item, advance: width / scaleX }
}

/** Symbol fonts use private codes for single bytes. */
function visibleText(text: string): string {
  return text.replace(/[\uf000-\uf0ff]/g, (character) => String.fromCharCode(character.charCodeAt(0) & 0xff))
}

function rotation(angle: number, { x, y }: { x: number; y: number }): Matrix {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [cos, sin, -sin, cos, x, y]
}
