/**
 * An SVG drawing inside a page as a file of its own, without scripts and foreign content.
 *
 * @module
 */

import { escapeXml } from '../../../escape.js'
import {
  elementsBelow,
  getAttribute,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isText,
  textContent,
} from '../source/html-tree.js'
import { cleanText } from './clean-text.js'
import { sizeOfRoot } from './svg-size.js'

/** Nesting of elements of a drawing. */
const MAX_DEPTH = 64

/** Elements that would run code, or load something from outside. */
const FORBIDDEN_ELEMENTS = new Set(['script', 'foreignObject', 'iframe', 'image', 'feImage', 'audio', 'video'])

const NAME = /^[A-Za-z_][-\w.]*$/

/** What a drawing takes from the page that it is part of. */
export interface DrawingPage {
  /** The colour beneath the drawing, as six hexadecimal digits. */
  readonly ground?: string | undefined
  /** What holds for the drawing as a whole, as declarations of CSS. */
  readonly look: string
  /** What style sheets of the page and the element itself declare, as declarations of CSS. */
  readonly declared: (element: HtmlElement) => string
  /** An element anywhere in the page. */
  readonly find: (id: string) => HtmlElement | undefined
}

/**
 * The XML of a drawing, without scripts and without what lies outside of the page; `undefined` when it is nested too deeply.
 * What it takes from other drawings of the page, such as symbols, becomes part of it.
 */
export function writeSvg(element: HtmlElement, page: DrawingPage): string | undefined {
  const borrowed = borrowedElements(element, page)
  const parts: string[] = []
  for (const other of borrowed) if (!writeElement(other, page, parts, 1)) return undefined
  const defs = parts.length === 0 ? '' : `<defs>${parts.join('')}</defs>`
  const ground = page.ground === undefined ? '' : groundXml(element, page.ground)
  const whole: string[] = []
  return writeElement(element, page, whole, 0, defs + ground) ? whole.join('') : undefined
}

/** References inside of a page: of `href`, and of values such as `url(#id)`. */
const REFERENCES = /url\(\s*["']?#([^"')]+)|^#(.+)$/g
/** Elements of other drawings that one drawing takes. */
const MAX_BORROWED = 200

/** What of a drawing is not shown, or only as text. */
export function leftOutOf(element: HtmlElement): string[] {
  const names = elementsBelow(element).map(({ tagName }) => tagName)
  return [...LEFT_OUT].filter(([name]) => names.includes(name)).map(([, message]) => message)
}

const LEFT_OUT: ReadonlyMap<string, string> = new Map([
  ['foreignObject', 'HTML inside of a drawing is shown as one line of text.'],
  ['image', 'A picture inside of a drawing is not shown.'],
])

/** What a drawing refers to that stands elsewhere in the page, and what that refers to. */
function borrowedElements(drawing: HtmlElement, page: DrawingPage): ReadonlySet<HtmlElement> {
  const borrowed = new Set<HtmlElement>()
  const queue = [drawing]
  for (const root of queue) {
    for (const element of [root, ...elementsBelow(root)]) {
      for (const id of referencesOf(element, page)) {
        const found = page.find(id)
        if (found === undefined || isWithin(found, drawing) || borrowed.has(found)) continue
        // A drawing that uses what is around it would never end.
        if (isWithin(drawing, found) || borrowed.size >= MAX_BORROWED) continue
        borrowed.add(found)
        queue.push(found)
      }
    }
  }
  return borrowed
}

function referencesOf(element: HtmlElement, page: DrawingPage): string[] {
  const values = element.attrs
    .filter(({ name, value }) => name === 'href' || value.includes('url('))
    .map(({ value }) => value)
  const declared = page.declared(element)
  if (declared.includes('url(')) values.push(declared)
  return values.flatMap((value) => [...value.matchAll(REFERENCES)].map(([, server, id]) => server ?? id ?? ''))
}

function isWithin(element: HtmlElement, ancestor: HtmlElement): boolean {
  for (let node: HtmlNode | null = element; node !== null; node = 'parentNode' in node ? node.parentNode : null) {
    if (node === ancestor) return true
  }
  return false
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

function writeElement(element: HtmlElement, page: DrawingPage, parts: string[], depth: number, first = ''): boolean {
  const { tagName } = element
  if (depth > MAX_DEPTH) return false
  if (tagName === 'foreignObject') parts.push(foreignText(element))
  if (FORBIDDEN_ELEMENTS.has(tagName) || !NAME.test(tagName)) return true
  parts.push(`<${tagName}`)
  if (depth === 0) parts.push(' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"')
  const written = new Set(['xmlns', 'xmlns:xlink', 'style'])
  for (const { name, prefix, value } of element.attrs) {
    const full = prefix === undefined || prefix === '' ? name : `${prefix}:${name}`
    if (written.has(full) || !isAllowed(name, prefix, value)) continue
    written.add(full)
    parts.push(` ${full}="${escapeXml(cleanText(value))}"`)
  }
  const style = (depth === 0 ? page.look : '') + page.declared(element)
  if (style !== '' && isAllowed('style', undefined, style)) parts.push(` style="${escapeXml(cleanText(style))}"`)
  parts.push('>', first)
  for (const child of element.childNodes) {
    if (isText(child)) parts.push(escapeXml(cleanText(child.value)))
    else if (isElement(child) && !writeElement(child, page, parts, depth + 1)) return false
  }
  parts.push(`</${tagName}>`)
  return true
}

/** The text of HTML inside of a drawing, in the middle of its room. */
function foreignText(element: HtmlElement): string {
  const text = cleanText(textContent(element)).replace(/\s+/g, ' ').trim()
  const length = (name: string) => Number.parseFloat(getAttribute(element, name) ?? '') || 0
  const [x, y] = [length('x') + length('width') / 2, length('y') + length('height') / 2]
  if (text === '') return ''
  return `<text x="${x}" y="${y}" text-anchor="middle" dominant-baseline="central">${escapeXml(text)}</text>`
}

function isAllowed(name: string, prefix: string | undefined, value: string): boolean {
  if (!NAME.test(name) || /^on/i.test(name)) return false
  if (prefix !== undefined && prefix !== '' && prefix !== 'xlink' && prefix !== 'xml') return false
  if (name === 'href') return value.trim().startsWith('#')
  return !/url\s*\(\s*["']?\s*(?!["']?#)/i.test(value) && !/javascript:/i.test(value)
}
