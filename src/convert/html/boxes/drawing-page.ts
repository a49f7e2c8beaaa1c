/**
 * What a drawing within a page takes from the page: style sheets apply to it, and it may use parts of other drawings.
 *
 * @module
 */

import type { PageConversion, Position } from '../conversion.js'
import { parseColor } from '../css/css-color.js'
import { TWIPS_PER_PIXEL } from '../css/css-length.js'
import { elementsBelow, getAttribute, type HtmlElement, type HtmlNode } from '../source/html-tree.js'
import type { DrawingPage } from './write-svg.js'

/** Properties of drawings (SVG 2, 6.5), in addition to those that begin with one of these words. */
const PROPERTIES: ReadonlySet<string> = new Set(
  'color display visibility opacity transform transform-origin transform-box vector-effect paint-order'.split(' '),
)
const FAMILIES = /^(?:fill|stroke|stop|marker|font|text-anchor|letter-spacing|dominant-baseline|clip|mask|filter)\b/
/** Properties whose values are colours. */
const COLORS: ReadonlySet<string> = new Set(['color', 'fill', 'stroke', 'stop-color'])

const NO_VARIABLES: ReadonlyMap<string, string> = new Map()
/** Elements with an id, by page. */
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

/** A colour in a form that all programs support. Other values are not changed. */
function plainColor(value: string): string {
  const color = parseColor(value)
  // A colour of eight digits includes an opacity, and one of six digits does not.
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
