/**
 * Lines of text with shapes. LibreOffice shows the text of a shape only if the shape is in the first line of its paragraph. Each
 * line with shapes is therefore a paragraph of its own, and a shape that may end up in a later line is written as text.
 *
 * @module
 */

import { largest } from '../../../lists.js'
import type { FlowInline, FlowShape } from '../../docx-writer/flow-document.js'
import { shapeAsText } from '../../docx-writer/shape-xml.js'
import type { TextBox } from '../boxes/box-tree.js'
import { measureBox } from '../measure/measure-boxes.js'

/** Share of a line up to which a shape certainly stays in it. Widths of text are estimates, and other fonts may be wider. */
const SURE_SHARE = 0.85

/** Whether something in a line is a shape. */
export function hasShape(inline: FlowInline): boolean {
  return inline.kind === 'link' ? inline.inlines.some(hasShape) : inline.kind === 'shape'
}

/** Whether something in a line is a shape with text. */
export function hasShapedText(inline: FlowInline): boolean {
  if (inline.kind === 'link') return inline.inlines.some(hasShapedText)
  return inline.kind === 'shape' && inline.inlines.length > 0
}

/** Space that shapes need above their line. */
export function roomAbove(inlines: readonly FlowInline[]): number {
  return largest([
    0,
    ...inlines.map((inline) =>
      inline.kind === 'link' ? roomAbove(inline.inlines) : inline.kind === 'shape' ? (inline.margin?.top ?? 0) : 0,
    ),
  ])
}

/**
 * The texts of a box with shapes, one for each line that ends by itself.
 *
 * @param width available width of a line
 * @param lose called for each shape that becomes text
 */
export function splitShapedLines(box: TextBox, width: number, lose: (shape: FlowShape) => void): TextBox[] {
  const lines = splitAtBreaks(box.inlines).flatMap((inlines) =>
    inlines.every((inline) => hasShape(inline) || isBlank(inline))
      ? packShapes(box, inlines, width)
      : [sureInlines(box, inlines, width, lose)],
  )
  return lines.map((inlines) => ({ ...box, inlines }))
}

function splitAtBreaks(inlines: readonly FlowInline[]): FlowInline[][] {
  const lines: FlowInline[][] = [[]]
  for (const inline of inlines) {
    if (inline.kind === 'break' && inline.type === 'line') lines.push([])
    else lines.at(-1)?.push(inline)
  }
  return lines
}

/** Whether an inline is only white space or an invisible mark. */
export function isBlank(inline: FlowInline): boolean {
  return inline.kind === 'bookmark' || (inline.kind === 'text' && inline.text.trim() === '')
}

/** Distributes shapes without text around them to lines. Their widths are known, so it is certain where lines end. */
function packShapes(box: TextBox, inlines: readonly FlowInline[], width: number): FlowInline[][] {
  const lines: FlowInline[][] = [[]]
  let used = 0
  for (const inline of inlines) {
    const own = widthOf(box, inline)
    const line = lines.at(-1) ?? []
    if (used + own > width && line.length > 0 && !isBlank(inline)) {
      lines.push([inline])
      used = own
    } else if (line.length > 0 || !isBlank(inline) || inline.kind === 'bookmark') {
      line.push(inline)
      used += own
    }
  }
  return lines
}

function sureInlines(
  box: TextBox,
  inlines: readonly FlowInline[],
  width: number,
  lose: (shape: FlowShape) => void,
): FlowInline[] {
  let used = 0
  return inlines.flatMap((inline) => {
    used += widthOf(box, inline)
    return used <= width * SURE_SHARE || !hasShapedText(inline) ? [inline] : asText(inline, lose)
  })
}

function asText(inline: FlowInline, lose: (shape: FlowShape) => void): FlowInline[] {
  if (inline.kind === 'link') return [{ ...inline, inlines: inline.inlines.flatMap((inner) => asText(inner, lose)) }]
  if (inline.kind !== 'shape' || inline.inlines.length === 0) return [inline]
  lose(inline)
  return shapeAsText(inline)
}

function widthOf({ kind, style, place, ruler }: TextBox, inline: FlowInline): number {
  if (inline.kind === 'shape') return inline.width + (inline.margin?.right ?? 0)
  return measureBox({ kind, style, place, ruler, inlines: [inline], hasImages: false }).most
}
