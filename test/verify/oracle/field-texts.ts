/**
 * Fields that show something else than their value, as PDF.js reads it. Poppler and MuPDF read what is shown, each with
 * its own idea of fonts; and where both find the value, the pictures tell whether anybody can see it.
 *
 * @module
 */

import { PdfDocument } from '../../../src/pdf/document.js'
import type { Picture, PixelArea } from '../viewers/picture.js'
import { VIEWERS, type ViewerName, type Views } from '../viewers/viewers.js'
import type { ExplainedArea } from './explained-areas.js'
import { inkBlots } from './ink-blots.js'
import { lacksLettersOfPoppler, readLettersByMupdf, readWords, type Word } from './words.js'

/** Steps of 255 between the lightest and the darkest pixel of a field with letters in it. */
const MIN_CONTRAST = 60
/** Pixels within which a border may stand, the margin of areas included. */
const EDGE = 3
const FLAG_PASSWORD = 8192
const FLAG_PRINT = 4
/** Each character stands in a cell of its own (Table 231). */
const FLAG_COMB = 1 << 24
const READERS = ['poppler', 'MuPDF'] as const

/**
 * Sentences about fields that show something else.
 *
 * @param shownInPart Names of fields that may lack letters of their value: the report says so.
 */
export async function wrongFieldTexts(
  bytes: Uint8Array,
  before: Views,
  views: Views,
  areas: readonly ExplainedArea[],
  shownInPart: ReadonlySet<string>,
): Promise<string[]> {
  const fields = areas.filter(isTextual)
  if (fields.length === 0) return []
  const isRedrawn = needsAppearances(bytes)
  // What is not installed here says nothing of the document; the other two have these letters.
  const lacksLetters = fields.some(hasLettersOfReader) && (await lacksLettersOfPoppler(bytes))
  const judges = (area: ExplainedArea, viewer: string) =>
    viewer !== 'poppler' || !lacksLetters || !hasLettersOfReader(area)
  const readers = { poppler: await readWords(bytes), MuPDF: await readLettersByMupdf(bytes) }
  return fields.flatMap((area) => {
    const read = READERS.filter((name) => judges(area, name)).flatMap((name) => {
      // A viewer that goes on to show what was signed forges nothing: where the value is the same, or where
      // /NeedAppearances asks for another look.
      return (isRedrawn || keepsValue(area, before)) && isSame(area, before.pages[name], views.pages[name])
        ? []
        : faultOfText(area, name, readers[name], shownInPart)
    })
    if (shownInPart.has(area.annotation.fieldName ?? '')) return read
    const drawn = VIEWERS.filter((viewer) => judges(area, viewer))
    return [...read, ...faultOfContrast(area, views, drawn, isRedrawn ? before : undefined)]
  })
}

/** Chinese, Japanese or Korean, whose letters readers bring with them (ISO 32000-2, 9.7.5.2). */
function hasLettersOfReader({ annotation: { fieldValue } }: ExplainedArea): boolean {
  return /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(fieldValue ?? '')
}

function needsAppearances(bytes: Uint8Array): boolean {
  const document = PdfDocument.open(bytes)
  const form = document.lookupDict(document.catalog, 'AcroForm')
  return form !== undefined && document.lookup(form, 'NeedAppearances') === true
}

function isSame(area: ExplainedArea, before: readonly Picture[], after: readonly Picture[]): boolean {
  const [old, now] = [before[area.page], after[area.page]]
  if (old?.width !== now?.width || old === undefined || now === undefined) return false
  return inkBlots(old, now, area).length === 0
}

function keepsValue({ annotation }: ExplainedArea, { annotations }: Views): boolean {
  return annotations.some(({ id, fieldValue }) => id === annotation.id && fieldValue === annotation.fieldValue)
}

function isTextual({ kind, annotation: { fieldType, fieldFlags } }: ExplainedArea): boolean {
  if (kind !== 'field' || ((fieldFlags ?? 0) & FLAG_PASSWORD) !== 0) return false
  // Lists show all of their options; drop-down lists show the chosen one.
  return fieldType === 'Tx'
}

