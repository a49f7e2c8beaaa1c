/**
 * Lists: `ul`, `ol` and their items, as boxes.
 *
 * @module
 */

import { isTurnOver, type Steps } from '../../../pace/turns.js'
import { CONVERT_LIMITS } from '../../convert-limits.js'
import type { PageConversion, Position } from '../conversion.js'
import type { StyledPlace } from '../css/style-resolver.js'
import { generatedText } from '../generated/generated-content.js'
import { toRunFormat } from '../measure/formats.js'
import { childElements, getAttribute, type HtmlElement, isElement, isText } from '../source/html-tree.js'
import { NUMBER_PATTERN } from '../source/mend-word-lists.js'
import { addPseudo } from './add-pseudo.js'
import { BoxCollector } from './box-collector.js'
import type { BlockBox, ItemBox, ListBox } from './box-tree.js'

/** The box of a list. */
export function* buildList(conversion: PageConversion, element: HtmlElement, at: Position): Steps<ListBox | BlockBox> {
  const { place } = at
  const into = new BoxCollector(conversion, 'listParagraph', place, at.into.link)
  const inside = { ...at, into }
  const { start, isReversed } = numbersOf(element)
  conversion.counters.startList(place.style.box, at.depth - 1, isReversed ? start + 1 : start - 1)
  addPseudo(conversion, element, 'before', inside)
  // White space keeps items apart that stand in one line.
  const isKept = place.style.text.whiteSpace.startsWith('pre')
  for (const child of element.childNodes) {
    if (isTurnOver()) yield
    if (isElement(child) && child.tagName === 'li') addItem(conversion, child, inside, isReversed)
    else if (isElement(child)) conversion.addElement(child, inside)
    else if (isText(child) && (child.value.trim() !== '' || !isKept)) into.addText(child.value, place.style.text)
  }
  addPseudo(conversion, element, 'after', inside)
  const pattern = getAttribute(element, NUMBER_PATTERN)
  return {
    kind: 'list',
    tag: element.tagName,
    place,
    start,
    isReversed,
    ...(pattern !== undefined && /^\(?%[.)]$/.test(pattern) ? { pattern } : {}),
    children: into.finish(),
  }
}

function numbersOf(element: HtmlElement): { readonly start: number; readonly isReversed: boolean } {
  if (element.tagName !== 'ol') return { start: 1, isReversed: false }
  const items = childElements(element).filter((child) => child.tagName === 'li').length
  const isReversed = getAttribute(element, 'reversed') !== undefined && items <= CONVERT_LIMITS.maxReversedItems
  return { start: listNumber(getAttribute(element, 'start')) ?? (isReversed ? items : 1), isReversed }
}

function addItem(conversion: PageConversion, element: HtmlElement, at: Position, isReversed: boolean): void {
  const place = conversion.resolver.resolve(element, at.place)
  if (place.style.box.display !== 'list-item') {
    conversion.addElement(element, at)
    return
  }
  if (place.style.unmet !== undefined) conversion.warnings.countUnmet(place.style.unmet)
  conversion.warnings.countUnmet(conversion.resolver.unshownOf(element))
  conversion.counters.enter(place.style.box, at.depth)
  const value = listNumber(getAttribute(element, 'value'))
  conversion.counters.countItem(place.style.box, at.depth, { step: isReversed ? -1 : 1, value })
  const bookmark = conversion.anchors.place(element)
  if (bookmark !== undefined) at.into.addBookmark(bookmark)
  const isTask = startsWithCheckbox(element)
  const into = new BoxCollector(conversion, 'listParagraph', place, at.into.link)
  const task = isTask ? { isTaken: false } : undefined
  conversion.addContent(element, { ...at, place, into, depth: at.depth + 1, task })
  const item: ItemBox = {
    kind: 'item',
    place,
    ...(value === undefined ? {} : { value }),
    isTask,
    ...markerOf(conversion, element, place),
    children: into.finish(),
  }
  at.into.addBox(item)
}

/** What a style sheet makes of an item's label (`::marker`). */
function markerOf(conversion: PageConversion, element: HtmlElement, item: StyledPlace): Pick<ItemBox, 'marker'> {
  const place = conversion.resolver.resolveShown(element, 'marker', item)
  if (place === undefined) return {}
  const { text, box } = place.style
  const { content = 'normal' } = box
  const format = toRunFormat(text)
  if (content === 'normal') return { marker: { format } }
  // Labels of Word have one pattern for all items, and count by themselves.
  if (/\bcounters?\(/i.test(content)) {
    conversion.warnings.countUnmet(['::marker'])
    return { marker: { format } }
  }
  const written = generatedText(content, element, conversion.counters, conversion.budget)
  return { marker: { format, text: written.trim() } }
}

/** Whether an item begins with a check box, as in task lists of Markdown. */
function startsWithCheckbox(item: HtmlElement): boolean {
  let parent = item
  for (let depth = 0; depth < 3; depth++) {
    const first = parent.childNodes.find((node) => !isText(node) || node.value.trim() !== '')
    if (first === undefined || !isElement(first)) return false
    if (first.tagName === 'input') return getAttribute(first, 'type')?.toLowerCase() === 'checkbox'
    if (first.tagName !== 'p' && first.tagName !== 'label') return false
    parent = first
  }
  return false
}

function listNumber(text: string | undefined): number | undefined {
  const match = /^\s*([-+]?\d+)/.exec(text?.slice(0, 40) ?? '')
  return match === null ? undefined : Math.min(CONVERT_LIMITS.maxListNumber, Math.max(0, Number(match[1])))
}
