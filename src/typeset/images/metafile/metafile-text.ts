/**
 * Converts text of Windows metafiles to glyphs.
 *
 * @module
 */

import type { Matrix } from '../../../pdf/matrix.js'
import { IDENTITY } from '../../../pdf/matrix.js'
import type { DisplayItem, GlyphItem } from '../../display/display-list.js'
import { transform } from '../../display/matrix.js'
import { familyKey, substituteOf } from '../../fonts/family-table.js'
import type { Font, FontLibrary, ShapedText } from '../../fonts/font-face.js'
import type { HexColor } from '../../model/properties.js'
import { type VisualRun, visualRuns } from './visual-runs.js'

/** A logical font ([MS-WMF], 2.2.1.2). */
export interface MetafileFont {
  readonly kind: 'font'
  readonly family: string
  /** Height in logical units: negative for the em, positive for the line height. */
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
  /** Additional space between letters, in logical units. */
  readonly tracking?: number
  /** Matrix from logical units to twips. */
  readonly matrix: Matrix
}

const TA_CENTER = 6
const TA_RIGHT = 2
const TA_BOTTOM = 8
const TA_BASELINE = 24
const SYMBOL_CHARSET = 2
const DEFAULT_SIZE = 12

/**
 * Whether the font shows symbols at the codes of letters. The name decides as well: MathType mostly writes Symbol with the
 * charset 1.
 */
export function isSymbolFont(font: MetafileFont | undefined): boolean {
  if (font === undefined) return false
  return font.charset === SYMBOL_CHARSET || substituteOf(familyKey(font.family))?.symbols !== undefined
}

/** Glyphs of a metafile's text, and the width of the text in logical units. */
export function metafileText(
  fonts: FontLibrary,
  metafile: MetafileText,
): { item: DisplayItem | undefined; advance: number } {
  const { text, x, y, font: logical, align, matrix } = metafile
  const font = fonts.find(logical.family, logical.bold, logical.italic)
  const em = emOf(logical, font)
  const [a, b, c, d] = matrix
  const [scaleX, scaleY] = [Math.hypot(a, b), Math.hypot(c, d)]
  const size = em * scaleY
  const runs = size > 0 && scaleX > 0 ? visualRuns(text, font, fonts) : []
  const spread = runs.map((run) => advancesOf(run, metafile, em).map((advance) => advance * scaleX))
  const width = spread.flat().reduce((sum, advance) => sum + advance, 0)
  if (spread.every((advances) => advances.length === 0)) return { item: undefined, advance: 0 }

  const horizontal = align & TA_CENTER
  const vertical = align & TA_BASELINE
  const shiftX = horizontal === TA_CENTER ? -width / 2 : horizontal === TA_RIGHT ? -width : 0
  const shiftY = vertical === TA_BASELINE ? 0 : vertical === TA_BOTTOM ? -font.descent * size : font.ascent * size
  const origin = transform(matrix, x, y)
  // The font and the coordinates rotate text. A y axis that points up does not mirror letters.
  const turned = Math.atan2(b, a) - (logical.escapement * Math.PI) / 1800
  const isTurned = Math.abs(turned) >= 0.001
  const from = isTurned ? { x: shiftX, y: shiftY } : { x: origin.x + shiftX, y: origin.y + shiftY }
  const items = glyphItems(runs, spread, { ...from, size, stretch: scaleX / scaleY }, metafile)
  const [first] = items
  const isSingle = items.length === 1 && !isTurned
  const item: DisplayItem | undefined = isSingle
    ? first
    : { kind: 'group', matrix: isTurned ? rotation(turned, origin) : IDENTITY, items }
  return { item, advance: width / scaleX }
}

/** Size of the em in logical units. */
function emOf({ height }: MetafileFont, font: Font): number {
  if (height < 0) return -height
  return height > 0 ? height / (font.ascent + font.descent) : DEFAULT_SIZE
}

/** Advance after each glyph, in logical units. */
function advancesOf(run: VisualRun, { text, spacing, tracking = 0 }: MetafileText, em: number): number[] {
  const { clusters, advances } = run.shaped
  return advances.map((advance, index) => {
    const own = advance * em
    const cluster = clusters[index] ?? 0
    if (spacing === undefined) return own + (cluster === clusters[index - 1] ? 0 : tracking)
    let sum = 0
    for (let i = run.from + cluster; i < endOfCluster(run, index, text); i++) sum += spacing[i] ?? own
    return sum
  })
}

/** Index after the cluster of a glyph. In a run from right to left, the cluster ends where that of the previous glyph starts. */
function endOfCluster({ from, to, shaped, isReversed }: VisualRun, index: number, text: string): number {
  const next = shaped.clusters[isReversed ? index - 1 : index + 1]
  return next === undefined ? Math.min(to, text.length) : from + next
}

function glyphItems(
  runs: readonly VisualRun[],
  spread: readonly (readonly number[])[],
  pen: { readonly x: number; readonly y: number; readonly size: number; readonly stretch: number },
  { text, color }: MetafileText,
): GlyphItem[] {
  let { x } = pen
  return runs.map((run, index) => {
    const { font, shaped } = run
    const advances = spread[index] ?? []
    const start = x
    for (const advance of advances) x += advance
    return {
      kind: 'glyphs',
      face: font.face,
      size: pen.size,
      x: start,
      y: pen.y,
      color,
      glyphs: shaped.glyphs,
      advances,
      offsets: offsetsOf(shaped, pen.size),
      texts: shaped.clusters.map((cluster, at) =>
        shaped.clusters[at - 1] === cluster
          ? ''
          : visibleText(text.slice(run.from + cluster, endOfCluster(run, at, text))),
      ),
      scale: font.outlineScale * pen.stretch,
      ...(font.syntheticBold ? { syntheticBold: true } : {}),
      ...(font.syntheticItalic ? { syntheticItalic: true } : {}),
    }
  })
}

/** Offsets of marks over letters. */
function offsetsOf({ glyphs, xOffsets, yOffsets }: ShapedText, size: number): GlyphItem['offsets'] {
  if (xOffsets === undefined && yOffsets === undefined) return undefined
  return glyphs.map((_, index) => ({ x: (xOffsets?.[index] ?? 0) * size, y: -(yOffsets?.[index] ?? 0) * size }))
}

/** Replaces the private codes that symbol fonts use for single bytes. */
function visibleText(text: string): string {
  return text.replace(/[\uf000-\uf0ff]/g, (character) => String.fromCharCode(character.charCodeAt(0) & 0xff))
}

function rotation(angle: number, { x, y }: { x: number; y: number }): Matrix {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [cos, sin, -sin, cos, x, y]
}
