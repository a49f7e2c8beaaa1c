/**
 * From elements of HTML to boxes.
 *
 * @module
 */

import { append } from '../../../lists.js'
import { finishSteps, isTurnOver, type Steps } from '../../../pace/turns.js'
import { CONVERT_LIMITS } from '../../convert-limits.js'
import type { PageConversion, Position } from '../conversion.js'
import type { StyledPlace } from '../css/style-resolver.js'
import { CONTENTS_ENTRY, convertContentsEntry } from '../generated/contents.js'
import { dotMark } from '../generated/dot-marks.js'
import { readStrings } from '../generated/read-strings.js'
import { wordField, wordRunning } from '../generated/word-headers.js'
import {
  elementsBelow,
  type HtmlDocument,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isLong,
  isText,
} from '../source/html-tree.js'
import { addInline, inLinkOf } from './add-inline.js'
import { addPseudo, pseudoItem } from './add-pseudo.js'
import { anonymousPlace, aroundItem, aroundPlacedTable, isNothing, isPlaced, sizedPlace } from './anonymous-boxes.js'
import { BoxCollector } from './box-collector.js'
import type { BlockBox, Box } from './box-tree.js'
import { buildList } from './build-list.js'
import { buildTable } from './build-table.js'
import { convertFrame, convertMath, visibleText } from './convert-embedded.js'
import { convertInput, convertSelect, convertTextArea } from './convert-form-control.js'
import { convertImage, convertSvg, INLINE_DISPLAYS, replacedItem } from './convert-image.js'
import { derivePlace } from './derived-place.js'
import { withOwnDirection } from './own-direction.js'
import { paragraphStyleOf } from './paragraph-style.js'
import { isRunning, noteClosed, shownChildren } from './shown-children.js'
import { isStyledTable, keepsRows } from './table-grid.js'

/** The functions that make a conversion, for its other parts to call. */
export function createConversion(
  parts: Omit<PageConversion, 'fixed' | 'running' | 'addContent' | 'addChildren' | 'addElement'>,
): PageConversion {
  const conversion: PageConversion = {
    ...parts,
    fixed: [],
    running: new Map(),
    addContent: (element, at) => fillApart(conversion, element, at),
    addChildren: (parent, at) => addChildren(conversion, parent, at),
    addElement: (element, at) => addElement(conversion, element, at),
  }
  return conversion
}

/** The boxes inside of a node that stands in nothing. */
export function buildBoxes(
  conversion: PageConversion,
  root: HtmlNode,
  place: StyledPlace,
  style: 'body' | 'footnote',
): readonly Box[] {
  const into = new BoxCollector(conversion, style, place)
  addChildren(conversion, root, { place, into, depth: 0, tables: 0 })
  return into.finish()
}

/** {@link buildBoxes}, with stops. */
export function* buildBoxesInSteps(
  conversion: PageConversion,
  root: HtmlNode,
  place: StyledPlace,
  style: 'body' | 'footnote',
): Steps<readonly Box[]> {
  const into = new BoxCollector(conversion, style, place)
  yield* addChildrenInSteps(conversion, root, { place, into, depth: 0, tables: 0 })
  if (isTurnOver()) yield
  return into.finish()
}

function* addChildrenInSteps(conversion: PageConversion, parent: HtmlNode, at: Position): Steps<void> {
  if (!('childNodes' in parent) || at.depth > CONVERT_LIMITS.maxDepth) {
    addChildren(conversion, parent, at)
    return
  }
  for (const child of shownChildren(conversion, parent, at.place)) {
    if (isTurnOver()) yield
    if (isElement(child) && isLong(child)) yield* addLongElement(conversion, child, at)
    else addChild(conversion, child, at)
  }
}

/** As `addElement`. Blocks, lists and tables are what most of a long document stands in; others are built at once. */
function* addLongElement(conversion: PageConversion, element: HtmlElement, around: Position): Steps<void> {
  const at = openElement(conversion, element, around)
  if (at === undefined) return
  const { display } = at.place.style.box
  const isBlock = !CONVERTERS.has(element.tagName) && !INLINE_DISPLAYS.has(display)
  if (isBlock) placeBlock(conversion, yield* buildLongBox(conversion, element, at), at)
  else addShown(conversion, element, at)
}

