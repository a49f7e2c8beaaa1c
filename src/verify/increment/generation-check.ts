/**
 * Finds references to a generation that an object does not have.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { append } from '../../lists.js'
import type { PdfDocument } from '../../pdf/document.js'
import { PdfDict, type PdfObject, PdfRef, PdfStream } from '../../pdf/objects.js'
import type { Increment } from './increment.js'
import type { IncrementObject } from './strict/strict-indirect-object.js'

/**
 * Checks references to another generation, which are null (ISO 32000-2, 7.3.10). Some readers take the object with the number
 * anyway, others search the file or give up. References that an object already had are not the increment's fault.
 */
export function checkGenerations(
  { faults, document, view, previous }: Increment,
  objects: readonly IncrementObject[],
): void {
  const { xref } = view.document
  for (const { num, start, references } of objects) {
    const wrong = references.find((reference) => {
      const generation = xref.generationOf(reference.num)
      return generation !== undefined && generation !== reference.gen
    })
    if (wrong === undefined || hadReference(previous.document, num, wrong)) continue
    const what = `object ${num} refers to generation ${wrong.gen} of object ${wrong.num}, which has another`
    faults.add('reference_generation', what, '7.3.10', document.origin + start)
  }
}

/** True when an object of the older revision holds a reference in its bytes. */
function hadReference(older: PdfDocument, num: number, wanted: PdfRef): boolean {
  const pending: PdfObject[] = [readOrNull(older, num)]
  for (let object = pending.pop(); object !== undefined; object = pending.pop()) {
    if (object instanceof PdfRef) {
      if (object.num === wanted.num && object.gen === wanted.gen) return true
    } else if (Array.isArray(object)) {
      for (const item of object) pending.push(item)
    } else if (object instanceof PdfDict || object instanceof PdfStream) {
      append(pending, (object instanceof PdfDict ? object : object.dict).entries.values())
    }
  }
  return false
}

function readOrNull(document: PdfDocument, num: number): PdfObject {
  const generation = document.xref.generationOf(num)
  try {
    return generation === undefined ? null : (document.get(new PdfRef(num, generation)) ?? null)
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return null
  }
}
