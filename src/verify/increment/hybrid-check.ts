/**
 * Hybrid-reference files (ISO 32000-2, 7.5.8.4): a table, with a stream for objects that readers of tables cannot see.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import { numberOf } from '../../pdf/objects.js'
import { ENTRY_FREE, type XrefSection } from '../../pdf/reading.js'
import type { Finding } from '../report.js'
import { GrammarBreach } from './grammar-breach.js'
import { PlainReader, referencesOf } from './plain-reader.js'
import { entriesIn } from './section-entries.js'
import { type IncrementSection, readIncrementSection } from './strict/strict-section.js'

/** Bounds for the stream of a hybrid section. */
interface HybridContext {
  readonly body: Uint8Array
  readonly from: number
  readonly to: number
  readonly previous: PdfDocument
}

/**
 * Reads the stream at /XRefStm of an increment. It must belong to the increment. OpenPDF copies the key of an older section;
 * then the result is `undefined`, since that stream was read before.
 *
 * @throws GrammarBreach
 */
export function readHiddenSection(
  { body, from, to, previous }: HybridContext,
  { trailer, start }: IncrementSection,
): IncrementSection | undefined {
  const offset = trailer.get('XRefStm')
  const isOlder = previous.sections.some((section) => numberOf(section.trailer.get('XRefStm')) === offset)
  if (typeof offset !== 'number' || (!isOlder && (offset < from || offset >= to))) {
    throw new GrammarBreach('/XRefStm leads to no section of its own', '7.5.8.4', start)
  }
  if (isOlder) return undefined
  const section = readIncrementSection(body, offset, to)
  if (!section.trailer.has('W')) throw new GrammarBreach('/XRefStm leads to a table', '7.5.8.4', offset)
  return section
}

/**
 * Numbers that one section lists as free in its table and as used in its stream, with the index of the first revision that
 * does so. Poppler, MuPDF and PDF.js use the table, the standard uses the stream.
 */
export function findShadowedNumbers({ revisions, sections }: PdfDocument): ReadonlyMap<number, number> {
  const shadowed = new Map<number, number>()
  for (const revision of revisions) {
    for (const num of revision.sections.flatMap((index) => shadowedIn(sections[index] as XrefSection))) {
      if (!shadowed.has(num)) shadowed.set(num, revision.index)
    }
  }
  return shadowed
}

/**
 * Finds an object that readers need and that a hybrid section hides from those of tables: these show a page without it, and
 * poppler searches the file for it, and loses other objects. Such a file is meant to hide only what readers can do without
 * (7.5.8.4): programs hide the tags of pages and the information about the document.
 */
export function findHiddenPart(document: PdfDocument): Finding | undefined {
  const hidden = new Set(
    document.sections.flatMap((section, index) =>
      shadowedIn(section).filter((num) => document.xref.get(num)?.section === index),
    ),
  )
  if (hidden.size === 0) return undefined
  const reader = new PlainReader(document)
  const { catalogRef, catalog } = document
  const needed = new Set([catalogRef.num, ...referencesOf(catalog.with({ StructTreeRoot: undefined }))])
  // Items added to a set during the loop are reached as well.
  for (const num of needed) {
    // Whatever is left unread may be needed too.
    if (hidden.has(num) || reader.isSpent) return describeHidden(num)
    if (num !== catalogRef.num) for (const target of reader.read(num).references) needed.add(target)
  }
  return undefined
}

function describeHidden(num: number): Finding {
  const message = `Object ${num} is free in a table and used in the stream beside it, so that some readers do without it (ISO 32000-2, 7.5.8.4).`
  return { code: 'object_ambiguous', message }
}

function shadowedIn({ subsections, hiddenSubsections }: XrefSection): readonly number[] {
  const shadowed: number[] = []
  if (hiddenSubsections.length === 0) return shadowed
  const free = new Set<number>()
  for (const subsection of subsections) {
    for (const { num, type } of entriesIn(subsection)) if (type === ENTRY_FREE) free.add(num)
  }
  for (const subsection of hiddenSubsections) {
    for (const { num, type } of entriesIn(subsection)) if (type !== ENTRY_FREE && free.has(num)) shadowed.push(num)
  }
  return shadowed
}