function* buildLongBox(conversion: PageConversion, element: HtmlElement, at: Position): Steps<Box> {
  const { display } = at.place.style.box
  if (isTable(conversion, element, at)) return aroundPlacedTable(yield* buildTable(conversion, element, at))
  if (LISTS.has(element.tagName) && display === 'block') return yield* buildList(conversion, element, at)
  if (display === 'flex' || display === 'grid' || INLINE_TAGS.has(element.tagName))
    return buildBlock(conversion, element, at)
  const { into, finish } = openBlock(conversion, element, at)
  const inside = { ...at, into }
  const before = conversion.pendingMark
  addPseudo(conversion, element, 'before', inside)
  yield* addChildrenInSteps(conversion, element, inside)
  addPseudo(conversion, element, 'after', inside)
  if (conversion.pendingMark !== before) conversion.pendingMark = undefined
  return finish()
}

/** Elements that add more than their children to a line. */
const INLINE_TAGS: ReadonlySet<string> = new Set(['a', 'q', 'rt'])

function addChildren(conversion: PageConversion, parent: HtmlNode, at: Position): void {
  if (!('childNodes' in parent)) return
  if (at.depth > CONVERT_LIMITS.maxDepth) {
    addAsText(conversion, parent, at)
    return
  }
  for (const child of shownChildren(conversion, parent, at.place)) addChild(conversion, child, at)
}

function addChild(conversion: PageConversion, child: HtmlNode, at: Position): void {
  if (isText(child)) at.into.addText(child.value, at.place.style.text)
  else if (isElement(child)) addElement(conversion, child, at)
}

function addAsText(conversion: PageConversion, node: HtmlNode, at: Position): void {
  conversion.warnings.add('Elements that are nested too deeply are shown as text.')
  at.into.addText(visibleText(node), at.place.style.text)
}

type Convert = (conversion: PageConversion, element: HtmlElement, at: Position) => void

/** Elements that are not just a box around their content. */
const CONVERTERS: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ['img', convertImage],
  ['svg', convertSvg],
  ['math', convertMath],
  ['input', convertInput],
  ['select', convertSelect],
  ['textarea', convertTextArea],
  ['br', (_, __, at) => addBreak(at)],
  ['hr', (_, __, { into, place }) => into.addBox({ kind: 'rule', place })],
  ['wbr', (_, __, { into, place }) => into.addText('\u200b', place.style.text)],
  ['iframe', convertFrame],
  ['embed', convertFrame],
  [CONTENTS_ENTRY, convertContentsEntry],
])

/** Word breaks pages by line breaks with a style. */
function addBreak({ into, place }: Position): void {
  const { breakBefore, breakAfter } = place.style.box
  if (breakBefore === undefined && breakAfter === undefined) into.addBreak(place.style.text)
  else into.addBox({ kind: 'block', tag: 'br', place, children: [] })
}

const LISTS = new Set(['ul', 'ol', 'menu', 'dir'])

function addElement(conversion: PageConversion, element: HtmlElement, around: Position): void {
  const at = openElement(conversion, element, around)
  if (at !== undefined) addShown(conversion, element, at)
}

/** The position inside of an element; `undefined` where nothing is left to be added at its place. */
function openElement(conversion: PageConversion, element: HtmlElement, around: Position): Position | undefined {
  // Lists add their items without what is said of children.
  if (around.depth > CONVERT_LIMITS.maxDepth) {
    addAsText(conversion, element, around)
    return undefined
  }
  const at = enterElement(conversion, element, around)
  if (at === undefined || takeRunning(conversion, element, at)) return undefined
  const dot = element.childNodes.length === 0 ? dotMark(at.place, around.place) : undefined
  if (dot !== undefined) {
    conversion.pendingMark = dot
    return undefined
  }
  const field = wordField(element)
  if (field === undefined) return at
  const format = conversion.formats.get(at.place.style.text, at.into.style)
  at.into.addInline({ kind: 'pageNumber', counts: field, numbering: 'decimal', format })
  return undefined
}

function addShown(conversion: PageConversion, element: HtmlElement, at: Position): void {
  const convert = CONVERTERS.get(element.tagName)
  const { display } = at.place.style.box
  if (convert !== undefined) convert(conversion, element, at)
  else if (display === 'inline' || display === 'contents') addInline(conversion, element, at)
  else if (INLINE_DISPLAYS.has(display)) at.into.addAtom(buildAtom(conversion, element, at))
  else placeBlock(conversion, buildBox(conversion, element, at), at)
}

