/**
 * Letters in the cells of a comb (ISO 32000-2, Table 231, bit 25): each in one of its own, from the first cell on or as the
 * field is aligned. The form around the cells says what each of them means: an amount that is set one cell further is ten
 * times as much.
 *
 * @module
 */

import { cellsOf, inherited, valueText } from '../../pdf/form/field-text.js'
import type { FieldState } from '../../pdf/form/form-field.js'
import { resolveOrNull } from '../../pdf/lenient-lookup.js'
import { numberOf } from '../../pdf/objects.js'
import type { DrawnStates } from '../drawn-states.js'
import type { FieldLook, ShownFault } from './field-look.js'

/** How far the middle of a letter may be from that of its cell, in cells. */
const MAX_SLIP = 0.5
/** Values of /Q. */
const CENTRED = 1
const TO_THE_RIGHT = 2

/** What is wrong with where the letters of a comb stand; `undefined` for fields that are none. */
export function findCellFault(
  pair: DrawnStates,
  field: FieldState,
  { lines, rectangle }: FieldLook,
): ShownFault | undefined {
  const cells = cellsOf(pair.newer, field)
  const [line, ...others] = lines
  // Turned letters are seen to be turned: only the field's own rotation can cause that, and it was signed.
  if (cells === undefined || line === undefined || others.length > 0 || line.angle !== 0) return undefined
  const places = placesOf(valueText(pair.newer, field) ?? '')
  const letters = line.glyphs.filter(({ text }) => text?.trim() !== '')
  if (letters.length !== places.length) return undefined
  const [left, , right] = rectangle
  const width = (right - left) / cells
  const slips = letters.map(({ glyph: { box } }, i) => {
    return ((box[0] + box[2]) / 2 - left) / width - 0.5 - (places[i] as number)
  })
  const length = (places.at(-1) ?? -1) + 1
  const isFine = startsOf(pair, field, cells - length).some((start) =>
    slips.every((slip) => Math.abs(slip - start) <= MAX_SLIP),
  )
  return isFine ? undefined : { kind: 'unlike', detail: 'its letters stand in other cells than those of its value' }
}

/** The places of the letters of a text, blanks left out. */
function placesOf(text: string): number[] {
  return Array.from(text).flatMap((character, i) => (character.trim() === '' ? [] : [i]))
}

/** The cells in which a text may begin that leaves some of them free. */
function startsOf({ newer }: DrawnStates, { dict }: FieldState, free: number): number[] {
  const alignment = numberOf(resolveOrNull(newer, inherited(newer, dict, 'Q')))
  if (alignment === CENTRED) return [0, Math.floor(free / 2), Math.ceil(free / 2)]
  return alignment === TO_THE_RIGHT ? [0, free] : [0]
}
