/**
 * Values that many properties have: measures, switches, colours, borders, shading.
 *
 * @module
 */

import type { Border, HexColor } from '../typeset/model/properties.js'
import type { Theme } from './theme.js'
import type { XmlElement } from './xml-element.js'

/** A number of twips: plain, or with a unit as strict files have it (`2.54cm`, 22.9.2.15). */
export function readTwips(_value: string | undefined): number | undefined {
  throw new Error('being written')
}

/** A decimal whole number. */
export function readInteger(_value: string | undefined): number | undefined {
  throw new Error('being written')
}

/** An on/off property (17.17.4): there without w:val is on. `undefined` where the element is missing. */
export function readOnOff(_element: XmlElement | undefined): boolean | undefined {
  throw new Error('being written')
}

/** A border (17.18.2); `null` for an explicit `nil` or `none`. */
export function readBorder(_element: XmlElement | undefined, _theme: Theme): Border | null | undefined {
  throw new Error('being written')
}

/** The mean colour of a w:shd (17.3.5); `null` where it says that there is none. */
export function readShading(_element: XmlElement | undefined, _theme: Theme): HexColor | null | undefined {
  throw new Error('being written')
}