/** The position inside of an element; `undefined` for one that is not shown. */
function enterElement(conversion: PageConversion, element: HtmlElement, around: Position): Position | undefined {
  const place = withOwnDirection(element, conversion.resolver.resolve(element, around.place))
  const { display } = place.style.box
  if (display === 'none') noteClosed(conversion, element)
  if (display === 'none' || display === 'column' || conversion.footnotes.holds(element)) return undefined
  if (place.style.unmet !== undefined) conversion.warnings.countUnmet(place.style.unmet)
  conversion.warnings.countUnmet(conversion.resolver.unshownOf(element))
  conversion.counters.enter(place.style.box, around.depth)
  const bookmark = conversion.anchors.place(element)
  if (bookmark !== undefined) around.into.addBookmark(bookmark)
  const { stringSet } = place.style.box
  if (stringSet !== undefined) {
    for (const set of readStrings(conversion, element, stringSet, place)) around.into.addPlaceMark(set)
  }
  return { ...around, place, depth: around.depth + 1 }
}

/** Takes the headers out of the page that Word hides in it. */
export function takeWordHeaders(conversion: PageConversion, root: HtmlDocument, place: StyledPlace): void {
  for (const element of elementsBelow(root)) {
    const name = wordRunning(element)
    if (name === undefined || conversion.running.has(name)) continue
    const into = new BoxCollector(conversion, 'body', place)
    takeRunning(conversion, element, { place: conversion.resolver.resolve(element, place), into, depth: 0, tables: 0 })
  }
}

/** Takes an element out of the text that headers show; of several with one name, the first. */
function takeRunning(conversion: PageConversion, element: HtmlElement, at: Position): boolean {
  const name = at.place.style.box.running ?? wordRunning(element)
  if (name === undefined || conversion.footnotes.isInside) return false
  const { running, warnings } = conversion
  if (running.has(name)) warnings.add(`Headers show only the first of the elements that run as ${name}.`)
  else running.set(name, buildBox(conversion, element, { ...at, into: new BoxCollector(conversion, 'body', at.place) }))
  return true
}

function placeBlock(conversion: PageConversion, box: Box, at: Position): void {
  if (at.place.style.box.fixedTo !== undefined && !conversion.footnotes.isInside) {
    conversion.fixed.push(box)
    return
  }
  if (at.place.style.box.float === undefined) at.into.addBox(box)
  else if (!isNothing(box)) at.into.addFloat(box)
}

function buildBox(conversion: PageConversion, element: HtmlElement, at: Position): Box {
  const { display } = at.place.style.box
  if (isTable(conversion, element, at)) return aroundPlacedTable(finishSteps(buildTable(conversion, element, at)))
  if (LISTS.has(element.tagName) && display === 'block') return finishSteps(buildList(conversion, element, at))
  return buildBlock(conversion, element, at)
}

function isTable({ resolver }: PageConversion, element: HtmlElement, { place }: Position): boolean {
  if (element.tagName === 'table') return place.style.box.display !== 'block' || keepsRows(element, place, resolver)
  return isStyledTable(element, place, resolver)
}

/** A box that stands in a line: around a table, which is no wider than what is in it. */
function buildAtom(conversion: PageConversion, element: HtmlElement, at: Position): BlockBox {
  if (!isTable(conversion, element, at)) return buildBlock(conversion, element, at)
  const into = new BoxCollector(conversion, at.into.style, at.place, at.into.link)
  const { style } = at.place
  const { width, minWidth, maxWidth, ...rest } = style.box
  const isSized = width !== undefined || maxWidth !== undefined
  // The widths are those of the box that stands in the line, and the table fills it.
  const inner = isSized
    ? derivePlace(at.place, 'in line', { ...style, box: { ...rest, width: { fraction: 1 } } })
    : at.place
  into.addBox(finishSteps(buildTable(conversion, element, { ...at, place: inner, into })))
  const place = sizedPlace(at.place, { width, minWidth, maxWidth })
  return { kind: 'block', tag: '', place, children: into.finish() }
}

/** The box of an element with what is in it. */
function buildBlock(conversion: PageConversion, element: HtmlElement, at: Position): BlockBox {
  const { into, finish } = openBlock(conversion, element, at)
  fillApart(conversion, element, { ...at, into })
  return finish()
}

