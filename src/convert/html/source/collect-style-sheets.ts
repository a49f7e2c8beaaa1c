/**
 * Joins all style sheets of a page, in the order of the cascade.
 *
 * @module
 */

import { decodeBytes, encodingByMark, encodingNamed } from '../../../input/encodings.js'
import { charsetOf } from '../../charset-parameter.js'
import type { ConversionBudget } from '../../conversion-budget.js'
import { describeMalformed } from '../../decode-text.js'
import type { ConversionWarnings } from '../conversion-warnings.js'
import { parseStyleSheet, type StyleRule, type StyleSheet } from '../css/parse-style-sheet.js'
import { getAttribute, type HtmlElement, type HtmlNode, isElement, textContent } from './html-tree.js'
import type { LoadImagesOptions, Resource } from './load-images.js'
import type { PageSurvey } from './survey-page.js'

/** How style sheets are loaded, and the encoding of the page: that of sheets that name none. */
interface LoadSheetOptions extends LoadImagesOptions {
  readonly encoding?: string | undefined
}

/**
 * The style sheets of a page, those it links to only through the caller's loader, as one.
 *
 * @param base rules before those of the page, which do not count as a style sheet of the page
 */
export async function collectStyleSheets(
  { sheets: elements }: Pick<PageSurvey, 'sheets'>,
  base: string,
  options: LoadSheetOptions & { readonly budget: ConversionBudget },
  warnings: ConversionWarnings,
): Promise<StyleSheet & { readonly isDesigned: boolean }> {
  const sheets: StyleSheet[] = []
  let isDesigned = false
  for (const element of elements) {
    const css = element.tagName === 'style' ? textContent(element) : await loadSheet(element, options, warnings)
    const media = getAttribute(element, 'media')
    const isForAll = media === undefined || media.trim() === ''
    const sheet = parseStyleSheet(isForAll ? css : `@media ${media} {${css}}`, options.budget)
    sheets.push(sheet)
    // That of a drawing says nothing of what the page looks like.
    if (!isInDrawing(element) && withoutScreenRules(sheet.rules).length > 0) isDesigned = true
  }
  const own = withoutScreenRules(sheets.flatMap((sheet) => sheet.rules))
  const rules = base === '' ? own : [...parseStyleSheet(base, options.budget).rules, ...own]
  const page = {
    rules: sheets.flatMap((sheet) => sheet.page.rules),
    leftOut: sheets.flatMap((sheet) => sheet.page.leftOut),
  }
  return { rules, page, isDesigned }
}

function isInDrawing(element: HtmlElement): boolean {
  for (let node: HtmlNode | null = element; node !== null; node = 'parentNode' in node ? node.parentNode : null) {
    if (isElement(node) && node.tagName === 'svg') return true
  }
  return false
}

/** Removes rules for screens, unless the page has no others. */
function withoutScreenRules(rules: readonly StyleRule[]): readonly StyleRule[] {
  const others = rules.filter(({ isForScreens }) => isForScreens !== true)
  return others.length === 0 ? rules : others
}

async function loadSheet(
  element: HtmlElement,
  { loadResource, baseUrl, signal, encoding }: LoadSheetOptions,
  warnings: ConversionWarnings,
): Promise<string> {
  const href = getAttribute(element, 'href') ?? ''
  if (loadResource === undefined || href === '') return ''
  try {
    const url = baseUrl === undefined ? href : new URL(href, baseUrl).href
    const resource = await loadResource(url, signal === undefined ? {} : { signal })
    if (resource === undefined) return ''
    return decodeStyleSheet(resource, encoding, (message) => warnings.add(message))
  } catch {
    signal?.throwIfAborted()
    warnings.add(`The style sheet ${href.slice(0, 200)} could not be loaded.`)
    return ''
  }
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
