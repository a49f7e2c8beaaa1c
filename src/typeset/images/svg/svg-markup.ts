/**
 * Reads the markup of an SVG file as a tree of limited size.
 *
 * @module
 */

/** An element of an SVG file. Names have no prefix. */
export interface SvgElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly (SvgElement | string)[]
}

interface OpenElement extends SvgElement {
  readonly children: (SvgElement | string)[]
}

/** Maximum number of elements of a file. Further elements are left out. */
const MAX_ELEMENTS = 200_000
/** Maximum depth of the tree. Deeper elements become children of the last one that is kept, so that recursion is limited. */
const MAX_DEPTH = 200

const TOKEN =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|<[!?][^<>]*>|<(\/?)([\w:.-]+)((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)|</g
const ATTRIBUTE = /([^\s=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?|\s+|=/g
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: '\u00a0' }

/**
 * Reads the markup of an SVG file and tolerates markup that is not well-formed. Entities that the file defines are not expanded.
 */
export function parseSvgMarkup(text: string): SvgElement | undefined {
  const root: OpenElement = { name: '', attributes: new Map(), children: [] }
  const open: OpenElement[] = [root]
  let count = 0
  for (const [, cdata, closing, name, attributes, empty, characters] of withoutDoctype(text).matchAll(TOKEN)) {
    const parent = open.at(-1) ?? root
    if (cdata !== undefined) parent.children.push(cdata)
    else if (characters !== undefined) parent.children.push(decode(characters))
    if (name === undefined) continue
    const local = localName(name)
    if (closing === '/') {
      const at = open.findLastIndex((element) => element.name === local)
      if (at > 0) open.length = at
      continue
    }
    if (++count > MAX_ELEMENTS) break
    const element: OpenElement = { name: local, attributes: readAttributes(attributes ?? ''), children: [] }
    parent.children.push(element)
    if (empty !== '/' && open.length < MAX_DEPTH) open.push(element)
  }
  return root.children.find((child): child is SvgElement => typeof child !== 'string' && child.name === 'svg')
}

/** Removes the document type declaration, whose internal subset may contain brackets and tags of all kinds. */
function withoutDoctype(text: string): string {
  const start = text.search(/<!DOCTYPE/i)
  if (start < 0) return text
  const end = text.indexOf('>', start)
  const bracket = text.indexOf('[', start)
  if (bracket < 0 || bracket > end) return text
  const close = text.indexOf(']', bracket)
  return close < 0 ? '' : text.slice(0, start) + text.slice(close + 1).replace(/^\s*>/, '')
}

/** The child elements. */
export function elementsOf(element: SvgElement): SvgElement[] {
  return element.children.filter((child): child is SvgElement => typeof child !== 'string')
}

function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name, double, single] of text.matchAll(ATTRIBUTE)) {
    if (name === undefined || (double ?? single) === undefined) continue
    attributes.set(localName(name), decode(double ?? single ?? ''))
  }
  return attributes
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,10}));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? all
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
