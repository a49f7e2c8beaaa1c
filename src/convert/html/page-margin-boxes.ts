/**
 * Boxes in the margins of pages, as headers and footers (CSS Paged Media Module Level 3, 5).
 *
 * @module
 */

import { largest } from '../../lists.js'
import type {
  FlowBlock,
  FlowCell,
  FlowInline,
  FlowParagraph,
  PageSetup,
  RunningContent,
} from '../docx-writer/flow-document.js'
import type { ConversionWarnings } from './conversion-warnings.js'
import { computeStyle } from './css/compute-style.js'
import type { ComputedStyle, TextStyle } from './css/computed-style.js'
import { splitOutside, splitWords, unquote } from './css/css-text.js'
import type { Declaration } from './css/declarations.js'
import type { PageRules } from './css/parse-style-sheet.js'
import { toLineSpacing, toRunFormat } from './formats.js'
import type { TextRuler } from './measured-text.js'

type Place = 'left' | 'center' | 'right'
type Edge = 'header' | 'footer'
type PageNumber = Extract<FlowInline, { kind: 'pageNumber' }>

/** The boxes that a header or footer can show, in the order in which they stand there. */
const PLACES: ReadonlyMap<string, readonly [edge: Edge, place: Place]> = new Map([
  ['top-left', ['header', 'left']],
  ['top-center', ['header', 'center']],
  ['top-right', ['header', 'right']],
  ['bottom-left', ['footer', 'left']],
  ['bottom-center', ['footer', 'center']],
  ['bottom-right', ['footer', 'right']],
])

const NUMBERINGS: ReadonlyMap<string, PageNumber['numbering']> = new Map([
  ['lower-roman', 'lowerRoman'],
  ['upper-roman', 'upperRoman'],
  ['lower-alpha', 'lowerLetter'],
  ['lower-latin', 'lowerLetter'],
  ['upper-alpha', 'upperLetter'],
  ['upper-latin', 'upperLetter'],
])

/** A line of text is about as high as this times the size of its letters. */
const LINE_HEIGHT = 1.2
/** What the number of a page is measured as. */
const WIDEST_NUMBER = '000'

/** A box with its content. */
interface MarginBox {
  readonly edge: Edge
  readonly place: Place
  /** How its text is aligned. */
  readonly align: Place
  readonly style: ComputedStyle
  readonly inlines: readonly FlowInline[]
  /** Width of its content on one line and height of its lines, in twips; both are estimates. */
  readonly width: number
  readonly height: number
}

/**
 * What `@page` puts into the margins; `undefined` for nothing. Boxes that Word has no place for, and content that is
 * known only when pages are laid out, are named in warnings.
 *
 * @param root the style of the root element, from which the boxes inherit
 * @param page the page with its final margins
 */
export function readRunningContent(
  { declarations, marginBoxes, leftOut }: PageRules,
  root: TextStyle,
  page: PageSetup,
  warnings: ConversionWarnings,
  ruler: TextRuler,
): RunningContent | undefined {
  for (const selector of leftOut) warnings.add(`The rules for @page ${selector} are not shown.`)
  const context = computeStyle(root, { text: {}, box: { display: 'block' } }, declarations).text
  const read = (isFirst: boolean) => {
    const byName = new Map<string, Declaration[]>()
    // The first page has what all pages have, and its own rules after them.
    for (const box of marginBoxes) {
      if (box.isFirst && !isFirst) continue
      const own = byName.get(box.name)
      if (own === undefined) byName.set(box.name, [...box.declarations])
      else for (const declaration of box.declarations) own.push(declaration)
    }
    return [...byName].flatMap(([name, own]) => readBox(name, own, context, { warnings, ruler }) ?? [])
  }
  const boxes = read(false)
  const firstBoxes = marginBoxes.some(({ isFirst }) => isFirst) ? read(true) : undefined
  if (boxes.length === 0 && (firstBoxes ?? []).length === 0) return undefined
  const room = page.width - page.margins.left - page.margins.right
  return {
    ...layOutEdges(boxes, room),
    ...(firstBoxes === undefined ? {} : { firstPage: layOutEdges(firstBoxes, room) }),
    ...centredDistances([...boxes, ...(firstBoxes ?? [])], page),
  }
}

