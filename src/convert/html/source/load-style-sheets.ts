/**
 * Reads style sheets of a page, and those that they import.
 *
 * @module
 */

import { decodeBytes, encodingByMark, encodingNamed } from '../../../input/encodings.js'
import { append } from '../../../lists.js'
import { charsetOf } from '../../charset-parameter.js'
import { describeMalformed } from '../../decode-text.js'
import type { ConversionWarnings } from '../conversion-warnings.js'
import { findOutside, removeComments, splitWords, unquote } from '../css/css-text.js'
import { getAttribute, type HtmlElement, textContent } from './html-tree.js'
import type { LoadImagesOptions, Resource } from './load-images.js'

/** How style sheets are loaded, and the encoding of the page: that of sheets that name none. */
export interface LoadSheetOptions extends LoadImagesOptions {
  readonly encoding?: string | undefined
}

/** Largest number of style sheets that those of one page import. */
const MAX_IMPORTS = 50

/** Largest number of characters of an address that a warning quotes. */
const TOLD_LENGTH = 200

/** An address that a style sheet imports, and the media query that it is for. */
interface Import {
  readonly href: string
  readonly media: string
}

/** Where a style sheet stands. */
interface Place {
  /** What its addresses are relative to. */
  readonly base: string | undefined
  /** Media queries that it is for: its own and those of the sheets that import it. */
  readonly queries: readonly string[]
  /** Addresses of the sheet and of those that import it; the outermost first. */
  readonly chain: readonly string[]
}

/** Loads the style sheets of one page. */
export class SheetLoader {
  readonly #options: LoadSheetOptions
  readonly #warnings: ConversionWarnings
  #imported = 0

  constructor(options: LoadSheetOptions, warnings: ConversionWarnings) {
    this.#options = options
    this.#warnings = warnings
  }

  /** The texts of a `style` or `link` element in the order of the cascade: those that it imports come before it. */
  async read(element: HtmlElement): Promise<readonly string[]> {
    const media = getAttribute(element, 'media')?.trim() ?? ''
    const page: Place = { base: this.#options.baseUrl, queries: [], chain: [] }
    if (element.tagName === 'style') return this.#withImports(textContent(element), { ...page, queries: [media] })
    const href = getAttribute(element, 'href') ?? ''
    return href === '' ? [] : this.#follow({ href, media }, page)
  }

  async #follow({ href, media }: Import, { base, queries, chain }: Place): Promise<readonly string[]> {
    const { loadResource, encoding, signal } = this.#options
    const told = href.slice(0, TOLD_LENGTH)
    try {
      const url = base === undefined ? href : new URL(href, base).href
      if (chain.includes(url)) return []
      const resource = await loadResource?.(url, signal === undefined ? {} : { signal })
      if (resource === undefined) {
        this.#warnings.add(`A style sheet is missing: ${told}`)
        return []
      }
      const css = decodeStyleSheet(resource, encoding, (message) => this.#warnings.add(message))
      const place = { base: URL.canParse(url) ? url : base, queries: [...queries, media], chain: [...chain, url] }
      return await this.#withImports(css, place)
    } catch {
      signal?.throwIfAborted()
      this.#warnings.add(`The style sheet ${told} could not be loaded.`)
      return []
    }
  }

  async #withImports(css: string, place: Place): Promise<readonly string[]> {
    const texts: string[] = []
    for (const each of importsOf(css)) {
      if (++this.#imported > MAX_IMPORTS) {
        this.#warnings.add(`Only the first ${MAX_IMPORTS} style sheets that others import are read.`)
        break
      }
      append(texts, await this.#follow(each, place))
    }
    const within = (text: string, query: string) => (query === '' ? text : `@media ${query} {${text}}`)
    return [...texts, place.queries.reduceRight(within, css)]
  }
}

/** The rules `@import` that a style sheet begins with (CSS Cascading and Inheritance Level 5, 2). Later ones do not count. */
function importsOf(css: string): readonly Import[] {
  if (!/@import\b/i.test(css)) return []
  const text = removeComments(css).replace(/^\ufeff|<!--|-->/g, ' ')
  const imports: Import[] = []
  for (let from = 0; from < text.length; ) {
    const end = findOutside(text, ';{', from)
    const [, name = '', value = ''] = /^\s*@([-\w]+)\s*([\s\S]*)$/.exec(text.slice(from, end)) ?? []
    if (text.charAt(end) !== ';' || !/^(?:charset|layer|import)$/i.test(name)) break
    const [address = '', ...words] = splitWords(value)
    // Rules of a layer are read like any others, and whatever `supports()` asks for is taken as supported.
    const media = words.filter((word) => !/^(?:layer\b|supports\()/i.test(word)).join(' ')
    const href = unquote(/^url\(([\s\S]*)\)$/i.exec(address)?.[1] ?? address)
    if (name.toLowerCase() === 'import' && href !== '') imports.push({ href, media })
    from = end + 1
  }
  return imports
}

/** Longest `@charset` rule, in bytes (CSS Syntax Module Level 3, 3.2). */
const MAX_CHARSET_BYTES = 1024

/**
 * Decodes a style sheet: in the encoding of a byte order mark, of its content type, of a rule `@charset` at its very start, or
 * of the page that links to it (CSS Syntax Module Level 3, 3.2).
 *
 * @param environment the encoding of the page
 * @param warn called for bytes that are invalid in the encoding
 */
function decodeStyleSheet(
  { bytes, mediaType }: Resource,
  environment: string | undefined,
  warn: (message: string) => void,
): string {
  const encoding =
    encodingByMark(bytes) ??
    encodingNamed(charsetOf(mediaType) ?? '') ??
    encodingOfRule(bytes) ??
    environment ??
    'utf-8'
  const { text, malformed } = decodeBytes(bytes, encoding)
  if (malformed > 0) warn(describeMalformed(malformed, encoding, 'A style sheet'))
  return text
}

function encodingOfRule({ buffer, byteOffset, length }: Uint8Array): string | undefined {
  const start = Buffer.from(buffer, byteOffset, Math.min(length, MAX_CHARSET_BYTES)).toString('latin1')
  const label = /^@charset "([^"]*)";/.exec(start)?.[1]
  const encoding = label === undefined ? undefined : encodingNamed(label)
  // A rule that was read as ASCII is not in UTF-16.
  return encoding?.startsWith('utf-16') === true ? 'utf-8' : encoding
}
