/**
 * Protects a document from HTML in its Markdown that would swallow the rest of it.
 *
 * @module
 */

/** Elements whose content browsers read as text up to the end tag, wherever that is (WHATWG HTML, 13.1.2; GFM 6.11). */
const RAW_TEXT_TAG = /<(\/?)(title|textarea|style|xmp|iframe|noembed|noframes|noscript|script|plaintext)(?=[\s/>])/gi

/**
 * Turns start tags of such elements without an end tag into text. People who write about HTML forget to quote them, and all
 * later text would be lost.
 */
export function quoteUnclosedElements(html: string): string {
  const lastEnd = new Map<string, number>()
  for (const { 1: slash, 2: name = '', index } of html.matchAll(RAW_TEXT_TAG)) {
    if (slash === '/') lastEnd.set(name.toLowerCase(), index)
  }
  return html.replace(RAW_TEXT_TAG, (tag, slash: string, name: string, at: number) =>
    slash === '' && at > (lastEnd.get(name.toLowerCase()) ?? -1) ? `&lt;${tag.slice(1)}` : tag,
  )
}
