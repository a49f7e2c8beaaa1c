/**
 * What letters are filled with ([MS-DOCX], 2.6.1.9): Word shows it in place of w:color, which programs before Word 2010 show.
 *
 * @module
 */

import { clamp } from '../../numbers.js'
import type { HexColor } from '../../typeset/model/properties.js'
import { mixColors, readColorIn } from '../drawing/color.js'
import { readShare } from '../drawing/units.js'
import type { Theme } from '../parts/theme.js'
import { childOf, childrenOf, type XmlElement } from '../xml/xml-element.js'

/** Paint of letters. Without a colour, that of w:color stays. */
interface TextFill {
  readonly color?: HexColor
  readonly opacity: number
}

/**
 * The paint of letters with w14:textFill in the properties of a run; `undefined` without it. Letters without a fill have the
 * colour of their outline, and are invisible without one. A gradient is the mean of its colours.
 */
export function readTextFill(rPr: XmlElement, theme: Theme): TextFill | undefined {
  const fill = childOf(rPr, 'w14:textFill')
  if (fill === undefined) return undefined
  if (childOf(fill, 'w14:noFill') !== undefined) {
    const color = colorIn(childOf(childOf(rPr, 'w14:textOutline'), 'w14:solidFill'), theme)
    return color === undefined ? { opacity: 0 } : { color, opacity: 1 }
  }
  const solid = childOf(fill, 'w14:solidFill')
  const stops = childrenOf(childOf(childOf(fill, 'w14:gradFill'), 'w14:gsLst'), 'w14:gs')
  const [first, ...others] = (solid === undefined ? stops : [solid]).flatMap((one) => colorIn(one, theme) ?? [])
  const opacity = solid === undefined ? 1 : 1 - readTransparency(solid)
  if (first === undefined) return { opacity }
  const color = others.reduce((mean, each, index) => mixColors(each, mean, 1 / (index + 2)), first)
  return { color, opacity }
}

/** The attribute alpha means transparency here. */
function readTransparency(fill: XmlElement): number {
  const [color] = childrenOf(fill)
  return clamp(readShare(childOf(color, 'w14:alpha')?.attributes['w14:val'], 0), 0, 1)
}

function colorIn(parent: XmlElement | undefined, theme: Theme): HexColor | undefined {
  return readColorIn(parent === undefined ? undefined : asDrawing(parent), theme)?.color
}

/** The elements of a colour in the namespace of drawings, which have the same names there; without its transparency. */
function asDrawing({ name, attributes, children }: XmlElement): XmlElement {
  const plain = (key: string): string => key.replace(/^w14:/, '')
  return {
    name: `a:${plain(name)}`,
    attributes: Object.fromEntries(Object.entries(attributes).map(([key, value]) => [plain(key), value])),
    children: children.flatMap((child) =>
      typeof child === 'string' || child.name === 'w14:alpha' ? [] : [asDrawing(child)],
    ),
  }
}
