/**
 * Converts text of SVG to glyphs.
 *
 * @module
 */

import type { Matrix } from '../../../pdf/matrix.js'
import { IDENTITY } from '../../../pdf/matrix.js'
import type { DisplayItem } from '../../display/display-list.js'
import type { FontLibrary } from '../../fonts/font-face.js'
import { type MetafileText, metafileText } from '../metafile/metafile-text.js'
import type { SvgElement } from './svg-markup.js'
import { type PaintContext, readTextColor } from './svg-paint.js'
import { readSvgLength, type SvgStyle } from './svg-style.js'
import { readNumbers, type SvgViewport } from './svg-transform.js'

/** Alignment flag of metafiles for the baseline. */
const BASELINE = 24
/** Share of the width by which text is moved to the left. */
const ANCHORS: Readonly<Record<string, number>> = { start: 0, middle: 0.5, end: 1 }
const DEFAULT_SIZE = 16
/** Maximum number of chunks of a text element. */
const MAX_CHUNKS = 5000
/** Maximum number of characters of a chunk, which never exceeds a line. */
const MAX_CHARACTERS = 2000
const GENERIC: Readonly<Record<string, string>> = {
  'sans-serif': 'Arial',
  serif: 'Times New Roman',
  monospace: 'Courier New',
}

/** Characters of one style that are placed together. */
interface Chunk {
  readonly text: string
  readonly style: SvgStyle
  /** Left edge of the chunk; left out: the end of the previous chunk. */
  readonly x: number | undefined
  readonly y: number | undefined
  readonly dx: number
  readonly dy: number
}

/** The glyphs of a text element with its tspans (SVG 2, 11). Positions of single characters are ignored. */
export function svgText(
  element: SvgElement,
  fonts: FontLibrary,
  context: Omit<TextContext, 'viewport'>,
  { matrix, style, viewport }: { readonly matrix: Matrix; readonly style: SvgStyle; readonly viewport: SvgViewport },
  opacity: number,
): DisplayItem[] {
  const chunks: Chunk[] = []
  collect(element, style, { ...context, viewport }, chunks, 0)
  const items: DisplayItem[] = []
  let [x, y] = [0, 0]
  chunks.forEach((chunk, index) => {
    x = (chunk.x ?? x) + chunk.dx
    y = (chunk.y ?? y) + chunk.dy
    if (index === 0 || chunk.x !== undefined) x -= anchorShift(chunks, index, fonts)
    const color = readTextColor(chunk.style, context)
    const place = { x, y: y + baselineShift(chunk.style) }
    const set = setChunk(chunk, fonts, { ...place, color: color?.color ?? '000000', matrix })
    const shown = (color?.opacity ?? 0) * opacity
    if (set.item !== undefined && shown > 0) items.push(shown < 1 ? fade(set.item, shown) : set.item)
    x += set.advance
  })
  return items
}

/** Shift of consecutive chunks on a line by the text-anchor of the first one. */
function anchorShift(chunks: readonly Chunk[], from: number, fonts: FontLibrary): number {
  const share = ANCHORS[chunks[from]?.style.get('text-anchor') ?? 'start'] ?? 0
  if (share === 0) return 0
  let width = 0
  for (let i = from; i < chunks.length; i++) {
    const chunk = chunks[i]
    if (chunk === undefined || (i > from && chunk.x !== undefined)) break
    width += setChunk(chunk, fonts, { x: 0, y: 0, color: '000000', matrix: IDENTITY }).advance
  }
  return width * share
}

function setChunk(
  { text, style }: Chunk,
  fonts: FontLibrary,
  place: Pick<MetafileText, 'x' | 'y' | 'color' | 'matrix'>,
): ReturnType<typeof metafileText> {
  const family = (style.get('font-family') ?? 'sans-serif').split(',', 1)[0]?.replace(/["']/g, '').trim() ?? ''
  const weight = style.get('font-weight') ?? ''
  const size = sizeOf(style)
  const tracking = lengthInText(style.get('letter-spacing'), style, 0) ?? 0
  return metafileText(fonts, {
    ...place,
    text,
    spacing: undefined,
    tracking,
    font: {
      kind: 'font',
      family: GENERIC[family.toLowerCase()] ?? family,
      height: -Math.min(10_000, Math.max(0.01, size)),
      escapement: 0,
      bold: weight.startsWith('bold') || Number(weight) >= 600,
      italic: /italic|oblique/.test(style.get('font-style') ?? ''),
      charset: 0,
    },
    align: BASELINE,
  })
}

function fade(item: DisplayItem, opacity: number): DisplayItem {
  return { kind: 'group', matrix: IDENTITY, items: [item], opacity }
}

function sizeOf(style: SvgStyle): number {
  return readSvgLength(style.get('font-size'), DEFAULT_SIZE, DEFAULT_SIZE)
}

/** The first length of a list, where `em` is the font size. */
function lengthInText(text: string | undefined, style: SvgStyle, whole: number): number | undefined {
  const first = text?.trim().split(/[\s,]+/, 1)[0]
  const [, em] = /^([-+.\d]+)em$/i.exec(first ?? '') ?? []
  if (em !== undefined) return Number(em) * sizeOf(style)
  return readNumbers(first, 1).length === 0 ? undefined : readSvgLength(first, 0, whole)
}

/**
 * Distance of the baseline below the text's position, as shares of the font size that suit most fonts (CSS Inline Layout 3,
 * 4.2).
 */
const BASELINES: Readonly<Record<string, number>> = {
  middle: 0.26,
  central: 0.35,
  hanging: 0.72,
  'text-before-edge': 0.9,
  'text-top': 0.9,
  'text-after-edge': -0.21,
  'text-bottom': -0.21,
}

function baselineShift(style: SvgStyle): number {
  return (BASELINES[style.get('dominant-baseline') ?? ''] ?? 0) * sizeOf(style)
}

/** Context for reading text. */
interface TextContext extends PaintContext {
  /** Names of elements that are not shown. */
  readonly missing: Set<string>
  readonly viewport: SvgViewport
}

function collect(element: SvgElement, style: SvgStyle, context: TextContext, chunks: Chunk[], depth: number): void {
  if (depth > 8 || chunks.length > MAX_CHUNKS) return
  const { width, height } = context.viewport
  const number = (name: string) =>
    lengthInText(element.attributes.get(name), style, name.endsWith('x') ? width : height)
  let place = { x: number('x'), y: number('y'), dx: number('dx') ?? 0, dy: number('dy') ?? 0 }
  for (const child of element.children) {
    if (typeof child !== 'string') {
      if (child.name === 'textPath') context.missing.add(child.name)
      if (child.name !== 'tspan' && child.name !== 'a') continue
      const from = chunks.length
      collect(child, context.styles.styleOf(child, style), context, chunks, depth + 1)
      const first = chunks[from]
      // The first text gets the position of the elements around it.
      if (first !== undefined) {
        chunks[from] = {
          ...first,
          x: first.x ?? place.x,
          y: first.y ?? place.y,
          dx: first.dx + place.dx,
          dy: first.dy + place.dy,
        }
        place = { x: undefined, y: undefined, dx: 0, dy: 0 }
      }
      continue
    }
    const spaced = child.slice(0, MAX_CHARACTERS).replace(/\s+/g, ' ')
    const text = chunks.length === 0 ? spaced.trimStart() : spaced
    if (text === '' || (text === ' ' && element.children.length > 1 && place.x !== undefined)) continue
    chunks.push({ text, style, ...place })
    place = { x: undefined, y: undefined, dx: 0, dy: 0 }
  }
}