function readBox(
  name: string,
  declarations: readonly Declaration[],
  context: TextStyle,
  { warnings, ruler }: { readonly warnings: ConversionWarnings; readonly ruler: TextRuler },
): MarginBox | undefined {
  const style = computeStyle(context, { text: {}, box: { display: 'block' } }, declarations)
  const { content = 'none' } = style.box
  if (/^(?:none|normal)$/i.test(content)) return undefined
  const place = PLACES.get(name)
  if (place === undefined) {
    warnings.add(`The page margin box @${name} is not shown.`)
    return undefined
  }
  warnings.countUnmet(style.unmet ?? [])
  const inlines = readContent(content, style.text, name, warnings)
  if (inlines.length === 0) return undefined
  const [edge, side] = place
  const align = textAlign(style.text, side)
  return { edge, place: side, align, style, inlines, ...measure(inlines, style.text, ruler) }
}

/** The alignment that a box asks for, or else that of its place. */
function textAlign({ textAlign: asked, direction }: TextStyle, place: Place): Place {
  switch (asked) {
    case undefined:
    case 'justify':
      return place
    case 'start':
      return direction === 'rtl' ? 'right' : 'left'
    case 'end':
      return direction === 'rtl' ? 'left' : 'right'
    default:
      return asked
  }
}