/** The box of an element that is still empty. */
function openBlock(conversion: PageConversion, element: HtmlElement, at: Position) {
  const { place } = at
  const own = paragraphStyleOf(element, place.style.box)
  const into = new BoxCollector(conversion, own ?? at.into.style, place, at.into.link)
  const finish = (): BlockBox => {
    const children = into.finish()
    return { kind: 'block', tag: element.tagName, place, ...(own === undefined ? {} : { style: own }), children }
  }
  return { into, finish }
}

/** Dots in a block that no text follows there are ornaments. */
function fillApart(conversion: PageConversion, element: HtmlElement, at: Position): void {
  const before = conversion.pendingMark
  fillBlock(conversion, element, at)
  if (conversion.pendingMark !== before) conversion.pendingMark = undefined
}

function fillBlock(conversion: PageConversion, element: HtmlElement, at: Position): void {
  const { display, flex } = at.place.style.box
  const isFlex = display === 'flex' || display === 'inline-flex'
  if (!isFlex && display !== 'grid' && display !== 'inline-grid') {
    addInline(conversion, element, at)
    return
  }
  if (conversion.pendingMark !== undefined) conversion.pendingMark.hanging = 0
  const items = inLinkOf(conversion, element, at, () => buildItems(conversion, element, at, isFlex))
  if (items.length === 0) return
  if (isFlex && flex?.isColumn === true) {
    for (const item of flex.isReversed === true ? [...items].reverse() : items) at.into.addBox(item)
  } else at.into.addBox({ kind: 'row', place: at.place, source: isFlex ? 'flex' : 'grid', items })
}

/** The items of a flex or grid container: each element is one, and so is each text between them. */
function buildItems(conversion: PageConversion, element: HtmlElement, at: Position, isFlex: boolean): BlockBox[] {
  const items: BlockBox[] = []
  const addItem = (place: StyledPlace, add: (into: BoxCollector) => void) => {
    const into = new BoxCollector(conversion, at.into.style, place, at.into.link)
    add(into)
    const children = into.finish()
    if (children.length > 0) items.push({ kind: 'block', tag: '', place: anonymousPlace(place), children })
  }
  if (at.depth > CONVERT_LIMITS.maxDepth) {
    addItem(at.place, (into) => addChildren(conversion, element, { ...at, into }))
    return items
  }
  append(items, pseudoItem(conversion, element, 'before', at))
  const children = shownChildren(conversion, element, at.place)
  for (const [index, child] of children.entries()) {
    if (isRunning(child)) {
      const before = children[index - 1]
      if (before === undefined || !isRunning(before))
        addItem(at.place, (into) => addRun(conversion, children, index, { ...at, into }))
      continue
    }
    const inside = isElement(child) ? enterElement(conversion, child, at) : undefined
    if (!isElement(child) || inside === undefined || takeRunning(conversion, child, inside)) continue
    const convert = CONVERTERS.get(child.tagName)
    if (inside.place.style.box.display === 'contents') append(items, buildItems(conversion, child, inside, isFlex))
    else if (convert !== undefined) append(items, replacedItem(conversion, child, inside, convert))
    else {
      const item = buildItem(conversion, child, inside, isFlex)
      if (item !== undefined) items.push(item)
    }
  }
  append(items, pseudoItem(conversion, element, 'after', at))
  const orderOf = ({ place }: BlockBox) => place.style.box.flex?.order ?? 0
  return items.sort((a, b) => orderOf(a) - orderOf(b))
}

/** The item of an element; `undefined` for one with a place of its own, which is no item (CSS Flexible Box Layout, 4.1). */
function buildItem(
  conversion: PageConversion,
  element: HtmlElement,
  at: Position,
  isFlex: boolean,
): BlockBox | undefined {
  const into = new BoxCollector(conversion, at.into.style, at.place, at.into.link)
  const box = buildBox(conversion, element, { ...at, into })
  // Captions stand beside their table, and with it in the item.
  const beside = into.finish()
  if (isPlaced(box)) {
    for (const each of beside) at.into.addBox(each)
    placeBlock(conversion, box, at)
    return undefined
  }
  if (box.kind === 'block' && beside.length === 0) return box
  return aroundItem(box, beside, isFlex)
}

/** Adds the text that begins with a child, up to the next element. */
function addRun(conversion: PageConversion, children: readonly HtmlNode[], from: number, at: Position): void {
  for (let index = from; index < children.length; index++) {
    const child = children[index]
    if (child === undefined || !isRunning(child)) break
    if (isText(child)) at.into.addText(child.value, at.place.style.text)
    else if (isElement(child)) addElement(conversion, child, at)
  }
}
