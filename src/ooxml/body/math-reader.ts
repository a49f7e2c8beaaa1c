/**
 * Reads Office equations into a tree.
 *
 * @module
 */

import { append } from '../../lists.js'
import type { MathLine, MathNode } from '../../typeset/model/document-model.js'
import type { Formatting, ParagraphFormat } from '../formatting/formatting.js'
import { OOXML_LIMITS } from '../ooxml-limits.js'
import { allTextIn, quoteStart, type TextCensus } from '../text-census.js'
import { childOf, childrenOf, textOf, type XmlElement } from '../xml/xml-element.js'
import type { RunVariants } from './run-variants.js'

/** Format of the text in an equation. */
interface MathStyle {
  readonly formatting: Formatting
  readonly paragraph: ParagraphFormat
  readonly runs: RunVariants
  readonly census: TextCensus
  readonly warn: (message: string) => void
}

const EMPTY: MathNode = { type: 'row', items: [] }

/** Thin space of TeX, which surrounds large operators and names of functions, in ems. */
const THIN = 3 / 18
const BEFORE_NAME: MathNode = { type: 'space', width: THIN, isInner: true }
const AFTER_SIGN: MathNode = { type: 'space', width: THIN }

const MATH_FONT = 'Cambria Math'

/** Spacing forms of accents. They are stored as combining marks, but are drawn apart from their base. */
const SPACING_ACCENTS = new Map([
  ['\u0300', '`'],
  ['\u0301', '\u00b4'],
  ['\u0302', '\u02c6'],
  ['\u0303', '\u02dc'],
  ['\u0304', '\u00af'],
  ['\u0306', '\u02d8'],
  ['\u0307', '\u02d9'],
  ['\u0308', '\u00a8'],
  ['\u030c', '\u02c7'],
])

/** Marks that are as long as their base. */
const LINES = new Map<string, MathLine>([
  ['\u0305', 'bar'],
  ['\u203e', 'bar'],
  ['\u20d6', 'leftArrow'],
  ['\u20d7', 'rightArrow'],
  ['\u2190', 'leftArrow'],
  ['\u2192', 'rightArrow'],
  ['\u23de', 'brace'],
  ['\u23df', 'brace'],
  ['\u23b4', 'bracket'],
  ['\u23b5', 'bracket'],
])

/** Double-struck letters outside of the block of mathematical letters, which few fonts have. */
const DOUBLE_STRUCK = new Map([
  ['C', '\u2102'],
  ['H', '\u210d'],
  ['N', '\u2115'],
  ['P', '\u2119'],
  ['Q', '\u211a'],
  ['R', '\u211d'],
  ['Z', '\u2124'],
])

/** How an equation on a line of its own is aligned (22.1.2.87); `undefined` when it does not say. */
export function equationAlignment(element: XmlElement): 'start' | 'center' | 'end' | undefined {
  const value = childOf(childOf(element, 'm:oMathParaPr'), 'm:jc')?.attributes['m:val']
  if (value === 'left') return 'start'
  if (value === 'right') return 'end'
  return value === undefined ? undefined : 'center'
}

/** Reads the equations of a m:oMathPara. */
export function readMathParagraph(element: XmlElement, style: MathStyle): MathNode[] {
  return childrenOf(element, 'm:oMath').map((equation) => readMath(equation, style))
}

/** Reads a m:oMath, or any other element with mathematics (ECMA-376-1, 22.1.2). */
export function readMath(element: XmlElement, style: MathStyle): MathNode {
  return readRow(element, style, 0)
}

function readRow(element: XmlElement | undefined, style: MathStyle, depth: number): MathNode {
  if (element === undefined || depth > OOXML_LIMITS.maxMathNesting) return EMPTY
  const items: MathNode[] = []
  for (const child of element.children) {
    if (typeof child !== 'string') addNodes(child, style, depth, items)
  }
  const only = items[0]
  return items.length === 1 && only !== undefined ? only : { type: 'row', items }
}

