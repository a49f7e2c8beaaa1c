/**
 * Splits boxes at page breaks inside them. Many boxes are written as tables, in which Word has no page breaks.
 *
 * @module
 */

import { append } from '../../../lists.js'
import type { BlockBox, Box, CellBox, RowBox, TableBox, TableRowBox } from '../boxes/box-tree.js'
import { derivePlace } from '../boxes/derived-place.js'
import type { StyledPlace } from '../css/style-resolver.js'

/** Results by box, since each level around a break asks again. */
const KNOWN = new WeakMap<Box, boolean>()

/** The pieces of a box, one for each page; the box itself if it has no page breaks. */
export function sliceBox(box: Box): readonly Box[] {
  if (!endsPageInside(box)) return [box]
  switch (box.kind) {
    case 'block':
      return sliceAll(box.children).map((children, index) => ({ ...box, place: pieceOf(box.place, index), children }))
    case 'list': {
      let { start } = box
      return sliceAll(box.children).map((children, index) => {
        const piece = { ...box, start, place: pieceOf(box.place, index), children }
        start += children.filter(({ kind }) => kind === 'item').length
        return piece
      })
    }
    case 'item':
      // The label belongs to the first piece of an item.
      return sliceAll(box.children).map((children, index) =>
        index === 0 ? { ...box, children } : { kind: 'block', tag: 'div', place: pieceOf(box.place, index), children },
      )
    case 'row':
      return sliceRow(box)
    case 'table':
      return sliceTable(box)
    default:
      return [box]
  }
}

/** The place of a piece. A continued piece has no space above, and does not ask for a page break again. */
function pieceOf(place: StyledPlace, index: number): StyledPlace {
  const { text, box } = place.style
  const { breakBefore: _, breakAfter: __, ...rest } = box
  const margin = index === 0 ? box.margin : { ...box.margin, top: { twips: 0 } }
  return derivePlace(place, index === 0 ? 'first' : 'further', { text, box: { ...rest, margin } })
}

/** The boxes of each page. */
function sliceAll(boxes: readonly Box[]): Box[][] {
  const pages: Box[][] = [[]]
  let isEnded = false
  for (const box of boxes) {
    const { breakBefore, breakAfter } = breaksOf(box)
    if ((isEnded || breakBefore !== undefined) && (pages.at(-1)?.length ?? 0) > 0) pages.push([])
    for (const [index, piece] of sliceBox(box).entries()) {
      if (index > 0) pages.push([])
      pages.at(-1)?.push(piece)
    }
    isEnded = breakAfter !== undefined
  }
  return pages
}

function breaksOf(box: Box): Pick<StyledPlace['style']['box'], 'breakBefore' | 'breakAfter'> {
  return box.kind === 'text' || box.kind === 'row' ? {} : box.place.style.box
}

function sliceRow(row: RowBox): Box[] {
  const items = row.items.map((item) => sliceBox(item) as readonly BlockBox[])
  return pages(items).map((index) => ({
    ...row,
    items: items.map((pieces, at) => pieces[index] ?? emptyOf(row.items[at] as BlockBox)),
  }))
}

/** Indexes of the pages, as many as the longest list has. */
function pages(lists: readonly (readonly unknown[])[]): number[] {
  const most = lists.reduce((count, list) => Math.max(count, list.length), 1)
  return Array.from({ length: most }, (_, index) => index)
}

function emptyOf(block: BlockBox): BlockBox {
  return { ...block, children: [] }
}

/** Splits a table before rows that begin a page. Each part has the header; the foot ends the part before. */
function sliceTable(table: TableBox): Box[] {
  const head = table.rows.filter(({ isHeader }) => isHeader)
  const foot = table.rows.filter(({ isFooter }) => isFooter)
  const tables: TableRowBox[][] = [[]]
  let isEnded = false
  for (const row of table.rows) {
    const { breakBefore, breakAfter } = row.place.style.box
    const begins = (isEnded || breakBefore !== undefined || row.startsPage === true) && !row.isHeader && !row.isFooter
    for (const [index, piece] of sliceCells(row).entries()) {
      const isOpen = (tables.at(-1)?.length ?? 0) > (tables.length > 1 ? head.length : 0)
      if ((index > 0 || begins) && isOpen) {
        append(tables.at(-1) ?? [], foot)
        tables.push([...head])
      }
      tables.at(-1)?.push(piece)
    }
    isEnded = breakAfter !== undefined
  }
  return tables.map((rows) => ({ ...table, rows }))
}

function sliceCells(row: TableRowBox): TableRowBox[] {
  // A cell that spans several rows is not split.
  if (row.cells.some(({ rowSpan }) => rowSpan !== 1)) return [row]
  const cells = row.cells.map(({ content }) =>
    content === undefined ? [] : (sliceBox(content) as readonly BlockBox[]),
  )
  return pages(cells).map((index) => ({
    ...row,
    cells: row.cells.map((cell, at): CellBox => {
      const content = cells[at]?.[index] ?? (cell.content === undefined ? undefined : emptyOf(cell.content))
      return content === undefined ? cell : { ...cell, content }
    }),
  }))
}

/** Whether a page ends between two boxes in it. */
function endsPageInside(box: Box): boolean {
  if (box.kind === 'text' || box.kind === 'rule') return false
  const known = KNOWN.get(box)
  if (known !== undefined) return known
  const found = looksInside(box)
  KNOWN.set(box, found)
  return found
}

function looksInside(box: Exclude<Box, { kind: 'text' | 'rule' }>): boolean {
  if (box.kind === 'row') return box.items.some(endsPageInside)
  if (box.kind === 'table') {
    return box.rows.some(({ place, startsPage, cells }) => {
      const { breakBefore, breakAfter } = place.style.box
      const asks = breakBefore !== undefined || breakAfter !== undefined || startsPage === true
      return asks || cells.some(({ content }) => content !== undefined && endsPageInside(content))
    })
  }
  return box.children.some((child) => {
    const { breakBefore, breakAfter } = breaksOf(child)
    return breakBefore !== undefined || breakAfter !== undefined || endsPageInside(child)
  })
}
