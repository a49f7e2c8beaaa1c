/**
 * Whether an annotation is shown (ISO 32000-2, 12.5.3).
 *
 * @module
 */

import { flagBits, isInvisible } from '../../../pdf/forms.js'
import type { PdfDict } from '../../../pdf/objects.js'
import type { RevisionPair } from '../revision-pair.js'

/** Invisible, Hidden, NoView, ToggleNoView. */
const VISIBILITY_FLAGS = 1 | 2 | 32 | 256
/** NoZoom, NoRotate: on a page that is turned, or at another size, the annotation stands elsewhere. */
const PLACE_FLAGS = 8 | 16
const PRINT_FLAG = 4

/**
 * True when a change of the flags neither hides nor shows nor moves the annotation. That it comes to be printed is no more than
 * signers do with the field that they sign.
 */
export function keepsVisibility(pair: RevisionPair, before: PdfDict, after: PdfDict): boolean {
  const older = flagBits(pair.oldValue(before, 'F'))
  const newer = flagBits(pair.newValue(after, 'F'))
  if (older === undefined || newer === undefined) return false
  // What is kept off the screen, and was not printed either, would be seen for the first time on paper.
  if (isInvisible(pair.older, before) && !isInvisible(pair.newer, after)) return false
  const isStillPrinted = (older & ~newer & PRINT_FLAG) === 0
  return isStillPrinted && ((older ^ newer) & (VISIBILITY_FLAGS | PLACE_FLAGS)) === 0
}
