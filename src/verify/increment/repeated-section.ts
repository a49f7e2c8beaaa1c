/**
 * Accepts a habit of old PDFBox versions, which describe an increment to a hybrid file twice, as a table and as a stream.
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
