/**
 * Lists: `ul`, `ol` and their items.
 *
 * @module
 */

import { CONVERT_LIMITS } from '../../limits.js'
import type { FlowList, ListLevel } from '../docx-writer/flow-document.js'
import { type BlockFrame, enterBlock } from './block-frame.js'
import { attributeOf, type Conversion, type Position } from './conversion.js'
import { resolveLength } from './css/css-length.js'
import { unquote } from './css/css-text.js'
import { childElements, getAttribute, type HtmlElement, isElement, isText } from './html-tree.js'

/** Levels of a list in Word. */
const MAX_LEVELS = 9
/** How far each level is indented, and its labels out of it. */
const LEVEL_INDENT = 480
const HANGING = 360

type MutableList = { levels: ListLevel[] }

/** Converts a list. */
export function convertList(conversion: Conversion, element: HtmlElement, at: Position): void {
  const { builder } = conversion
  const outer = at.frame.item
  const level = Math.min(MAX_LEVELS - 1, outer === undefined ? 0 : outer.level + 1)
  if (outer !== undefined && !outer.isLabelled) builder.addParagraph(at.frame, [])
  const { box } = at.place.style
  const ownIndent = box.padding.left ?? box.margin.left
  const step = ownIndent === undefined || ownIndent === 'auto' ? LEVEL_INDENT : resolveLength(ownIndent, at.frame.width)
  const indent = Math.max(0, at.frame.indentStart + Math.min(step, LEVEL_INDENT * 4))
  const items = childElements(element).filter((child) => child.tagName === 'li')
  const isReversed = element.tagName === 'ol' && getAttribute(element, 'reversed') !== undefined
  const start = listNumber(getAttribute(element, 'start')) ?? (isReversed ? items.length : 1)
  const first: ListLevel = { ...markerOf(element.tagName, at.place.style.text.listStyleType, level), start, indent, hanging: Math.min(HANGING, indent) }
  // A box of its own takes the list's margins; its indent is that of the items.
  const bare = { ...at.place, style: { ...at.place.style, box: { ...box, padding: {}, margin: { ...box.margin, left: undefined } } } }
  const numbering = new Numbering(outer?.list, level, first, isReversed && items.length <= CONVERT_LIMITS.maxReversedItems)
  const frame = enterBlock(at.frame, { ...bare, style: { ...bare.style, box: withoutLeft(box) } }, element.tagName, {
    style: 'listParagraph',
    indentStart: indent,
  })
  builder.inBlock(frame, () => {
    for (const child of element.childNodes) {
      if (isElement(child) && child.tagName === 'li') convertItem(conversion, child, { ...at, frame }, numbering)
      else if (isElement(child)) conversion.convertElement(child, { ...at, frame: itemFrame(frame, numbering, indent, true) })
      else if (isText(child) && child.value.trim() !== '') {
        builder.inBlock(itemFrame(frame, numbering, indent, true), () => builder.addText(child.value, at.place.style.text))
      }
    }
  })
}

function withoutLeft(box: Position['place']['style']['box']): Position['place']['style']['box'] {
  const { left: _, ...margin } = box.margin
  const { left: __, ...padding } = box.padding
  return { ...box, margin, padding }
}

function itemFrame(frame: BlockFrame, numbering: Numbering, indent: number, isLabelled: boolean): BlockFrame {
  const { top: _, bottom: __, ...rest } = frame
  const item = { list: numbering.list, level: numbering.level, indent, isLabelled }
  return { ...rest, item, isNaturalIndent: true }
}

function convertItem(conversion: Conversion, element: HtmlElement, at: Position, numbering: Numbering): void {
  const { builder, resolver } = conversion
  const place = resolver.resolve(element, at.place)
  const { display } = place.style.box
  if (display === 'none') return
  if (display === 'inline') return conversion.convertElement(element, at)
  const checkbox = taskCheckbox(element)
  const own = markerOf(at.place.style.text.listStyleType === place.style.text.listStyleType ? '' : 'li', place.style.text.listStyleType, numbering.level)
  numbering.next(listNumber(attributeOf(conversion, element, 'value')), own)
  const base = itemFrame(at.frame, numbering, at.frame.indentStart, checkbox !== undefined)
  const bookmark = conversion.bookmarks.place(element)
  const entered = enterBlock(base, place, 'li', { style: 'listParagraph', isNaturalIndent: true })
  builder.inBlock(entered, () => {
    if (bookmark !== undefined) builder.addBookmark(bookmark)
    const inside = { ...at, place, frame: entered }
    if (checkbox === undefined) conversion.convertChildren(element, inside)
    else convertTask(conversion, element, inside)
    if (entered.item !== undefined && !entered.item.isLabelled) {
      builder.endParagraph()
      if (!entered.item.isLabelled) builder.addParagraph(entered, [])
    }
  })
}

