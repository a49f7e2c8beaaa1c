/**
 * The cascade for one element: declarations in their order become its style.
 *
 * @module
 */

import { CONVERT_LIMITS } from '../../convert-limits.js'
import type { EdgeLine } from '../../docx-writer/flow-format.js'
import { settleBorders, UNKNOWN_PICTURE } from './box-properties.js'
import type { ComputedStyle, Side, StyleDraft, TextStyle } from './computed-style.js'
import { blendColor, withAlpha } from './css-color.js'
import { type CssLength, resolveLength } from './css-length.js'
import { CSS_PROPERTIES, unmetProperties } from './css-properties.js'
import { findOutside } from './css-text.js'
import { type Declaration, pushExpanded } from './declarations.js'
import { hideUnseen } from './hide-unseen.js'
import { inheritBox } from './inherit-box.js'
import { sideProperty } from './logical-sides.js'
import { applyFontSize } from './text-properties.js'
import { settleTurn } from './turn-box.js'

/** Where an element's style starts, before the page says anything. */
export interface StyleStart {
  readonly text: Partial<StyleDraft['text']>
  readonly box: Partial<ComputedStyle['box']>
}

/**
 * Applies declarations, the weakest first, to the inherited style.
 *
 * @param start what the element is by itself
 * @param options whether it is an item of a flex or grid container, which is a block whatever it says
 */
export function computeStyle(
  parent: TextStyle,
  start: StyleStart,
  declarations: readonly Declaration[],
  { isItem = false, around }: { isItem?: boolean; around?: ComputedStyle['box'] } = {},
): ComputedStyle {
  const draft = draftOf(parent, around, start)
  const settled = fillVariables(draft, declarations)
  for (const { property, value } of settled) if (property === 'font-size') setFontSize(draft, value)
  for (const { property, value } of settled) if (property === 'direction') applyProperty(draft, property, value)
  for (const { property, value } of settled) {
    if (property !== 'font-size') applyProperty(draft, sideProperty(property, draft.text.direction), value)
  }
  if (isItem || draft.box.isPositioned === true || draft.box.running !== undefined || draft.box.float !== undefined)
    becomeBlock(draft)
  alignByParent(draft)
  settleColors(draft)
  draft.box.border = settleBorders(draft)
  const isRinged = drawRing(draft)
  settleTurn(draft)
  settleBackground(draft)
  underlineByBorder(draft)
  hideUnseen(draft, settled)
  settlePosition(draft, start.text.position)
  settleFixed(draft)
  const missed = unmetProperties(settled).filter(
    (property) => (property !== 'writing-mode' || isTurned(draft)) && (property !== 'box-shadow' || !isRinged),
  )
  // What has a place of its own is warned about where it does not get it.
  const isPlaced = draft.box.fixedTo !== undefined || draft.box.inset !== undefined
  const given = draft.box.inset !== undefined && draft.box.shift !== undefined ? 'transform' : 'position'
  const unmet = isPlaced ? missed.filter((property) => property !== 'position' && property !== given) : missed
  const style = { text: settleText(draft), box: draft.box as ComputedStyle['box'] }
  return unmet.length === 0 ? style : { ...style, unmet }
}

function draftOf(parent: TextStyle, around: ComputedStyle['box'] | undefined, start: StyleStart): StyleDraft {
  const { display = 'inline', margin = {}, padding = {}, ...box } = start.box
  return {
    parent,
    around,
    text: { ...parent, ...start.text },
    box: { ...box, display, margin: { ...margin }, padding: { ...padding }, border: {} },
    lines: {},
  }
}

/**
 * Places a table, or a block with a width, as `align` or `center` of the box around says. Browsers do that whatever its margins
 * are, unless one of them is `auto` (WHATWG HTML, 15.3.3).
 */
function alignByParent({ box, parent }: StyleDraft): void {
  const { display, float, isPositioned, margin, width, maxWidth } = box
  if (parent.alignsBoxes !== true || float !== undefined || isPositioned === true) return
  if (display !== 'table' && (display !== 'block' || (width === undefined && maxWidth === undefined))) return
  if (!isZero(margin.left) || !isZero(margin.right)) return
  if (parent.textAlign === 'center') [margin.left, margin.right] = ['auto', 'auto']
  else if (parent.textAlign === 'right' && parent.direction !== 'rtl') margin.left = 'auto'
}

function isZero(length: StyleDraft['box']['margin']['left']): boolean {
  return length === undefined || (length !== 'auto' && resolveLength(length, 1) === 0)
}

