/**
 * Numbers that a cross-reference section lists twice (ISO 32000-2, 7.5.4). Poppler and PDF.js take the first entry, MuPDF and
 * PDFium the last. Several programs list one object twice, so only entries that lead to different objects count.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import { ENTRY_FREE, ENTRY_IN_USE, ObjectParser, viewOf, type XrefSection } from '../../pdf/reading.js'
import type { Finding } from '../report.js'
import { entriesIn, type SectionEntry } from './section-entries.js'

/** Reports the first number whose newest section leads to two different objects. */
export function findDoubleEntry(document: PdfDocument): Finding | undefined {
  for (const [index, section] of document.sections.entries()) {
    const num = findInSection(document, index, section)
    if (num === undefined) continue
    const message = `Object ${num} is listed twice in one cross-reference section, at different places (ISO 32000-2, 7.5.4).`
    return { code: 'object_contradictory', message }
  }
  return undefined
}

/**
 * The first such number of a section. Only sections with overlapping subsections can list a number twice, and these are few.
 */
function findInSection(document: PdfDocument, index: number, { subsections }: XrefSection): number | undefined {
  const sorted = subsections.toSorted((a, b) => a.first - b.first)
  let end = 0
  const overlapping = sorted.some(({ first, types }) => {
    const overlaps = first < end
    end = Math.max(end, first + types.length)
    return overlaps
  })
  if (!overlapping) return undefined
  const known = new Map<number, SectionEntry>()
  for (const subsection of subsections) {
    for (const entry of entriesIn(subsection)) {
      const other = known.get(entry.num)
      if (other === undefined) known.set(entry.num, entry)
      else if (document.xref.get(entry.num)?.section === index && !leadsToSame(document, other, entry)) return entry.num
    }
  }
  return undefined
}

/** True for equal places, for equal bytes at two places, and when one of them holds no object of this number. */
function leadsToSame(document: PdfDocument, one: SectionEntry, other: SectionEntry): boolean {
  if (one.type !== other.type) return one.num === 0
  if (one.type === ENTRY_FREE || (one.position === other.position && one.index === other.index)) return true
  if (one.type !== ENTRY_IN_USE) return false
  const [a, b] = [objectAt(document, one), objectAt(document, other)]
  return a === undefined || b === undefined || a.equals(b)
}

/** The bytes of an object up to its end; `undefined` when there is no object of this number. */
function objectAt({ bytes, origin }: PdfDocument, { num, position }: SectionEntry): Buffer | undefined {
  const parser = new ObjectParser(bytes, origin + position)
  const isThere = parser.takeUnsigned() === num && parser.takeUnsigned() !== undefined && parser.takeKeyword('obj')
  const view = viewOf(bytes)
  const end = isThere ? view.indexOf('endobj', parser.pos, 'latin1') : -1
  return end < 0 ? undefined : view.subarray(parser.pos, end)
}
