/**
 * Whether an annotation draws anything at all.
 *
 * @module
 */

import { hasOddRectangle, rectangleOf } from '../../pdf/annotations/visibility.js'
import { PdfDict } from '../../pdf/objects.js'
import type { DrawnStates } from '../drawn-states.js'
import { appearancesOf } from './annotation-drawings.js'

/** What readers draw of a field by themselves (ISO 32000-2, Table 192). */
const LOOK_KEYS = ['BG', 'BC', 'I', 'CA']

/**
 * True when no appearance of the annotation paints anything, seen or unseen, and readers have nothing to draw by
 * themselves. An annotation without area is drawn into a point, as invisible signatures are.
 */
export function paintsNothing(pair: DrawnStates, annotation: PdfDict): boolean {
  const { newer, drawings } = pair
  if (hasOddRectangle(newer, annotation)) return false
  const rectangle = rectangleOf(newer, annotation)
  const look = pair.newValue(annotation, 'MK')
  const hasLook = look instanceof PdfDict && LOOK_KEYS.some((key) => !isEmptyLook(pair, look, key))
  const hasBorder = !isEmptyLook(pair, annotation, 'C') && (annotation.has('Border') || annotation.has('BS'))
  if (rectangle !== undefined && (hasLook || hasBorder)) return false
  return appearancesOf(newer, annotation).every((stream) => {
    const { glyphs, areas, unknown } = drawings.reader(newer).appearance(stream, rectangle ?? [0, 0, 1, 1])
    // A box without area is no drawing as long as nothing is painted.
    return glyphs.length + areas.length === 0 && unknown.every(({ code }) => code === 'geometry')
  })
}

/** Null, or a colour without components: transparent. */
function isEmptyLook(pair: DrawnStates, look: PdfDict, key: string): boolean {
  const value = pair.newValue(look, key)
  return value === null || (Array.isArray(value) && value.length === 0)
}
