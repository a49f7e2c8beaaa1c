/**
 * What a drawing inside of a page takes from it: style sheets hold for it, and it may use parts of other drawings.
 *
 * @module
 */

import type { PageConversion, Position } from '../conversion.js'
import { parseColor } from '../css/css-color.js'
import { TWIPS_PER_PIXEL } from '../css/css-length.js'
import { elementsBelow, getAttribute, type HtmlElement, type HtmlNode } from '../source/html-tree.js'
import type { DrawingPage } from './write-svg.js'

/** Properties of drawings (SVG 2, 6.5), besides those that begin with one of these words. */
const PROPERTIES: ReadonlySet<string> = new Set(
  'color display visibility opacity transform transform-origin transform-box vector-effect paint-order'.split(' '),
)
const FAMILIES = /^(?:fill|stroke|stop|marker|font|text-anchor|letter-spacing|dominant-baseline|clip|mask|filter)\b/
/** Those whose values are colours. */
const COLORS: ReadonlySet<string> = new Set(['color', 'fill', 'stroke', 'stop-color'])

const NO_VARIABLES: ReadonlyMap<string, string> = new Map()
/** The elements of a page that have an id. */
const IDENTIFIED = new WeakMap<HtmlNode, ReadonlyMap<string, HtmlElement>>()

/** What a drawing takes from the page. */
export function drawingPage({ resolver }: PageConversion, drawing: HtmlElement, { place }: Position): DrawingPage {
  const { backgroundColor } = place.style.box
  const { color, fontFamily, fontSize, variables = NO_VARIABLES } = place.style.text
  const family = fontFamily === undefined ? '' : `font-family:'${fontFamily.replace(/['";]/g, '')}';`
  return {
    ground: backgroundColor === 'transparent' ? undefined : backgroundColor,
    look:
      (color === undefined ? '' : `color:#${color};`) +
      family +
      (fontSize === undefined ? '' : `font-size:${fontSize / TWIPS_PER_PIXEL}px;`),
    declared: (element) =>
      resolver
        .declared(element, (property) => PROPERTIES.has(property) || FAMILIES.test(property), variables)
        .map(([property, value]) => `${property}:${COLORS.has(property) ? plainColor(value) : value};`)
        .join(''),
    find: (id) => identified(drawing).get(id),
  }
}

/** A colour as all programs know it; other values as they are. */
function plainColor(value: string): string {
  const color = parseColor(value)
  // Eight digits have an opacity, which six do not.
  return color === undefined || color.length !== 6 ? value : `#${color}`
}

function identified(element: HtmlElement): ReadonlyMap<string, HtmlElement> {
  let root: HtmlNode = element
  while ('parentNode' in root && root.parentNode !== null) root = root.parentNode
  let known = IDENTIFIED.get(root)
  if (known === undefined) {
    const found = new Map<string, HtmlElement>()
    for (const below of elementsBelow(root)) {
      const id = getAttribute(below, 'id')
      if (id !== undefined && !found.has(id)) found.set(id, below)
    }
    known = found
    IDENTIFIED.set(root, known)
  }
  return known
}
