/**
 * What is known of one CSS property. Each property is described once, in the module of its kind; `css-properties.ts`
 * has them all.
 *
 * @module
 */

import type { StyleDraft, TextStyle } from './computed-style.js'

export interface CssProperty {
  /**
   * Writes a value into the style; one that is not understood changes nothing. The value is in lower case, unless the property
   * {@link CssProperty.keepsCase}. Absent where the property is read elsewhere, or has no effect.
   */
  readonly apply?: (draft: StyleDraft, value: string) => void
  /** The value is given as it is written: names, and text in quotes. */
  readonly keepsCase?: true
  /** Members of the style of text that `inherit` takes from the element around, and `initial` empties. */
  readonly inherits?: readonly (keyof TextStyle)[]
  /** The values without a loss on paper. All others are reported as not shown. Absent where no value is lost. */
  readonly lossless?: RegExp
}

/** Properties by name, in longhands: shorthands are taken apart before. */
export type CssProperties = Readonly<Record<string, CssProperty>>

/** Several properties of which the same is known. */
export function alike(names: string, property: CssProperty): CssProperties {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, property]))
}

/** Lengths of nothing, one or several, and what says so in words. */
export const NO_LENGTH = /^(?:none|normal|auto|(?:0(?:px|em|rem|pt|%)?\s*\/?\s*)+)(?:\s|$)/
