/**
 * Targets of the links in a page.
 *
 * @module
 */

import type { PageConversion, Position } from '../conversion.js'
import { fragmentOf, resolveLink } from '../generated/resolve-link.js'
import { getAttribute, type HtmlElement } from '../source/html-tree.js'
import { plainLine } from './clean-text.js'
import { derivePlace } from './derived-place.js'
import type { LinkTarget } from './inline-builder.js'

/** Copies of an address that are in memory at once. */
const ADDRESS_COPIES = 2

/** The target of a link. `undefined` for one without a target, or with a target that the document must not link to. */
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
    // Pages write `#` alone where a script does the work.
    if (fragment === '') return undefined
    // The place may be in the page that this document is a part of.
  }
  const url = resolveLink(href, conversion.baseUrl)
  if (url === undefined) conversion.warnings.add(`A link was left out: ${plainLine(href, 100)}`)
  return url === undefined ? undefined : { target: { url }, ...rest }
}

/** The position with the style of plain text, for a link without a target. */
export function withoutLink(at: Position): Position {
  const { text, box } = at.place.style
  if (text.characterStyle !== 'link') return at
  const { characterStyle: _, ...plain } = text
  return { ...at, place: derivePlace(at.place, 'not a link', { text: plain, box }) }
}
