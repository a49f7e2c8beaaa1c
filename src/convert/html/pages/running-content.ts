/**
 * Lays out margin boxes as headers and footers.
 *
 * @module
 */

import { append, largest } from '../../../lists.js'
import type {
  FlowBlock,
  FlowCell,
  FlowParagraph,
  FlowTable,
  PageSetup,
  RunningContent,
} from '../../docx-writer/flow-document.js'
import type { EdgeLine } from '../../docx-writer/flow-format.js'
import { lengthOf } from '../frames/block-frame.js'
import { drawsAnything, type MarginBox } from './page-margin-boxes.js'

/** The header and the footer of one kind of page, with their distances from the edges of the paper. */
export type PageEdges = Pick<RunningContent, 'header' | 'footer' | 'headerDistance' | 'footerDistance'>

/** A page with the margins that contain its boxes. The margins of the text may be larger. */
interface MarginArea {
  readonly page: PageSetup
  readonly margins: PageSetup['margins']
}

type Edge = 'header' | 'footer'

/** The boxes of a line above or below the text. */
const LINES: Readonly<Record<Edge, readonly string[]>> = {
  header: ['top-left', 'top-center', 'top-right'],
  footer: ['bottom-left', 'bottom-center', 'bottom-right'],
}

/** Height of the paragraph that must follow a table, in twips. */
const TABLE_END = 20

/**
 * Lays out the boxes of a kind of page.
 *
 * @param ground content behind the page
 * @param said explicit distances from the edges of the paper
 * @param reaches whether the text begins or ends where this margin does, since other pages have a narrower margin
 */
export function layOutMargins(
  boxes: readonly MarginBox[],
  area: MarginArea,
  ground: readonly FlowBlock[],
  reaches: Readonly<Record<Edge, boolean>>,
  said: Readonly<Record<Edge, number | undefined>>,
): PageEdges {
  const floats = layOutBeside(boxes, area)
  const lead = [...ground, ...floats.flatMap((table): FlowBlock[] => [table, END])]
  const height = (ground.length + floats.length) * TABLE_END
  const header = layOutLine('header', boxes, area, { above: height, reaches: reaches.header, said: said.header })
  const footer = layOutLine('footer', boxes, area, { above: 0, reaches: reaches.footer, said: said.footer })
  const { page, margins } = area
  const inside = (edge: Edge, blocks: readonly FlowBlock[]): FlowBlock[] => {
    const side = edge === 'header' ? 'top' : 'bottom'
    const space = spaceOf(reaches[edge] ? page.margins[side] - margins[side] : 0)
    return edge === 'header' ? [...lead, ...blocks, ...space] : [...space, ...blocks]
  }
  const [above, below] = [inside('header', header?.blocks ?? []), inside('footer', footer?.blocks ?? [])]
  return {
    ...(above.length === 0 ? {} : { header: above, headerDistance: header?.distance ?? 0 }),
    ...(below.length === 0 ? {} : { footer: below, footerDistance: footer?.distance ?? 0 }),
  }
}

const END: FlowBlock = { kind: 'space', height: TABLE_END }

/** Space of a height, if it is visible. */
export function spaceOf(height: number): FlowBlock[] {
  return height < TABLE_END ? [] : [{ kind: 'space', height: Math.round(height) }]
}

/** A line of boxes, measured from the edge of the paper. */
interface LaidLine {
  readonly blocks: readonly FlowBlock[]
  readonly distance: number
}

function layOutLine(
  edge: Edge,
  all: readonly MarginBox[],
  area: MarginArea,
  { above, reaches, said }: { readonly above: number; readonly reaches: boolean; readonly said: number | undefined },
): LaidLine | undefined {
  const own = LINES[edge].flatMap((name) => all.find((box) => box.name === name) ?? [])
  const margin = edge === 'header' ? area.margins.top : area.margins.bottom
  if (own.length === 0) return reaches ? { blocks: spaceOf(margin - above), distance: 0 } : undefined
  const room = roomOf(area)
  const shift = area.margins.left - area.page.margins.left
  const bands = own.filter((box) => isBand(box, room))
  const boxes = own.filter((box) => !bands.includes(box))
  const [only] = boxes
  if (said !== undefined && only !== undefined && own.length === 1 && !reaches)
    return { blocks: shiftAll(only.blocks(room), shift), distance: Math.max(0, said - above) }
  const isWhole = reaches || own.some((box) => fillsMargin(box))
  if (!isWhole && only !== undefined && boxes.length === 1) {
    const distance = Math.max(0, Math.round((margin - only.height) / 2) - above)
    return { blocks: shiftAll(only.blocks(room), shift), distance }
  }
  const drawn = bands.map((box): FlowBlock => bandOf(box, shift))
  const bandHeight = bands.reduce((sum, { askedHeight = 0 }) => sum + askedHeight, 0)
  const free = Math.max(0, margin - TABLE_END - bandHeight - above)
  const heights = boxes.map((box) => outerHeight(box) ?? (isWhole ? free : box.height))
  const height = Math.min(free, Math.round(largest([0, ...heights])))
  const table = boxes.length === 0 ? [] : [rowOf(boxes, room, isWhole ? height : 0, shift, edge)]
  const used = height + bandHeight + above + TABLE_END
  // A line that does not fill its margin is centred in it; one that draws something is next to the text.
  const distance = isWhole ? margin - used : Math.round((margin - height) / 2) - above
  return { blocks: edge === 'header' ? [...table, ...drawn] : [...drawn, ...table], distance: Math.max(0, distance) }
}

