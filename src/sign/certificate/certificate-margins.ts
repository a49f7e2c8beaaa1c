/**
 * Headers and footers of the certificate's pages.
 *
 * @module
 */

import type { FontLibrary } from '../../typeset/fonts.js'
import type { Block, Inline } from '../../typeset/model/document-model.js'
import { plainCell, plainParagraph, plainRow, plainTable, plainText } from '../../typeset/model/plain-model.js'
import type { ParagraphProperties } from '../../typeset/model/properties.js'
import { LEADING, type Look } from './certificate-look.js'
import { type Setting, valueInlines } from './labelled-rows.js'

/** Height of the footer: two lines. */
export const FOOT_HEIGHT = 2 * LEADING.running

const PAGE_NUMBER_WIDTH = 1400
const LABEL_GAP = 200

/** The head of each page after the first. */
export function runningHead(title: string, { look }: Setting): Block[] {
  const rule = { ...look.hairline, space: 60 }
  return [running([plainText(title, look.running)], look, { borders: { bottom: rule }, spaceAfter: 272 })]
}

/** The words of the footer: those around the page number, and those before the event. */
interface FootWords {
  /** Texts, with `page` or `count` at odd indexes. */
  readonly page: readonly string[]
  label(text: string): string
}

/** The footer with the subject of the pages and the page number. */
export function runningFoot(subject: string, words: FootWords, setting: Setting): Block[] {
  const { look, width } = setting
  const labelWidth = width - PAGE_NUMBER_WIDTH - LABEL_GAP
  const label = running(footLabel(subject, words, { ...setting, width: labelWidth }), look)
  const number = running(
    words.page.map((word, index) => pageInline(word, index % 2 === 1, look)),
    look,
    { alignment: 'end' },
  )
  const cells = [
    plainCell([label], labelWidth + LABEL_GAP, { margins: { right: LABEL_GAP } }),
    plainCell([number], PAGE_NUMBER_WIDTH),
  ]
  const row = plainRow(cells, { height: { value: FOOT_HEIGHT, rule: 'exact' } })
  return [plainTable([labelWidth + LABEL_GAP, PAGE_NUMBER_WIDTH], [row])]
}

function pageInline(word: string, isPlace: boolean, { running: run }: Look): Inline {
  if (!isPlace) return plainText(word, run)
  return { kind: 'pageField', field: word === 'count' ? 'pageCount' : 'page', cached: '1', run }
}

/** The subject in at most two lines. A longer one is shortened here, and is on the page in full. */
function footLabel(subject: string, { label }: FootWords, setting: Setting): Inline[] {
  const { look, fonts, width } = setting
  if (subject.length <= 200) {
    const inlines = valueInlines(label(subject), look.running, setting, width)
    // The first line may not be filled completely.
    if (widthOf(inlines, fonts, look) <= 1.7 * width) return inlines
  }
  const start = [...subject.slice(0, 48)].slice(0, 24).join('')
  return valueInlines(label(`${start} \u2026`), look.running, setting, width)
}

function widthOf(inlines: readonly Inline[], fonts: FontLibrary, { running: run }: Look): number {
  const font = fonts.find(run.fonts.ascii, false, false)
  const shaping = { rightToLeft: false, kerning: false, ligatures: false, language: 'en' }
  let width = 0
  for (const inline of inlines) {
    if (inline.kind === 'text') width += fonts.shape(inline.text, font, shaping).width * run.size
  }
  return width
}

function running(inlines: readonly Inline[], look: Look, changes: Partial<ParagraphProperties> = {}) {
  return plainParagraph(inlines, look.running, {
    lineSpacing: { rule: 'exact', value: LEADING.running },
    ...changes,
  })
}
