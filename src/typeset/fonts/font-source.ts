/**
 * Fonts that callers give as options.
 *
 * @module
 */

import { BYTES, listOf, members, type OptionTable, required, SWITCH, TEXT } from '../../input/check-options.js'

/** A font that the host brings. */
export interface FontSource {
  readonly family: string
  readonly bold?: boolean | undefined
  readonly italic?: boolean | undefined
  /** TrueType or OpenType, also the first of a collection. */
  readonly bytes: Uint8Array
}

const TABLE: OptionTable<FontSource> = { family: required(TEXT), bold: SWITCH, italic: SWITCH, bytes: required(BYTES) }

/** What a list of them may be; whether they can be read is checked later. */
export const FONTS = listOf(members(TABLE), 'fonts: { family, bytes }')