/** Draws a shadow that is a line around its box as a border, if the box has none. Returns whether it is drawn. */
function drawRing({ box, ring: written, parent }: StyleDraft): boolean {
  if (
    written === undefined ||
    Object.keys(box.border ?? {}).some((side) => (box.border?.[side as Side]?.width ?? 0) > 0)
  )
    return false
  // A shadow lies outside of its box, on the ground around.
  const ring = { ...written, color: blendColor(written.color, parent.backdrop ?? 'FFFFFF') }
  box.border = { top: ring, right: ring, bottom: ring, left: ring }
  return true
}

/**
 * Whether an element begins a writing mode that differs from that of the element around it. A lost writing mode is reported for
 * this element only.
 */
function isTurned({ text, parent }: StyleDraft): boolean {
  return text.writing !== parent.writing
}

/** What is fixed to one edge of the window stands there on every page (CSS Positioned Layout Module Level 3, 2.1). */
function settleFixed({ box, edges, isFixed, parent }: StyleDraft): void {
  const { top, bottom, left, right } = edges ?? {}
  const isOverlay = box.tilt !== undefined || box.isBelow === true || (isFixed === true && isTall(box))
  if ((isFixed !== true || isOverlay) && box.isPositioned === true && edges !== undefined)
    box.inset = looseEdges(edges, box, parent)
  if (isFixed === true && isOverlay) box.fixedTo = { edge: 'top', distance: { twips: 0 } }
  if (isOverlay) return
  if (isFixed !== true || (top === undefined) === (bottom === undefined)) return
  if (left !== undefined && right !== undefined && box.width === undefined) {
    box.width = { fraction: 1 }
    box.isBorderBox = true
  }
  const atEnd = left === undefined && right !== undefined ? { isAtRight: true } : {}
  if (top !== undefined) box.fixedTo = { edge: 'top', distance: top, ...atEnd }
  else if (bottom !== undefined) box.fixedTo = { edge: 'bottom', distance: bottom, ...atEnd }
}

/** Height in twips, or share of a page, from which on a fixed box is a side of the page, and no header. */
const TALL = { twips: 5000, fraction: 0.5 }

/** Whether a box is too high for a header or footer. */
function isTall({ height, minHeight, width }: StyleDraft['box']): boolean {
  const isHigh = (length: CssLength | undefined) =>
    length !== undefined && ('fraction' in length ? length.fraction >= TALL.fraction : length.twips >= TALL.twips)
  return width !== undefined && (isHigh(height) || isHigh(minHeight))
}

/** In text from right to left, the left edge of a box that has both edges and a width is dropped (CSS 2.2, 10.3.7). */
function looseEdges(
  edges: NonNullable<StyleDraft['edges']>,
  { width }: StyleDraft['box'],
  { direction }: TextStyle,
): NonNullable<StyleDraft['edges']> {
  const { left, ...others } = edges
  return direction === 'rtl' && left !== undefined && edges.right !== undefined && width !== undefined ? others : edges
}

/** CSS Display Module Level 3, 2.7. */
function becomeBlock({ box }: StyleDraft): void {
  if (box.display === 'inline' || box.display === 'inline-block') box.display = 'block'
  else if (box.display === 'inline-flex') box.display = 'flex'
  else if (box.display === 'inline-grid') box.display = 'grid'
}

/** Translucent colours become what they look like on what lies beneath. */
function settleColors({ text, box, parent, picture, veil, clipsToText, opacity: own = 1 }: StyleDraft): void {
  const beneath = parent.backdrop ?? 'FFFFFF'
  const opacity = (parent.opacity ?? 1) * own
  if (own < 1) text.opacity = opacity
  const isSolid = box.backgroundColor !== undefined && box.backgroundColor !== 'transparent'
  let color = isSolid ? blendColor(box.backgroundColor ?? beneath, beneath, opacity) : undefined
  if (picture === UNKNOWN_PICTURE) text.onPicture = true
  else if (picture !== undefined && picture !== 'transparent') color = blendColor(picture, color ?? beneath, opacity)
  if (veil !== undefined && veil !== 'transparent') color = blendColor(veil, color ?? beneath, opacity)
  if (clipsToText === true) {
    text.color = color ?? text.color
    // The background is seen through the letters.
    text.isTransparent = undefined
    box.backgroundColor = undefined
  } else if (color !== undefined) {
    box.backgroundColor = color
    text.backdrop = color
    if (picture !== UNKNOWN_PICTURE) text.onPicture = undefined
  }
  if (text.color !== undefined) {
    const isOwn = text.color !== parent.color
    if (isOwn || own < 1) text.ink = isOwn ? withAlpha(text.color, opacity) : withAlpha(parent.ink ?? text.color, own)
    text.color = blendColor(text.color, text.backdrop ?? beneath, isOwn ? opacity : own)
  } else if (own < 1) {
    text.ink = withAlpha('000000', own)
    text.color = blendColor('000000', text.backdrop ?? beneath, own)
  }
}

