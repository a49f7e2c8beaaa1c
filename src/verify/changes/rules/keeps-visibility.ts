/**
 * Decides whether an annotation is shown (ISO 32000-2, 12.5.3).
 *
 * @module
 */

import { flagBits, isInvisible } from '../../../pdf/forms.js'
import type { PdfDict } from '../../../pdf/objects.js'
import type { RevisionPair } from '../revision-pair.js'

/** Invisible, Hidden, NoView, ToggleNoView. */
const VISIBILITY_FLAGS = 1 | 2 | 32 | 256
/** NoZoom, NoRotate: they move the annotation when the page is turned or scaled. */
const PLACE_FLAGS = 8 | 16
const PRINT_FLAG = 4

/**
 * True when a change of flags neither hides, shows nor moves the annotation. It may become printable, which signers do with
 * the field that they sign.
 */
export function keepsVisibility(pair: RevisionPair, before: PdfDict, after: PdfDict): boolean {
  const older = flagBits(pair.oldValue(before, 'F'))
  const newer = flagBits(pair.newValue(after, 'F'))
  if (older === undefined || newer === undefined) return false
  // An annotation that was neither on the screen nor printed would appear for the first time, on paper.
  if (isInvisible(pair.older, before) && !isInvisible(pair.newer, after)) return false
  const isStillPrinted = (older & ~newer & PRINT_FLAG) === 0
  return isStillPrinted && ((older ^ newer) & (VISIBILITY_FLAGS | PLACE_FLAGS)) === 0
}
