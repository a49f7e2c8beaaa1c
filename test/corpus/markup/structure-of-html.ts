/**
 * The structure that HTML states, read from the tree that parse5 makes of it.
 *
 * @module
 */
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { type InlineStyle, InlineText, lineOf } from './structured-text.js'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

interface Place {
  readonly kind: string
  readonly quoted: boolean
  readonly depth: number
}

const CONTAINERS: ReadonlySet<string> = new Set([
  ...['div', 'section', 'article', 'main', 'header', 'footer', 'ul', 'ol', 'li', 'blockquote', 'table', 'thead'],
  ...['tbody', 'tr', 'form', 'details', 'summary', 'dl', 'dd', 'dt', 'center'],
])
const TEXT_BLOCKS: ReadonlySet<string> = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'th', 'td'])
/** Nothing of these is shown. */
const HIDDEN: ReadonlySet<string> = new Set(['script', 'style', 'title', 'template', 'head', 'link', 'meta'])

const INLINE: Readonly<Record<string, InlineStyle>> = {
  strong: { bold: true },
  b: { bold: true },
  em: { italic: true },
  i: { italic: true },
  del: { strike: true },
  s: { strike: true },
  code: { code: true },
}

/** The lines of a piece of HTML, with addresses resolved against `baseUrl`. */
export function structureOfHtml(html: string, baseUrl: string): string[] {
  return new HtmlStructure(baseUrl).read(html)
}

class HtmlStructure {
  readonly #baseUrl: string
  readonly #lines: (string | undefined)[] = []
  #text: InlineText | undefined
  #place: Place = { kind: 'p', quoted: false, depth: 0 }
  /** The marker of an item whose first block has not come yet. */
  #marker = ''

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl
  }

  read(html: string): string[] {
    for (const node of parseFragment(html).childNodes) this.#visit(node, { kind: 'p', quoted: false, depth: 0 }, {})
    this.#endBlock()
    return this.#lines.filter((line) => line !== undefined)
  }

  #visit(node: Node, place: Place, style: InlineStyle): void {
    if ('value' in node && node.nodeName === '#text')
      this.#addText(place.kind === 'pre' ? node.value : node.value.replace(/\s+/g, ' '), place, style)
    else if ('tagName' in node) this.#visitElement(node, place, style)
  }

  #visitElement(element: Element, place: Place, style: InlineStyle): void {
    const { tagName } = element
    if (HIDDEN.has(tagName)) return
    if (tagName === 'hr') this.#addRule(place)
    else if (tagName === 'br') this.#addText('\n', place, style)
    else if (tagName === 'img') this.#addText(attribute(element, 'alt') ?? '', place, this.#linked(element, style))
    else if (tagName === 'textarea') this.#addText(textOf(element), place, style)
    else if (tagName === 'input') this.#addCheckBox(element, place)
    else if (TEXT_BLOCKS.has(tagName)) this.#visitBlock(element, { ...place, kind: tagName }, style)
    else if (CONTAINERS.has(tagName)) this.#visitContainer(element, place, style)
    else this.#visitChildren(element, place, { ...style, ...INLINE[tagName], ...this.#linked(element, style) })
  }

  #visitChildren(element: Element, place: Place, style: InlineStyle): void {
    for (const child of element.childNodes) this.#visit(child, place, style)
  }

  #visitBlock(element: Element, place: Place, style: InlineStyle): void {
    this.#endBlock()
    if (place.kind !== 'p') this.#begin(place)
    this.#visitChildren(element, place, style)
    this.#endBlock()
  }

  #visitContainer(element: Element, place: Place, style: InlineStyle): void {
    const { tagName } = element
    this.#endBlock()
    const isList = tagName === 'ul' || tagName === 'ol'
    if (tagName === 'li') {
      // An item that begins with another list has a line of its own for its marker.
      if (this.#marker !== '') this.#addEmpty(place)
      this.#marker = `${place.depth}${element.parentNode?.nodeName === 'ol' ? '1.' : '*'}`
    }
    const inner = {
      kind: 'p',
      quoted: place.quoted || tagName === 'blockquote',
      depth: place.depth + (isList ? 1 : 0),
    }
    this.#visitChildren(element, inner, style)
    this.#endBlock()
    if (tagName === 'li' && this.#marker !== '') this.#addEmpty(inner)
  }

  #addEmpty(place: Place): void {
    this.#begin(place)
    this.#endBlock()
  }

  #linked(element: Element, style: InlineStyle): InlineStyle {
    const href = element.tagName === 'a' ? attribute(element, 'href') : undefined
    if (href === undefined) return style
    return { ...style, link: resolveAddress(href, this.#baseUrl) }
  }

  #addText(text: string, place: Place, style: InlineStyle): void {
    if (this.#text === undefined) {
      if (text.trim() === '') return
      this.#begin(place)
    }
    this.#text?.add(text, style)
  }

  #addCheckBox(element: Element, place: Place): void {
    this.#marker = ''
    this.#begin(place)
    this.#text?.add(attribute(element, 'checked') === undefined ? '☐ ' : '☑ ', {})
  }

  #addRule(place: Place): void {
    this.#endBlock()
    this.#begin({ ...place, kind: 'hr' })
    this.#endBlock()
  }

  #begin(place: Place): void {
    this.#place = place
    this.#text = new InlineText(place.kind === 'pre')
  }

  #endBlock(): void {
    if (this.#text === undefined) return
    const { kind, quoted } = this.#place
    this.#lines.push(lineOf({ kind, quoted, marker: this.#marker }, this.#text.toString()))
    this.#marker = ''
    this.#text = undefined
  }
}

function textOf(element: Element): string {
  return element.childNodes.map((node) => ('value' in node ? node.value : '')).join('')
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((each) => each.name === name)?.value
}

/** An address as URL writes it; as it stands where it is none. */
export function resolveAddress(href: string, baseUrl: string): string {
  try {
    return new URL(href, baseUrl).href
  } catch {
    return href
  }
}
