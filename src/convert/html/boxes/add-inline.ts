/**
 * Adds what an inline element adds to a line: its text with space at its sides, quotes, and links.
 *
 * @module
 */

import type { PageConversion, Position } from '../conversion.js'
import { isFootnoteReturn } from '../generated/footnotes.js'
import { fragmentOf, resolveLink } from '../generated/resolve-link.js'
import { getAttribute, type HtmlElement } from '../source/html-tree.js'
import { addInlineEdge } from './add-inline-edge.js'
import { addPseudo } from './add-pseudo.js'
import { plainLine } from './clean-text.js'
import { derivePlace } from './derived-place.js'
import type { LinkTarget } from './inline-builder.js'

/** Converts the content of an element that may be in the middle of a line. */
export function addInline(conversion: PageConversion, element: HtmlElement, at: Position): void {
  const { into } = at
  const { text, box } = at.place.style
  const isInline = box.display === 'inline'
  if (isInline) addInlineEdge(at, 'left')
  addPseudo(conversion, element, 'before', at)
  switch (element.tagName) {
    case 'a':
      addLink(conversion, element, at)
      break
    case 'q':
      into.addText('“', text)
      conversion.addChildren(element, at)
      into.addText('”', text)
      break
    case 'rt':
      into.addText('(', text)
      conversion.addChildren(element, at)
      into.addText(')', text)
      break
    default:
      conversion.addChildren(element, at)
  }
  addPseudo(conversion, element, 'after', at)
  if (isInline) addInlineEdge(at, 'right')
}

function addLink(conversion: PageConversion, element: HtmlElement, at: Position): void {
  if (isFootnoteReturn(element)) return
  const footnote = conversion.footnotes.refer(element)
  if (footnote !== undefined) {
    if ('id' in footnote) at.into.addInline({ kind: 'footnote', id: footnote.id })
    else at.into.addText(footnote.mark, withoutLink(at).place.style.text)
    return
  }
  const target = at.into.link === undefined ? linkTarget(conversion, element) : undefined
  if (target === undefined) conversion.addChildren(element, at.into.link === undefined ? withoutLink(at) : at)
  else at.into.inLink(target, () => conversion.addChildren(element, at))
}

/** Runs `build` so that its result is within the link of the element, if the element is a link. */
export function inLinkOf<T>(conversion: PageConversion, element: HtmlElement, at: Position, build: () => T): T {
  const isLink = element.tagName === 'a' && at.into.link === undefined
  const target = isLink ? linkTarget(conversion, element) : undefined
  if (target === undefined) return build()
  let built: T | undefined
  at.into.inLink(target, () => {
    built = build()
  })
  return built as T
}

/** Copies of an address that are in memory at once. */
const ADDRESS_COPIES = 2

/** The target of a link. `undefined` for an element without a target, or with a target that the document must not link to. */
function linkTarget(conversion: PageConversion, element: HtmlElement): LinkTarget | undefined {
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
    // The target may be in the page that contains this document.
  }
  const url = resolveLink(href, conversion.baseUrl)
  if (url === undefined) conversion.warnings.add(`A link was left out: ${plainLine(href, 100)}`)
  return url === undefined ? undefined : { target: { url }, ...rest }
}

/** The position with the style of plain text, for a link without a target. */
function withoutLink(at: Position): Position {
  const { text, box } = at.place.style
  if (text.characterStyle !== 'link') return at
  const { characterStyle: _, ...plain } = text
  return { ...at, place: derivePlace(at.place, 'unlinked', { text: plain, box }) }
}
