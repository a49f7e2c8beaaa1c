/**
 * What stands at the head and the foot of the certificate's pages.
 *
 * @module
 */

import type { FontLibrary } from '../../typeset/fonts/font-face.js'
import type { Block, Inline } from '../../typeset/model/document-model.js'
import { plainCell, plainParagraph, plainRow, plainTable, plainText } from '../../typeset/model/plain-model.js'
import type { ParagraphProperties } from '../../typeset/model/properties.js'
import { visibleInlines } from '../../typeset/text/visible-inlines.js'
import { CERTIFICATE_TITLE } from './certificate-blocks.js'
import { HAIRLINE, LEADING, STYLES } from './certificate-styles.js'

/** Two lines. */
export const FOOT_HEIGHT = 2 * LEADING.running

const PAGE_NUMBER_WIDTH = 1400
const LABEL_GAP = 200

/** The head of each page after the first. */
export function runningHead(): Block[] {
  const rule = { ...HAIRLINE, space: 60 }
  return [running([plainText(CERTIFICATE_TITLE, STYLES.running)], { borders: { bottom: rule }, spaceAfter: 272 })]
}

/** The event and the number of the page. */
export function runningFoot(eventId: string, width: number, fonts: FontLibrary): Block[] {
  const labelWidth = width - PAGE_NUMBER_WIDTH - LABEL_GAP
  const label = running(footLabel(eventId, labelWidth, fonts))
  const number = running(
    [
      plainText('Page ', STYLES.running),
      { kind: 'pageField', field: 'page', cached: '1', run: STYLES.running },
      plainText(' of ', STYLES.running),
      { kind: 'pageField', field: 'pageCount', cached: '1', run: STYLES.running },
    ],
    { alignment: 'end' },
  )
  const cells = [
    plainCell([label], labelWidth + LABEL_GAP, { margins: { right: LABEL_GAP } }),
    plainCell([number], PAGE_NUMBER_WIDTH),
  ]
  const row = plainRow(cells, { height: { value: FOOT_HEIGHT, rule: 'exact' } })
  return [plainTable([labelWidth + LABEL_GAP, PAGE_NUMBER_WIDTH], [row])]
}

/** The event id in two lines at most: a longer one is shortened here and stands in full in the text. */
function footLabel(eventId: string, width: number, fonts: FontLibrary): Inline[] {
  const options = { fonts, width }
  if (eventId.length <= 200) {
    const inlines = visibleInlines(`Event ${eventId}`, STYLES.running, options)
    // Not all of the first line is filled.
    if (widthOf(inlines, fonts) <= 1.7 * width) return inlines
  }
  const start = [...eventId.slice(0, 48)].slice(0, 24).join('')
  return visibleInlines(`Event ${start} \u2026`, STYLES.running, options)
}

function widthOf(inlines: readonly Inline[], fonts: FontLibrary): number {
  const font = fonts.find(STYLES.running.fonts.ascii, false, false)
  const shaping = { rightToLeft: false, kerning: false, ligatures: false, language: 'en' }
  let width = 0
  for (const inline of inlines) {
    if (inline.kind === 'text') width += fonts.shape(inline.text, font, shaping).width * STYLES.running.size
  }
  return width
}

function running(inlines: readonly Inline[], changes: Partial<ParagraphProperties> = {}) {
  return plainParagraph(inlines, STYLES.running, {
    lineSpacing: { rule: 'exact', value: LEADING.running },
    ...changes,
  })
}
