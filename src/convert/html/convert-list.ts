/**
 * Lists: `ul`, `ol` and their items.
 *
 * @module
 */

import { CONVERT_LIMITS } from '../../limits.js'
import type { ListLevel } from '../docx-writer/flow-document.js'
import { type BlockFrame, enterBlock } from './block-frame.js'
import type { Conversion, Position } from './conversion.js'
import type { BoxStyle } from './css/computed-style.js'
import { resolveLength } from './css/css-length.js'
import { childElements, getAttribute, type HtmlElement, isElement, isText } from './html-tree.js'
import { ListNumbering, listMarker } from './list-numbering.js'

/** Levels of a list in Word. */
const MAX_LEVELS = 9
/** How far each level is indented, and its labels out of it. */
const LEVEL_INDENT = 480
const HANGING = 360

/** Converts a list. */
export function convertList(conversion: Conversion, element: HtmlElement, at: Position): void {
  const { builder } = conversion
  const outer = at.frame.item
  builder.endParagraph()
  // A list at the very start of an item does not take the item's own label.
  if (outer !== undefined && !outer.isLabelled) builder.addParagraph(at.frame, [])
  const level = Math.min(MAX_LEVELS - 1, outer === undefined ? 0 : outer.level + 1)
  const indent = at.frame.indentStart + listIndent(at.place.style.box, at.frame.width)
  const hanging = Math.min(HANGING, indent)
  const numbering = new ListNumbering(outer?.list, level, {
    ...listMarker(element.tagName, at.place.style.text.listStyleType, level),
    ...listStart(element),
    indent,
    hanging,
  })
  const place = { ...at.place, style: { ...at.place.style, box: withoutLeft(at.place.style.box) } }
  const frame = enterBlock(at.frame, place, element.tagName, { style: 'listParagraph', indentStart: indent })
  const inside = { ...at, frame }
  builder.inBlock(frame, () => {
    for (const child of element.childNodes) {
      if (isElement(child) && child.tagName === 'li') convertItem(conversion, child, inside, numbering)
      else if (isElement(child) || (isText(child) && child.value.trim() !== '')) {
        // What stands between items belongs to none of them, and looks as if it did to the one before.
        const between = itemFrame(frame, numbering, true)
        if (isElement(child)) conversion.convertElement(child, { ...inside, frame: between })
        else builder.inBlock(between, () => builder.addText(child.value, at.place.style.text))
      }
    }
  })
}

function listIndent({ padding, margin }: BoxStyle, width: number): number {
  const sides = [margin.left, padding.left].flatMap((length) =>
    length === undefined || length === 'auto' ? [] : [resolveLength(length, width)],
  )
  if (padding.left === undefined) sides.push(LEVEL_INDENT)
  const sum = sides.reduce((total, side) => total + side, 0)
  return Math.min(width / 4, Math.max(0, sum))
}

function withoutLeft(box: BoxStyle): BoxStyle {
  const { left: _, ...margin } = box.margin
  const { left: __, ...padding } = box.padding
  return { ...box, margin, padding }
}

function listStart(element: HtmlElement): Pick<ListLevel, 'start'> & { isReversed: boolean } {
  const items = childElements(element).filter((child) => child.tagName === 'li').length
  const isReversed =
    element.tagName === 'ol' &&
    getAttribute(element, 'reversed') !== undefined &&
    items <= CONVERT_LIMITS.maxReversedItems
  return { start: listNumber(getAttribute(element, 'start')) ?? (isReversed ? items : 1), isReversed }
}

function itemFrame(frame: BlockFrame, numbering: ListNumbering, isLabelled: boolean): BlockFrame {
  const { top: _, bottom: __, ...rest } = frame
  const { list, level, hanging } = numbering
  return {
    ...rest,
    item: { list, level, hanging, indent: frame.indentStart, isLabelled },
    isNaturalIndent: true,
    isTight: false,
  }
}

function convertItem(conversion: Conversion, element: HtmlElement, at: Position, numbering: ListNumbering): void {
  const { builder } = conversion
  const place = conversion.resolver.resolve(element, at.place)
  const { display } = place.style.box
  if (display === 'none') return
  if (display === 'inline') {
    conversion.convertElement(element, at)
    return
  }
  const type = place.style.text.listStyleType
  const marker =
    type === at.place.style.text.listStyleType ? undefined : listMarker(element.tagName, type, numbering.level)
  numbering.next(listNumber(getAttribute(element, 'value')), marker)
  const base = itemFrame(at.frame, numbering, false)
  const isTask = base.item !== undefined && startsWithCheckbox(element)
  const entered = enterBlock(base, place, 'li', {
    style: 'listParagraph',
    isNaturalIndent: !isTask,
    ...(isTask ? { item: { ...base.item, list: undefined } } : {}),
  })
  builder.inBlock(entered, () => {
    const bookmark = conversion.bookmarks.place(element)
    if (bookmark !== undefined) builder.addBookmark(bookmark)
    conversion.convertChildren(element, { place, frame: entered, depth: at.depth + 1 })
    builder.endParagraph()
    if (entered.item?.isLabelled === false) builder.addParagraph(entered, [])
  })
}

/** Whether a box to be ticked is the very first thing of the item, as task lists of Markdown have it. */
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
