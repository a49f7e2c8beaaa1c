/**
 * The grammar of increments: the bytes that may follow a signature.
 *
 * Verifiers fail when they accept what other readers reject: such readers search the file for objects, and find another
 * document in it. So nothing is repaired or ignored here. An increment is accepted only in the form of the standard, however
 * the tolerant reader of this package would read it. Each production is a function that names its clause, and
 * `known-writers.ts` lists the exceptions.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import { type PdfDict, PdfRef } from '../../pdf/objects.js'
import type { PdfRevision, XrefSection } from '../../pdf/reading.js'
import type { Finding } from '../report.js'
import type { StructuredView } from '../revision-view.js'
import { checkEntries, type DefinedObjects } from './entry-check.js'
import { checkGenerations } from './generation-check.js'
import { FaultList } from './grammar-breach.js'
import { findProvocation, firstHidden, type HiddenHeader, type IncrementReach } from './hidden-objects.js'
import { readHiddenSection } from './hybrid-check.js'
import type { Increment } from './increment.js'
import { type Extent, findStrayByte, MAX_END_BYTES, readIncrementEnd } from './increment-layout.js'
import { checkNumbersKept, readIncrementObjects } from './increment-objects.js'
import { skipLeadingBlanks } from './known-writers.js'
import { findSearchTrap } from './search-traps.js'
import { findSearchedObject } from './searched-objects.js'
import { countRows } from './section-entries.js'
import { StrictCursor } from './strict/strict-cursor.js'
import type { IncrementObject } from './strict/strict-indirect-object.js'
import { type IncrementSection, readIncrementSection } from './strict/strict-section.js'
import { checkStructureObjects } from './structure-objects.js'
import { checkTrailer } from './trailer-check.js'

/** Facts that the increments of one file share. */
export interface IncrementContext {
  /** The whole file. */
  readonly document: PdfDocument
  /** Objects that only a searching reader finds. */
  readonly hiddenHeaders: readonly HiddenHeader[]
  /** For each number of an object stream, the index of the first revision that has objects in it. */
  readonly containers: ReadonlyMap<number, number>
  /** For each number that a hybrid section hides, the index of the first revision that hides it. */
  readonly shadowed: ReadonlyMap<number, number>
}

/** Checks an increment against the grammar. */
export function checkIncrement(
  context: IncrementContext,
  revision: PdfRevision,
  view: StructuredView,
  previous: StructuredView,
): readonly Finding[] {
  const { document } = context
  const faults = new FaultList(revision.index + 1)
  const increment: Increment = {
    faults,
    document,
    view,
    previous,
    body: document.bytes.subarray(document.origin),
    from: previous.markerEnd - document.origin,
    to: view.markerEnd - document.origin,
  }
  const [index, ...others] = revision.sections
  if (index === undefined || others.length > 0) {
    faults.add('sections_mixed', 'it has more than one cross-reference section', '7.5.6')
    return faults.faults
  }
  const section = document.sections[index] as XrefSection
  const parts = readSections(increment, section)
  const reach = parts && checkSection(increment, context, section, parts)
  if (reach !== undefined) checkProvocation(increment, context, reach)
  return faults.faults
}

/** Checks the section's objects; `undefined` when there are too many faults to continue. */
function checkSection(
  increment: Increment,
  { containers, shadowed }: IncrementContext,
  section: XrefSection,
  { strict, hidden, ending }: SectionParts,
): IncrementReach | undefined {
  const { faults, view, previous, from, to } = increment
  const isStream = section.kind === 'stream'
  checkTrailer(faults, { trailer: strict.trailer, isStream, document: view.document, previous: previous.document })
  const context = { faults, previous: previous.document, from, to, containers, shadowed, index: view.index }
  const defined = checkEntries(section, context)
  if (isStream) checkOwnNumber(increment, section, strict, defined)
  checkNumbersKept(increment, defined)
  const sections = hidden === undefined ? [strict] : [strict, hidden]
  const objects = readIncrementObjects(increment, defined)
  checkLayout(increment, sections, objects, ending)
  // Overlapping objects could be read endlessly.
  if (faults.faults.length > 0) return undefined
  const inStreams = checkStructureObjects(increment, objects, defined, sections)
  checkGenerations(increment, objects)
  const references = [...referencesIn(strict.trailer), ...objects.flatMap((object) => object.references), ...inStreams]
  const members = [...defined.members.values()].flatMap((numbers) => [...numbers.values()])
  return { references, numbers: [...defined.inUse.keys(), ...members], freed: defined.freed }
}

