/**
 * Variants of run properties that differ in one property. Each is made once.
 *
 * @module
 */

import type { RunProperties } from '../../typeset/model/properties.js'

/** Makes variants of a run's properties for its content. Equal variants share one object. */
export class RunVariants {
  readonly #variants = new WeakMap<RunProperties, Map<string, RunProperties>>()

  /** The run with one font for all its characters (w:sym). */
  withFont(run: RunProperties, font: string): RunProperties {
    return this.#variant(run, `font ${font}`, () => ({ ...run, fonts: allSlots(font) }))
  }

  /** The run in a mathematical font, upright or italic. */
  mathematical(run: RunProperties, font: string, bold: boolean, italic: boolean): RunProperties {
    return this.#variant(run, `math ${bold} ${italic} ${font}`, () => ({ ...run, fonts: allSlots(font), bold, italic }))
  }

  #variant(run: RunProperties, key: string, make: () => RunProperties): RunProperties {
    let variants = this.#variants.get(run)
    if (variants === undefined) {
      variants = new Map()
      this.#variants.set(run, variants)
    }
    let variant = variants.get(key)
    if (variant === undefined) {
      variant = make()
      variants.set(key, variant)
    }
    return variant
  }
}

function allSlots(font: string): RunProperties['fonts'] {
  return { ascii: font, highAnsi: font, eastAsia: font, complexScript: font }
}
