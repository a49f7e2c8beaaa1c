/**
 * Rewrites pages in the XML syntax (WHATWG HTML, 14) in that of HTML. Read as HTML, `<script/>` or `<title/>` would swallow the
 * rest of the page, `<a/>` would enclose it, and a style sheet in a CDATA section would count for nothing.
 *
 * @module
 */

import { escapeHtml } from '../../../escape.js'

/** Part of a page that is searched for its namespace, in characters. */
const PREAMBLE = 4096
const DECLARATION = /^[\s\ufeff]*<\?xml[\s?]/
const NAMESPACE = /<html[^>]*\sxmlns\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml["']/i
const XML_NAME = /\.xht(?:ml)?$/i

const MARKUP = /<(?:!--|!\[CDATA\[|\?|[a-z][^\s/>]*)/gi
const END_OR_QUOTE = /["'>]/g
/** Elements that have no end tag in HTML (13.1.2). */
const VOID = /^(?:area|base|br|col|embed|frame|hr|img|input|link|meta|param|source|track|wbr)$/i
const OPEN_SECTION = '<![CDATA['
const CLOSE_SECTION = ']]>'
/** Elements whose content HTML does not parse. */
const RAW = /^(?:style|script)$/i

/**
 * Whether a page is in the XML syntax: by the name of its file, or as programs write it, with an XML declaration and the
 * namespace of XHTML. A document type alone says nothing: pages that are served as HTML have it, too.
 */
export function isXmlSyntax(page: string, fileName = ''): boolean {
  const start = page.slice(0, PREAMBLE)
  return NAMESPACE.test(start) && (DECLARATION.test(start) || XML_NAME.test(fileName))
}

/** The page in the syntax of HTML. From markup on that is not closed, it stays as it is. */
export function toHtmlSyntax(page: string): string {
  const parts: string[] = []
  let copied = 0
  MARKUP.lastIndex = 0
  for (let match = MARKUP.exec(page); match !== null; match = MARKUP.exec(page)) {
    const rewritten = rewrite(page, match.index, match[0])
    if (rewritten === undefined) break
    parts.push(page.slice(copied, match.index), rewritten.html)
    copied = rewritten.end
    MARKUP.lastIndex = copied
  }
  return parts.join('') + page.slice(copied)
}

interface Rewritten {
  readonly html: string
  readonly end: number
}

/** Markup in the syntax of HTML, with the offset of its end; `undefined` where it has none. */
function rewrite(page: string, at: number, opening: string): Rewritten | undefined {
  if (opening === '<!--') return upTo(page, at, '-->', (text) => text)
  if (opening === '<?') return upTo(page, at, '?>', () => '')
  if (opening.startsWith('<!')) {
    return upTo(page, at, CLOSE_SECTION, (text) => escapeHtml(text.slice(OPEN_SECTION.length, -CLOSE_SECTION.length)))
  }
  const end = endOfTag(page, at)
  if (end === undefined) return undefined
  const name = opening.slice(1)
  const tag = page.slice(at, end)
  if (tag.endsWith('/>') && !VOID.test(name)) return { html: `${tag.slice(0, -2)}></${name}>`, end }
  return RAW.test(name) ? rewriteRaw(page, tag, { name, end }) : { html: tag, end }
}

function upTo(page: string, at: number, closing: string, write: (text: string) => string): Rewritten | undefined {
  const found = page.indexOf(closing, at)
  if (found < 0) return undefined
  const end = found + closing.length
  return { html: write(page.slice(at, end)), end }
}

function endOfTag(page: string, at: number): number | undefined {
  END_OR_QUOTE.lastIndex = at
  for (let match = END_OR_QUOTE.exec(page); match !== null; match = END_OR_QUOTE.exec(page)) {
    if (match[0] === '>') return match.index + 1
    const close = page.indexOf(match[0], match.index + 1)
    if (close < 0) return undefined
    END_OR_QUOTE.lastIndex = close + 1
  }
  return undefined
}

/** A style sheet or script: its CDATA sections as they are, its other text without references. */
function rewriteRaw(page: string, tag: string, { name, end }: { name: string; end: number }): Rewritten | undefined {
  const close = page.indexOf(`</${name}`, end)
  if (close < 0) return undefined
  return { html: tag + withoutSections(page.slice(end, close)), end: close }
}

/** Text with the content of CDATA sections as it is, and other text without references. A section that is not closed is text. */
function withoutSections(text: string): string {
  const parts: string[] = []
  let from = 0
  for (;;) {
    const open = text.indexOf(OPEN_SECTION, from)
    const close = open < 0 ? -1 : text.indexOf(CLOSE_SECTION, open)
    if (close < 0) break
    parts.push(plainText(text.slice(from, open)), text.slice(open + OPEN_SECTION.length, close))
    from = close + CLOSE_SECTION.length
  }
  return parts.join('') + plainText(text.slice(from))
}

function plainText(text: string): string {
  return text.replace(/&(gt|lt|quot|amp);/g, (_, name: string) => ({ gt: '>', lt: '<', quot: '"' })[name] ?? '&')
}