function addNodes(element: XmlElement, style: MathStyle, depth: number, items: MathNode[]): void {
  if (element.name === 'm:r' || element.name === 'w:r') addText(element, style, items)
  else if (TRANSPARENT.has(element.name)) items.push(readRow(element, style, depth + 1))
  else {
    const part = (name: string): MathNode => readRow(childOf(element, name), style, depth + 1)
    append(items, READERS.get(element.name)?.(part, element, style, depth) ?? [])
  }
}

/** Elements that are nothing but what is in them. */
const TRANSPARENT: ReadonlySet<string> = new Set([
  'm:oMath',
  'w:ins',
  'w:moveTo',
  'w:smartTag',
  'w:hyperlink',
  'w:customXml',
  'w:sdtContent',
])

/** Reads an element; `part` reads a child of it by its name. */
type Reader = (
  part: (name: string) => MathNode,
  element: XmlElement,
  style: MathStyle,
  depth: number,
) => readonly MathNode[]

const READERS: ReadonlyMap<string, Reader> = new Map(
  Object.entries<Reader>({
    'm:f': (part, element) => {
      const bar = fractionBar(property(element, 'm:fPr', 'm:type'))
      return [{ type: 'fraction', numerator: part('m:num'), denominator: part('m:den'), bar }]
    },
    'm:sSub': (part) => [{ type: 'script', base: part('m:e'), sub: part('m:sub') }],
    'm:sSup': (part) => [{ type: 'script', base: part('m:e'), sup: part('m:sup') }],
    'm:sSubSup': (part) => [{ type: 'script', base: part('m:e'), sub: part('m:sub'), sup: part('m:sup') }],
    'm:sPre': (part) => [{ type: 'script', base: EMPTY, sub: part('m:sub'), sup: part('m:sup') }, part('m:e')],
    'm:rad': (part, element) => {
      const hasDegree = !isOn(element, 'm:radPr', 'm:degHide') && childrenOf(childOf(element, 'm:deg')).length > 0
      return [{ type: 'radical', radicand: part('m:e'), ...(hasDegree ? { degree: part('m:deg') } : {}) }]
    },
    'm:nary': (part, element, style, depth) => [BEFORE_NAME, readNary(element, style, depth), AFTER_SIGN, part('m:e')],
    'm:func': (part, _, style) => [BEFORE_NAME, part('m:fName'), argumentOf(part('m:e'), style)],
    'm:d': (_, element, style, depth) => [readDelimited(element, style, depth)],
    'm:limLow': (part) => [{ type: 'stack', base: part('m:e'), under: part('m:lim') }],
    'm:limUpp': (part) => [{ type: 'stack', base: part('m:e'), over: part('m:lim') }],
    'm:acc': (part, element, style) => {
      const mark = property(element, 'm:accPr', 'm:chr') ?? '\u0302'
      return [withMark(part('m:e'), mark, style)]
    },
    'm:bar': (part, element) => {
      const isAbove = property(element, 'm:barPr', 'm:pos') === 'top'
      return [{ type: 'lined', base: part('m:e'), ...(isAbove ? { over: 'bar' } : { under: 'bar' }) }]
    },
    'm:groupChr': (part, element, style) => [readGroup(element, part('m:e'), style)],
    'm:eqArr': (_, element, style, depth) => {
      const rows = childrenOf(element, 'm:e').map((row) => splitAtMarks(readRow(row, style, depth + 1)))
      return [{ type: 'matrix', rows, ...(rows.some(({ length }) => length > 1) && { isAligned: true }) }]
    },
    'm:m': (_, element, style, depth) => {
      const cellsOf = (row: XmlElement) => childrenOf(row, 'm:e').map((cell) => readRow(cell, style, depth + 1))
      return [{ type: 'matrix', rows: childrenOf(element, 'm:mr').map(cellsOf) }]
    },
    'm:phant': (part, element) => (property(element, 'm:phantPr', 'm:show') === '0' ? [] : [part('m:e')]),
    'm:box': (part) => [part('m:e')],
    'm:borderBox': (part, element, style) => {
      if (STRIKES.some((line) => isOn(element, 'm:borderBoxPr', line))) warnOfStrike(element, style)
      return [readBox(element, part('m:e'))]
    },
    'w:sdt': (part) => [part('w:sdtContent')],
  }),
)

