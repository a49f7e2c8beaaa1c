/**
 * A habit of old versions of PDFBox: an increment to a hybrid file is described twice, as a table and as a stream.
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import { readXrefSection } from '../../pdf/reading.js'
import { GrammarBreach } from './grammar-breach.js'
import { entriesIn } from './section-entries.js'
import type { SectionRows } from './section-rows.js'
import { readIncrementSection } from './strict/strict-section.js'

/**
 * True for a cross-reference stream that nothing leads to, as these versions forget /XRefStm, but which says what the
 * table says: a reader that searches the file and finds it learns nothing new.
 *
 * @param rows The rows of the table.
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
