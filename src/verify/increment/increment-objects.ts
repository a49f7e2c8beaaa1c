/**
 * Reads the objects that an increment's own entries lead to.
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import type { PdfDocument } from '../../pdf/document.js'
import { readOrNull } from '../../pdf/lookup.js'
import { PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from '../../pdf/objects.js'
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
    if (isOddlyEncrypted(view.document, num)) {
      const what = `object ${num} has a string or data that are not encrypted as others are`
      faults.add('object_malformed', what, '7.6.3.1', document.origin + position)
    }
    if (faults.isFull) break
  }
  return objects
}

/**
 * True for an object with a string or stream data that readers decrypt in different ways, so that a field has different values in
 * them. The encryption dictionary is not encrypted. Signature dictionaries are excepted, since some signers do not encrypt their
 * strings and no reader draws from them.
 */
function isOddlyEncrypted(document: PdfDocument, num: number): boolean {
  const { security, trailer } = document
  const encryption = trailer.get('Encrypt')
  if (security === undefined || (encryption instanceof PdfRef && encryption.num === num)) return false
  const isOdd = (object: PdfObject): boolean => {
    if (object instanceof PdfString) return !security.isPaddedPlainly(object)
    if (object instanceof PdfStream) return !security.isPaddedPlainly(object) || isOdd(object.dict)
    if (Array.isArray(object)) return object.some(isOdd)
    return object instanceof PdfDict && !isSignature(object) && [...object.entries.values()].some(isOdd)
  }
  return isOdd(readOrNull(document, num))
}

/** True for a dictionary that is a signature, and no field or annotation besides. */
function isSignature(dict: PdfDict): boolean {
  return dict.has('ByteRange') && dict.has('Contents') && !['Subtype', 'FT', 'T'].some((key) => dict.has(key))
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
