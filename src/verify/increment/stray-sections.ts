/**
 * Cross-reference sections and trailers that stand in a file although nothing leads to them. Honest files have some: old
 * versions of PDFBox leave a stream beside each table. A reader comes to them only when it searches the file, or behind the
 * first object, where it takes the file for a linearized one.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import { numberOf } from '../../pdf/objects.js'
import { latin1Text, ObjectParser, viewOf } from '../../pdf/reading.js'
import { skipLeadingBlanks } from './known-writers.js'
import { spellingsOf } from './name-spellings.js'
import { opensTrailer } from './search-traps.js'

/**
 * Offsets of trailers and cross-reference streams that the chain of the file does not have. PDF.js takes the first trailer
 * that it comes across in a search, and the entries of all streams.
 *
 * @param most Offsets that are listed; the rest would change nothing.
 */
export function findStraySections(document: PdfDocument, most: number): readonly number[] {
  const { bytes } = document
  const view = viewOf(bytes)
  const known = startsOfSections(document)
  const trailers = new Set([...known].map((start) => view.indexOf('trailer', start, 'latin1')))
  const strays: number[] = []
  for (let hit = view.indexOf('trailer', 0, 'latin1'); hit >= 0 && strays.length < most; ) {
    if (!trailers.has(hit) && opensTrailer(bytes, hit)) strays.push(hit)
    hit = view.indexOf('trailer', hit + 7, 'latin1')
  }
  for (const part of PARTS_OF_TYPE) {
    for (let hit = view.indexOf(part, 0, 'latin1'); hit >= 0 && strays.length < most; ) {
      if (
        isTypeOfSection(bytes, hit) &&
        !known.has(headerBefore(bytes, hit)) &&
        !trailers.has(trailerBefore(bytes, hit))
      ) {
        strays.push(hit)
      }
      hit = view.indexOf(part, hit + part.length, 'latin1')
    }
  }
  return strays
}

/**
 * Offset of a section that the chain of the file does not have.
 *
 * @param ends Where the `endobj` stands that it follows.
 */
export function findSectionBehind(document: PdfDocument, ends: readonly number[]): number | undefined {
  const { bytes } = document
  const known = startsOfSections(document)
  for (const end of ends) {
    const parser = new ObjectParser(bytes, end + 6)
    parser.skipWhiteSpace()
    if (end >= 0 && !known.has(parser.pos) && isSection(bytes, parser.pos)) return parser.pos
  }
  return undefined
}

/** Where the sections of the chain stand, with the streams beside tables. */
function startsOfSections({ bytes, origin, sections }: PdfDocument): ReadonlySet<number> {
  const offsets = sections.flatMap(({ offset, trailer }) => [offset, numberOf(trailer.get('XRefStm')) ?? offset])
  return new Set(offsets.map((offset) => skipLeadingBlanks(bytes, origin + offset)))
}

const TYPE_OF_SECTION = spellingsOf('/XRef')

/** What is searched for: the name as it is, and what each spelling of it with escapes has one of. */
const PARTS_OF_TYPE = ['/XRef', '#58', '#52', '#65', '#66'] as const

/** Longest spelling of the name, with all letters escaped. */
const LONGEST_NAME = 13

function isTypeOfSection(bytes: Uint8Array, at: number): boolean {
  return latin1Text(bytes, Math.max(0, at - LONGEST_NAME), at + LONGEST_NAME).search(TYPE_OF_SECTION) >= 0
}

/** Bytes before the type of a stream in which its header is looked for. */
const MAX_DICTIONARY = 4096

/** Where the header of the object starts that an index lies in; -1 when it is not found, or spelled in an odd way. */
function headerBefore(bytes: Uint8Array, at: number): number {
  const from = Math.max(0, at - MAX_DICTIONARY)
  const text = latin1Text(bytes, from, at)
  const keyword = text.lastIndexOf('obj')
  const header = /\d+\s+\d+\s+$/.exec(text.slice(Math.max(0, keyword - 48), Math.max(0, keyword)))
  return header === null ? -1 : from + keyword - header[0].length
}

/** Where the trailer begins that an index lies in, for programs that copy all entries of a stream; -1 for none. */
function trailerBefore(bytes: Uint8Array, at: number): number {
  const from = Math.max(0, at - MAX_DICTIONARY)
  const text = latin1Text(bytes, from, at)
  const keyword = text.lastIndexOf('trailer')
  return keyword < 0 || text.lastIndexOf('obj') > keyword ? -1 : from + keyword
}

/** True when a table begins at an index, or an object with the type of a section. */
function isSection(bytes: Uint8Array, at: number): boolean {
  const text = latin1Text(bytes, at, Math.min(bytes.length, at + MAX_DICTIONARY))
  if (/^xref[\0-\x20%]/.test(text)) return true
  const header = /^\S+\s+\S+\s+obj\b/.exec(text)
  const [dictionary = ''] = header === null ? [] : text.slice(header[0].length).split(/stream|endobj/, 1)
  return dictionary.search(TYPE_OF_SECTION) >= 0
}