interface SectionParts {
  readonly strict: IncrementSection
  /** The stream of a hybrid section. */
  readonly hidden: IncrementSection | undefined
  /** Position of the keyword startxref, and of the byte after %%EOF. */
  readonly ending: { readonly keyword: number; readonly end: number }
}

/** Reads the section, its stream in a hybrid file, and the end of the revision. */
function readSections({ faults, document, previous, body, from, to }: Increment, section: XrefSection) {
  const { origin } = document
  // Each new object takes at least one byte, however it is packed, but a few bytes can make millions of entries.
  if (countRows(section) > previous.document.xref.size + to - from) {
    faults.add('section_malformed', 'its cross-reference section has more rows than objects could fit in it', '7.5.4')
    return undefined
  }
  const strict = faults.attempt('section_malformed', origin, () => readIncrementSection(body, section.offset, to))
  if (strict === undefined) return undefined
  const ending = faults.attempt('revision_not_closed', origin, () =>
    readIncrementEnd(new StrictCursor(body, strict.end, to), section.offset),
  )
  if (ending === undefined) return undefined
  const context = { body, from, to, previous: previous.document }
  const hidden =
    section.kind === 'hybrid'
      ? faults.attempt('section_malformed', origin, () => readHiddenSection(context, strict))
      : undefined
  return { strict, hidden, ending } satisfies SectionParts
}

/**
 * Checks the number of a cross-reference stream, which is an object itself: it must list itself, or use a free number. PDFBox
 * does not list it and iText 5 lists it as free; MuPDF stores it under its number anyway.
 */
function checkOwnNumber(
  { faults, previous, body }: Increment,
  { streamNumber = 0 }: XrefSection,
  { start }: IncrementSection,
  { rows }: DefinedObjects,
): void {
  const isFree = !rows.has(streamNumber) || rows.isFree(streamNumber)
  if (isFree && previous.document.xref.get(streamNumber) === undefined) return
  const ownPosition = rows.newEntry(streamNumber)?.position
  if (rows.isInUse(streamNumber) && ownPosition !== undefined && skipLeadingBlanks(body, ownPosition) === start) return
  faults.add('section_malformed', 'the number of the cross-reference stream belongs to another object', '7.5.8.1')
}

function referencesIn({ entries }: PdfDict): PdfRef[] {
  return [...entries.values()].filter((value) => value instanceof PdfRef)
}

/** Checks that every byte belongs to a part of the increment, and that no part holds what a searching reader looks for. */
function checkLayout(
  { faults, document, view, body, from, to }: Increment,
  sections: readonly IncrementSection[],
  objects: readonly IncrementObject[],
  ending: SectionParts['ending'],
): void {
  const { origin } = document
  // A cross-reference stream that lists itself is both a section and an object.
  const ends = new Map<number, number>()
  for (const { start, end } of [...sections, ...objects]) ends.set(start, end)
  const parts: Extent[] = [...ends, [ending.keyword, ending.end]]
  const stray = findStrayByte(body, from, parts)
  if (stray !== undefined) {
    faults.add('unaccounted_bytes', 'bytes belong to none of its objects', '7.5.6', origin + stray)
  } else if (parts.at(-1)?.[1] !== to) {
    faults.add('unaccounted_bytes', 'bytes follow its end', '7.5.6', origin + to)
  }
  if (view.end === document.bytes.length && view.end - view.markerEnd > MAX_END_BYTES) {
    faults.add('unaccounted_bytes', 'the file continues after %%EOF', '7.5.5', view.markerEnd)
  }
  const keywords = new Set([...sections, ...objects].flatMap((part) => part.keywords)).add(ending.keyword)
  const trap = findSearchTrap(body, from, view.end - origin, keywords)
  if (trap !== undefined) faults.add('object_hidden', trap.what, '7.5.6', origin + trap.at)
}

/** Checks that nothing in the increment makes a reader search, if a search would find hidden objects. */
function checkProvocation(
  { faults, view, previous }: Increment,
  { hiddenHeaders }: IncrementContext,
  reach: IncrementReach,
): void {
  const searched = findSearchedObject(previous.document, hiddenHeaders, reach)
  if (searched !== undefined) {
    const what = `it has object ${searched}, which only readers use that search the file, and find an object that no entry names`
    faults.add('hidden_object_revived', what, '7.5.6')
  }
  const hidden = firstHidden(hiddenHeaders, previous.document)
  const provocation = hidden && findProvocation(view.document, previous.document, reach)
  if (hidden === undefined || provocation === undefined) return
  const what = `${provocation}, so readers search the file and find an object that no entry names, or a trailer that nothing leads to`
  faults.add('hidden_object_revived', what, '7.5.6', hidden.at)
}
