import type { FontLibrary } from '../../fonts/font-face.js'
import type { DisplayItem, Matrix } from '../../paint/display-list.js'
import { metafileText } from '../metafile-text.js'
import type { SvgElement } from './svg-markup.js'
import { type PaintContext, readTextColor } from './svg-paint.js'
import { readSvgLength, type SvgStyle } from './svg-style.js'
import { readNumbers } from './svg-transform.js'

/** Alignment flags of metafiles: on the baseline, and with it centred or right-aligned. */
const BASELINE = 24
const ANCHORS: Readonly<Record<string, number>> = { start: BASELINE, middle: BASELINE | 6, end: BASELINE | 2 }
const DEFAULT_SIZE = 16
const MAX_CHARACTERS = 20_000
const GENERIC: Readonly<Record<string, string>> = {
  'sans-serif': 'Arial',
  serif: 'Times New Roman',
  monospace: 'Courier New',
}

/** Characters that are set with one look, from one place. */
interface Chunk {
  readonly text: string
  readonly style: SvgStyle
  /** Left out: where the last one ended. */
  readonly x: number | undefined
  readonly y: number | undefined
  readonly dx: number
  readonly dy: number
}

/** The glyphs of a text element with its tspans (SVG 2, 11); places of single characters are not looked at. */
export function svgText(
  element: SvgElement,
  fonts: FontLibrary,
  context: PaintContext,
  matrix: Matrix,
  style: SvgStyle,
  opacity: number,
): DisplayItem[] {
  const chunks: Chunk[] = []
  collect(element, style, context, chunks, 0)
  const items: DisplayItem[] = []
  let [x, y] = [0, 0]
  let characters = 0
  for (const chunk of chunks) {
    characters += chunk.text.length
    if (characters > MAX_CHARACTERS) break
    x = (chunk.x ?? x) + chunk.dx
    y = (chunk.y ?? y) + chunk.dy
    const color = readTextColor(chunk.style, context)
    const family = (chunk.style.get('font-family') ?? 'sans-serif').split(',', 1)[0]?.replace(/["']/g, '').trim() ?? ''
    const weight = chunk.style.get('font-weight') ?? ''
    const { item, advance } = metafileText(fonts, {
      text: chunk.text,
      x,
      y,
      spacing: undefined,
      font: {
        kind: 'font',
        family: GENERIC[family.toLowerCase()] ?? family,
        height: -Math.min(
          10_000,
          Math.max(0.01, readSvgLength(chunk.style.get('font-size'), DEFAULT_SIZE, DEFAULT_SIZE)),
        ),
        escapement: 0,
        bold: weight.startsWith('bold') || Number(weight) >= 600,
        italic: /italic|oblique/.test(chunk.style.get('font-style') ?? ''),
        charset: 0,
      },
      color: color?.color ?? '000000',
      align: ANCHORS[chunk.style.get('text-anchor') ?? 'start'] ?? BASELINE,
      matrix,
    })
    const shown = (color?.opacity ?? 0) * opacity
    if (item !== undefined && shown > 0) items.push(shown < 1 ? fade(item, shown) : item)
    x += advance
  }
  return items
}

function fade(item: DisplayItem, opacity: number): DisplayItem {
  return { kind: 'group', matrix: [1, 0, 0, 1, 0, 0], items: [item], opacity }
}

function collect(element: SvgElement, style: SvgStyle, context: PaintContext, chunks: Chunk[], depth: number): void {
  if (depth > 8) return
  const number = (name: string) => readNumbers(element.attributes.get(name), 1)[0]
  let place = { x: number('x'), y: number('y'), dx: number('dx') ?? 0, dy: number('dy') ?? 0 }
  for (const child of element.children) {
    if (typeof child !== 'string') {
      if (child.name !== 'tspan' && child.name !== 'a') continue
      const from = chunks.length
      collect(child, context.styles.styleOf(child, style), context, chunks, depth + 1)
      const first = chunks[from]
      // What stands first takes the place of the elements around it.
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
    const spaced = child.replace(/\s+/g, ' ')
    const text = chunks.length === 0 ? spaced.trimStart() : spaced
    if (text === '' || (text === ' ' && element.children.length > 1 && place.x !== undefined)) continue
    chunks.push({ text, style, ...place })
    place = { x: undefined, y: undefined, dx: 0, dy: 0 }
  }
}