/** The argument of a function (22.1.2.39). A bracket follows the name directly, anything else follows a space. */
function argumentOf(argument: MathNode, style: MathStyle): MathNode {
  const first = argument.type === 'row' ? argument.items[0] : argument
  return first?.type === 'delimited' ? argument : { type: 'row', items: [symbol('\u2009', style), argument] }
}

/** A row of m:eqArr (22.1.2.34), parted at the ampersands, which mark where rows are aligned. */
function splitAtMarks(row: MathNode): readonly MathNode[] {
  const parts: MathNode[][] = [[]]
  for (const item of flatten(row)) {
    if (item.type !== 'text' || item.isPlain === true) parts.at(-1)?.push(item)
    else {
      item.text.split('&').forEach((text, index) => {
        if (index > 0) parts.push([])
        if (text !== '') parts.at(-1)?.push({ ...item, text })
      })
    }
  }
  return parts.map((items) => ({ type: 'row', items }))
}

function flatten(node: MathNode): readonly MathNode[] {
  return node.type === 'row' ? node.items.flatMap(flatten) : [node]
}

/** An accent, or a line or arrow over the whole base (22.1.2.1). */
function withMark(base: MathNode, mark: string, style: MathStyle): MathNode {
  const line = LINES.get(mark)
  if (line !== undefined) return { type: 'lined', base, over: line }
  return { type: 'accent', base, mark: symbol(SPACING_ACCENTS.get(mark) ?? mark, style) }
}

/** A brace, or another sign, over or under a group (22.1.2.41). */
function readGroup(element: XmlElement, base: MathNode, style: MathStyle): MathNode {
  const sign = property(element, 'm:groupChrPr', 'm:chr') ?? '\u23df'
  const isAbove = property(element, 'm:groupChrPr', 'm:pos') === 'top'
  const line = LINES.get(sign)
  if (line !== undefined) return { type: 'lined', base, ...(isAbove ? { over: line } : { under: line }) }
  const mark = symbol(sign, style)
  return { type: 'stack', base, ...(isAbove ? { over: mark } : { under: mark }) }
}

/** Lines through a box, which stand for what is crossed out (22.1.2.11). */
const STRIKES = ['m:strikeH', 'm:strikeV', 'm:strikeBLTR', 'm:strikeTLBR'] as const

function warnOfStrike(element: XmlElement, { warn }: MathStyle): void {
  warn(`A line through a part of an equation is not drawn: ${quoteStart(allTextIn(element))}.`)
}

/** A box whose sides can be hidden individually (22.1.2.11). */
function readBox(element: XmlElement, base: MathNode): MathNode {
  const has = (side: string) => !isOn(element, 'm:borderBoxPr', side)
  return {
    type: 'lined',
    base,
    ...(has('m:hideTop') && { over: 'bar' }),
    ...(has('m:hideBot') && { under: 'bar' }),
    left: has('m:hideLeft'),
    right: has('m:hideRight'),
  }
}

/** 22.1.2.70: integrals, sums, products. */
function readNary(element: XmlElement, style: MathStyle, depth: number): MathNode {
  const sign = property(element, 'm:naryPr', 'm:chr') ?? '\u222b'
  const isIntegral = sign >= '\u222b' && sign <= '\u2233'
  const { integralLimits, otherLimits } = style.formatting.settings.math
  const place = property(element, 'm:naryPr', 'm:limLoc') ?? (isIntegral ? integralLimits : otherLimits)
  const lower = isOn(element, 'm:naryPr', 'm:subHide') ? undefined : childOf(element, 'm:sub')
  const upper = isOn(element, 'm:naryPr', 'm:supHide') ? undefined : childOf(element, 'm:sup')
  const base = { ...symbol(sign, style), isLarge: true } as const
  const below = lower === undefined ? undefined : readRow(lower, style, depth + 1)
  const above = upper === undefined ? undefined : readRow(upper, style, depth + 1)
  if (place === 'undOvr') {
    return {
      type: 'stack',
      base,
      ...(above === undefined ? {} : { over: above }),
      ...(below === undefined ? {} : { under: below }),
    }
  }
  return {
    type: 'script',
    base,
    ...(below === undefined ? {} : { sub: below }),
    ...(above === undefined ? {} : { sup: above }),
  }
}

