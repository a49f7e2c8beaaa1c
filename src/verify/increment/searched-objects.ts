/**
 * Finds objects of an increment that only readers which search the file use.
 *
 * When a reference of the signed document leads to nothing, PDF.js and PDFium search the file already in the signed state.
 * They find older objects that the cross-reference calls free, and follow what these refer to: the content of a page, say,
 * that nothing else leads to. No other reader uses it, so the comparison of states would not look at it.
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import type { PdfDocument } from '../../pdf/document.js'
import { readOrNull } from '../../pdf/lookup.js'
import type { PdfRef } from '../../pdf/objects.js'
import { ENTRY_COMPRESSED, ObjectParser, scanReferences } from '../../pdf/reading.js'
import { followReferences, type HiddenHeader, type IncrementReach, MAX_HIDDEN } from './hidden-objects.js'
import { referencesOf } from './plain-reader.js'
import { entriesOf } from './section-entries.js'

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
  if (lost.length === 0 && previous.hasSoundEntries()) return undefined
  const own = [...numbers, ...freed].filter((num) => !reached.has(num))
  if (inside.length >= MAX_HIDDEN) return own.find((num) => readOrNull(previous, num) !== null)
  const found = new Set(reached)
  const targets = [...inside.flatMap(({ at }) => targetsAt(previous.bytes, at)), ...members.flatMap(targetsOfMember)]
  for (const num of targets) if (!found.has(num)) followFrom(previous, num, found)
  return own.find((num) => found.has(num))
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
    const offset = openOrUndefined(document, position)?.offsets[index]
    const data = openOrUndefined(document, position)?.data
    if (offset !== undefined && data !== undefined) members.push({ data, offset })
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
