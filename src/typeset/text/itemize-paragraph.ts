/**
 * Cuts a paragraph into measured items.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import type { LayoutContext } from '../flow/layout-context.js'
import { TYPESET_LIMITS } from '../flow/typeset-limits.js'
import type { FontLibrary } from '../fonts/font-face.js'
import type {
  DocumentSettings,
  Inline,
  LinkTarget,
  ListLabel,
  MathNode,
  Paragraph,
  StackedText,
  TextPiece,
} from '../model/document-model.js'
import type { ParagraphProperties, RunProperties } from '../model/properties.js'
import { balanceBlanks } from './balance-blanks.js'
import { breakMath } from './break-math.js'
import { BREAK_CHARACTER, breakOpportunities, isBreakingSpace, OBJECT_CHARACTER } from './break-opportunities.js'
import { compressPunctuation } from './east-asian-punctuation.js'
import { type EastAsianRules, eastAsianRules, hasEastAsian } from './east-asian-rules.js'
import { embeddingLevels } from './embedding-levels.js'
import { fitInlines } from './fit-text.js'
import { type FontSlot, fontSlotOf, isEastAsian } from './font-slot.js'
import type { InlineItem, MarkItem, MathBox, MathItem, TextItem } from './inline-item.js'
import { layOutMath } from './lay-out-math.js'
import { layOutStacked } from './lay-out-stacked.js'
import { lineStopsFor, USUAL_LINE_STOPS } from './line-stops.js'
import { pageFieldText } from './page-field.js'
import { shapeItems } from './shape-item.js'
import { spaceBetweenScripts } from './space-between-scripts.js'
import { spaceMath } from './space-math.js'
import { type TextStyles, textStylesFor } from './text-style.js'
import { usualItemsOf } from './usual-items.js'

/** Length above which words are measured in parts, so that the cost of cutting a word does not depend on the position. */
const MAX_ITEM_LENGTH = 128

/** Characters without a glyph: controls, soft hyphens, direction marks, zero-width spaces, the byte order mark. */
const INVISIBLE = /\p{Cc}|[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu

/** Width in twips below which equations are not broken, since no column is so narrow that a line break would help. */
const UNBROKEN_MATH = 3000

const SOFT_HYPHEN = 0xad
const NO_BREAK_HYPHEN = 0x2011

/** The items of a paragraph in logical order. */
export interface ItemizedParagraph {
  readonly items: readonly InlineItem[]
  /** Width of the label's own characters: it may be centred on, or end at, the place where the first line starts. */
  readonly labelWidth: number
  /** East Asian signs may stand beyond the end of its lines. */
  readonly hangsPunctuation: boolean
  /** It has Hangul, in no other language than Korean. */
  readonly isKorean: boolean
}

/** What an inline adds to the text that decides about breaks and direction. */
interface Span {
  readonly inline: Inline
  readonly text: string
  readonly isLabel: boolean
}

/** Cuts a paragraph into measured items. */
export function itemizeParagraph(paragraph: Paragraph, context: LayoutContext, styles: TextStyles): ItemizedParagraph {
  const spans: Span[] = []
  if (paragraph.label !== undefined) addLabel(paragraph.label, spans)
  const inlines = fitInlines(paragraph.inlines, (piece) =>
    itemizePiece(piece, context.fonts, styles).reduce((sum, { width }) => sum + width, 0),
  )
  for (const inline of inlines) {
    spans.push({ inline, text: textOfInline(inline, context), isLabel: false })
  }
  const { properties } = paragraph
  const text = spans.map((span) => span.text).join('')
  assertWithinLimits(spans.length, text.length)
  const { settings } = context.document
  const rules = eastAsianRules(text, eastAsianLanguage(spans), properties, settings.lineStops)
  const breaks = breakOpportunities(text, rules.breaks)
  const levels = embeddingLevels(text, properties.rightToLeft)
  const items: InlineItem[] = []
  let labelWidth = 0
  let offset = 0
  for (const span of spans) {
    const before = items.length
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
    hangsPunctuation: rules.hangsPunctuation,
    isKorean: rules.isKorean,
  }
}

/** The language of the first East Asian characters of a paragraph, where they have one. */
function eastAsianLanguage(spans: readonly Span[]): string | undefined {
  for (const { inline, text } of spans) {
    if (inline.kind === 'text' && hasEastAsian(text)) return inline.run.eastAsiaLanguage
  }
  return undefined
}

/** What Word changes about items of East Asian text that follow each other. */
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
    // The flow has put text in the place of note numbers.
    case 'noteNumber':
    case 'anchor':
    case 'bookmark':
      return ''
  }
}

