/**
 * Reads the objects that an increment's own entries lead to.
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import type { PdfDocument } from '../../pdf/document.js'
import { PdfRef } from '../../pdf/objects.js'
import type { DefinedObjects } from './entry-check.js'
import { GrammarBreach } from './grammar-breach.js'
import type { Increment } from './increment.js'
import { type IncrementObject, readIncrementObject } from './strict/strict-indirect-object.js'

/** All objects of an increment. One that does not match the grammar is a fault. */
export function readIncrementObjects(
  { faults, document, view, body, to }: Increment,
  { inUse }: DefinedObjects,
): readonly IncrementObject[] {
  const objects: IncrementObject[] = []
  const resolveLength = (reference: PdfRef) => readNumber(view.document, reference)
  for (const { num, position, index } of inUse.values()) {
    const object = faults.attempt('object_malformed', document.origin, () => {
      const object = readIncrementObject(body, position, to, resolveLength)
      if (object.num !== num || object.gen !== index) {
        throw new GrammarBreach(`the entry of object ${num} leads to another one`, '7.5.4', position)
      }
      return object
    })
    if (object !== undefined) objects.push(object)
    if (faults.isFull) break
  }
  return objects
}

/**
 * Checks that numbers stored as objects stay. Most are the /Length of a stream (7.3.8.2), and readers differ when it changes
 * while the stream stays.
 */
export function checkNumbersKept({ faults, view, previous }: Increment, { inUse, freed }: DefinedObjects): void {
  for (const num of [...inUse.keys(), ...freed]) {
    const before = numberAt(previous.document, num)
    if (before === undefined || numberAt(view.document, num) === before) continue
    const what = `object ${num}, a number that streams may take for their length, is changed`
    faults.add('number_changed', what, '7.3.8.2')
  }
}

function numberAt(document: PdfDocument, num: number): number | undefined {
  const gen = document.xref.generationOf(num)
  return gen === undefined ? undefined : readNumber(document, new PdfRef(num, gen))
}

/** The number in an object; `undefined` when it is not a number or cannot be read. */
function readNumber(document: PdfDocument, reference: PdfRef): number | undefined {
  try {
    const value = document.get(reference)
    return typeof value === 'number' ? value : undefined
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return undefined
  }
}
