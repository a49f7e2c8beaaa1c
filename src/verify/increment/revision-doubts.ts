/**
 * What leaves it in doubt what was signed: how a signed revision is built, as far as later bytes can make use of it.
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import type { PdfDocument } from '../../pdf/document.js'
import { ObjectParser } from '../../pdf/object-parser.js'
import { numberOf, PdfDict } from '../../pdf/objects.js'
import { latin1Text, viewOf } from '../../pdf/syntax.js'
import { ENTRY_IN_USE, type XrefSection } from '../../pdf/xref-section.js'
import type { Finding } from '../report.js'
import { findContradictionOnPages } from './contradictions.js'
import { findDoubleEntry } from './double-entries.js'
import { entriesOf } from './section-entries.js'

/** Places where two readers rightly see different documents, which leaves every signature in doubt. */
export function findAmbiguities(document: PdfDocument): readonly Finding[] {
  const findings: Finding[] = []
  for (const find of AMBIGUITIES) {
    const finding = find(document)
    if (finding !== undefined) findings.push(finding)
  }
  return findings
}

/**
 * A linearized file is read from the section at its beginning (annex F) as long as it is of the length that its first
 * object gives. Where that is the length of the whole file although others follow that section, Poppler and PDF.js show
 * the first state of the file, and MuPDF the last.
 */
function findLinearizationDoubt({ bytes, header, origin, sections }: PdfDocument): Finding | undefined {
  const parser = new ObjectParser(bytes, header)
  if (parser.takeUnsigned() === undefined || parser.takeUnsigned() === undefined) return undefined
  if (!parser.takeKeyword('obj')) return undefined
  const dict = parsed(parser)
  const length = dict?.has('Linearized') ? numberOf(dict.get('L')) : undefined
  if (length !== bytes.length && length !== bytes.length - header) return undefined
  parser.takeKeyword('endobj')
  parser.skipWhiteSpace()
  if (parser.pos === origin + (sections[0] as XrefSection).offset) return undefined
  const message =
    'The file says that it is linearized and has not been changed since, so readers differ on its newest state.'
  return { code: 'linearization_misleads', message }
}

function parsed(parser: ObjectParser): PdfDict | undefined {
  try {
    const object = parser.parseObject()
    return object instanceof PdfDict ? object : undefined
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return undefined
  }
}

/**
 * Why readers may see another document than the cross-reference describes; `undefined` when nothing makes them. Where an
 * entry leads nowhere they rebuild the file from all object headers in it, and then take those in stream data of a later
 * revision for objects too.
 *
 * @param whole The whole file, of which `document` is the beginning.
 */
export function findDamage(document: PdfDocument, whole: PdfDocument): Finding | undefined {
  const isSound = document.hasSoundEntries() && [...containersOf(document)].every((num) => isReadable(document, num))
  if (isSound || !hasStrayHeaders(whole, document.bytes.length)) return undefined
  return {
    code: 'signed_revision_damaged',
    message:
      'The cross-reference of the signed revision leads nowhere for some object, so readers differ on what it is.',
  }
}

/** True when an object header stands behind `from` that no cross-reference section names. */
function hasStrayHeaders(whole: PdfDocument, from: number): boolean {
  const { bytes, origin, sections } = whole
  const named = new Set(sections.map(({ offset }) => offset))
  const all = sections.map((_, index) => index)
  for (const { type, position } of entriesOf(whole, all)) if (type === ENTRY_IN_USE) named.add(position)
  const view = viewOf(bytes)
  for (let hit = view.indexOf('obj', from, 'latin1'); hit >= 0; hit = view.indexOf('obj', hit + 3, 'latin1')) {
    const header = /(\d+)\s+\d+\s+$/.exec(latin1Text(bytes, Math.max(0, hit - 64), hit))
    if (header !== null && !named.has(hit - header[0].length - origin)) return true
  }
  return false
}

function containersOf({ xref }: PdfDocument): Set<number> {
  const containers = new Set<number>()
  for (const num of xref.numbers()) {
    const entry = xref.get(num)
    if (entry?.type === 'compressed') containers.add(entry.stream)
  }
  return containers
}

function isReadable(document: PdfDocument, container: number): boolean {
  try {
    return document.objectStream(container) !== undefined
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return false
  }
}

const AMBIGUITIES = [findLinearizationDoubt, findDoubleEntry, findContradictionOnPages] as const
