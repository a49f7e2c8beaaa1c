/**
 * Margin boxes of pages (CSS Paged Media Module Level 3, 5): their content and their sizes.
 *
 * @module
 */

import type { FlowBlock, FlowInline, FlowParagraph, PageSetup } from '../../docx-writer/flow-document.js'
import type { Box } from '../boxes/box-tree.js'
import type { ConversionWarnings } from '../conversion-warnings.js'
import { computeStyle } from '../css/compute-style.js'
import type { BoxStyle, ComputedStyle, TextStyle } from '../css/computed-style.js'
import { parseLength, resolveLength } from '../css/css-length.js'
import { splitOutside, splitWords, unquote } from '../css/css-text.js'
import type { Declaration } from '../css/declarations.js'
import type { PageStyle } from '../css/page-rules.js'
import { pageNumber } from '../generated/page-numbers.js'
import { toLineSpacing, toRunFormat } from '../measure/formats.js'
import { estimateHeight, measureBox } from '../measure/measure-boxes.js'
import type { TextRuler } from '../measure/measured-text.js'

type Place = 'left' | 'center' | 'right'

/** The names of the sixteen boxes. */
const NAMES = new Set(
  ['top', 'bottom'].flatMap((edge) =>
    ['left-corner', 'left', 'center', 'right', 'right-corner'].map((at) => `${edge}-${at}`),
  ),
)
for (const side of ['left', 'right']) for (const at of ['top', 'middle', 'bottom']) NAMES.add(`${side}-${at}`)

/** Height of a line, as a multiple of the font size. */
const LINE_HEIGHT = 1.2
/** Text that a page number is measured as. */
const WIDEST_NUMBER = '000'

/** Content of the margins that is made elsewhere. */
export interface MarginContent {
  readonly ruler: TextRuler
  /** The text of a string that elements set (`string()`), as inlines. */
  readonly stringOf: (name: string, which: string, format: FlowInlineFormat) => readonly FlowInline[]
  /** {@link stringOf} on the first page of a section, where strings differ there. */
  readonly openingStringOf?: MarginContent['stringOf']
  /** The box of an element that is shown in headers (`element()`). */
  readonly elementOf: (name: string) => Box | undefined
  /** Lays out such a box over a width. */
  readonly layOut: (box: Box, width: number) => readonly FlowBlock[]
}

type FlowInlineFormat = Extract<FlowInline, { kind: 'text' }>['format']

/** A box with its content. */
export interface MarginBox {
  readonly name: string
  readonly style: ComputedStyle
  /** Horizontal alignment of the text. */
  readonly align: Place
  readonly verticalAlign: NonNullable<BoxStyle['verticalAlign']>
  /** Returns the content for a given width. */
  readonly blocks: (width: number) => readonly FlowBlock[]
  /** Whether the box has no content, and is there for its background or borders. */
  readonly isEmpty: boolean
  /** Whether its content is an element of the page. */
  readonly isElement: boolean
  /** Width of its content on one line and height of its lines, in twips; both are estimates. */
  readonly width: number
  readonly height: number
  /** Width that the page sets. */
  readonly askedWidth: number | undefined
  readonly askedHeight: number | undefined
}

/** Reads the margin boxes of a kind of page, in no particular order. Content that cannot be shown is named in warnings. */
export function readMarginBoxes(
  { declarations, marginBoxes }: PageStyle,
  root: TextStyle,
  area: Pick<PageSetup, 'width' | 'height' | 'margins'>,
  content: MarginContent,
  warnings: ConversionWarnings,
): MarginBox[] {
  const context = computeStyle(root, { text: {}, box: { display: 'block' } }, declarations).text
  return [...marginBoxes].flatMap(([name, own]) => readBox(name, own, { context, area, content, warnings }) ?? [])
}

interface ReadContext {
  readonly context: TextStyle
  readonly area: Pick<PageSetup, 'width' | 'height' | 'margins'>
  readonly content: MarginContent
  readonly warnings: ConversionWarnings
}

function readBox(name: string, declarations: readonly Declaration[], from: ReadContext): MarginBox | undefined {
  const { context, area, warnings } = from
  const style = computeStyle(context, { text: {}, box: { display: 'block' } }, declarations)
  const { content = 'none', display } = style.box
  if (/^(?:none|normal)$/i.test(content) || display === 'none') return undefined
  if (!NAMES.has(name)) {
    warnings.add(`The page margin box @${name} is not shown.`)
    return undefined
  }
  warnings.countUnmet(style.unmet ?? [])
  const filled = fillBox(name, style, from)
  if (filled === undefined || (filled.isEmpty && !drawsAnything(style.box))) return undefined
  const across = area.width - area.margins.left - area.margins.right
  const { margins } = area
  const high = name.startsWith('top') ? margins.top : margins.bottom
  const size = (value: BoxStyle['width'], whole: number) =>
    value === undefined ? undefined : resolveLength(value, whole)
  return {
    name,
    style,
    align: textAlign(style.text, naturalAlign(name)),
    verticalAlign: style.box.verticalAlign ?? naturalVerticalAlign(name),
    ...filled,
    askedWidth: size(style.box.width, across),
    askedHeight: size(style.box.height, high),
  }
}

