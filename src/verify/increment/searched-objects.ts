/**
 * Finds what only readers use that search the signed document although nothing was appended.
 *
 * They do so when a reference leads to nothing, and PDFium also when tables and streams follow each other. They find objects
 * that the cross-reference calls free, or another form of an object, and follow what these refer to: the content of a page,
 * say, that nothing else leads to. No other reader uses it, so the comparison of states would not look at it.
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import type { PdfDocument } from '../../pdf/document.js'
import { readOrNull } from '../../pdf/lookup.js'
import type { PdfRef } from '../../pdf/objects.js'
import { ENTRY_COMPRESSED, ObjectParser, scanReferences } from '../../pdf/reading.js'
import type { Finding } from '../report.js'
import {
  findHiddenHeaders,
  followReferences,
  type HiddenHeader,
  type IncrementReach,
  MAX_HIDDEN,
} from './hidden-objects.js'
import { referencesOf } from './plain-reader.js'
import { entriesOf } from './section-entries.js'
import { leavesOutOlder } from './trailer-check.js'

/**
 * The number of an object of an increment that the older state uses only for readers that search; `undefined` when readers
 * have no reason to search that state, or find nothing that leads to the increment.
 */
export function findSearchedObject(
  previous: PdfDocument,
  hidden: readonly HiddenHeader[],
  { numbers, freed }: Pick<IncrementReach, 'numbers' | 'freed'>,
): number | undefined {
  const inside = hidden.filter(({ at }) => at < previous.bytes.length)
  const members = supersededMembers(previous)
  if (inside.length === 0 && members.length === 0) return undefined
  const reached = new Set<number>()
  const lost: PdfRef[] = []
  followReferences(previous, [previous.trailer], reached, (reference) => lost.push(reference))
  if (lost.length === 0 && !isMixed(previous) && !leavesOutOlder(previous) && previous.hasSoundEntries())
    return undefined
  const own = [...numbers, ...freed].filter((num) => !reached.has(num))
  if (inside.length >= MAX_HIDDEN) return own.find((num) => readOrNull(previous, num) !== null)
  const found = new Set(reached)
  const targets = [...inside.flatMap(({ at }) => targetsAt(previous.bytes, at)), ...members.flatMap(targetsOfMember)]
  for (const num of targets) if (!found.has(num)) followFrom(previous, num, found)
  return own.find((num) => found.has(num))
}

/**
 * True when the chain has sections of several kinds, or hybrid ones. PDFium searches many of these files: it follows tables
 * from a table, and streams from a stream.
 */
function isMixed({ sections }: PdfDocument): boolean {
  return sections.some(({ kind }) => kind === 'hybrid' || kind !== sections[0]?.kind)
}

/**
 * Finds an object that stands in the file once more, behind the form that its entry leads to, in a document that some readers
 * search: they take the last form.
 */
export function findSecondForm(document: PdfDocument): Finding | undefined {
  if (!isMixed(document)) return undefined
  const { xref, origin } = document
  for (const { num, at } of findHiddenHeaders(document)) {
    const entry = num === undefined ? undefined : xref.get(num)
    const place = entry?.type === 'compressed' ? xref.get(entry.stream) : entry
    if (place?.type === 'in-use' && at > origin + place.offset) return describeSecondForm(num ?? 0)
  }
  return undefined
}

function describeSecondForm(num: number): Finding {
  const message = `Object ${num} stands in the file again behind its place, and readers that search files take the last form (ISO 32000-2, 7.5.8.1).`
  return { code: 'object_ambiguous', message }
}

function followFrom(document: PdfDocument, num: number, found: Set<number>): void {
  found.add(num)
  followReferences(document, [readOrNull(document, num)], found, () => undefined)
}

/** The place of an object in the data of an object stream. */
interface Member {
  readonly data: Uint8Array
  readonly offset: number
}

/** Objects in object streams that a section lists, and of which a newer one says something else. */
function supersededMembers(document: PdfDocument): Member[] {
  const members: Member[] = []
  for (const { num, type, position, index } of entriesOf(document, [...document.sections.keys()])) {
    if (type !== ENTRY_COMPRESSED) continue
    const now = document.xref.get(num)
    if (now?.type === 'compressed' && now.stream === position) continue
    const stream = openOrUndefined(document, position)
    const offset = stream?.offsets[index]
    if (stream !== undefined && offset !== undefined) members.push({ data: stream.data, offset })
  }
  return members
}

function openOrUndefined(document: PdfDocument, container: number) {
  try {
    return document.objectStream(container)
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return undefined
  }
}

function targetsOfMember({ data, offset }: Member): readonly number[] {
  return targetsFrom(data, offset)
}

/** Numbers that the object at an index refers to; for a trailer, those in its dictionary. */
function targetsAt(bytes: Uint8Array, at: number): readonly number[] {
  const parser = new ObjectParser(bytes, at)
  const isObject = parser.takeUnsigned() !== undefined && parser.takeUnsigned() !== undefined
  if (isObject ? !parser.takeKeyword('obj') : !parser.takeKeyword('trailer')) return []
  return targetsFrom(bytes, parser.pos)
}

function targetsFrom(bytes: Uint8Array, start: number): readonly number[] {
  const scanned = scanReferences(bytes, start)
  if (scanned !== undefined) return scanned.numbers
  try {
    return referencesOf(new ObjectParser(bytes, start).parseObject())
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return []
  }
}
