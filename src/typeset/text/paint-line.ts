/**
 * Paints a line.
 *
 * @module
 */

import type { DisplayItem, DisplayList } from '../display/display-list.js'
import { turnBack } from '../display/stand-upright.js'
import type { LayoutContext } from '../flow/layout-context.js'
import type { LinkTarget, Paragraph } from '../model/document-model.js'
import type { HexColor } from '../model/properties.js'
import type { PlacedItem } from './arrange-line.js'
import { paintEmphasis } from './emphasis-marks.js'
import { paintGlyphRun } from './glyph-run.js'
import { inkColor } from './ink-color.js'
import type { DrawingItem } from './inline-item.js'
import type { LineMetrics } from './line-metrics.js'
import { isDecorated, paintBackground, paintLines, paintTextBorder, type Stretch } from './paint-decoration.js'
import { paintLeader } from './tab-leader.js'
import type { TextStyle } from './text-style.js'

/** What painting a line needs in addition to its items. */
export interface LinePaint {
  readonly context: LayoutContext
  readonly paragraph: Paragraph
  readonly metrics: LineMetrics
  /** Background of the paragraph. */
  readonly background: HexColor | undefined
  /** Whether the content is clipped to the line (exact line spacing). */
  readonly cuts: boolean
  /** Whether spaces at the end of lines are underlined (w:ulTrailSpace). */
  readonly underlinesTrailingSpaces: boolean
  readonly bars: readonly number[]
}

/** Paints the items of a line. x: left edge of the column; y: top of the line. */
export function paintLine(
  list: DisplayList,
  bands: readonly (readonly PlacedItem[])[],
  x: number,
  y: number,
  paint: LinePaint,
): void {
  const { metrics, context } = paint
  const baseline = y + metrics.baseline
  const content: DisplayItem = { kind: 'content', owner: paint.paragraph }
  list.push(content)
  for (const bar of paint.bars) {
    list.push({ kind: 'stroke', x1: x + bar, y1: y, x2: x + bar, y2: y + metrics.height, width: 10, color: '000000' })
  }
  for (const placed of bands) {
    const stretches = stretchesOf(placed, x, baseline, paint)
    for (const stretch of stretches) paintBackground(list, stretch)
    paintTexts(list, placed, x, baseline, paint)
    for (const { item, x: left, width, shaped, extra, leader } of placed) {
      if (item.kind === 'text' && item.style.run.emphasis !== undefined)
        paintEmphasis(list, item, { shaped, x: x + left, baseline, extra }, inkColor(item.style.run, paint.background))
      if (item.kind === 'tab' && leader !== undefined) {
        const color = inkColor(item.style.run, paint.background)
        paintLeader(list, leader, item.style, x + left, x + left + width, baseline, color, context.fonts)
      }
      if (item.kind === 'drawing') {
        paintInline(list, item, x + left, y, baseline, paint)
        list.push(content)
      }
      if (item.kind === 'math' && item.inline.kind === 'math') {
        list.push({ kind: 'content', owner: item.inline })
        item.box.paint(list, x + left, baseline)
        list.push(content)
      }
      if (item.kind === 'mark' && item.mark.type === 'bookmark')
        list.push({ kind: 'bookmark', name: item.mark.name, y })
    }
    for (const stretch of stretches) {
      paintLines(list, stretch)
      if (stretch.style.run.border !== undefined) paintTextBorder(list, stretch, stretch.style.run.border)
    }
    paintLinks(list, placed, x, y, metrics.height)
  }
}

