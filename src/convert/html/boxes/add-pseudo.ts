/**
 * Boxes and texts that style sheets add before and after elements.
 *
 * @module
 */

import type { PageConversion, Position } from '../conversion.js'
import type { BoxStyle } from '../css/computed-style.js'
import type { GeneratedPseudo } from '../css/selector.js'
import type { StyledPlace } from '../css/style-resolver.js'
import { isPainted, shapeOf } from '../frames/box-shape.js'
import { dotMark } from '../generated/dot-marks.js'
import { generatedPieces, generatedText } from '../generated/generated-content.js'
import { hangingOf, sideOf } from '../generated/hanging.js'
import type { HtmlElement } from '../source/html-tree.js'
import { addInlineEdge } from './add-inline-edge.js'
import { anonymousPlace } from './anonymous-boxes.js'
import { BoxCollector } from './box-collector.js'
import type { BlockBox } from './box-tree.js'
import { derivePlace } from './derived-place.js'

/**
 * Adds the mark of a list item. A drawn mark with a size or round corners is a shape, such as a numbered disc. A background of
 * another mark becomes that of its text.
 */
function addMark(
  conversion: PageConversion,
  { into, place: around }: Position,
  content: string,
  own: StyledPlace,
): void {
  const { text, box } = own.style
  const { backgroundColor: color } = box
  const hanging = hangingOf(around.style.box, box, text)
  const drawn = drawnMark(conversion, into, content, own)
  if (drawn !== undefined && drawn.width < hanging) into.addDrawnMark(drawn.box, hanging, text)
  else if (color === undefined || color === 'transparent') into.addMark(content, text, hanging, text)
  else {
    const room = sideOf(box.width ?? box.minWidth) > text.em ? '\u00a0' : ''
    into.addMark(room + content + room, { ...text, background: color }, hanging, text)
  }
}

/** The box of a mark that is drawn as a shape, with the width of that shape. */
function drawnMark(conversion: PageConversion, { style }: BoxCollector, content: string, own: StyledPlace) {
  const { inset: _, isPositioned: __, ...box } = own.style.box
  const inLine = { ...box, display: 'inline-block' as const, margin: {} }
  const place = derivePlace(own, 'mark', { ...own.style, box: inLine })
  const inside = new BoxCollector(conversion, style, place)
  inside.addText(content, own.style.text)
  const block: BlockBox = { kind: 'block', tag: '', place, children: inside.finish() }
  const shape = isPainted(box) ? shapeOf(block) : undefined
  return shape === undefined ? undefined : { box: block, width: shape.width }
}

/** Maximum number of characters of a mark, such as a number or an arrow. */
const MAX_MARK = 4

/**
 * Numbers may be longer than other marks, such as `(xviii)`. Roman numerals only count below ninety, since larger ones look like
 * words.
 */
const NUMBER_MARK = /^\(?(?:\d{1,4}(?:\.\d{1,3}){0,3}|(?=[ivxl])(?:xl|l?x{0,3})(?:ix|iv|v?i{0,3}))[.):]?\s?$/i

function isMarkText(content: string): boolean {
  return content !== '' && (content.length <= MAX_MARK || NUMBER_MARK.test(content))
}

/** Whether a box is positioned where the first line of the text begins, rather than above it, across it or at a share of it. */
function isBesideText({ style: { box, text } }: StyledPlace): boolean {
  const { top, right, left } = box.inset ?? {}
  const isAbove = top !== undefined && 'twips' in top && -top.twips >= text.em
  const isInside = left !== undefined && (right !== undefined || ('fraction' in left && left.fraction > 0))
  return box.isPositioned === true && !isAbove && !isInside
}

/** Whether an inline box is moved out of its line to the left, as list marks in exports of Google Docs are. */
function standsOut({ display, margin: { left } }: BoxStyle): boolean {
  return display === 'inline-block' && left !== undefined && left !== 'auto' && 'twips' in left && left.twips < 0
}

/**
 * Whether content is dots in a box without width, which run behind the words of a line in menus and tables of contents. They do
 * not lead to a page number.
 */
