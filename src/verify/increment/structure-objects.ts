/**
 * Objects of an increment that belong to the file structure: object streams and cross-reference streams. They must be what
 * the section says, so that a searching reader finds nothing else.
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import type { PdfDocument } from '../../pdf/document.js'
import { nameOf, type PdfObject, PdfRef, PdfStream } from '../../pdf/objects.js'
import type { DefinedObjects } from './entry-check.js'
import { GrammarBreach } from './grammar-breach.js'
import type { Increment } from './increment.js'
import { checkObjectStream } from './object-stream-check.js'
import { repeatsEarlierSection, repeatsSection } from './repeated-section.js'
import type { IncrementObject } from './strict/strict-indirect-object.js'
import type { IncrementSection } from './strict/strict-section.js'

/** Checks them, and returns the references in object streams. */
export function checkStructureObjects(
  increment: Increment,
  objects: readonly IncrementObject[],
  defined: DefinedObjects,
  sections: readonly IncrementSection[],
): readonly PdfRef[] {
  const starts = new Set(sections.map(({ start }) => start))
  return objects.flatMap((object) => {
    const type = typeOf(object)
    if (type === 'XRef' && !starts.has(object.start)) checkUnusedSection(increment, object, defined)
    return type === 'ObjStm' || defined.members.has(object.num) ? readMembers(increment, object, type, defined) : []
  })
}

/** The /Type of a stream. */
function typeOf({ dict }: IncrementObject): string | undefined {
  return nameOf(dict?.get('Type'))
}

function checkUnusedSection(increment: Increment, { num, start }: IncrementObject, { rows }: DefinedObjects): void {
  const { faults, document, body } = increment
  if (repeatsSection(body, start, rows) || repeatsEarlierSection(increment, num)) return
  const what = `object ${num} is a cross-reference stream that nothing leads to`
  faults.add('section_unused', what, '7.5.8', document.origin + start)
}

function readMembers(
  { faults, document, view }: Increment,
  { num, gen, start }: IncrementObject,
  type: string | undefined,
  { members }: DefinedObjects,
): readonly PdfRef[] {
  const found = faults.attempt('object_stream_malformed', document.origin + start, () => {
    const stream = readStream(view.document, new PdfRef(num, gen))
    if (stream === undefined || type !== 'ObjStm' || gen !== 0) {
      throw new GrammarBreach(`object ${num} is not an object stream, or cannot be read`, '7.5.7', 0)
    }
    const extended = stream.dict.get('Extends')
    if (extended !== undefined && !isObjectStream(view.document, extended)) {
      throw new GrammarBreach(`object stream ${num} extends something that is not an object stream`, '7.5.7', 0)
    }
    return checkObjectStream(stream.dict, stream.data, members.get(num) ?? new Map())
  })
  return found ?? []
}

/** True for an object stream. LiveCycle states which one it extends, which no reader uses for drawing. */
function isObjectStream(document: PdfDocument, object: PdfObject): boolean {
  const stream = object instanceof PdfRef ? readStream(document, object) : undefined
  return stream !== undefined && nameOf(stream.dict.get('Type')) === 'ObjStm'
}

/** A stream with its data decoded; `undefined` when it is none or cannot be read. */
function readStream(document: PdfDocument, reference: PdfRef): PdfStream | undefined {
  try {
    const stream = document.get(reference)
    return stream instanceof PdfStream ? new PdfStream(stream.dict, document.decode(stream)) : undefined
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return undefined
  }
}