interface TextPlace {
  readonly offset: number
  readonly end: number
  readonly breaks: Uint8Array
  readonly levels: Uint8Array | undefined
  readonly isLabel: boolean
}

function addItems(
  { inline, text }: Span,
  place: TextPlace,
  rightToLeft: boolean,
  context: LayoutContext,
  styles: TextStyles,
  items: InlineItem[],
): void {
  const { breaks, levels, isLabel } = place
  // Fast path: most inlines are text.
  if (inline.kind === 'text') {
    addText(text, inline.run, inline.link, place, context.fonts, styles, items)
    return
  }
  const link = 'link' in inline ? inline.link : undefined
  const mark = markOf(inline)
  if (mark !== undefined) {
    items.push({ kind: 'mark', width: 0, level: rightToLeft ? 1 : 0, breakAfter: false, link, mark })
    if (inline.kind === 'noteReference') addText(text, inline.run, link, place, context.fonts, styles, items)
    return
  }
  const level = levels?.[place.offset] ?? 0
  const breakAfter = !isLabel && breaks[place.end] === 1
  // Members of its own come before those of all: added to a copy, they would make each object one of a kind of its own
  // to V8, and slow to read.
  const base = { width: 0, level, breakAfter, link }
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
    case 'drawing': {
      const { drawing } = inline
      const extent = drawing.effectExtent
      items.push({
        kind: 'drawing',
        drawing,
        style: styles.styleOf(inline.run, 'ascii'),
        ...base,
        width: Math.max(0, drawing.width + (extent?.left ?? 0) + (extent?.right ?? 0)),
        ascent: Math.max(0, drawing.height + (extent?.top ?? 0) + (extent?.bottom ?? 0)),
      })
      return
    }
    case 'math':
      addMath(inline, base, context.fonts, styles, items)
      return
    case 'stacked':
      items.push(stackedItem(inline, base, context.fonts, styles))
      return
    case 'pageField':
      addText(text, inline.run, link, place, context.fonts, styles, items)
  }
}

/** What an inline without extent stands for. */
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