/** Range of the font size of superscripts and subscripts, as a share of the surrounding text's size. */
const RAISED_SHARE = { least: 0.5, most: 0.95 }

/**
 * Settles superscripts and subscripts. Style sheets often put them back on the baseline and shift them, to keep line heights
 * even. Their font size is the one that is drawn, while Word would reduce it once more.
 */
function settlePosition({ text, parent, edges, box }: StyleDraft, natural: TextStyle['position']): void {
  if (text.position === undefined && edges !== undefined && box.isPositioned !== true)
    text.position = natural ?? shiftedPosition({ text, parent, edges, box })
  if (text.position === undefined || text.position === parent.position || text.fontSize === undefined) return
  const share = text.fontSize / parent.em
  if (share < RAISED_SHARE.least || share > RAISED_SHARE.most) return
  text.fontSize = parent.fontSize
  text.em = parent.em
}

/** Least distance by which smaller text is shifted as a superscript or subscript, as a share of the surrounding text's size. */
const LEAST_SHIFT = 0.15

/** The position of smaller text that a style sheet moves off its line (`position: relative`). */
function shiftedPosition({
  text,
  parent,
  edges,
  box,
}: Pick<StyleDraft, 'text' | 'parent' | 'edges' | 'box'>): TextStyle['position'] {
  const { top, bottom } = edges ?? {}
  const up = top === undefined ? bottom : { twips: -lengthOrNothing(top) }
  const share = (text.fontSize ?? parent.em) / parent.em
  if (box.display !== 'inline' || share < RAISED_SHARE.least || share > RAISED_SHARE.most) return undefined
  const raised = lengthOrNothing(up) / parent.em
  if (Math.abs(raised) < LEAST_SHIFT || Math.abs(raised) > 1) return undefined
  return raised > 0 ? 'superscript' : 'subscript'
}

function lengthOrNothing(length: CssLength | undefined): number {
  return length === undefined ? 0 : resolveLength(length, 0)
}

/** Values of `text-align` in table headers that inherit the alignment instead of centring. */
const INHERITS_ALIGNMENT = /^(?:inherit|unset|(?:-webkit-)?match-parent)$/

function applyProperty(draft: StyleDraft, property: string, value: string): void {
  const keyword = value.toLowerCase()
  if (property === 'text-align' && INHERITS_ALIGNMENT.test(keyword)) {
    const { direction } = draft.text
    draft.text.textAlign = draft.parent.textAlign ?? (direction === 'rtl' ? 'right' : 'left')
  } else if (keyword === 'inherit' && inheritBox(draft, property)) {
    return
  } else if (keyword === 'inherit' || keyword === 'unset' || keyword === 'initial' || keyword === 'revert') {
    applyKeyword(draft, property, keyword === 'inherit' || keyword === 'unset')
  } else {
    const { apply, keepsCase } = CSS_PROPERTIES.get(property) ?? {}
    apply?.(draft, keepsCase === true ? value : keyword)
  }
}

function setFontSize(draft: StyleDraft, value: string): void {
  if (value.toLowerCase() !== 'inherit') applyFontSize(draft, value)
  else {
    draft.text.fontSize = draft.parent.fontSize ?? draft.parent.em
    draft.text.em = draft.parent.em
  }
}

function applyKeyword(draft: StyleDraft, property: string, inherits: boolean): void {
  const { text, parent } = draft
  const keys = CSS_PROPERTIES.get(property)?.inherits
  if (keys === undefined) {
    if (property === 'background-color') draft.box.backgroundColor = undefined
    const side = /^border-(top|right|bottom|left)-color$/.exec(property)?.[1] as Side | undefined
    if (side !== undefined && inherits && parent.borderColor !== undefined) {
      draft.lines[side] = { ...draft.lines[side], color: parent.borderColor }
    }
    return
  }
  const previous: Record<string, unknown> = text
  for (const key of keys) {
    previous[key] = inherits ? parent[key] : key === 'whiteSpace' ? 'normal' : undefined
  }
  // A link that asks for the colour around it must not get that of links.
  if (property === 'color' && text.characterStyle === 'link') text.color ??= '000000'
  if (property === 'text-decoration-line' && text.characterStyle === 'link') text.underline ??= 'none'
}

