/**
 * Direction of text with `dir=auto`.
 *
 * @module
 */

import type { StyledPlace } from '../css/style-resolver.js'
import { descendants, getAttribute, type HtmlElement, isText } from '../source/html-tree.js'
import { derivePlace } from './derived-place.js'
import { firstStrongDirection } from './text-direction.js'

/** Characters of a text that are searched for its direction. */
const DIRECTION_SAMPLE = 500

/** `dir=auto`: the direction of the first letter that has one (WHATWG HTML, 3.2.6.4). */
export function withOwnDirection(element: HtmlElement, place: StyledPlace): StyledPlace {
  if (element.attrs.length === 0 && element.tagName !== 'bdi') return place
  const isAuto =
    getAttribute(element, 'dir')?.toLowerCase() === 'auto' ||
    (element.tagName === 'bdi' && getAttribute(element, 'dir') === undefined)
  if (!isAuto) return place
  const direction = firstStrongDirection(startOfText(element))
  if (direction === undefined || direction === (place.style.text.direction ?? 'ltr')) return place
  const { text, box } = place.style
  return derivePlace(place, 'direction', { text: { ...text, direction }, box })
}

function startOfText(element: HtmlElement): string {
  let text = ''
  for (const node of descendants(element)) {
    if (isText(node)) text += node.value.slice(0, DIRECTION_SAMPLE)
    if (text.length >= DIRECTION_SAMPLE) break
  }
  return text
}