/** An equation: whole where it is short, and in pieces where a line may end in it. */
function addMath(
  inline: Extract<Inline, { kind: 'math' }>,
  base: Pick<InlineItem, 'width' | 'level' | 'breakAfter' | 'link'>,
  fonts: FontLibrary,
  styles: TextStyles,
  items: InlineItem[],
): void {
  const { run, display } = inline
  const layOut = (math: MathNode, scale?: number): MathBox => layOutMath(math, run, fonts, styles, scale)
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

function stackedItem(
  inline: StackedText,
  base: Pick<InlineItem, 'width' | 'level' | 'breakAfter' | 'link'>,
  fonts: FontLibrary,
  styles: TextStyles,
): MathItem {
  const layOut = (scaled: TextStyles): MathBox => {
    const room = scaled.styleOf(inline.run, fontSlotOf(inline.base[0]?.text.codePointAt(0) ?? 0, inline.run))
    return layOutStacked(inline, room, (piece) => itemizePiece(piece, fonts, scaled))
  }
  const box = layOut(styles)
  const shrink = (factor: number): MathBox => layOut(textStylesFor(fonts, factor))
  return { ...base, kind: 'math', inline, box, display: false, width: box.width, shrink }
}

/** A piece of text as items, in which no line ends. */
function itemizePiece({ text, run }: TextPiece, fonts: FontLibrary, styles: TextStyles): TextItem[] {
  const items: InlineItem[] = []
  // Guides are spread where lines could end, which in East Asian text is after each character.
  const breaks = breakOpportunities(text, {
    anywhere: false,
    aroundEastAsian: false,
    keepsHangulWords: false,
    stops: lineStopsFor(USUAL_LINE_STOPS, run.eastAsiaLanguage),
  })
  const place = { offset: 0, end: text.length, breaks, levels: undefined, isLabel: false }
  addText(text, run, undefined, place, fonts, styles, items)
  return items.filter((item) => item.kind === 'text')
}

function addText(
  source: string,
  run: RunProperties,
  link: LinkTarget | undefined,
  place: TextPlace,
  fonts: FontLibrary,
  styles: TextStyles,
  items: InlineItem[],
): void {
  const isInFont = (codePoint: number) =>
    fonts.has(styles.styleOf(run, fontSlotOf(codePoint, run)).font, codePoint, run.language)
  const text = run.capitals === undefined ? source : capitalize(source, run.language, isInFont)
  const { offset, breaks, levels, isLabel } = place
  const hasInvisible = text.search(INVISIBLE) >= 0
  const usualItems = usualItemsOf(styles)
  let start = 0
  while (start < text.length) {
    const first = text.charCodeAt(start)
    const kind = characterKind(source, start, run)
    const isSpace = isBreakingSpace(first)
    const level = levels?.[offset + start] ?? 0
    let end = start
    do {
      end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
    } while (
      end < text.length &&
      end - start < MAX_ITEM_LENGTH &&
      breaks[offset + end] !== 1 &&
      isBreakingSpace(text.charCodeAt(end)) === isSpace &&
      (levels === undefined || levels[offset + end] === level) &&
      isSameKind(characterKind(source, end, run), kind)
    )
    const breakAfter = !isLabel && breaks[offset + end] === 1
    const softHyphen = breakAfter && text.charCodeAt(end - 1) === SOFT_HYPHEN
    const part = text.slice(start, end)
    const shown = hasInvisible ? part.replace(INVISIBLE, '') : part
    const style = styles.styleOf(run, kind.slot, kind.isSmall)
    // Words are followed by a blank, and blanks by a place where the line may end.
    const isUsual = breakAfter === isSpace && level === 0 && link === undefined && !isLabel && !kind.isEastAsian
    const known = isUsual ? usualItems.get(shown, style) : undefined
    if (known !== undefined) items.push(known)
    else if (shown !== '' || breakAfter) {
      const traits = { level, link, isSpace, isEastAsian: kind.isEastAsian, breakAfter, softHyphen, isLabel }
      const before = items.length
      shapeItems(plainHyphens(shown, style.font.face), style, traits, fonts, styles, items)
      const made = items[before]
      if (isUsual && made?.kind === 'text' && items.length === before + 1) usualItems.add(shown, style, made)
    }
    start = end
  }
}

interface CharacterKind {
  readonly slot: FontSlot
  readonly isSmall: boolean
  readonly isEastAsian: boolean
}

function isSameKind(a: CharacterKind, b: CharacterKind): boolean {
  return a.slot === b.slot && a.isSmall === b.isSmall && a.isEastAsian === b.isEastAsian
}

const PLAIN: CharacterKind = { slot: 'ascii', isSmall: false, isEastAsian: false }

function characterKind(source: string, index: number, run: RunProperties): CharacterKind {
  const unit = source.charCodeAt(index)
  const isSmall = run.capitals === 'small'
  if (unit < 0x80 && !isSmall && !run.complexScript && !run.rightToLeft) return PLAIN
  const codePoint = source.codePointAt(index) ?? 0
  const slot = mergeSlots(fontSlotOf(codePoint, run), run)
  if (isSmall) {
    const character = String.fromCodePoint(codePoint)
    // Blanks are small, also after capitals, digits and signs, which are not: 1.8 points for 10 in Calibri, in a table of contents
    // of 40 entries that Word set.
    const isSmallOne = isBreakingSpace(codePoint) || character !== character.toUpperCase()
    return { slot, isSmall: isSmallOne, isEastAsian: isEastAsian(codePoint) }
  }
  return { slot, isSmall: false, isEastAsian: isEastAsian(codePoint) }
}

/** Words with letters of both slots stay in one piece where both have the same typeface. */
function mergeSlots(slot: FontSlot, run: RunProperties): FontSlot {
  return slot === 'highAnsi' && run.fonts.highAnsi === run.fonts.ascii ? 'ascii' : slot
}

/** Scripts that every font with small letters has the capitals of: Latin, Greek, Cyrillic. */
const USUAL_CAPITALS = /^[\0-\u052f\u1e00-\u1fff\u2010-\u214f]*$/

/**
 * Upper case where it is a single character of the same length, and where a font has it: positions in the text stay what they
 * are, and Georgian stays as it is written, since few fonts have the capitals that Unicode 11 gave it.
 */
function capitalize(text: string, language: string, isInFont: (codePoint: number) => boolean): string {
  const isTurkic = /^(tr|az)\b/i.test(language)
  const upper = isTurkic ? text.toLocaleUpperCase('tr') : text.toUpperCase()
  if (upper.length === text.length && USUAL_CAPITALS.test(upper)) return upper
  let result = ''
  for (const character of text) {
    const capital = isTurkic ? character.toLocaleUpperCase('tr') : character.toUpperCase()
    const isKept = capital.length === character.length && (capital === character || isShown(capital, isInFont))
    result += isKept ? capital : character
  }
  return result
}

function isShown(capital: string, isInFont: (codePoint: number) => boolean): boolean {
  return USUAL_CAPITALS.test(capital) || isInFont(capital.codePointAt(0) ?? 0)
}

/** A no-break hyphen looks like a hyphen: fonts often lack the character itself. */
function plainHyphens(text: string, face: { glyphOf(codePoint: number): number }): string {
  if (!text.includes('\u2011') || face.glyphOf(NO_BREAK_HYPHEN) !== 0) return text
  return text.replaceAll('\u2011', '-')
}
