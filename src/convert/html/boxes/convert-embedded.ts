/**
 * Converts formulas and frames, and extracts visible text.
 *
 * @module
 */

import type { PageConversion, Position } from '../conversion.js'
import { resolveLink } from '../generated/resolve-link.js'
import { mathWidth } from '../math/math-width.js'
import { mathmlToOmml } from '../math/mathml-to-omml.js'
import { descendants, getAttribute, type HtmlElement, type HtmlNode, isText } from '../source/html-tree.js'
import { plainLine } from './clean-text.js'

/** Converts a formula of MathML. */
export function convertMath(
  { warnings, ruler }: PageConversion,
  element: HtmlElement,
  { into, place }: Position,
): void {
  const omml = mathmlToOmml(element)
  if (omml === undefined) {
    warnings.add('An equation is nested too deeply and is shown as text.')
    into.addText(visibleText(element), place.style.text)
  } else if (omml !== '') {
    const display = element.attrs.some(({ name, value }) => name === 'display' && value === 'block')
    into.addInline({ kind: 'math', omml, display, ems: () => mathWidth(element, ruler.measureMath) })
  }
}

/** Characters of a frame's own page from which a warning quotes. */
const MAX_QUOTED = 2000

/** Converts a frame to a link, since its page is not part of the document. */
export function convertFrame(conversion: PageConversion, element: HtmlElement, { into, place }: Position): void {
  const source = getAttribute(element, 'src') ?? ''
  const url = resolveLink(source, conversion.baseUrl)
  const own = source === '' ? getAttribute(element, 'srcdoc') : undefined
  // The markup of such a frame is in one attribute, of which the beginning says what it is.
  const said =
    own === undefined
      ? source
      : own
          .slice(0, MAX_QUOTED)
          .replace(/<[^>]*>/g, ' ')
          .replace(/\s+/g, ' ')
          .trim()
  const name = plainLine(said, 100)
  conversion.warnings.add(
    own === undefined
      ? `Embedded content was left out: ${name}`
      : `A frame with a page of its own (srcdoc) was left out: ${name}`,
  )
  if (url === undefined || into.link !== undefined) return
  into.inLink({ target: { url } }, () => into.addText(url, { ...place.style.text, characterStyle: 'link' }))
}

/** The visible text of a node, without scripts and style sheets. */
export function visibleText(root: HtmlNode): string {
  const parts: string[] = []
  for (const node of descendants(root)) {
    if (!isText(node)) continue
    const parent = node.parentNode
    if (parent === null || !/^(?:script|style|template|title|annotation(?:-xml)?)$/.test(parent.nodeName)) {
      parts.push(node.value)
    }
  }
  return parts.join(' ')
}