/** Paints uninterrupted text of one style as one item. */
function paintTexts(
  list: DisplayList,
  placed: readonly PlacedItem[],
  x: number,
  baseline: number,
  { background, paragraph }: LinePaint,
): void {
  let pieces: PlacedItem[] = []
  let style: TextStyle | undefined
  let link: LinkTarget | undefined
  let isLabel = false
  for (const piece of placed) {
    const { item } = piece
    if (item.kind === 'mark') continue
    if (item.kind !== 'text' || item.style !== style) flush()
    // Text over text is read at its position in the line.
    if (item.kind === 'math' && item.inline.kind === 'stacked') item.box.paint(list, x + piece.x, baseline)
    if (item.kind !== 'text') continue
    if (item.link !== link || item.isLabel !== isLabel) {
      flush()
      link = item.link
      isLabel = item.isLabel
      list.push({ kind: 'content', owner: paragraph, isLabel, link })
    }
    style = item.style
    pieces.push(piece)
  }
  flush()
  if (link !== undefined || isLabel) list.push({ kind: 'content', owner: paragraph })

  function flush(): void {
    if (style === undefined) return
    paintGlyphRun(list, style, pieces, x, baseline, inkColor(style.run, background))
    pieces = []
    style = undefined
  }
}

/** Stretches of text with the same lines or colours. */
function stretchesOf(placed: readonly PlacedItem[], x: number, baseline: number, paint: LinePaint): Stretch[] {
  const stretches: Stretch[] = []
  let last: { style: TextStyle; left: number; right: number; baseline: number; color: HexColor } | undefined
  for (const { item, x: left, width, hangs } of placed) {
    if (item.kind === 'mark') continue
    const isPlain = (item.kind !== 'text' && item.kind !== 'tab') || !isDecorated(item.style.run)
    const isSkipped =
      (hangs && !paint.underlinesTrailingSpaces) ||
      (item.kind === 'text' && item.isSpace && item.style.run.underline?.style === 'words')
    if (isPlain || isSkipped) {
      last = undefined
      continue
    }
    if (last !== undefined && last.style.run === item.style.run && last.style.size === item.style.size) {
      last.right = x + left + width
      continue
    }
    const color = inkColor(item.style.run, paint.background)
    last = { style: item.style, left: x + left, right: x + left + width, baseline, color }
    stretches.push(last)
  }
  return stretches
}

function paintInline(
  list: DisplayList,
  item: DrawingItem,
  x: number,
  top: number,
  baseline: number,
  { context, cuts, metrics }: LinePaint,
): void {
  const extent = item.drawing.effectExtent
  if (item.isTurned) {
    const items: DisplayItem[] = []
    context.paintDrawing(item.drawing, items, extent?.left ?? 0, extent?.top ?? 0)
    list.push(turnBack(items, x, baseline))
    return
  }
  const y = baseline - item.ascent + (extent?.top ?? 0)
  const left = x + (extent?.left ?? 0)
  if (!cuts || item.ascent <= metrics.baseline) {
    context.paintDrawing(item.drawing, list, left, y)
    return
  }
  const items: DisplayItem[] = []
  context.paintDrawing(item.drawing, items, left, y)
  const right = x + item.width
  const bottom = top + metrics.height
  list.push({
    kind: 'group',
    matrix: [1, 0, 0, 1, 0, 0],
    clip: [
      { op: 'M', x, y: top },
      { op: 'L', x: right, y: top },
      { op: 'L', x: right, y: bottom },
      { op: 'L', x, y: bottom },
      { op: 'Z' },
    ],
    items,
  })
}

/** Adds one link area for each stretch of text with the same target. */
function paintLinks(list: DisplayList, placed: readonly PlacedItem[], x: number, y: number, height: number): void {
  let target: LinkTarget | undefined
  let left = 0
  let right = 0
  for (const { item, x: from, width, hangs } of placed) {
    if (item.kind === 'mark' || hangs) continue
    if (target !== undefined && item.link !== target) flush()
    if (item.link === undefined) continue
    if (target === undefined) left = x + from
    target = item.link
    right = x + from + width
  }
  flush()

  function flush(): void {
    if (target !== undefined && right > left)
      list.push({ kind: 'link', x: left, y, width: right - left, height, target })
    target = undefined
  }
}