/** A box to be ticked stands where the label of other items does. */
function convertTask(conversion: Conversion, element: HtmlElement, at: Position): void {
  const { builder } = conversion
  const hanging = Math.min(HANGING, at.frame.indentStart)
  const { item: _, ...rest } = at.frame
  const frame: BlockFrame = { ...rest, isNaturalIndent: false, hanging }
  builder.inBlock(frame, () => conversion.convertChildren(element, { ...at, frame }))
}

/** The box at the very beginning of an item, as task lists of Markdown have it. */
function taskCheckbox(item: HtmlElement): HtmlElement | undefined {
  let parent = item
  for (let depth = 0; depth < 3; depth++) {
    const first = parent.childNodes.find((node) => !isText(node) || node.value.trim() !== '')
    if (first === undefined || !isElement(first)) return undefined
    if (first.tagName === 'input') return getAttribute(first, 'type')?.toLowerCase() === 'checkbox' ? first : undefined
    if (first.tagName !== 'p' && first.tagName !== 'label') return undefined
    parent = first
  }
  return undefined
}

function listNumber(text: string | undefined): number | undefined {
  const match = /^\s*([-+]?\d{1,15})/.exec(text ?? '')
  return match === null ? undefined : Math.min(CONVERT_LIMITS.maxListNumber, Math.max(0, Number(match[1])))
}

/** Numbers of items, and the lists that Word needs to count that way. */
class Numbering {
  readonly level: number
  readonly #first: ListLevel
  readonly #isReversed: boolean
  #list: MutableList
  #number: number
  #isFresh = true

  constructor(outer: FlowList | undefined, level: number, first: ListLevel, isReversed: boolean) {
    this.level = level
    this.#first = first
    this.#isReversed = isReversed
    this.#number = first.start
    this.#list = outer === undefined ? this.#create(first) : this.#join(outer as MutableList, first)
  }

  get list(): FlowList {
    return this.#list
  }

  /** Goes on to the next item, which may have a number or a marker of its own. */
  next(value: number | undefined, marker: Pick<ListLevel, 'format' | 'bullet'> | undefined): void {
    const isExpected = value === undefined || value === this.#number
    if (value !== undefined) this.#number = value
    const differs = marker !== undefined && marker.format !== this.#list.levels[this.level]?.format
    if (!isExpected || differs || (this.#isReversed && !this.#isFresh)) {
      this.#list = this.#create({ ...this.#first, ...marker, start: this.#number })
    }
    this.#isFresh = false
    this.#number = Math.max(0, this.#number + (this.#isReversed ? -1 : 1))
  }

  /** A list whose levels are all like the one that is used; those that are used later say so themselves. */
  #create(own: ListLevel): MutableList {
    const levels: ListLevel[] = []
    for (let level = 0; level <= this.level; level++) levels.push(own)
    return { levels }
  }

  /** Nested lists of one shape are a level of the list around them, where Word starts them anew after each item. */
  #join(outer: MutableList, first: ListLevel): MutableList {
    const known = outer.levels[this.level]
    if (known === undefined && outer.levels.length === this.level) {
      outer.levels.push(first)
      return outer
    }
    return known !== undefined && isSameLevel(known, first) && outer.levels.length > this.level && first.format === 'bullet'
      ? outer
      : this.#create(first)
  }
}

function isSameLevel(a: ListLevel, b: ListLevel): boolean {
  return a.format === b.format && a.bullet === b.bullet && a.indent === b.indent && a.start === b.start
}

const FORMATS: ReadonlyMap<string, ListLevel['format']> = new Map<string, ListLevel['format']>([
  ['decimal', 'decimal'],
  ['decimal-leading-zero', 'decimal'],
  ['lower-alpha', 'lowerLetter'],
  ['lower-latin', 'lowerLetter'],
  ['upper-alpha', 'upperLetter'],
  ['upper-latin', 'upperLetter'],
  ['lower-roman', 'lowerRoman'],
  ['upper-roman', 'upperRoman'],
  ['none', 'none'],
])

const BULLETS: ReadonlyMap<string, string> = new Map([
  ['disc', '•'],
  ['circle', '◦'],
  ['square', '▪'],
])

/** The marker of a list or an item; `undefined` for an item that says nothing. */
function markerOf(tag: 'ul' | 'ol' | 'li' | string, type: string | undefined, level: number): Pick<ListLevel, 'format' | 'bullet' | 'pattern'> {
  const format = FORMATS.get(type ?? '')
  if (format !== undefined) return format === 'none' ? { format } : { format, pattern: '%.' }
  const quoted = type !== undefined && /^["']/.test(type) ? unquote(type).trim().slice(0, 8) : undefined
  const bullet = quoted ?? BULLETS.get(type ?? '')
  if (bullet !== undefined) return bullet === '' ? { format: 'none' } : { format: 'bullet', bullet }
  if (tag === 'ol') return { format: 'decimal', pattern: '%.' }
  return { format: 'bullet', bullet: ['•', '◦', '▪'][Math.min(level, 2)] ?? '•' }
}
