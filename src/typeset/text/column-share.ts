/**
 * Items whose size depends on the width of their column.
 *
 * @module
 */

import type { Drawing } from '../model/drawing-model.js'
import type { InlineItem, MathItem } from './inline-item.js'

/** Least readable font size, in twips: five points. */
const READABLE_SIZE = 100

const TOO_SMALL =
  'What cannot be broken into lines, an equation or a word with its guide, is so wide for its column that it was made too small to be read.'

/**
 * The items of a paragraph fitted to a column of this width: drawings whose width is a share of the column
 * ({@link Drawing.columnShare}, horizontal rules) get their widths, and equations that are too wide become smaller. The number
 * of items stays the same, and the same array is returned if nothing changes.
 *
 * @param warn is told of equations whose letters become too small to be read
 */
export function shareColumn(
  items: readonly InlineItem[],
  columnWidth: number,
  warn: (message: string) => void,
): readonly InlineItem[] {
  const isTooWide = (item: InlineItem): item is MathItem =>
    item.kind === 'math' && columnWidth > 0 && item.width > columnWidth
  if (!items.some((item) => isShare(item) || isTooWide(item))) return items
  return items.map((item) => {
    if (isTooWide(item)) {
      const factor = columnWidth / item.width
      const { size } = item.inline.run
      if (size * factor < READABLE_SIZE && size >= READABLE_SIZE) warn(TOO_SMALL)
      const box = item.shrink(factor)
      return { ...item, box, width: Math.min(box.width, columnWidth) }
    }
    if (item.kind !== 'drawing' || item.drawing.columnShare === undefined) return item
    const drawing = widen(item.drawing, item.drawing.columnShare * Math.max(0, columnWidth))
    return { ...item, drawing, width: item.width - item.drawing.width + drawing.width }
  })
}

/** Whether the width of an item depends on the column. Such an item does not count when a column is measured. */
export function isShare(item: InlineItem): boolean {
  return item.kind === 'drawing' && item.drawing.columnShare !== undefined
}

function widen(drawing: Drawing, width: number): Drawing {
  const factor = drawing.width > 0 ? width / drawing.width : 1
  const elements = drawing.elements.map((element) => {
    const box = { x: element.x * factor, width: element.width * factor }
    if (element.kind !== 'shape') return { ...element, ...box }
    const paths = element.paths.map((path) => ({
      ...path,
      commands: path.commands.map((command) => {
        if (command.op === 'Z') return command
        if (command.op !== 'C') return { ...command, x: command.x * factor }
        return { ...command, x: command.x * factor, x1: command.x1 * factor, x2: command.x2 * factor }
      }),
    }))
    return { ...element, ...box, paths }
  })
  return { ...drawing, width, elements }
}
