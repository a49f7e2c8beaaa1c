/**
 * An SVG drawing inside a page as a file of its own, without scripts and foreign content.
 *
 * @module
 */

import { escapeXml } from '../../../escape.js'
import { type HtmlElement, isElement, isText } from '../source/html-tree.js'
import { cleanText } from './clean-text.js'
import { sizeOfRoot } from './svg-size.js'

/** Nesting of elements of a drawing. */
const MAX_DEPTH = 64

/** Elements that would run code, or load something from outside. */
const FORBIDDEN_ELEMENTS = new Set(['script', 'foreignObject', 'iframe', 'image', 'feImage', 'audio', 'video'])

const NAME = /^[A-Za-z_][-\w.]*$/

/**
 * The XML of a drawing, without scripts and without what lies outside of it; `undefined` when it is nested too deeply.
 *
 * @param ground background colour of the drawing, as six hexadecimal digits
 */
export function writeSvg(element: HtmlElement, ground?: string): string | undefined {
  const parts: string[] = []
  return writeElement(element, parts, 0, ground === undefined ? '' : groundXml(element, ground))
    ? parts.join('')
    : undefined
}

/** A rectangle of the drawing's size behind everything else. */
function groundXml(element: HtmlElement, ground: string): string {
  const attribute = (name: string) => element.attrs.find((other) => other.name === name)?.value
  const { width, height } = sizeOfRoot(attribute)
  const box = (attribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const isBox = box.length === 4 && box.every(Number.isFinite)
  const [x = 0, y = 0, across = width, down = height] = isBox ? box : [0, 0, width, height]
  return `<rect x="${x}" y="${y}" width="${across}" height="${down}" fill="#${ground}" stroke="none"/>`
}

function writeElement(element: HtmlElement, parts: string[], depth: number, first = ''): boolean {
  const { tagName } = element
  if (depth > MAX_DEPTH) return false
  if (FORBIDDEN_ELEMENTS.has(tagName) || !NAME.test(tagName)) return true
  parts.push(`<${tagName}`)
  if (depth === 0) parts.push(' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"')
  const written = new Set(['xmlns', 'xmlns:xlink'])
  for (const { name, prefix, value } of element.attrs) {
    const full = prefix === undefined || prefix === '' ? name : `${prefix}:${name}`
    if (written.has(full) || !isAllowed(name, prefix, value)) continue
    written.add(full)
    parts.push(` ${full}="${escapeXml(cleanText(value))}"`)
  }
  parts.push('>', first)
  for (const child of element.childNodes) {
    if (isText(child)) parts.push(escapeXml(cleanText(child.value)))
    else if (isElement(child) && !writeElement(child, parts, depth + 1)) return false
  }
  parts.push(`</${tagName}>`)
  return true
}

function isAllowed(name: string, prefix: string | undefined, value: string): boolean {
  if (!NAME.test(name) || /^on/i.test(name)) return false
  if (prefix !== undefined && prefix !== '' && prefix !== 'xlink' && prefix !== 'xml') return false
  if (name === 'href') return value.trim().startsWith('#')
  return !/url\s*\(\s*["']?\s*(?!["']?#)/i.test(value) && !/javascript:/i.test(value)
}
