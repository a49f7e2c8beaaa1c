/**
 * Values that readers draw themselves (ISO 32000-2, 12.7.4.3), because a field has no appearance or the form asks for new
 * ones (/NeedAppearances). Some readers skip letters that their font lacks, so that "not" in letters of another kind
 * vanishes, and some stop at the first one.
 *
 * @module
 */
import {
  findDrawingFault,
  fontOfWidget,
  isHonestlyMissing,
  isInWinAnsi,
  mayBeLacking,
  seenText,
  type ValueLetter,
} from '../../../ink/index.js'
import {
  type FieldState,
  inherited,
  isComb,
  isInvisible,
  isListBox,
  isMultiline,
  readOptions,
  valueText,
} from '../../../pdf/forms.js'
import { resolveOrNull } from '../../../pdf/lookup.js'
import { nameOf, numberOf, PdfDict, type PdfObject, PdfString } from '../../../pdf/objects.js'
import { quoteText } from '../../foreign-text.js'
import type { DrawnPair } from '../drawn-pair.js'
import type { RevisionPair } from '../revision-pair.js'
import { reject, remark, type Verdict } from '../verdict.js'
import type { WidgetChange } from './widget-change.js'

/** Longest value that is examined, in characters. */
const MAX_LENGTH = 5000
/** Line breaks, which show as blanks where there is one line. */
const LINE_BREAKS = /[\r\n]+/g
/** Controls, and characters that have no shape or change the order of letters. */
const WITHOUT_SHAPE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{M}]/u

/** Judges a new value of a text field or a combo box. */
export function* judgeDrawnByReaders(
  pair: DrawnPair,
  { field, after, keepsText, name }: WidgetChange,
  isRedrawn: boolean,
): Generator<Verdict> {
  if (isInvisible(pair.newer, after) || (!isRedrawn && pair.newValue(after, 'AP') !== null)) return
  if (isFontOfDocument(pair, after)) yield remarkOnLetters(name)
  const fault = valueText(pair.newer, field) ? findDrawingFault(pair, after) : undefined
  if (fault !== undefined)
    yield reject('appearance_hidden', `Readers that draw field ${name} by themselves make its text ${fault}`)
  if (isListBox(field) || isDrawnInFull(pair, field, after)) return
  const part = keepsText ? undefined : shownByReaders(pair, field)
  if (part !== undefined) {
    yield remarkOnPart(pair, field, name, part)
    return
  }
  const message = `Readers that draw field ${name} by themselves do not all show each letter of its value`
  yield reject('appearance_unknown', message)
}

/** A remark that nothing but the eye can tell what letters show that the document draws itself. */
export function remarkOnLetters(name: string): Verdict {
  const message = `Field ${name} is written in letters that the document draws itself: nobody can tell whether they look like what they stand for`
  return remark('letters_of_document', message)
}

/** A remark that says which part of a value is visible. */
export function remarkOnPart(pair: RevisionPair, field: FieldState, name: string, part: string): Verdict {
  const value = quoteText(valueText(pair.newer, field) ?? '')
  const seen = part === '' ? 'nothing' : `no more than ${quoteText(part)}`
  return remark('field_shown_in_part', `Field ${name} has the value ${value}, of which some programs show ${seen}`)
}

/**
 * The part of a value that all readers show: some skip letters that their font lacks, some stop at the first one. `undefined`
 * when the missing part could mislead.
 */
function shownByReaders(pair: RevisionPair, field: FieldState): string | undefined {
  const value = (valueText(pair.newer, field) ?? '').normalize('NFC')
  if (isComb(field) || value.length > MAX_LENGTH || isReadInSeveralWays(resolveOrNull(pair.newer, field.value)))
    return undefined
  const limit = mostLetters(pair, field)
  const letters = Array.from(value, (text, i): ValueLetter => {
    return { text, state: i >= limit ? 'cut' : mayBeLacking(text) ? 'lacking' : 'seen' }
  })
  if (letters.some(({ text, state }) => state === 'seen' && text.trim() !== '' && !isInWinAnsi(text))) return undefined
  const first = letters.findIndex(({ state }) => state === 'lacking')
  const ended = letters.map((letter, i): ValueLetter => (i < first ? letter : { ...letter, state: 'cut' }))
  return isHonestlyMissing(letters) && isHonestlyMissing(ended) ? seenText(letters) : undefined
}

/** True when every reader has all letters of a text or choice field's value in the font that a widget names. */
export function isDrawnInFull(pair: RevisionPair, field: FieldState, widget: PdfDict): boolean {
  const texts = isListBox(field)
    ? readOptions(pair.newer, field).map(({ shown }) => shown)
    : [valueText(pair.newer, field) ?? '']
  const isOfLines = isMultiline(field)
  const hasLetters = texts.every((text) => {
    if (text.length > mostLetters(pair, field)) return false
    const line = isOfLines ? text.replace(LINE_BREAKS, '') : text
    return isInWinAnsi(line) || (!WITHOUT_SHAPE.test(line) && hasFontOfFile(pair, widget))
  })
  return hasLetters && !isReadInSeveralWays(resolveOrNull(pair.newer, field.value))
}

/** Length of the longest value that PDF.js shows in full (Table 232, /MaxLen): it cuts off the rest. */
function mostLetters(pair: RevisionPair, { type, dict }: FieldState): number {
  const limit = type === 'Tx' ? (numberOf(resolveOrNull(pair.newer, inherited(pair.newer, dict, 'MaxLen'))) ?? 0) : 0
  return limit > 0 ? limit : Number.POSITIVE_INFINITY
}

/** True for a composite font, which the file brings for letters of other kinds. */
function hasFontOfFile(pair: RevisionPair, widget: PdfDict): boolean {
  const font = resolveOrNull(pair.newer, fontOfWidget(pair.newer, widget))
  return font instanceof PdfDict && nameOf(resolveOrNull(pair.newer, font.get('Subtype'))) === 'Type0'
}

/** True for a widget whose default appearance names a font that brings its own letters (9.6.4, 9.9). */
export function isFontOfDocument(pair: RevisionPair, widget: PdfDict): boolean {
  const font = resolveOrNull(pair.newer, fontOfWidget(pair.newer, widget))
  if (!(font instanceof PdfDict)) return false
  if (nameOf(pair.newValue(font, 'Subtype')) === 'Type3') return true
  const parts = pair.newValue(font, 'DescendantFonts')
  const carrier = Array.isArray(parts) ? resolveOrNull(pair.newer, parts[0]) : font
  const descriptor = carrier instanceof PdfDict ? pair.newValue(carrier, 'FontDescriptor') : null
  return (
    descriptor instanceof PdfDict &&
    ['FontFile', 'FontFile2', 'FontFile3'].some((key) => pair.newValue(descriptor, key) !== null)
  )
}

/**
 * True for text that readers decode in different ways (7.9.2.2). Text is PDFDocEncoding, UTF-16BE, or in PDF 2.0 UTF-8 with a
 * mark. Poppler shows that mark as three letters, and the mark of UTF-16LE as well. MuPDF takes a string without a mark for
 * UTF-8 if it can be.
 */
function isReadInSeveralWays(value: PdfObject): boolean {
  if (!(value instanceof PdfString) || !value.bytes.some((byte) => byte >= 0x80)) return false
  if (value.bytes[0] === 0xff && value.bytes[1] === 0xfe) return true
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(value.bytes)
    return true
  } catch {
    return false
  }
}