function roomOf({ page, margins }: MarginArea): number {
  return Math.max(1, page.width - margins.left - margins.right)
}

/** Whether the vertical position of a box in the margin is visible. */
function fillsMargin(box: MarginBox): boolean {
  return (
    drawsAnything(box.style.box) || box.askedHeight !== undefined || box.isElement || box.verticalAlign !== 'center'
  )
}

/** Whether a box is only a bar along the text. */
function isBand({ isEmpty, askedWidth, askedHeight }: MarginBox, room: number): boolean {
  return isEmpty && askedHeight !== undefined && askedWidth !== undefined && askedWidth >= room
}

function bandOf({ style, askedHeight = TABLE_END }: MarginBox, shift: number): FlowBlock {
  const { backgroundColor } = style.box
  const shading = isColor(backgroundColor) ? { shading: backgroundColor } : {}
  return { kind: 'space', height: Math.max(TABLE_END, askedHeight), ...shading, indentStart: shift, indentEnd: shift }
}

function outerHeight({ askedHeight, style: { box } }: MarginBox): number | undefined {
  if (askedHeight === undefined) return undefined
  const around = box.isBorderBox === true ? 0 : lengthOf(box.padding.top, 0) + lengthOf(box.padding.bottom, 0)
  return askedHeight + around
}

/** Moves text in margins that are narrower than those of the page's text. */
function shiftAll(blocks: readonly FlowBlock[], shift: number): readonly FlowBlock[] {
  if (shift === 0) return blocks
  return blocks.map((block) => (block.kind === 'paragraph' ? shiftParagraph(block, shift) : block))
}

function shiftParagraph(paragraph: FlowParagraph, shift: number): FlowParagraph {
  const { indentStart = 0, indentEnd = 0 } = paragraph.format
  return {
    ...paragraph,
    format: { ...paragraph.format, indentStart: indentStart + shift, indentEnd: indentEnd + shift },
  }
}

/** A column of a line: a box, or the free space between two. */
interface Column {
  readonly box?: MarginBox | undefined
  readonly width: number
}

function rowOf(boxes: readonly MarginBox[], room: number, height: number, shift: number, edge: Edge): FlowTable {
  const columns = columnsOf(boxes, room)
  const toCell = ({ box, width }: Column) => (box === undefined ? EMPTY_CELL : cellOf(box, width, height, edge))
  return {
    ...PLAIN_TABLE,
    columns: columns.map(({ width }) => width),
    width: { type: 'twips', value: columns.reduce((sum, { width }) => sum + width, 0) },
    ...(shift === 0 ? {} : { indent: shift }),
    rows: [{ isHeader: false, ...(height > 0 ? { height } : {}), cells: columns.map(toCell) }],
  }
}

const PLAIN_TABLE = {
  kind: 'table',
  look: 'plain',
  borders: {},
  cellPadding: { top: 0, right: 0, bottom: 0, left: 0 },
  isFixed: true,
} as const

const EMPTY_CELL: FlowCell = {
  columnSpan: 1,
  blocks: [
    {
      kind: 'paragraph',
      style: 'body',
      format: { spaceBefore: 0, spaceAfter: 0, lineSpacing: { factor: 1 } },
      inlines: [],
    },
  ],
}

/** The cell of a box. A box lower than its line draws its background itself, beside the text. */
function cellOf(box: MarginBox, width: number, height: number, edge: Edge | undefined): FlowCell {
  const { backgroundColor, border, padding } = box.style.box
  const sides = { left: lengthOf(padding.left, width), right: lengthOf(padding.right, width) }
  const blocks = box.blocks(Math.max(1, width - sides.left - sides.right))
  const own = outerHeight(box)
  const lines = linesOf(border)
  const ground = isColor(backgroundColor) ? { shading: backgroundColor } : {}
  if (own !== undefined && edge !== undefined && own < height - TABLE_END && box.isEmpty) {
    const bar: FlowBlock = { kind: 'space', height: Math.max(TABLE_END, own), ...ground }
    return { columnSpan: 1, verticalAlign: edge === 'header' ? 'bottom' : 'top', blocks: [bar] }
  }
  return {
    columnSpan: 1,
    verticalAlign: box.verticalAlign,
    ...(lines === undefined ? {} : { borders: lines }),
    ...ground,
    ...(sides.left + sides.right > 0 ? { padding: sides } : {}),
    blocks: blocks.length === 0 ? EMPTY_CELL.blocks : blocks,
  }
}

function linesOf(border: Readonly<Record<string, EdgeLine>>): FlowCell['borders'] {
  return Object.keys(border).length === 0 ? undefined : border
}

/**
 * Widths of the boxes of a line (5.3.2). The middle box is centred on the page, whatever is beside it. Free space is shared, so
 * that no line breaks because of an estimate that is a little too small.
 */
