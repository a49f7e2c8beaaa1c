/**
 * What a new appearance of a field hides of its page.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { FileDrawings } from '../../../src/ink/annotations/file-drawings.js'
import { hidesPageAnew } from '../../../src/ink/judge/field-ground.js'
import { PdfDocument } from '../../../src/pdf/document.js'
import { PdfDict } from '../../../src/pdf/objects.js'
import { readOrNull } from '../../../src/pdf/syntax/lenient-lookup.js'
import { appendRevision, streamText } from '../../pdf/make-pdf.js'
import { sheetFile } from '../content/draw.js'
import { statesOf } from '../policy/drawn-page.js'
import { bars, picture, rect, text } from '../policy/operators.js'

interface Redrawn {
  readonly page: string
  /** Its appearance before; none unless told. */
  readonly before?: string
  readonly after: string
  readonly entries?: string
  readonly box?: string
}

const WORD = text('nnnn', 50, 100, 10)
const WHITE = '1 g 40 90 100 25 re f'

function isHidden({ page, before, after, entries = '', box = '40 90 140 115' }: Redrawn, cells?: number) {
  const widget = (num: number | undefined) => {
    const look = num === undefined ? '' : `/AP <</N ${num} 0 R>>`
    return `<</Type /Annot /Subtype /Widget /FT /Tx /F 4 /Rect [${box}] ${look} ${entries}>>`
  }
  const form = (content: string) => streamText(`/Subtype /Form /BBox [${box}] /Resources <<>>`, content)
  const objects = { 10: widget(before === undefined ? undefined : 11), 11: form(before ?? '') }
  const bytes = sheetFile({ content: page, page: '/Annots [10 0 R]', objects })
  const filled = appendRevision(bytes, { 10: widget(12), 12: form(after) })
  const [older, newer] = [PdfDocument.open(bytes), PdfDocument.open(filled)]
  const drawings = new FileDrawings(filled.length)
  if (cells !== undefined) drawings.budget.cells = cells
  const [was, is] = [readOrNull(older, 10), readOrNull(newer, 10)]
  if (!(was instanceof PdfDict && is instanceof PdfDict)) throw new Error('there is no widget')
  return hidesPageAnew(statesOf(older, older, newer, drawings), { before: was, after: is, page: 3 })
}

describe('a new ground of a field', () => {
  it.each<[string, Redrawn, boolean]>([
    ['hides text', { page: WORD, after: WHITE }, true],
    ['hides text that another look let be seen', { page: WORD, before: '', after: WHITE }, true],
    ['hides no text that was hidden before', { page: WORD, before: WHITE, after: WHITE }, false],
    ['hides no text that its own ground hid before', { page: WORD, after: WHITE, entries: '/MK <</BG [1]>>' }, false],
    ['hides no text beside it', { page: text('nnnn', 50, 30, 10), after: WHITE }, false],
    ['may hide a letter', { page: text('n', 50, 100, 10), after: WHITE }, false],
    ['may not hide two', { page: text('nn', 50, 100, 10), after: WHITE }, true],
    ['may not hide a point', { page: text('.', 50, 100, 10), after: WHITE }, true],
    ['may hide a line to write on', { page: text('......', 50, 100, 10), after: WHITE }, false],
    ['may hide invisible text', { page: `3 Tr ${WORD}`, after: WHITE }, false],
    ['hides a picture', { page: picture(50, 92, 20), after: WHITE }, true],
    ['may hide a line of a table', { page: rect(45, 100, 90, 2), after: WHITE }, false],
    ['hides letters of a scan', { page: bars(3, 50, 95, 12), after: WHITE }, true],
    ['may hide a letter of a scan', { page: bars(1, 50, 95, 12), after: WHITE }, false],
    ['may hide one of several letters of a scan', { page: bars(3, 50, 95, 12), after: '1 g 40 90 13 25 re f' }, false],
    ['is none where letters are written', { page: WORD, after: 'BT 0 g /F1 10 Tf 50 100 Td (8) Tj ET' }, false],
    ['is none where it lets be seen what is beneath', { page: WORD, after: '0 g 40 90 100 1 re f' }, false],
    ['hides half of a letter', { page: WORD, after: '1 g 40 97 100 5 re f' }, true],
    ['may hide a third of a letter', { page: WORD, after: '1 g 40 97 100 3.5 re f' }, false],
    [
      'hides letters that another ground hid in part',
      { page: WORD, before: '1 g 40 90 20 25 re f', after: WHITE },
      true,
    ],
    ['may hide a picture by less than a third', { page: picture(60, 20, 80), after: WHITE }, false],
    ['has no place', { page: WORD, after: WHITE, box: '40 90 40 90' }, false],
    ['stands beyond the page', { page: WORD, after: '1 g 340 90 100 25 re f', box: '340 90 440 115' }, false],
  ])('%s', (_, redrawn, expected) => {
    expect(isHidden(redrawn)).toBe(expected)
  })

  it('cannot be told when there is too much to draw on the page', () => {
    expect(isHidden({ page: bars(1, 50, 95, 12), after: WHITE }, 40_000)).toBeUndefined()
  })
})
