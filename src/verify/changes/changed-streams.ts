/**
 * Appearance streams that a revision replaced.
 *
 * @module
 */

import { appearanceStreams } from '../../pdf/forms.js'
import { sameValue } from '../../pdf/lookup.js'
import { type PdfDict, PdfRef } from '../../pdf/objects.js'
import type { RevisionPair } from './revision-pair.js'

/** Places of the appearance streams that differ between two states of an annotation. */
export function changedStreams(pair: RevisionPair, before: PdfDict, after: PdfDict): string[] {
  const older = appearanceStreams(pair.older, before)
  const newer = appearanceStreams(pair.newer, after)
  const places = new Set([...older.keys(), ...newer.keys()])
  return [...places].filter((place) => {
    const a = older.get(place)
    const b = newer.get(place)
    if (a instanceof PdfRef && b instanceof PdfRef && a.num === b.num) return pair.changed.has(a.num)
    return !sameValue(pair.older, a, pair.newer, b)
  })
}