type Filled = Pick<MarginBox, 'blocks' | 'isEmpty' | 'isElement' | 'width' | 'height'>

function fillBox(name: string, style: ComputedStyle, from: ReadContext): Filled | undefined {
  const { content, area } = from
  const [, called] = /^element\(\s*([^\s,()]+)/i.exec(style.box.content ?? '') ?? []
  if (called !== undefined) {
    const box = content.elementOf(called)
    if (box === undefined) return undefined
    const room = area.width - area.margins.left - area.margins.right
    const width = measureBox(box).most
    const height = estimateHeight([box], Math.min(room, width))
    return { blocks: (given) => content.layOut(box, given), isEmpty: false, isElement: true, width, height }
  }
  const inlines = readContent(name, style, from)
  const isEmpty = inlines.length === 0
  const align = textAlign(style.text, naturalAlign(name))
  const blocks = isEmpty ? [] : [toParagraph(align, style.text, inlines)]
  return { blocks: () => blocks, isEmpty, isElement: false, ...measure(inlines, style.text, content.ruler) }
}

/** Whether a box draws a background or borders. */
export function drawsAnything({ backgroundColor, border }: BoxStyle): boolean {
  return (
    (backgroundColor !== undefined && backgroundColor !== 'transparent') ||
    Object.values(border).some(({ style }) => style !== 'none')
  )
}

/** Default alignment of a box by its position (5.1). */
function naturalAlign(name: string): Place {
  if (/^(?:top|bottom)-left$|-right-corner$/.test(name)) return 'left'
  return /^(?:top|bottom)-right$|-left-corner$/.test(name) ? 'right' : 'center'
}

function naturalVerticalAlign(name: string): MarginBox['verticalAlign'] {
  if (/^(?:left|right)-top$/.test(name)) return 'top'
  return /^(?:left|right)-bottom$/.test(name) ? 'bottom' : 'center'
}

/** The alignment that a box sets, or the default of its position. */
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

function readContent(name: string, { text, box }: ComputedStyle, { content, warnings }: ReadContext): FlowInline[] {
  const format = toRunFormat(text)
  const keepsLines = text.whiteSpace.startsWith('pre')
  const inlines: FlowInline[] = []
  const addText = (written: string) => {
    if (written !== '') inlines.push({ kind: 'text', text: written, format })
  }
  for (const word of splitWords(box.content ?? '')) {
    if (word === '/') break
    if (/^["']/.test(word)) {
      const written = unquote(word)
      addText(keepsLines ? written : written.replace(/\s+/g, ' '))
      continue
    }
    const [, called = '', inside = ''] = /^([-a-z]+)\(([\s\S]*)\)$/i.exec(word) ?? []
    const [first = '', second = ''] = splitOutside(inside, ',').map((part) => part.trim())
    const number = called.toLowerCase() === 'counter' ? pageNumber(first, second, format) : undefined
    if (number !== undefined) inlines.push(number)
    else if (called.toLowerCase() === 'string') {
      for (const inline of content.stringOf(first, second.toLowerCase() || 'first', format)) inlines.push(inline)
    } else warnings.add(`The content of the page margin box @${name} is not shown: ${word.slice(0, 100)}`)
  }
  return inlines
}

function measure(inlines: readonly FlowInline[], text: TextStyle, ruler: TextRuler): { width: number; height: number } {
  const written = inlines.map(
    (inline): FlowInline =>
      inline.kind === 'text' || !('format' in inline)
        ? inline
        : { kind: 'text', text: WIDEST_NUMBER, format: inline.format },
  )
  const lines = written.flatMap((inline) => (inline.kind === 'text' ? inline.text.split('\n') : [])).length
  const breaks = lines - written.filter(({ kind }) => kind === 'text').length
  return {
    width: ruler.measure({ style: 'body', inlines: written }).most,
    height: (breaks + 1) * text.em * LINE_HEIGHT,
  }
}

function toParagraph(align: Place, text: TextStyle, inlines: readonly FlowInline[]): FlowParagraph {
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

/** The distance of a header or footer from the edge of the paper that Word's HTML asks for, in twips. */
export function saidDistance(declarations: readonly Declaration[], edge: 'header' | 'footer'): number | undefined {
  const said = declarations.findLast(({ property }) => property === `mso-${edge}-margin`)
  const length = said === undefined ? undefined : parseLength(said.value, { em: 240, rem: 240 })
  return length !== undefined && !('fraction' in length) ? Math.max(0, length.twips) : undefined
}
