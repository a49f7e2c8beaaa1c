/**
 * Finds cross-reference sections and trailers in a file that nothing leads to. Honest files have some: old versions of PDFBox
 * leave a stream beside each table. A reader only reaches them when it searches the file, or after the first object, if it
 * takes the file for a linearized one.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import { numberOf } from '../../pdf/objects.js'
import { latin1Text, ObjectParser, spellingsOf, viewOf } from '../../pdf/reading.js'
import { skipLeadingBlanks } from './known-writers.js'
import { opensTrailer } from './search-traps.js'

/**
 * Offsets of trailers and cross-reference streams outside of the file's chain. PDF.js takes the first trailer that a search
 * finds, and the entries of all streams.
 *
 * @param most Most offsets that are listed. More would not change the result.
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
 * Offset of a section outside of the file's chain.
 *
 * @param ends Positions of the `endobj` that it may follow.
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

/** Offsets of the chain's sections, including the streams beside tables. */
function startsOfSections({ bytes, origin, sections }: PdfDocument): ReadonlySet<number> {
  const offsets = sections.flatMap(({ offset, trailer }) => [offset, numberOf(trailer.get('XRefStm')) ?? offset])
  return new Set(offsets.map((offset) => skipLeadingBlanks(bytes, origin + offset)))
}

const TYPE_OF_SECTION = spellingsOf('/XRef')

/** Texts to search for: the name itself, and the codes of which each escaped spelling has at least one. */
const PARTS_OF_TYPE = ['/XRef', '#58', '#52', '#65', '#66'] as const

/** Length of the longest spelling of the name, with all letters escaped. */
const LONGEST_NAME = 13

function isTypeOfSection(bytes: Uint8Array, at: number): boolean {
  return latin1Text(bytes, Math.max(0, at - LONGEST_NAME), at + LONGEST_NAME).search(TYPE_OF_SECTION) >= 0
}

/** Number of bytes before a stream's type in which its header is searched. */
const MAX_DICTIONARY = 4096

/** Position of the header of the object that contains an index; -1 when it is not found, or has an unusual spelling. */
function headerBefore(bytes: Uint8Array, at: number): number {
  const from = Math.max(0, at - MAX_DICTIONARY)
  const text = latin1Text(bytes, from, at)
  const keyword = text.lastIndexOf('obj')
  const header = /\d+\s+\d+\s+$/.exec(text.slice(Math.max(0, keyword - 48), Math.max(0, keyword)))
  return header === null ? -1 : from + keyword - header[0].length
}

/** Position of the trailer that contains an index; -1 for none. Some programs copy all entries of a stream into it. */
function trailerBefore(bytes: Uint8Array, at: number): number {
  const from = Math.max(0, at - MAX_DICTIONARY)
  const text = latin1Text(bytes, from, at)
  const keyword = text.lastIndexOf('trailer')
  return keyword < 0 || text.lastIndexOf('obj') > keyword ? -1 : from + keyword
}

/** True when a table, or an object with the type of a section, begins at an index. */
function isSection(bytes: Uint8Array, at: number): boolean {
  const text = latin1Text(bytes, at, Math.min(bytes.length, at + MAX_DICTIONARY))
  if (/^xref[\0-\x20%]/.test(text)) return true
  const header = /^\S+\s+\S+\s+obj\b/.exec(text)
  const [dictionary = ''] = header === null ? [] : text.slice(header[0].length).split(/stream|endobj/, 1)
  return dictionary.search(TYPE_OF_SECTION) >= 0
}
