/**
 * Hides text that browsers lay out but do not show: it is clipped, of size 0, transparent, or far off the page.
 *
 * @module
 */

import type { EdgeLine } from '../../docx-writer/flow-format.js'
import type { Side, StyleDraft } from './computed-style.js'
import { type CssLength, parseTwips } from './css-length.js'
import type { Declaration } from './declarations.js'

/** Largest height or width in twips at which a box shows nothing. One pixel is usual for text for screen readers. */
const MAX_HIDDEN_SIDE = 15
/** Negative indent in twips (480 pixels) from which a first line is not meant to be read. */
const PUSHED_OUT = 7200
/** Distance in twips (933 pixels) from which a box lies off the page. */
const OFF_PAGE = 14_000
/** Opacity below which text cannot be told from its background. */
const LEAST_OPACITY = 0.02

/** A declaration that hides an element although browsers draw its box. Values are in lower case. */
interface Hiding {
  readonly property: string
  readonly hides: (value: string) => boolean
  /** Elements that the rule applies to: blocks and inline blocks, or positioned elements. Default all. */
  readonly to?: 'boxes' | 'placed'
}

const HIDINGS: readonly Hiding[] = [
  { property: 'clip', hides: isEmptyRectangle, to: 'placed' },
  { property: 'clip-path', hides: isEmptyShape },
  { property: 'filter', hides: (value) => /(?:^|\s)opacity\(\s*0*(?:\.0+)?%?\s*\)/.test(value) },
  { property: 'transform', hides: isFlatTransform, to: 'boxes' },
  {
    property: 'scale',
    hides: (value) => value.split(/\s+/, 2).some((part) => /^[-+]?0*(?:\.0*)?%?$/.test(part)),
    to: 'boxes',
  },
  { property: 'rotate', hides: (value) => /^(?:[xy]|1 0 0|0 1 0)\s/.test(value) && isQuarterTurn(value), to: 'boxes' },
  { property: 'translate', hides: (value) => value.split(/\s+/, 2).some(isOffPage), to: 'boxes' },
]
const HIDING_PROPERTIES: ReadonlySet<string> = new Set([
  ...HIDINGS.map(({ property }) => property),
  'content-visibility',
  'position',
])

/** Hides an element that browsers do not show. */
export function hideUnseen(draft: StyleDraft, declarations: readonly Declaration[]): void {
  const { text, box, opacity } = draft
  const isBox = box.display !== 'inline' && box.display !== 'contents'
  if (isBox && isPushedOut(draft)) text.isInvisible = true
  text.isHidden = [text.isInvisible, text.isTransparent, text.isSizeless].includes(true) ? true : undefined
  const said = saidOf(declarations)
  if (isBox && said.get('content-visibility') === 'hidden') box.hidesContent = true
  const isUnseen =
    (opacity !== undefined && opacity < LEAST_OPACITY) ||
    isCutToNothing(draft) ||
    isPlacedOffPage(draft, said.get('position')) ||
    (said.get('position') === 'fixed' && isBesidePage(draft)) ||
    HIDINGS.some(({ property, hides, to }) => {
      const value = said.get(property)
      const applies = to === undefined || (to === 'boxes' ? isBox : box.isPositioned === true)
      return value !== undefined && applies && hides(value)
    })
  if (isUnseen) box.display = 'none'
}

const NOTHING: ReadonlyMap<string, string> = new Map()

/** Winning values of the properties that can hide an element. */
function saidOf(declarations: readonly Declaration[]): ReadonlyMap<string, string> {
  let said: Map<string, string> | undefined
  for (const { property, value } of declarations) {
    if (!HIDING_PROPERTIES.has(property)) continue
    said ??= new Map()
    said.set(property, value.trim().toLowerCase())
  }
  return said ?? NOTHING
}

/**
 * Whether lines begin far to the left, or beyond the right edge of a box that clips them. Headings that are replaced by a
 * picture do.
 */
function isPushedOut({ text, box }: StyleDraft): boolean {
  const { textIndent, whiteSpace } = text
  if (textIndent === undefined) return false
  if ('fraction' in textIndent) return textIndent.fraction >= 1 && whiteSpace === 'nowrap' && box.clipsContent === true
  return textIndent.twips < -PUSHED_OUT
}

/** Whether a box clips its content and has no room for any. Table cells grow, and inline elements do not clip. */
function isCutToNothing({ box }: StyleDraft): boolean {
  if (box.display === 'inline' || box.display === 'contents' || box.display === 'cell') return false
  if (box.clipsContent !== true) return false
  const { top, right, bottom, left } = box.padding
  const isFlat = (isNothing(box.maxHeight) || isNothing(box.height)) && !hasRoom(top) && !hasRoom(bottom)
  return isFlat || (isNothing(box.maxWidth) && !hasRoom(left) && !hasRoom(right))
}

function isNothing(length: CssLength | undefined): boolean {
  return length !== undefined && 'twips' in length && !('fraction' in length) && length.twips <= MAX_HIDDEN_SIDE
}

function hasRoom(padding: CssLength | undefined): boolean {
  return padding !== undefined && !isNothing(padding)
}