function columnsOf(boxes: readonly MarginBox[], room: number): Column[] {
  const at = (place: string) => boxes.find(({ name }) => name.endsWith(place))
  const [left, middle, right] = [at('left'), at('center'), at('right')]
  if (middle === undefined) return endsOf(left, right, room)
  const natural = left === undefined && right === undefined ? room : middleWidth(left, middle, right, room)
  const own = Math.min(room, middle.askedWidth ?? natural)
  const side = (room - own) / 2
  const [before, after] = [sideOf(left, side), sideOf(right, side).reverse()]
  return settle([...before, { box: middle, width: own }, ...after])
}

function middleWidth(
  left: MarginBox | undefined,
  middle: MarginBox,
  right: MarginBox | undefined,
  room: number,
): number {
  const side = Math.max(wantedWidth(left), wantedWidth(right))
  const spare = (room - 2 * side - middle.width) / 3
  // If there is not enough room, each side keeps at least a third of the line.
  return spare > 0 ? middle.width + spare : Math.max(room - 2 * side, Math.min(middle.width * 1.1, room / 3))
}

function wantedWidth(box: MarginBox | undefined): number {
  return box?.askedWidth ?? box?.width ?? 0
}

/** A box at one side, with the free space beside it. */
function sideOf(box: MarginBox | undefined, width: number): Column[] {
  const own = Math.min(width, box?.askedWidth ?? width)
  return own < width ? [{ box, width: own }, { width: width - own }] : [{ box, width: own }]
}

function endsOf(left: MarginBox | undefined, right: MarginBox | undefined, room: number): Column[] {
  const [first, last] = [left?.askedWidth, right?.askedWidth]
  if (first !== undefined && last !== undefined && first + last < room)
    return settle([{ box: left, width: first }, { width: room - first - last }, { box: right, width: last }])
  if (left === undefined || right === undefined) {
    const own = Math.min(room, first ?? last ?? room)
    const free = own < room ? [{ width: room - own }] : []
    return settle(left === undefined ? [...free, { box: right, width: own }] : [{ box: left, width: own }, ...free])
  }
  const [a, b] = [wantedWidth(left), wantedWidth(right)]
  const spare = (room - a - b) / 2
  const shared = spare > 0 ? a + spare : a <= room / 2 ? a : b <= room / 2 ? room - b : (a / (a + b)) * room
  const own = first !== undefined && spare > 0 ? first : last !== undefined && spare > 0 ? room - last : shared
  return settle([
    { box: left, width: own },
    { box: right, width: room - own },
  ])
}

/** Rounds to whole twips, and removes columns narrower than one twip. */
function settle(columns: readonly Column[]): Column[] {
  return columns.map((column) => ({ ...column, width: Math.floor(column.width) })).filter(({ width }) => width > 0)
}

/** The boxes in the corners and beside the text, as tables at positions on the paper. */
function layOutBeside(boxes: readonly MarginBox[], area: MarginArea): FlowTable[] {
  const { page, margins } = area
  const tables: FlowTable[] = []
  const bottom = page.height - margins.bottom
  for (const side of ['left', 'right'] as const) {
    const x = side === 'left' ? 0 : page.width - margins.right
    const width = margins[side]
    const at = (name: string) => boxes.find((box) => box.name === name)
    const add = (own: readonly (MarginBox | undefined)[], y: number, height: number) => {
      if (own.every((box) => box === undefined) || width < 1 || height < 1) return
      tables.push(columnOf(own, { x, y }, width, height))
    }
    add([at(`top-${side}-corner`)], 0, margins.top)
    append(
      tables,
      besideText(
        ['top', 'middle', 'bottom'].map((name) => at(`${side}-${name}`)),
        x,
        width,
        area,
      ),
    )
    add([at(`bottom-${side}-corner`)], bottom, margins.bottom)
  }
  return tables
}

/** Boxes one below another share the height of the text area, as those of a line share its width. */
function besideText(
  [top, middle, bottom]: readonly (MarginBox | undefined)[],
  x: number,
  width: number,
  { page, margins }: MarginArea,
): FlowTable[] {
  const shown =
    middle !== undefined && (top ?? bottom) !== undefined
      ? [top, middle, bottom]
      : [top, middle, bottom].filter((box) => box !== undefined)
  if (shown.length === 0 || width < 1) return []
  return [columnOf(shown, { x, y: margins.top }, width, page.height - margins.top - margins.bottom)]
}

function columnOf(
  boxes: readonly (MarginBox | undefined)[],
  position: { readonly x: number; readonly y: number },
  width: number,
  height: number,
): FlowTable {
  const own = Math.floor(height / boxes.length)
  return {
    ...PLAIN_TABLE,
    columns: [width],
    width: { type: 'twips', value: width },
    position,
    rows: boxes.map((box) => ({
      isHeader: false,
      height: own,
      cells: [box === undefined ? EMPTY_CELL : cellOf(box, width, own, undefined)],
    })),
  }
}

function isColor(color: string | undefined): color is string {
  return color !== undefined && color !== 'transparent'
}