/** 22.1.2.24: brackets around one expression or several. */
function readDelimited(element: XmlElement, style: MathStyle, depth: number): MathNode {
  const separator = property(element, 'm:dPr', 'm:sepChr') ?? '|'
  const items: MathNode[] = []
  for (const part of childrenOf(element, 'm:e')) {
    if (items.length > 0) items.push(symbol(separator, style))
    items.push(readRow(part, style, depth + 1))
  }
  return {
    type: 'delimited',
    open: property(element, 'm:dPr', 'm:begChr') ?? '(',
    close: property(element, 'm:dPr', 'm:endChr') ?? ')',
    content: items.length === 1 && items[0] !== undefined ? items[0] : { type: 'row', items },
  }
}

/** Sequences of letters, or of digits and signs, with their combining marks and variation selectors. */
const LETTERS_OR_SIGNS = /(?:\p{L}\p{M}*)+|(?:[^\p{L}\p{M}]\p{M}*)+|\p{M}+/gu

/** Adds text. Letters are italic, digits and signs upright, unless m:sty says otherwise (22.1.2.111); m:nor is ordinary text. */
function addText(element: XmlElement, style: MathStyle, items: MathNode[]): void {
  const { properties: run, hidden } = style.formatting.run(childOf(element, 'w:rPr'), style.paragraph)
  let text = ''
  for (const child of element.children) {
    if (typeof child === 'string' || (child.name !== 'm:t' && child.name !== 'w:t')) continue
    style.census.show(child)
    text += textOf(child)
  }
  if (text === '' || hidden) return
  if (run.strike !== undefined) warnOfStrike(element, style)
  const settings = childOf(element, 'm:rPr')
  if (element.name === 'w:r' || isOnElement(childOf(settings, 'm:nor'))) {
    items.push({ type: 'text', text, run, isPlain: true })
    return
  }
  const face = childOf(settings, 'm:sty')?.attributes['m:val'] ?? 'i'
  const isDoubleStruck = childOf(settings, 'm:scr')?.attributes['m:val'] === 'double-struck'
  const font = /math/i.test(run.fonts.ascii) ? run.fonts.ascii : MATH_FONT
  const bold = face === 'b' || face === 'bi'
  // Word shows a minus for each hyphen.
  for (const piece of text.replaceAll('-', '\u2212').match(LETTERS_OR_SIGNS) ?? []) {
    const isLetters = /^\p{L}/u.test(piece)
    const italic = isLetters && !isDoubleStruck && (face === 'i' || face === 'bi')
    const shown = isDoubleStruck ? [...piece].map((letter) => DOUBLE_STRUCK.get(letter) ?? letter).join('') : piece
    items.push({ type: 'text', text: shown, run: style.runs.mathematical(run, font, bold, italic) })
  }
}

function symbol(text: string, style: MathStyle): Extract<MathNode, { type: 'text' }> {
  const run = style.formatting.run(undefined, style.paragraph).properties
  return { type: 'text', text, run: style.runs.mathematical(run, MATH_FONT, run.bold, false) }
}

function fractionBar(type: string | undefined): 'bar' | 'none' | 'skewed' | 'linear' {
  if (type === 'noBar') return 'none'
  if (type === 'skw') return 'skewed'
  return type === 'lin' ? 'linear' : 'bar'
}

function property(element: XmlElement, group: string, name: string): string | undefined {
  return childOf(childOf(element, group), name)?.attributes['m:val']
}

function isOn(element: XmlElement, group: string, name: string): boolean {
  return isOnElement(childOf(childOf(element, group), name))
}

function isOnElement(element: XmlElement | undefined): boolean {
  if (element === undefined) return false
  const value = element.attributes['m:val']
  return value !== '0' && value !== 'false' && value !== 'off'
}