/** Whether a fixed box lies beside the page with all of its size, as menus do that slide in. */
function isBesidePage({ edges = {}, box }: StyleDraft): boolean {
  const { padding, border, isBorderBox, shift } = box
  const width = shorter(box.width, box.maxWidth)
  const height = shorter(box.height, box.maxHeight)
  const across =
    isBorderBox === true ? [] : [padding.left, padding.right, twipsOf(border?.left), twipsOf(border?.right)]
  const down = isBorderBox === true ? [] : [padding.top, padding.bottom, twipsOf(border?.top), twipsOf(border?.bottom)]
  const isBeside = (
    side: Side,
    size: readonly (CssLength | undefined)[],
    moved: CssLength | undefined,
    sign: 1 | -1,
  ) => {
    const edge = twips(edges[side])
    if (edge === undefined || edge > 0) return false
    if (moved !== undefined && 'fraction' in moved && sign * moved.fraction <= -1) return true
    const away = sign * (twips(moved) ?? 0)
    const sizes = size.map(twips)
    return sizes[0] !== undefined && sizes.reduce((sum: number, length) => sum + (length ?? 0), edge + away) <= 0
  }
  return (
    isBeside('left', [width, ...across], shift?.x, 1) ||
    isBeside('right', [width, ...across], shift?.x, -1) ||
    isBeside('top', [height, ...down], shift?.y, 1) ||
    isBeside('bottom', [height, ...down], shift?.y, -1)
  )
}

/** The shorter one of two lengths, of those that depend on nothing else. */
function shorter(length: CssLength | undefined, limit: CssLength | undefined): CssLength | undefined {
  const [own, most] = [twips(length), twips(limit)]
  return most !== undefined && (own === undefined || most < own) ? limit : length
}

/** A length that depends on nothing else. */
function twips(length: CssLength | undefined): number | undefined {
  return length !== undefined && 'twips' in length && !('fraction' in length) ? length.twips : undefined
}

function twipsOf(line: EdgeLine | undefined): CssLength {
  return { twips: line?.width ?? 0 }
}

function isPlacedOffPage({ edges }: StyleDraft, position: string | undefined): boolean {
  if (edges === undefined || !/^(?:relative|absolute|fixed)$/.test(position ?? '')) return false
  const sides = [edges.left ?? edges.right, edges.top ?? edges.bottom]
  return sides.some((length) => length !== undefined && 'twips' in length && length.twips < -OFF_PAGE)
}

/** Lengths such as `-9999px`. */
function isOffPage(length: string): boolean {
  const twips = parseTwips(length, { em: 240, rem: 240 })
  return twips !== undefined && twips < -OFF_PAGE
}

/** CSS Masking Module Level 1, 10.1: `rect()` with its right side at its left, or no further than a pixel. */
function isEmptyRectangle(value: string): boolean {
  const inside = /^rect\(([^()]*)\)$/.exec(value)?.[1]
  const [top, right, bottom, left] = (inside ?? '')
    .split(/[\s,]+/)
    .map((part) => parseTwips(part, { em: 240, rem: 240 }))
  const isThin = (from: number | undefined, to: number | undefined) =>
    from !== undefined && to !== undefined && to - from <= MAX_HIDDEN_SIDE
  return isThin(top, bottom) || isThin(left, right)
}

/** Shapes without an area (CSS Shapes Module Level 1, 3). */
function isEmptyShape(value: string): boolean {
  const [, name, inside = ''] = /^(inset|circle|ellipse|polygon)\(([^()]*)\)/.exec(value) ?? []
  if (name === 'circle' || name === 'ellipse') return /^\s*0(?:\.0*)?(?:px|%|em|rem)?(?=\s|$)/.test(inside)
  if (name === 'polygon') return new Set(inside.split(',').map((point) => point.trim())).size === 1
  if (name !== 'inset') return false
  const sides = inside
    .replace(/\bround\b.*/s, '')
    .trim()
    .split(/\s+/)
  const [top = 0, right = top, bottom = top, left = right] = sides.map((side) =>
    side.endsWith('%') ? Number.parseFloat(side) : 0,
  )
  return top + bottom >= 100 || left + right >= 100
}

/** Whether a transform reduces a box to a line or a point, or moves it off the page (CSS Transforms Module Level 2). */
function isFlatTransform(value: string): boolean {
  return [...value.matchAll(/([a-z\d]+)\(([^()]*)\)/g)].some(([, name = '', inside = '']) => {
    const parts = inside.split(',').map((part) => part.trim())
    if (/^scale(?:3d|x|y)?$/.test(name)) return parts.slice(0, 2).some((part) => Number.parseFloat(part) === 0)
    if (name === 'rotatex' || name === 'rotatey') return isQuarterTurn(inside)
    if (/^translate(?:3d|x|y)?$/.test(name)) return parts.slice(0, 2).some(isOffPage)
    return name === 'matrix' && parts.slice(0, 4).every((part) => Number(part) === 0)
  })
}

function isQuarterTurn(value: string): boolean {
  return /(?:^|\s)[-+]?(?:90deg|270deg|\.25turn|0\.25turn|0?\.75turn|100grad|300grad)\s*$/.test(value)
}