function readContent(content: string, text: TextStyle, box: string, warnings: ConversionWarnings): FlowInline[] {
  const format = toRunFormat(text)
  const keepsLines = text.whiteSpace.startsWith('pre')
  const inlines: FlowInline[] = []
  for (const word of splitWords(content)) {
    if (word === '/') break
    if (/^["']/.test(word)) {
      const written = unquote(word)
      inlines.push({ kind: 'text', text: keepsLines ? written : written.replace(/\s+/g, ' '), format })
      continue
    }
    const [, inside] = /^counter\(([\s\S]*)\)$/i.exec(word) ?? []
    const [counter, style = ''] = splitOutside(inside ?? '', ',').map((part) => part.trim().toLowerCase())
    if (counter === 'page' || counter === 'pages') {
      inlines.push({ kind: 'pageNumber', counts: counter, numbering: NUMBERINGS.get(style) ?? 'decimal', format })
    } else warnings.add(`The content of the page margin box @${box} is not shown: ${word.slice(0, 100)}`)
  }
  return inlines
}

function measure(inlines: readonly FlowInline[], text: TextStyle, ruler: TextRuler): { width: number; height: number } {
  const written = inlines.map(
    (inline): FlowInline => (inline.kind === 'pageNumber' ? { ...inline, kind: 'text', text: WIDEST_NUMBER } : inline),
  )
  const lines = written.flatMap((inline) => (inline.kind === 'text' ? inline.text.split('\n') : [])).length
  const breaks = lines - written.filter(({ kind }) => kind === 'text').length
  return {
    width: ruler.measure({ style: 'body', inlines: written }).most,
    height: (breaks + 1) * text.em * LINE_HEIGHT,
  }
}

function layOutEdges(boxes: readonly MarginBox[], room: number): Pick<RunningContent, Edge> {
  const header = layOutEdge(
    boxes.filter(({ edge }) => edge === 'header'),
    room,
  )
  const footer = layOutEdge(
    boxes.filter(({ edge }) => edge === 'footer'),
    room,
  )
  return { ...(header === undefined ? {} : { header }), ...(footer === undefined ? {} : { footer }) }
}

/** One box has all of the line; several share it as cells of a table. */
function layOutEdge(boxes: readonly MarginBox[], room: number): FlowBlock[] | undefined {
  const [only] = boxes
  if (only === undefined) return undefined
  if (boxes.length === 1) {
    const { border, backgroundColor } = only.style.box
    const paragraph = toParagraph(only)
    return [
      {
        ...paragraph,
        format: {
          ...paragraph.format,
          ...(Object.keys(border).length === 0 ? {} : { borders: border }),
          ...(isColor(backgroundColor) ? { shading: backgroundColor } : {}),
        },
      },
    ]
  }
  // What stands in the middle does so with nothing beside it, too.
  const places: readonly Place[] = boxes.some(({ place }) => place === 'center')
    ? ['left', 'center', 'right']
    : ['left', 'right']
  const shown = places.map((place) => boxes.find((box) => box.place === place))
  return [
    {
      kind: 'table',
      columns: shareRoom(
        shown.map((box) => box?.width ?? 0),
        room,
      ),
      width: { type: 'twips', value: room },
      look: 'plain',
      borders: {},
      cellPadding: { top: 0, right: 0, bottom: 0, left: 0 },
      isFixed: true,
      rows: [{ isHeader: false, cells: shown.map((box) => (box === undefined ? EMPTY_CELL : toCell(box))) }],
    },
  ]
}

function toCell(box: MarginBox): FlowCell {
  const { border, backgroundColor } = box.style.box
  return {
    columnSpan: 1,
    verticalAlign: 'center',
    ...(Object.keys(border).length === 0 ? {} : { borders: border }),
    ...(isColor(backgroundColor) ? { shading: backgroundColor } : {}),
    blocks: [toParagraph(box)],
  }
}

function toParagraph({ align, style: { text }, inlines }: MarginBox): FlowParagraph {
  const lineSpacing = toLineSpacing(text) ?? { factor: 1 }
  return {
    kind: 'paragraph',
    style: 'body',
    format: {
      alignment: align,
      spaceBefore: 0,
      spaceAfter: 0,
      lineSpacing,
      ...(text.direction === 'rtl' ? { rightToLeft: true } : {}),
    },
    inlines,
  }
}

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

/**
 * Widths of two or three columns for contents of these widths. The middle stands in the middle of the page, whatever
 * stands beside it (5.3.2). What is left over is shared, so that an estimate that is a little short breaks no line.
 */
function shareRoom(widths: readonly number[], room: number): number[] {
  const [left = 0, middle = 0, right = middle] = widths
  if (widths.length === 2) {
    const spare = (room - left - right) / 2
    const own = spare > 0 ? left + spare : (left / (left + right)) * room
    return [Math.floor(own), Math.floor(room - own)]
  }
  const side = Math.max(left, right)
  const spare = (room - 2 * side - middle) / 3
  // Without room for all, each side keeps at least a third of the line.
  const own = spare > 0 ? middle + spare : Math.max(room - 2 * side, Math.min(middle * 1.1, room / 3))
  return [(room - own) / 2, own, (room - own) / 2].map(Math.floor)
}

/** The distances from the edge of the paper at which text stands in the middle of the margin (5.3.1). */
function centredDistances(
  boxes: readonly MarginBox[],
  { margins }: PageSetup,
): Pick<RunningContent, 'headerDistance' | 'footerDistance'> {
  const distance = (edge: Edge, margin: number) => {
    const heights = boxes.filter((box) => box.edge === edge).map((box) => box.height)
    return heights.length === 0 ? undefined : Math.max(0, Math.round((margin - largest(heights)) / 2))
  }
  const headerDistance = distance('header', margins.top)
  const footerDistance = distance('footer', margins.bottom)
  return {
    ...(headerDistance === undefined ? {} : { headerDistance }),
    ...(footerDistance === undefined ? {} : { footerDistance }),
  }
}

function isColor(color: string | undefined): color is string {
  return color !== undefined && color !== 'transparent'
}
