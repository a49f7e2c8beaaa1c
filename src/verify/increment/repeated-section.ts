/**
 * Accepts cross-reference streams that nothing leads to, and that tell a reader who searches the file nothing new. Old versions
 * of PDFBox describe an increment to a hybrid file twice, as a table and as a stream. Some versions of Acrobat Reader repeat
 * the stream of the revision before.
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import { sameObject } from '../../pdf/lookup.js'
import { type PdfObject, PdfRef, PdfStream } from '../../pdf/objects.js'
import { readXrefSection } from '../../pdf/reading.js'
import { GrammarBreach } from './grammar-breach.js'
import type { Increment } from './increment.js'
import { entriesIn } from './section-entries.js'
import type { SectionRows } from './section-rows.js'
import { readIncrementSection } from './strict/strict-section.js'

/**
 * True for a cross-reference stream that nothing leads to, since these versions forget /XRefStm, but that repeats the table.
 * A reader that searches the file finds nothing new in it.
 *
 * @param rows The entries of the table.
 */
export function repeatsSection(body: Uint8Array, start: number, rows: SectionRows): boolean {
  try {
    readIncrementSection(body, start, body.length)
    const { subsections } = readXrefSection(body, start)
    return subsections.every((subsection) => {
      for (const entry of entriesIn(subsection)) {
        if (!rows.says(entry)) return false
      }
      return true
    })
  } catch (error) {
    if (error instanceof GrammarBreach || error instanceof SealwrightError) return false
    throw error
  }
}

/** True for a cross-reference stream that has the number of one that the revision before it used, and is the same. */
export function repeatsEarlierSection({ view, previous }: Pick<Increment, 'view' | 'previous'>, num: number): boolean {
  if (!previous.document.sections.some(({ streamNumber }) => streamNumber === num)) return false
  try {
    const earlier: PdfObject = previous.document.get(new PdfRef(num))
    return earlier instanceof PdfStream && sameObject(earlier, view.document.get(new PdfRef(num)))
  } catch (error) {
    if (error instanceof SealwrightError) return false
    throw error
  }
}
