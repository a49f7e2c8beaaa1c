/**
 * Cuts a paragraph into measured items.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import type { LayoutContext } from '../flow/layout-context.js'
import { TYPESET_LIMITS } from '../flow/typeset-limits.js'
import type { FontLibrary } from '../fonts/font-face.js'
import type { DocumentSettings, Inline, ListLabel, MathNode, Paragraph, StackedText } from '../model/document-model.js'
import type { ParagraphProperties } from '../model/properties.js'
import { balanceBlanks } from './balance-blanks.js'
import { breakMath } from './break-math.js'
import { BREAK_CHARACTER, breakOpportunities, OBJECT_CHARACTER } from './break-opportunities.js'
import { compressPunctuation } from './east-asian-punctuation.js'
import { type EastAsianRules, eastAsianRules, hasEastAsian } from './east-asian-rules.js'
import { embeddingLevels } from './embedding-levels.js'
import { fitInlines } from './fit-text.js'
import { fontSlotOf } from './font-slot.js'
import type { DrawingItem, InlineItem, MarkItem, MathBox, MathItem } from './inline-item.js'
import { addText, itemizePiece, type TextPlace } from './itemize-text.js'
import { layOutMath } from './lay-out-math.js'
import { layOutStacked } from './lay-out-stacked.js'
import { pageFieldText } from './page-field.js'
import { spaceBetweenScripts } from './space-between-scripts.js'
import { spaceMath } from './space-math.js'
import { type TextStyles, textStylesFor } from './text-style.js'

/** Width in twips below which equations are not broken, since no column is so narrow that a line break would help. */
const UNBROKEN_MATH = 3000

/** The items of a paragraph in logical order. */
interface ItemizedParagraph {
  readonly items: readonly InlineItem[]
  /** Width of the label's own characters. The label may be centred at the start of the first line, or end there. */
  readonly labelWidth: number
  /** Index of the first item of the line with the label: behind the breaks that the paragraph begins with. */
  readonly opening: number
  /** Whether East Asian signs may hang over the end of lines. */
  readonly hangsPunctuation: boolean
  /** Whether the text contains Hangul and is marked as no language other than Korean. */
  readonly isKorean: boolean
}

/** Text of an inline for finding line breaks and direction. */
interface Span {
  readonly inline: Inline
  readonly text: string
  readonly isLabel: boolean
}

/** Cuts a paragraph into measured items. */
export function itemizeParagraph(paragraph: Paragraph, context: LayoutContext, styles: TextStyles): ItemizedParagraph {
  const spans: Span[] = []
  const inlines = fitInlines(paragraph.inlines, (piece) =>
    itemizePiece(piece, context.fonts, styles).reduce((sum, { width }) => sum + width, 0),
  )
  const labelled = paragraph.label === undefined ? 0 : firstBehindBreaks(inlines)
  for (const [index, inline] of inlines.entries()) {
    if (index === labelled && paragraph.label !== undefined) addLabel(paragraph.label, spans)
    spans.push({ inline, text: textOfInline(inline, context), isLabel: false })
  }
  if (inlines.length === 0 && paragraph.label !== undefined) addLabel(paragraph.label, spans)
  const { properties } = paragraph
  const text = spans.map((span) => span.text).join('')
  assertWithinLimits(spans.length, text.length)
  const { settings } = context.document
  const rules = eastAsianRules(text, eastAsianLanguage(spans), properties, settings.lineStops)
  const breaks = breakOpportunities(text, rules.breaks)
  const levels = embeddingLevels(text, properties.rightToLeft)
  const items: InlineItem[] = []
  let labelWidth = 0
  let opening = 0
  let offset = 0
  for (const [index, span] of spans.entries()) {
    const before = items.length
    if (index === labelled) opening = before
    const at = { offset, end: offset + span.text.length, breaks, levels, isLabel: span.isLabel }
    addItems(span, at, properties.rightToLeft, context, styles, items)
    offset = at.end
    if (span.isLabel) {
      for (const item of items.slice(before)) if (!(item.kind === 'text' && item.isSpace)) labelWidth += item.width
    }
  }
  return {
    items: adjustItems(items, properties, settings, rules),
    labelWidth,
    opening,
    hangsPunctuation: rules.hangsPunctuation,
    isKorean: rules.isKorean,
  }
}

