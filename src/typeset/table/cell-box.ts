/**
 * A placed cell: its height, background, frame and content.
 *
 * @module
 */

import type { Matrix } from '../../pdf/matrix.js'
import type { DisplayList } from '../display/display-list.js'
import { turnText } from '../display/stand-upright.js'
import type { AnchoredDrawing } from '../flow/layout-context.js'
import type { Border, HexColor } from '../model/properties.js'
import type { Edges, TableCell } from '../model/table-model.js'
import { borderThickness } from './border-strokes.js'
import { type CellContent, paintContent } from './cell-content.js'
import { paintDiagonalBorder, paintHorizontalBorder, paintVerticalBorder } from './paint-border.js'

/** A placed cell, or the rest of it after a page break. Horizontal positions count from the table's left edge, in twips. */
export interface CellBox {
  readonly cell: TableCell
  readonly left: number
  readonly width: number
  /** Number of rows that the cell spans, from the row that contains it. */
  readonly rowSpan: number
  /**
   * Distances between the edges of the box and its content. In a spaced cell, they include the space and frame above and below.
   */
  readonly margins: Edges<number>
  readonly content: CellContent
  readonly shading?: HexColor
  /** Whether the cell continues from the previous page or on the next one. Its content is then aligned to the top. */
  readonly isCut: boolean
  /** Length of the lines of rotated text. */
  readonly lineLength?: number
  /** The frame of a cell with space around it. */
  readonly frame?: CellFrame
}

/** Borders of a cell that shares none with its neighbours, and the space around these borders. */
export interface CellFrame {
  readonly gap: Edges<number>
  readonly top: Border | undefined
  readonly right: Border | undefined
  readonly bottom: Border | undefined
  readonly left: Border | undefined
}

/** Height that the box needs, without the border above it. */
export function neededHeight(box: CellBox): number {
  const content = box.cell.textDirection === 'horizontal' ? box.content.height : (box.lineLength ?? 0)
  return box.margins.top + content + box.margins.bottom
}

/** Paints the background of a cell and its own frame, if it has one. */
export function paintBox(box: CellBox, list: DisplayList, x: number, y: number, height: number): void {
  const { frame, shading, width } = box
  const left = x + box.left
  const top = y + (frame?.gap.top ?? 0)
  const bottom = y + height - (frame?.gap.bottom ?? 0)
  if (shading !== undefined && width > 0 && bottom > top) {
    list.push({ kind: 'rectangle', x: left, y: top, width, height: bottom - top, color: shading })
  }
  if (frame === undefined) return
  if (frame.left) paintVerticalBorder(list, frame.left, left, top, bottom)
  if (frame.right) paintVerticalBorder(list, frame.right, left + width, top, bottom)
  if (frame.top) paintHorizontalBorder(list, frame.top, left, left + width, top)
  if (frame.bottom)
    paintHorizontalBorder(list, frame.bottom, left, left + width, bottom - borderThickness(frame.bottom))
}

/**
 * Paints the content of a cell.
 *
 * @param y top of the inside, below the border
 * @param height of the inside
 * @param isClipped the row has an exact height, what is taller is cut off
 */
export function paintCell(
  box: CellBox,
  list: DisplayList,
  x: number,
  y: number,
  height: number,
  isClipped: boolean,
): void {
  const { cell, content } = box
  const left = x + box.left
  if (content.slices.length > 0) {
    if (cell.textDirection !== 'horizontal') paintTurned(box, list, left, y, height)
    else {
      const top = y + contentTop(box, height)
      const overflows = isClipped && neededHeight(box) > height + 1
      if (!overflows) paintContent(content, list, left + box.margins.left, top)
      else {
        const group: DisplayList = []
        paintContent(content, group, left + box.margins.left, top)
        list.push({ kind: 'group', matrix: IDENTITY, clip: rectangle(left, y, box.width, height), items: group })
      }
    }
  }
  const { diagonalDown, diagonalUp } = cell.borders
  if (diagonalDown) paintDiagonalBorder(list, diagonalDown, left, y, left + box.width, y + height)
  if (diagonalUp) paintDiagonalBorder(list, diagonalUp, left, y + height, left + box.width, y)
}

/** Distance of the content from the top of the inside. */
function contentTop(box: CellBox, height: number): number {
  if (box.isCut) return box.margins.top
  const spare = Math.max(0, height - neededHeight(box))
  const { verticalAlign } = box.cell
  return box.margins.top + (verticalAlign === 'bottom' ? spare : verticalAlign === 'center' ? spare / 2 : 0)
}

/** Drawings anchored in a cell, positioned relative to the corner of its row. `y` is the top of the inside. */
export function cellAnchors(box: CellBox, y: number, height: number): AnchoredDrawing[] {
  if (box.content.slices.every((slice) => slice.anchors.length === 0)) return []
  const anchors: AnchoredDrawing[] = []
  const left = box.left + box.margins.left
  const width = box.width - box.margins.left - box.margins.right
  let top = y + contentTop(box, height) - box.content.dropped
  for (const slice of box.content.slices) {
    top += slice.spaceAbove
    for (const anchored of slice.anchors) {
      const column = anchored.column ?? { left: 0, width }
      anchors.push({
        ...anchored,
        x: anchored.x + left,
        paragraphTop: anchored.paragraphTop + top,
        column: { left: column.left + left, width: column.width },
      })
    }
    top += slice.height
  }
  return anchors
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

function rectangle(x: number, y: number, width: number, height: number) {
  return [
    { op: 'M', x, y },
    { op: 'L', x: x + width, y },
    { op: 'L', x: x + width, y: y + height },
    { op: 'L', x, y: y + height },
    { op: 'Z' },
  ] as const
}

/** Text that runs down (tbRl: lines from right to left) or up (btLr: lines from left to right). */
function paintTurned(box: CellBox, list: DisplayList, left: number, y: number, height: number): void {
  const { cell, content, margins } = box
  const items: DisplayList = []
  const across = box.width - margins.left - margins.right
  const spare = Math.max(0, across - content.height)
  const shift = cell.verticalAlign === 'bottom' ? spare : cell.verticalAlign === 'center' ? spare / 2 : 0
  paintContent(content, items, 0, shift)
  list.push(
    turnText(items, cell.textDirection, {
      left: left + margins.left,
      top: y + margins.top,
      right: left + box.width - margins.right,
      bottom: y + height - margins.bottom,
    }),
  )
}