function isLeader(content: string, { width }: BoxStyle): boolean {
  return width !== undefined && 'twips' in width && width.twips === 0 && LEADER.test(content)
}

const LEADER = /^[.·•…_\-\s]{12,}$/

/** Adds content that depends on page numbers. Content that floats to the end of the line is placed there by a tab. */
function addPaged(conversion: PageConversion, element: HtmlElement, at: Position, place: StyledPlace): boolean {
  const { box, text } = place.style
  const format = conversion.formats.get(text, at.into.style)
  const bookmarkOf = (id: string) => conversion.anchors.nameOf(id)
  const pieces = generatedPieces(box.content ?? '', element, conversion.counters, {
    format,
    bookmarkOf,
    budget: conversion.budget,
  })
  if (pieces === undefined) return false
  if (box.float === 'right') at.into.addInline({ kind: 'tab', leader: 'none', format })
  for (const piece of pieces) {
    if (typeof piece === 'string') at.into.addText(piece, text)
    else at.into.addInline(piece)
  }
  return true
}

/** Private-use characters, for which only an icon font has shapes. */
const ICON = /\p{Co}/gu

/** Generated text without icons, which would be empty boxes: their fonts are on the web, and nothing is fetched. */
function textOf(conversion: PageConversion, element: HtmlElement, { content = '' }: BoxStyle): string {
  const text = generatedText(content, element, conversion.counters, conversion.budget)
  const icons = conversion.keepsIcons ? null : text.match(ICON)
  if (icons === null) return text
  conversion.warnings.countIcons(icons.length)
  const rest = text.replace(ICON, '')
  return rest.trim() === '' ? '' : rest
}

/** Adds generated content that is a box of its own. */
function addGeneratedBox(conversion: PageConversion, content: string, at: Position, place: StyledPlace): void {
  const { box, text } = place.style
  const into = new BoxCollector(conversion, at.into.style, place, at.into.link)
  into.addText(content, text)
  const block: BlockBox = { kind: 'block', tag: '', place, children: into.finish() }
  if (box.display === 'inline-block') at.into.addAtom(block)
  // A box without content is an ornament if it is positioned; otherwise it clears floats.
  else if (content !== '' || box.isPositioned !== true) at.into.addBox(block)
}

/** Adds generated content (CSS Generated Content Module Level 3). */
export function addPseudo(
  conversion: PageConversion,
  element: HtmlElement,
  pseudo: GeneratedPseudo,
  at: Position,
): void {
  const place = conversion.resolver.resolvePseudo(element, pseudo, at.place)
  if (place === undefined || place.style.box.display === 'none') return
  const { box, text } = place.style
  conversion.counters.enter(box, at.depth)
  if (addPaged(conversion, element, at, place)) return
  const content = textOf(conversion, element, box)
  if (isLeader(content, box)) return
  const dot = content === '' && pseudo === 'before' ? dotMark(place, at.place) : undefined
  if (dot !== undefined) {
    conversion.pendingMark = dot
    return
  }
  // Marks that are positioned beside the text of an item are written before it.
  const isMark = pseudo === 'before' && (isBesideText(place) || standsOut(box)) && isMarkText(content)
  if (box.display === 'inline' || isMark) {
    if (isMark) {
      at.into.addGap(sideOf(box.margin.left), text)
      addMark(conversion, at, content, place)
      return
    }
    const own = { into: at.into, place }
    addInlineEdge(own, 'left')
    at.into.addText(content, text)
    addInlineEdge(own, 'right')
    return
  }
  addGeneratedBox(conversion, content, at, place)
}

/** What a style sheet adds to a flex or grid container is an item with a place of its own, even with nothing in it. */
export function pseudoItem(
  conversion: PageConversion,
  element: HtmlElement,
  pseudo: GeneratedPseudo,
  at: Position,
): readonly BlockBox[] {
  const into = new BoxCollector(conversion, at.into.style, at.place, at.into.link)
  addPseudo(conversion, element, pseudo, { ...at, into })
  const children = into.finish()
  const [only] = children
  if (only?.kind === 'block') return [only]
  return only === undefined ? [] : [{ kind: 'block', tag: '', place: anonymousPlace(at.place), children }]
}
