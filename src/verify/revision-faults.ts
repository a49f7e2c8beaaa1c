/**
 * What is wrong with how a revision is built, so that readers could see different documents.
 *
 * @module
 */
import { SealwrightError } from '../errors.js'
import type { PdfDocument } from '../pdf/document.js'
import { ObjectParser } from '../pdf/object-parser.js'
import { numberOf } from '../pdf/objects.js'
import type { PdfRevision } from '../pdf/revisions.js'
import { latin1Text, viewOf } from '../pdf/syntax.js'
import { ENTRY_COMPRESSED, ENTRY_FREE, ENTRY_IN_USE, readXrefSection, type XrefSection } from '../pdf/xref-section.js'
import type { Finding } from './report.js'
import type { StructuredView } from './revision-view.js'

/** Faults of an increment: what it defines must stand in its own bytes, and all of its bytes must be accounted for. */
export function findFaults(
  document: PdfDocument,
  revision: PdfRevision,
  view: StructuredView,
  previous: StructuredView,
): Finding[] {
  const faults: Finding[] = []
  if (!view.isClosed) {
    faults.push({
      code: 'revision_not_closed',
      message: `Revision ${revision.index + 1} is not closed by its own startxref and %%EOF.`,
    })
  }
  for (const index of revision.sections) {
    if (isTrailerMalformed(document, document.sections[index] as XrefSection)) {
      faults.push({
        code: 'trailer_malformed',
        message: `The trailer of revision ${revision.index + 1} is malformed, so that readers can differ on it.`,
      })
    }
  }
  const from = previous.markerEnd - document.origin
  const to = view.markerEnd - document.origin
  const extents: [number, number][] = revision.sections.map((index) => {
    const section = document.sections[index] as XrefSection
    return [section.offset, section.end]
  })
  const seen = new Set<number>()
  for (const { num, type, position, index } of entriesOf(document, revision.sections)) {
    if (type === ENTRY_FREE) continue
    if (seen.has(num)) {
      faults.push({ code: 'object_defined_twice', message: `Object ${num} has two entries in one revision.` })
      continue
    }
    seen.add(num)
    if (type === ENTRY_COMPRESSED) {
      if (isSameAsBefore(previous, { num, type, position, index })) continue
      const container = view.document.xref.get(position)
      if (container?.type !== 'in-use' || container.offset < from) faults.push(pointsBack(num))
      else faults.push(...findCompressedFaults(view.document, num, position, index))
      continue
    }
    if (type !== ENTRY_IN_USE || isSameAsBefore(previous, { num, type, position, index })) continue
    if (position < from || position >= to) {
      faults.push(pointsBack(num))
      continue
    }
    const anomalies = new Set<string>()
    const end = objectEnd(document, { num, position, index }, anomalies)
    if (end === undefined) {
      faults.push(unreadable(num))
    } else {
      extents.push([position, end])
    }
    for (const anomaly of anomalies) faults.push(malformed(num, anomaly))
  }
  const stray = findStrayBytes(document, extents, from, to)
  if (stray !== undefined) {
    faults.push({
      code: 'unaccounted_bytes',
      message: `Revision ${revision.index + 1} holds bytes at ${stray} that belong to none of its objects.`,
    })
  }
  return faults
}

function isTrailerMalformed(document: PdfDocument, { offset }: XrefSection): boolean {
  let isMalformed = false
  readXrefSection(document.bytes.subarray(document.origin), offset, () => {
    isMalformed = true
  })
  return isMalformed
}

/** An object in an object stream must stand at its index, and be well-formed. */
function findCompressedFaults(document: PdfDocument, num: number, container: number, index: number): Finding[] {
  const anomalies = new Set<string>()
  try {
    const stream = document.objectStream(container)
    const offset = stream?.offsets[index]
    if (stream === undefined || offset === undefined || stream.numbers[index] !== num) return [unreadable(num)]
    new ObjectParser(stream.data, offset, stream.data.length, (code) => anomalies.add(code)).parseObject()
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return [unreadable(num)]
  }
  return [...anomalies].map((anomaly) => malformed(num, anomaly))
}

function unreadable(num: number): Finding {
  return { code: 'object_unreadable', message: `Object ${num} cannot be read where its entry points.` }
}

/** What one reader skips another may take: with two values for a key, for one, each shows a different document. */
function malformed(num: number, anomaly: string): Finding {
  return { code: 'object_malformed', message: `Object ${num} is malformed (${anomaly.replaceAll('_', ' ')}).` }
}

function pointsBack(num: number): Finding {
  return {
    code: 'entry_outside_revision',
    message: `The cross-reference entry of object ${num} points outside the revision that it belongs to.`,
  }
}

