/**
 * Colours of DrawingML (ECMA-376-1, 20.1.2.3).
 *
 * @module
 */

import type { HexColor } from '../typeset/model/properties.js'
import type { Theme } from './theme.js'
import type { XmlElement } from './xml-element.js'

/** A colour and how opaque it is, 0 to 1. */
export interface DrawingColor {
  readonly color: HexColor
  readonly opacity: number
}

/**
 * The colour that an element such as a:srgbClr, a:schemeClr, a:sysClr, a:prstClr, a:hslClr or a:scrgbClr means, with
 * its transforms (a:lumMod, a:shade ...).
 *
 * @param placeholder what `phClr` stands for in the theme's fills and lines
 */
export function readDrawingColor(
  _element: XmlElement,
  _theme: Theme,
  _placeholder?: DrawingColor,
): DrawingColor | undefined {
  throw new Error('being written')
}