function faultOfText(
  area: ExplainedArea,
  reader: string,
  words: readonly Word[],
  shownInPart: ReadonlySet<string>,
): string[] {
  const { fieldName, fieldValue, fieldFlags, hasAppearance } = area.annotation
  const inside = words.filter((word) => word.page === area.page && isInside(word, area))
  const shown = reader === 'MuPDF' ? joinLetters(inside) : inside.map(({ text }) => text).join(' ')
  const isComb = ((fieldFlags ?? 0) & FLAG_COMB) !== 0
  const read = isComb ? (text: string) => normalise(text).replaceAll('_', '') : normalise
  if (read(shown) === read(fieldValue ?? '')) return []
  if (shownInPart.has(fieldName ?? '') && isPartOf(read(shown), read(fieldValue ?? ''))) return []
  // Without an appearance, readers draw the value by themselves, or nothing at all.
  if (!hasAppearance && shown === '') return []
  return [`field ${fieldName} "${fieldValue}" shows "${shown}" in ${reader}`]
}

/** What MuPDF draws for a letter that it lacks. */
const STAND_IN = /\u00b7/g

/** What may never be missing: digits, signs and currencies. */
const NOT_OF_NUMBERS = /[^\p{Nd}\p{Sc}+\-\u2212]/gu

/** Whether some letters are left of others, in their order, with all that makes a number; an accent may be missing by itself. */
function isPartOf(shown: string, value: string): boolean {
  if (shown.replace(NOT_OF_NUMBERS, '') !== value.replace(NOT_OF_NUMBERS, '')) return false
  const left = shown.replace(STAND_IN, '').normalize('NFD')
  let at = 0
  for (const letter of value.normalize('NFD')) {
    if (letter === left[at]) at++
  }
  return at === left.length
}

/** Letters as they stand, with a blank where a line begins: a digit at the end of one line is no part of the next. */
function joinLetters(letters: readonly Word[]): string {
  return letters.map(({ text, left }, i) => (left < (letters[i - 1]?.left ?? left) ? ` ${text}` : text)).join('')
}

/** `before`: what viewers that do not draw the field anew may go on to show. */
function faultOfContrast(
  area: ExplainedArea,
  views: Views,
  viewers: readonly ViewerName[],
  before: Views | undefined,
): string[] {
  const { fieldName, fieldValue, hasAppearance, flags } = area.annotation
  if (!hasAppearance || (fieldValue ?? '').trim() === '') return []
  return viewers.flatMap((viewer) => {
    const picture = views.pages[viewer][area.page]
    if (before !== undefined && isSame(area, before.pages[viewer], views.pages[viewer])) return []
    if (viewer.endsWith(', printed') && (flags & FLAG_PRINT) === 0) return []
    if (picture === undefined || contrastIn(picture, area) >= MIN_CONTRAST) return []
    return [`field ${fieldName} "${fieldValue}" is blank in ${viewer}`]
  })
}

function contrastIn({ width, height, pixels }: Picture, { left, top, right, bottom }: PixelArea): number {
  let [darkest, lightest] = [255, 0]
  // Without its edge, on which a border may stand.
  for (let y = Math.max(0, top + EDGE); y < Math.min(height, bottom - EDGE); y++) {
    for (let x = Math.max(0, left + EDGE); x < Math.min(width, right - EDGE); x++) {
      const at = 3 * (y * width + x)
      const lightness = ((pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0)) / 3
      darkest = Math.min(darkest, lightness)
      lightest = Math.max(lightest, lightness)
    }
  }
  return lightest - darkest
}

function isInside(word: Word, area: ExplainedArea): boolean {
  const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2]
  return x >= area.left && x <= area.right && y >= area.top && y <= area.bottom
}

/** Blanks between letters mean nothing; between digits they do. */
function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(\d) (?=\d)/g, '$1_')
    .replaceAll(' ', '')
}
