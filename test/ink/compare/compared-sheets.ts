/**
 * Compares two sheets as if one were the other after a change.
 *
 * @module
 */
import { type AnnotationKey, FileDrawings, type LookDifference, PageLooks } from '../../../src/ink/index.js'
import { PdfDocument } from '../../../src/pdf/document.js'
import { PdfDict } from '../../../src/pdf/objects.js'
import { readOrNull, resolveOrNull } from '../../../src/pdf/syntax/lenient-lookup.js'
import { type Sheet, sheetFile } from '../content/draw.js'

/** What a test says of a sheet; its content alone where that is all. */
export type SheetText = string | Sheet

/** Where the page of one sheet looks different from that of another; no object counts as unchanged. */
export function compareSheets(before: SheetText, after: SheetText): readonly LookDifference[] {
  const [older, newer] = [before, after].map((sheet) =>
    PdfDocument.open(sheetFile(typeof sheet === 'string' ? { content: sheet } : sheet)),
  ) as [PdfDocument, PdfDocument]
  const states = {
    older,
    newer,
    signed: older,
    drawings: new FileDrawings(0),
    before: (num: number) => readOrNull(older, num),
    oldValue: (dict: PdfDict | undefined, key: string) => resolveOrNull(older, dict?.get(key)),
    newValue: (dict: PdfDict | undefined, key: string) => resolveOrNull(newer, dict?.get(key)),
    isSignedThroughout: () => false,
    isUntouched: () => false,
    spend: () => undefined,
  }
  const [one, other] = [readOrNull(older, PAGE_NUMBER), readOrNull(newer, PAGE_NUMBER)]
  if (!(one instanceof PdfDict && other instanceof PdfDict)) throw new Error('a sheet has no page')
  return [...new PageLooks(states).differences(one, other)]
}

const PAGE_NUMBER = 3

/** The annotations that look different; `'content'` for the page itself. */
export function differing(before: SheetText, after: SheetText): readonly (AnnotationKey | 'content')[] {
  return compareSheets(before, after).map(({ annotation }) => annotation ?? 'content')
}
