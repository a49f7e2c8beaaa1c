/**
 * Finds contradictory objects: a dictionary with two values for one key (ISO 32000-2, 7.3.7), and an object stream that lists
 * a number twice (7.5.7). Some readers take the first, others the last, and no signature tells which was meant. Also finds
 * objects with syntax outside of the standard (7.3), in which some readers see fewer references than others. A later change
 * to a referenced object is only judged when the reference is seen.
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import type { PdfDocument } from '../../pdf/document.js'
import type { PdfObject } from '../../pdf/objects.js'
import type { Finding } from '../report.js'
import { findContainers } from './entry-check.js'
import { PlainReader, referencesOf } from './plain-reader.js'

/**
 * A contradiction in the catalog or in what pages are made of: page tree, pages, contents and resources. Objects are examined
 * level by level, as many as cost little compared with hashing the file.
 */
export function findContradictionOnPages(document: PdfDocument): Finding | undefined {
  const { catalogRef, catalog, bytes } = document
  const reader = new PlainReader(document)
  if (
    reader.read(catalogRef.num).fault === 'contradictory' &&
    reader.doubledKeys(catalogRef.num).some((key) => PAGE_KEYS.has(key))
  )
    return describeContradiction(catalogRef.num)
  const count = MIN_OBJECTS + bytes.length / BYTES_PER_OBJECT
  const num = findBelow(reader, catalog.get('Pages'), count)
  return num === undefined ? undefined : describeContradiction(num)
}

/**
 * Catalog entries that determine what pages show. Other entries occur twice in honest files: `@signpdf/placeholder-plain`
 * writes a second /AcroForm.
 */
const PAGE_KEYS: ReadonlySet<string> = new Set(['Pages', 'OCProperties'])

/** A contradictory or ambiguous object, for a revision that others follow: all of its objects are compared with theirs. */
export function findContradiction(document: PdfDocument): Finding | undefined {
  const reader = new PlainReader(document)
  for (const num of document.xref.numbers()) {
    const { fault } = reader.read(num)
    if (fault === 'contradictory') return describeContradiction(num)
    if (fault === 'ambiguous') return describeAmbiguity(num)
    if (reader.isSpent) {
      const message = 'The objects of the signed revision overlap, so that they take more work than its size warrants.'
      return { code: 'document_too_complex', message }
    }
  }
  const container = findDoubleMember(document)
  if (container === undefined) return undefined
  const message = `Object stream ${container} lists an object twice, so that readers differ on it (ISO 32000-2, 7.5.7).`
  return { code: 'object_contradictory', message }
}

function describeContradiction(num: number): Finding {
  const message = `Object ${num} has two values for one key, so that readers differ on what it says (ISO 32000-2, 7.3.7).`
  return { code: 'object_contradictory', message }
}

function describeAmbiguity(num: number): Finding {
  const message = `Object ${num} does not follow the syntax of objects, so that readers differ on what it refers to (ISO 32000-2, 7.3).`
  return { code: 'object_ambiguous', message }
}

/** Fewest objects that are examined. */
const MIN_OBJECTS = 16
const BYTES_PER_OBJECT = 32_768

/** Examines objects from one downwards, level by level. */
function findBelow(reader: PlainReader, root: PdfObject | undefined, count: number): number | undefined {
  const queue = new Set<number>()
  addUpTo(count, queue, referencesOf(root))
  // Items added to a set during the loop are reached as well.
  for (const num of queue) {
    const { references, fault } = reader.read(num)
    if (fault === 'contradictory') return num
    addUpTo(count, queue, references)
  }
  return undefined
}

function addUpTo(count: number, queue: Set<number>, numbers: readonly number[]): void {
  for (const num of numbers) {
    if (queue.size >= count) return
    queue.add(num)
  }
}

/** An object stream that lists a number twice. */
function findDoubleMember(document: PdfDocument): number | undefined {
  for (const container of findContainers(document).keys()) {
    try {
      const numbers = document.objectStream(container)?.numbers
      if (numbers !== undefined && new Set(numbers).size < numbers.length) return container
    } catch (error) {
      if (!(error instanceof SealwrightError)) throw error
    }
  }
  return undefined
}
