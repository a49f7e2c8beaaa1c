/**
 * Finds the cross-reference sections from the end of a file.
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import { numberOf } from '../objects.js'
import { type AnomalyListener, ObjectParser } from '../syntax/object-parser.js'
import { PDF_LIMITS } from '../syntax/pdf-limits.js'
import { CHAR_CLASS, isDigit, viewOf, WHITE_SPACE } from '../syntax/syntax.js'
import { damaged, readXrefSection, tooManyEntries, type XrefSection } from './xref-section.js'

const HEADER_SEARCH_BYTES = 1024

/**
 * Index of the %PDF- header, which readers look for in the first 1024 bytes (ISO 32000-2, 7.5.2). These five characters alone
 * prove nothing: a file with neither an object nor a `startxref` is no PDF at all, rather than a damaged one.
 *
 * @throws SealwrightError `invalid_document` when the bytes are no PDF.
 */
export function findHeader(bytes: Uint8Array): number {
  if (bytes.length === 0) throw new SealwrightError('invalid_document', 'The document is empty: it has no bytes.')
  const index = viewOf(bytes.subarray(0, HEADER_SEARCH_BYTES)).indexOf('%PDF-', 0, 'latin1')
  if (index < 0) throw new SealwrightError('invalid_document', 'The document is not a PDF: it has no %PDF- header.')
  if (holdsAnything(bytes, index)) return index
  throw new SealwrightError('invalid_document', 'The document is not a PDF: nothing of one follows its %PDF- header.')
}

/** True when there is an `obj` after a number (7.3.10), or a `startxref` (7.5.5). */
function holdsAnything(bytes: Uint8Array, index: number): boolean {
  const view = viewOf(bytes)
  // The version number does not belong to an object.
  const start = index + '%PDF-1.7'.length
  for (let at = view.indexOf('obj', start, 'latin1'); at >= 0; at = view.indexOf('obj', at + 3, 'latin1')) {
    let before = at - 1
    while (before > start && CHAR_CLASS[bytes[before] ?? -1] === WHITE_SPACE) before--
    if (before >= start && isDigit(bytes[before])) return true
  }
  return view.includes('startxref', index, 'latin1')
}

/**
 * The offset that the last `startxref` gives (7.5.5).
 *
 * @throws SealwrightError `invalid_document` when there is none.
 */
export function findStartXref(bytes: Uint8Array): number {
  const keyword = viewOf(bytes).lastIndexOf('startxref', undefined, 'latin1')
  if (keyword < 0) throw damaged('it has no startxref')
  const parser = new ObjectParser(bytes, keyword + 9)
  parser.skipWhiteSpace()
  if (!isDigit(bytes[parser.pos])) throw damaged('startxref is not followed by an offset')
  return parser.takeUnsigned() ?? Number.NaN
}

/**
 * The sections that a reader follows, newest first: the one at `start`, and the one at each /Prev.
 *
 * @param body The file from the byte that offsets are relative to.
 * @throws SealwrightError `invalid_document` for a section that cannot be read or a loop, `document_too_complex`.
 */
export function readXrefChain(body: Uint8Array, start: number, onAnomaly?: AnomalyListener): XrefSection[] {
  const sections: XrefSection[] = []
  const visited = new Set<number>()
  let entries = 0
  for (let offset: number | undefined = start; offset !== undefined; ) {
    if (visited.has(offset)) throw damaged('its cross-reference sections form a loop')
    if (visited.size >= PDF_LIMITS.maxXrefSections) {
      throw new SealwrightError(
        'document_too_complex',
        `The PDF has more than ${PDF_LIMITS.maxXrefSections} cross-reference sections.`,
      )
    }
    visited.add(offset)
    const section = readXrefSection(body, offset, onAnomaly)
    for (const { types } of section.subsections) entries += types.length
    for (const { types } of section.hiddenSubsections) entries += types.length
    if (entries > PDF_LIMITS.maxXrefEntries) throw tooManyEntries()
    sections.push(section)
    const prev = section.trailer.get('Prev')
    offset = numberOf(prev)
    if (prev !== undefined && offset === undefined) throw damaged('/Prev is not a number')
  }
  return sections
}