function isSameAsBefore(previous: StructuredView, { num, type, position, index }: SectionEntry): boolean {
  const before = previous.document.xref.get(num)
  if (before?.type === 'in-use') return type === ENTRY_IN_USE && before.offset === position && before.gen === index
  if (before?.type === 'compressed') {
    return type === ENTRY_COMPRESSED && before.stream === position && before.index === index
  }
  return false
}

/** First byte behind an object and its endobj; offsets count from the header. */
function objectEnd(
  document: PdfDocument,
  { num, position: offset, index: generation }: Omit<SectionEntry, 'type'>,
  anomalies: Set<string>,
): number | undefined {
  const body = document.bytes.subarray(document.origin)
  const parser = new ObjectParser(body, offset, body.length, (code) => anomalies.add(code))
  try {
    if (num === 0 || parser.takeUnsigned() !== num || parser.takeUnsigned() !== generation) return undefined
    if (!parser.takeKeyword('obj')) return undefined
    if (parser.takeKeyword('endobj')) return parser.pos
    const object = parser.parseObject()
    if (parser.takeKeyword('stream')) {
      if (body[parser.pos] === 0x0d) parser.pos++
      if (body[parser.pos] === 0x0a) parser.pos++
      const dict = object !== null && typeof object === 'object' && 'get' in object ? object : undefined
      const length = numberOf(document.resolve(dict?.get('Length')))
      if (length === undefined || length < 0 || parser.pos + length > body.length) return undefined
      parser.pos += length
      if (!parser.takeKeyword('endstream')) return undefined
    }
    return parser.takeKeyword('endobj') ? parser.pos : undefined
  } catch {
    return undefined
  }
}

/** Offset of the first byte between the extents that is neither white space nor a comment nor startxref's own. */
function findStrayBytes(
  document: PdfDocument,
  extents: readonly (readonly [number, number])[],
  from: number,
  to: number,
): number | undefined {
  const body = document.bytes.subarray(document.origin)
  let at = from
  for (const [start, end] of [...extents, [to, to] as const].toSorted((a, b) => a[0] - b[0])) {
    if (start > at && !isFiller(body, at, Math.min(start, to), start === to)) return at
    at = Math.max(at, end)
  }
  return undefined
}

/** White space and comments; at the end of a revision its `startxref NUMBER %%EOF` as well. */
function isFiller(body: Uint8Array, start: number, end: number, atEnd: boolean): boolean {
  const parser = new ObjectParser(body, start, end)
  if (atEnd && parser.takeKeyword('startxref')) parser.takeUnsigned()
  parser.skipWhiteSpace()
  return parser.pos >= end && !hidesObject(body, start, end)
}

/** A comment can hide an object from strict readers only: tolerant ones search for `obj`. */
function hidesObject(body: Uint8Array, start: number, end: number): boolean {
  const view = viewOf(body.subarray(start, end))
  return / obj\b/.test(view.toString('latin1', 0, Math.min(view.length, 65_536)))
}

/**
 * In a hybrid file, objects of the hidden stream must be free in the table: an object in both is one thing to readers
 * of tables and another to readers of streams (ISO 32000-2, 7.5.8.4).
 */
export function findAmbiguities({ subsections, hiddenSubsections }: XrefSection): Finding[] {
  if (hiddenSubsections.length === 0) return []
  const places = new Map<number, number>()
  for (const { first, types, positions } of subsections) {
    types.forEach((type, i) => {
      if (type === ENTRY_IN_USE) places.set(first + i, positions[i] as number)
    })
  }
  for (const { first, types, positions } of hiddenSubsections) {
    for (let i = 0; i < types.length; i++) {
      const place = places.get(first + i)
      if (types[i] === ENTRY_FREE || place === undefined) continue
      if (types[i] === ENTRY_IN_USE && place === positions[i]) continue
      return [{ code: 'hybrid_conflict', message: `Object ${first + i} has two forms in a hybrid cross-reference.` }]
    }
  }
  return []
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

/** One entry of a cross-reference section. */
export interface SectionEntry {
  readonly num: number
  readonly type: number
  readonly position: number
  readonly index: number
}

/** All entries of some sections, named by their place in the chain. */
export function* entriesOf(document: PdfDocument, sections: readonly number[]): Generator<SectionEntry> {
  for (const index of sections) {
    const { subsections, hiddenSubsections } = document.sections[index] as XrefSection
    for (const { first, types, positions, indices } of [...subsections, ...hiddenSubsections]) {
      for (let i = 0; i < types.length; i++) {
        yield {
          num: first + i,
          type: types[i] as number,
          position: positions[i] as number,
          index: indices[i] as number,
        }
      }
    }
  }
}
