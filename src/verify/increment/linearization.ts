/**
 * Linearized files (ISO 32000-2, annex F). Their first object states the length of the file. While that length is right,
 * readers take the cross-reference section after that object for the newest one, whatever comes at the end of the file.
 *
 * @module
 */
import { largest } from '../../lists.js'
import type { PdfDocument } from '../../pdf/document.js'
import { latin1Text, ObjectParser, scanReferences, spellingsOf, viewOf, type XrefSection } from '../../pdf/reading.js'
import type { Finding } from '../report.js'
import { findSectionBehind } from './stray-sections.js'

/**
 * Why readers differ on the newest state of a file: its first object states the length of the whole file although other
 * sections follow the first one. Poppler and PDF.js then show the first state of the file, and MuPDF the last.
 */
export function findLinearizationDoubt(document: PdfDocument): Finding | undefined {
  const { bytes, header, origin, sections } = document
  const statement = readStatement(document)
  if (statement === undefined) return undefined
  if (statement === 'misspelt') {
    const message = 'The file is linearized in a way that only some readers understand (ISO 32000-2, annex F).'
    return { code: 'linearization_misleads', message }
  }
  const { length, end } = statement
  if (length !== bytes.length && length !== bytes.length - header) return undefined
  const parser = new ObjectParser(bytes, end)
  parser.skipWhiteSpace()
  if (parser.pos === origin + (sections[0] as XrefSection).offset) return undefined
  const message =
    'The file says that it is linearized and has not been changed since, so readers differ on its newest state.'
  return { code: 'linearization_misleads', message }
}

/**
 * Finds a linearized revision with numbers beyond its own end, which bytes added later can make true.
 *
 * @param document A revision that others follow, without those.
 */
export function findReachingLinearization(document: PdfDocument): Finding | undefined {
  const statement = readStatement(document)
  if (statement === 'misspelt') return undefined
  if (statement === undefined) return findStrayFirstSection(document)
  if (statement.largest <= document.bytes.length - document.header) return undefined
  const message =
    'The signed revision says that it is linearized and longer than it is, so that bytes added later decide what readers show (ISO 32000-2, annex F).'
  return { code: 'linearization_misleads', message }
}

/**
 * Finds a section in the place of a linearized file's first section, in a file that does not appear to be linearized. There
 * is no honest reason for it, except in a repaired linearized file, where the stated length does not match any later state.
 */
function findStrayFirstSection(document: PdfDocument): Finding | undefined {
  const { bytes, header } = document
  const at = findSectionBehind(document, firstEnds(bytes, header, startOfObjects(document)))
  if (at === undefined) return undefined
  const message = `A cross-reference section that nothing leads to stands at byte ${at}, where linearized files have their first, and may mislead readers (ISO 32000-2, annex F).`
  return { code: 'linearization_misleads', message }
}

/** Statements of the first object. */
interface Statement {
  /** /L: the length of the file when it was linearized. */
  readonly length: number | undefined
  /** The largest number in it. */
  readonly largest: number
  /** Position after `endobj`. */
  readonly end: number
}

/**
 * Reads the first object of a linearized file.
 *
 * Readers find it in different ways: some start after the first nine bytes of the file, some skip comments or stray
 * delimiters, some accept signs and decimal points in its numbers. So the name is searched for wherever any of them could
 * find it, and must be in an object spelled as linearizing programs spell it.
 *
 * @returns `misspelt` when the name occurs anywhere else, `undefined` when it does not occur.
 */
function readStatement(document: PdfDocument): Statement | 'misspelt' | undefined {
  const { bytes, header } = document
  const start = startOfObjects(document)
  const text = latin1Text(bytes, 0, endOfBeginning(bytes, header, start))
  const names = [...text.matchAll(NAME)]
  if (names.length === 0) return undefined
  const plain = PLAIN_OBJECT.exec(text.slice(start, start + MAX_PLAIN_OBJECT))?.[0]
  const at = names[0]?.index ?? -1
  if (names.length > 1 || plain === undefined || at < start || at >= start + plain.length) return 'misspelt'
  const numbers = [...plain.matchAll(/\d+/g)].map(([digits]) => Number(digits))
  const lengths = [...plain.matchAll(/\/L[ \t\r\n]+(\d+)/g)].map(([, digits]) => Number(digits))
  if (lengths.length > 1) return 'misspelt'
  return { length: lengths[0], largest: largest(numbers), end: start + plain.length }
}

/** Position after the header and the comments that follow it. */
function startOfObjects({ bytes, header }: PdfDocument): number {
  const parser = new ObjectParser(bytes, header)
  parser.skipWhiteSpace()
  return parser.pos
}

const NAME = spellingsOf('/Linearized')

/** `1 0 obj << /Linearized 1 /L 26343 /H [ 687 126 ] ... >> endobj`: keys of letters, and numbers without signs. */
const PLAIN_OBJECT =
  /^\d{1,10} \d{1,5} obj\s*<<(?:\s*\/[A-Za-z]{1,20}\s*(?:\s\d{1,10}(?:\.0{1,6})?(?=[\s/>])|\[(?:\s*\d{1,10})(?:\s+\d{1,10}){0,3}\s*\]))*\s*>>\s*endobj(?=\s)/

/** Longest such object that is read, in bytes. Programs pad it to a few hundred bytes. */
const MAX_PLAIN_OBJECT = 4096

/** Number of bytes after the header in which readers look for the end of the first object. */
const FIRST_BYTES = 1024

/** Number of header bytes that some readers skip without looking for a line end. */
const HEADER_BYTES = 9

/** Position after everything that some reader takes for the first object. */
function endOfBeginning(bytes: Uint8Array, header: number, start: number): number {
  const ends = firstStarts(bytes, header, start).map((from) => {
    const end = endOfStreamDictionary(bytes, from) ?? viewOf(bytes).indexOf('endobj', from, 'latin1')
    return end < 0 ? bytes.length : end + FIRST_BYTES
  })
  return Math.min(largest([header + FIRST_BYTES, ...ends]), bytes.length)
}

/**
 * Position after the dictionary of the stream object at `from`; `undefined` when there is none. No reader looks for the name
 * in the data, which may be as long as the file.
 */
function endOfStreamDictionary(bytes: Uint8Array, from: number): number | undefined {
  const parser = new ObjectParser(bytes, from)
  if (parser.takeUnsigned() === undefined || parser.takeUnsigned() === undefined || !parser.takeKeyword('obj'))
    return undefined
  const end = scanReferences(bytes, parser.pos)?.end
  return end !== undefined && new ObjectParser(bytes, end).takeKeyword('stream') ? end : undefined
}

/** Positions of the `endobj` that each reader takes for the end of the first object; -1 when a reader finds none. */
function firstEnds(bytes: Uint8Array, header: number, start: number): readonly number[] {
  return firstStarts(bytes, header, start).map((from) => viewOf(bytes).indexOf('endobj', from, 'latin1'))
}

/** Positions at which readers begin to read the first object. */
function firstStarts(bytes: Uint8Array, header: number, start: number): readonly number[] {
  const parser = new ObjectParser(bytes, header + HEADER_BYTES)
  parser.skipWhiteSpace()
  return [header, start, parser.pos]
}