const UNDERLINES: ReadonlyMap<EdgeLine['style'], NonNullable<TextStyle['underline']>> = new Map([
  ['single', 'single'],
  ['double', 'double'],
  ['dotted', 'dotted'],
  ['dashed', 'dashed'],
])

/** A border below text in a line is a line below it, unless it is part of a frame. */
function underlineByBorder({ text, box }: StyleDraft): void {
  const { top, right, bottom, left } = box.border ?? {}
  if (box.display !== 'inline' || bottom === undefined || (text.underline !== undefined && text.underline !== 'none'))
    return
  if ([top, right, left].some((line) => line !== undefined && line.style !== 'none')) return
  const underline = UNDERLINES.get(bottom.style)
  if (underline === undefined) return
  text.underline = underline
  text.underlineColor = bottom.color
}

/** Inline backgrounds spread to what is inside; those of blocks are of the paragraph. */
function settleBackground({ text, box, parent }: StyleDraft): void {
  if (box.display !== 'inline' && box.display !== 'contents') text.background = undefined
  else if (box.backgroundColor !== undefined && box.backgroundColor !== 'transparent') {
    text.background = box.backgroundColor
  } else if (box.backgroundColor === 'transparent') text.background = parent.background
}

/** Returns the parent's own object if nothing differs from it, so that results derived from it can be reused. */
function settleText({ text, parent }: StyleDraft): TextStyle {
  const before: Readonly<Record<string, unknown>> = { ...parent }
  const entries = Object.entries(text).filter(([, value]) => value !== undefined)
  const isSame = entries.length === Object.keys(before).length && entries.every(([key, value]) => before[key] === value)
  return isSame ? parent : (Object.fromEntries(entries) as unknown as TextStyle)
}

/** Custom properties set, and `var()` replaced (CSS Custom Properties Module Level 1). */
function fillVariables(draft: StyleDraft, declarations: readonly Declaration[]): readonly Declaration[] {
  let variables: Map<string, string> | undefined
  let usesVariables = false
  for (const { property, value } of declarations) {
    if (property.startsWith('--')) {
      variables ??= new Map(draft.parent.variables)
      setVariable(variables, property, value, draft.parent.variables)
    } else usesVariables ||= value.includes('var(')
  }
  if (variables !== undefined) draft.text.variables = variables
  if (!usesVariables) return declarations
  const known = draft.text.variables ?? new Map<string, string>()
  const filled: Declaration[] = []
  for (const declaration of declarations) {
    if (declaration.property.startsWith('--') || !declaration.value.includes('var(')) filled.push(declaration)
    else {
      const value = substitute(declaration.value, known, 0)
      if (value === undefined || value.trim() === '') continue
      pushExpanded(filled, declaration.property, value.trim(), declaration.important)
    }
  }
  return filled
}

/** Keywords of all properties hold for custom ones too; `initial` is no value at all (CSS Custom Properties, 2). */
function setVariable(
  variables: Map<string, string>,
  property: string,
  value: string,
  inherited: ReadonlyMap<string, string> | undefined,
): void {
  const keyword = value.toLowerCase()
  const kept = /^(?:inherit|unset|revert|revert-layer)$/.test(keyword) ? inherited?.get(property) : value
  if (kept === undefined || keyword === 'initial') variables.delete(property)
  else variables.set(property, kept)
}

/** Variables in variables that are followed: enough for design systems, too few for cycles to matter. */
const MAX_VARIABLE_DEPTH = 8

/** A value with its variables filled in; undefined where one of them has no value. */
export function substitute(value: string, variables: ReadonlyMap<string, string>, depth = 0): string | undefined {
  let result = value
  for (let start = result.indexOf('var('); start >= 0; start = result.indexOf('var(', start)) {
    const end = findOutside(result, ')', start + 4)
    const inside = result.slice(start + 4, end)
    const comma = findOutside(inside, ',')
    const fallback = comma < inside.length ? inside.slice(comma + 1).trim() : undefined
    const found = variables.get(inside.slice(0, comma).trim()) ?? fallback
    if (found === undefined || depth >= MAX_VARIABLE_DEPTH) return undefined
    const filled = found.includes('var(') ? substitute(found, variables, depth + 1) : found
    if (filled === undefined) return undefined
    result = result.slice(0, start) + filled + result.slice(end + 1)
    start += filled.length
    if (result.length > CONVERT_LIMITS.maxCssValueLength) return undefined
  }
  return result
}
