/**
 * Where the links of a page lead.
 *
 * @module
 */

import type { PageConversion, Position } from '../conversion.js'
import { fragmentOf, resolveLink } from '../generated/resolve-link.js'
import { getAttribute, type HtmlElement } from '../source/html-tree.js'
import { plainLine } from './clean-text.js'
import { derivePlace } from './derived-place.js'
import type { LinkTarget } from './inline-builder.js'

/** Times that an address is there at once. */
const ADDRESS_COPIES = 2

/** The target of a link; `undefined` for one that leads nowhere, or to where the document cannot lead. */
export function linkTarget(conversion: PageConversion, element: HtmlElement): LinkTarget | undefined {
  const href = getAttribute(element, 'href')
  // An element may be opened again in each paragraph, and its address is written each time.
  conversion.budget.hold('addresses', ADDRESS_COPIES * (href ?? '').length)
  if (href === undefined || (href.trim() === '' && conversion.baseUrl === undefined)) return undefined
  const title = plainLine(getAttribute(element, 'title') ?? '', 255)
  const rest = title === '' ? {} : { title }
  const fragment = fragmentOf(href)
  if (fragment !== undefined) {
    const bookmark = conversion.anchors.nameOf(fragment)
    if (bookmark !== undefined) return { target: { bookmark }, ...rest }
    // `#` alone is what pages write where a script does the work.
    if (fragment === '') return undefined
    // The document may be a part of the page that has the place.
  }
  const url = resolveLink(href, conversion.baseUrl)
  if (url === undefined) conversion.warnings.add(`A link was left out: ${plainLine(href, 100)}`)
  return url === undefined ? undefined : { target: { url }, ...rest }
}

/** A link that leads nowhere is not styled as one. */
export function withoutLink(at: Position): Position {
  const { text, box } = at.place.style
  if (text.characterStyle !== 'link') return at
  const { characterStyle: _, ...plain } = text
  return { ...at, place: derivePlace(at.place, 'not a link', { text: plain, box }) }
}
