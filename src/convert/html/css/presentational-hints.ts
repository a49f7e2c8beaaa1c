/**
 * Attributes of old HTML that say how an element looks (WHATWG HTML, 15.3 and 15.4), as declarations of CSS.
 *
 * @module
 */

import { parseLegacyColor } from './css-color.js'

type Attributes = ReadonlyMap<string, string>

/** Attributes that this module looks at. */
export const HINT_ATTRIBUTES: readonly string[] = [
  ...['align', 'bgcolor', 'border', 'color', 'dir', 'face', 'height', 'hidden', 'lang', 'nowrap', 'open', 'popover'],
  ...['size', 'text', 'type', 'valign', 'width', 'xml:lang', 'href'],
]

const SIZED = new Set(['img', 'svg', 'table', 'td', 'th', 'col', 'colgroup', 'tr', 'hr'])

const FONT_SIZES = ['x-small', 'x-small', 'small', 'medium', 'large', 'x-large', 'xx-large', 'xxx-large']

/** The declarations that an element's attributes stand for. */
export function presentationalHints(tag: string, attributes: Attributes): string {
  if (attributes.size === 0) return ''
  const hints: string[] = []
  const hint = (property: string, value: string | undefined) => {
    if (value !== undefined && value !== '') hints.push(`${property}:${value}`)
  }
  const direction = attributes.get('dir')?.toLowerCase()
  if (direction === 'rtl' || direction === 'ltr') hint('direction', direction)
  hint('background-color', legacyColor(attributes, 'bgcolor'))
  if (tag === 'body') hint('color', legacyColor(attributes, 'text'))
  if (tag === 'font') pushFontHints(attributes, hint)
  if (SIZED.has(tag)) {
    const size = tag === 'svg' ? lengthOfDrawing : dimension
    hint('width', size(attributes.get('width')))
    if (tag !== 'table') hint('height', size(attributes.get('height')))
  }
  hint('vertical-align', keyword(attributes.get('valign'), /^(?:top|middle|bottom|baseline)$/))
  if (attributes.has('nowrap')) hint('white-space', 'nowrap')
  pushAlignment(tag, attributes, hint)
  if (tag === 'ol' || tag === 'ul' || tag === 'li') hint('list-style-type', listType(attributes.get('type')))
  return hints.join(';')
}

type Hint = (property: string, value: string | undefined) => void

function pushFontHints(attributes: Attributes, hint: Hint): void {
  hint('color', legacyColor(attributes, 'color'))
  const face = attributes.get('face')
  if (face !== undefined && !/[;{}]/.test(face)) hint('font-family', face)
  const size = /^\s*([-+]?)(\d{1,2})/.exec(attributes.get('size') ?? '')
  if (size === null) return
  const number = Number(size[2])
  const step = size[1] === '+' ? 3 + number : size[1] === '-' ? 3 - number : number
  hint('font-size', FONT_SIZES[Math.min(7, Math.max(1, step))])
}

function pushAlignment(tag: string, attributes: Attributes, hint: Hint): void {
  const align = keyword(attributes.get('align')?.toLowerCase(), /^(?:left|right|center|middle|justify)$/)
  if (align === undefined || tag === 'img') return
  if (tag !== 'table' && tag !== 'hr') hint('text-align', alignBoxes(tag, align === 'middle' ? 'center' : align))
  // Tables float, as those of newsletters do that stand side by side (15.3.9).
  else if (tag === 'table' && (align === 'left' || align === 'right')) hint('float', align)
  else if (align === 'center' || align === 'right') {
    hint('margin-left', 'auto')
    if (align === 'center') hint('margin-right', 'auto')
  }
}

/** In blocks that may hold others, those are aligned too (15.3.3); paragraphs and headings have only text. */
function alignBoxes(tag: string, align: string): string {
  return align === 'justify' || /^(?:p|h[1-6])$/.test(tag) ? align : `-webkit-${align}`
}

function legacyColor(attributes: Attributes, name: string): string | undefined {
  const value = attributes.get(name)
  const color = value === undefined ? undefined : parseLegacyColor(value)
  return color === undefined || color === 'transparent' ? color : `#${color}`
}

/** The attributes of drawings have units, as in CSS (SVG 2, 7.2). */
function lengthOfDrawing(value: string | undefined): string | undefined {
  const unit = /^\s*\d[\d.]{0,11}(pt|pc|mm|cm|in|q|r?em|ex|ch|v[wh])\s*$/i.test(value ?? '')
  return unit ? value?.trim() : dimension(value)
}

function dimension(value: string | undefined): string | undefined {
  const match = /^\s*(\d{1,7}(?:\.\d{1,4})?)(%?)/.exec(value ?? '')
  return match === null || Number(match[1]) === 0 ? undefined : `${match[1]}${match[2] || 'px'}`
}

function keyword(value: string | undefined, allowed: RegExp): string | undefined {
  const lower = value?.trim().toLowerCase()
  return lower !== undefined && allowed.test(lower) ? lower : undefined
}

const LIST_TYPES: ReadonlyMap<string, string> = new Map([
  ['1', 'decimal'],
  ['a', 'lower-alpha'],
  ['A', 'upper-alpha'],
  ['i', 'lower-roman'],
  ['I', 'upper-roman'],
  ['disc', 'disc'],
  ['circle', 'circle'],
  ['square', 'square'],
  ['none', 'none'],
])

function listType(value: string | undefined): string | undefined {
  return value === undefined ? undefined : (LIST_TYPES.get(value) ?? LIST_TYPES.get(value.toLowerCase()))
}