/** The language of the first East Asian characters of a paragraph, if specified. */
function eastAsianLanguage(spans: readonly Span[]): string | undefined {
  for (const { inline, text } of spans) {
    if (inline.kind === 'text' && hasEastAsian(text)) return inline.run.eastAsiaLanguage
  }
  return undefined
}

/** Adjusts adjacent items of East Asian text as Word does. */
function adjustItems(
  items: readonly InlineItem[],
  properties: ParagraphProperties,
  settings: DocumentSettings,
  { isKoreanNormal }: EastAsianRules,
): readonly InlineItem[] {
  const balanced = settings.compatibility.has('balanceSingleByteDoubleByteWidth') ? balanceBlanks(items) : items
  const spaced = isKoreanNormal ? balanced : spaceBetweenScripts(balanced, properties)
  return settings.compressesPunctuation && settings.kernsPunctuation ? compressPunctuation(spaced) : spaced
}

function assertWithinLimits(inlines: number, characters: number): void {
  const { maxParagraphInlines, maxParagraphCharacters } = TYPESET_LIMITS
  if (inlines <= maxParagraphInlines && characters <= maxParagraphCharacters) return
  const limits = `${maxParagraphCharacters} characters or ${maxParagraphInlines} runs, tabs, breaks and objects`
  throw new SealwrightError('document_too_complex', `A paragraph has more than ${limits}.`)
}

/**
 * Index of the inline that the label stands before. Breaks to the next page or column that a paragraph begins with come before
 * its label: so in PDFs by Word on Windows and on a Mac, of five documents in modes 12 and 14.
 */
function firstBehindBreaks(inlines: readonly Inline[]): number {
  let behind = 0
  for (const [index, inline] of inlines.entries()) {
    if (inline.kind === 'break' && inline.type !== 'line') behind = index + 1
    else if (inline.kind !== 'bookmark' && inline.kind !== 'anchor') return behind
  }
  // Nothing follows the breaks.
  return 0
}

function addLabel(label: ListLabel, spans: Span[]): void {
  const { run } = label
  if (label.picture !== undefined) {
    spans.push({ inline: { kind: 'drawing', drawing: label.picture, run }, text: OBJECT_CHARACTER, isLabel: true })
  } else if (label.text !== '') {
    spans.push({ inline: { kind: 'text', text: label.text, run }, text: label.text, isLabel: true })
  }
  if (label.suffix === 'tab') spans.push({ inline: { kind: 'tab', run }, text: '\t', isLabel: true })
  if (label.suffix === 'space') spans.push({ inline: { kind: 'text', text: ' ', run }, text: ' ', isLabel: true })
}

function textOfInline(inline: Inline, context: LayoutContext): string {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'tab':
    case 'positionTab':
      return '\t'
    case 'break':
      return BREAK_CHARACTER
    case 'drawing':
    case 'math':
    case 'stacked':
      return OBJECT_CHARACTER
    case 'pageField':
      return pageFieldText(inline, context.numbers)
    case 'noteReference':
      return inline.customMark ? '' : (context.noteLabel(inline.note, inline.id) ?? '')
    // The flow has already replaced note numbers by text.
    case 'noteNumber':
    case 'anchor':
    case 'bookmark':
      return ''
  }
}

function addItems(
  { inline, text }: Span,
  place: TextPlace,
  rightToLeft: boolean,
  context: LayoutContext,
  styles: TextStyles,
  items: InlineItem[],
): void {
  // Fast path: most inlines are text.
  if (inline.kind === 'text') {
    addText(text, inline.run, inline.link, place, context.fonts, styles, items)
    return
  }
  const link = 'link' in inline ? inline.link : undefined
  const mark = markOf(inline)
  if (mark !== undefined)
    items.push({ kind: 'mark', width: 0, level: rightToLeft ? 1 : 0, breakAfter: false, link, mark })
  if (inline.kind === 'noteReference' || inline.kind === 'pageField')
    addText(text, inline.run, link, place, context.fonts, styles, items)
  else if (mark === undefined) addObject(inline, place, context.fonts, styles, items)
}

type ItemBase = Pick<InlineItem, 'width' | 'level' | 'breakAfter' | 'link'>

/** Adds inlines other than text: tabs, breaks, drawings, equations. */
function addObject(
  inline: Inline,
  { offset, end, breaks, levels, isLabel }: TextPlace,
  fonts: FontLibrary,
  styles: TextStyles,
  items: InlineItem[],
): void {
  const link = 'link' in inline ? inline.link : undefined
  // Members of each kind come before the common ones. Added to a copy, they would give each object a shape of its own in V8,
  // which is slow to read.
  const base: ItemBase = { width: 0, level: levels?.[offset] ?? 0, breakAfter: !isLabel && breaks[end] === 1, link }
  switch (inline.kind) {
    case 'tab':
      items.push({ kind: 'tab', style: styles.styleOf(inline.run, 'ascii'), isLabel, ...base })
      return
    case 'positionTab':
      items.push({ kind: 'tab', style: styles.styleOf(inline.run, 'ascii'), isLabel, position: inline, ...base })
      return
    case 'break': {
      const style = styles.styleOf(inline.run, 'ascii')
      items.push({ kind: 'break', style, type: inline.type, clear: inline.clear, ...base })
      return
    }
    case 'drawing':
      items.push(drawingItem(inline, base, styles))
      return
    case 'math':
      addMath(inline, base, fonts, styles, items)
      return
    case 'stacked':
      items.push(stackedItem(inline, base, fonts, styles))
  }
}

function drawingItem(
  { drawing, run }: Extract<Inline, { kind: 'drawing' }>,
  base: ItemBase,
  styles: TextStyles,
): DrawingItem {
  const extent = drawing.effectExtent
  const height = Math.max(0, drawing.height + (extent?.top ?? 0) + (extent?.bottom ?? 0))
  return {
    kind: 'drawing',
    drawing,
    style: styles.styleOf(run, 'ascii'),
    ...base,
    width: Math.max(0, drawing.width + (extent?.left ?? 0) + (extent?.right ?? 0)),
    // Programs that write equations as pictures set them on the line with `w:position` (17.3.2.24).
    ascent: height + run.raise,
    ...(run.raise < 0 ? { descent: -run.raise } : {}),
  }
}

/** The mark for an inline without extent. */
function markOf(inline: Inline): MarkItem['mark'] | undefined {
  switch (inline.kind) {
    case 'anchor':
      return { type: 'anchor', drawing: inline.drawing, anchor: inline.anchor }
    case 'bookmark':
      return { type: 'bookmark', name: inline.name }
    case 'noteReference':
      return { type: 'note', note: inline }
    default:
      return undefined
  }
}

/** Adds an equation, as one item if it is short, otherwise in pieces between which a line may end. */
function addMath(
  inline: Extract<Inline, { kind: 'math' }>,
  base: ItemBase,
  fonts: FontLibrary,
  styles: TextStyles,
  items: InlineItem[],
): void {
  const { run, display } = inline
  const layOut = (math: MathNode, scale?: number): MathBox => layOutMath(math, run, fonts, styles, { scale, display })
  const itemOf = (math: MathNode, box: MathBox): MathItem => {
    return { ...base, kind: 'math', inline, box, display, width: box.width, shrink: (factor) => layOut(math, factor) }
  }
  const math = spaceMath(inline.math)
  const whole = layOut(math)
  const pieces = whole.width > UNBROKEN_MATH ? breakMath(math) : []
  if (pieces.length <= 1) {
    items.push(itemOf(math, whole))
    return
  }
  // An equation runs from left to right, whatever the direction of the text around it.
  const level = base.level + (base.level % 2)
  pieces.forEach((piece, index) => {
    const breakAfter = index < pieces.length - 1 || base.breakAfter
    items.push({ ...itemOf(piece, layOut(piece)), level, breakAfter })
  })
}

function stackedItem(inline: StackedText, base: ItemBase, fonts: FontLibrary, styles: TextStyles): MathItem {
  const layOut = (scaled: TextStyles): MathBox => {
    const room = scaled.styleOf(inline.run, fontSlotOf(inline.base[0]?.text.codePointAt(0) ?? 0, inline.run))
    return layOutStacked(inline, room, (piece) => itemizePiece(piece, fonts, scaled))
  }
  const box = layOut(styles)
  const shrink = (factor: number): MathBox => layOut(textStylesFor(fonts, factor))
  return { ...base, kind: 'math', inline, box, display: false, width: box.width, shrink }
}
