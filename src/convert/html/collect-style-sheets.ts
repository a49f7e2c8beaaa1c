/**
 * All style sheets of a page as one, in the order of the cascade.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { CONVERT_LIMITS } from '../convert-limits.js'
import type { ConversionWarnings } from './conversion-warnings.js'
import { parseStyleSheet, type StyleRule, type StyleSheet } from './css/parse-style-sheet.js'
import { getAttribute, type HtmlElement, textContent } from './html-tree.js'
import type { LoadImagesOptions } from './load-images.js'
import type { PageSurvey } from './survey-page.js'

/**
 * The style sheets of a page, those it links to only through the caller's loader, as one.
 *
 * @param base rules that go before those of the page, and are not what the page says of its look
 */
export async function collectStyleSheets(
  { sheets: elements }: Pick<PageSurvey, 'sheets'>,
  base: string,
  options: LoadImagesOptions,
  warnings: ConversionWarnings,
): Promise<StyleSheet & { readonly isDesigned: boolean }> {
  const sheets: StyleSheet[] = []
  let characters = 0
  for (const element of elements) {
    const css = element.tagName === 'style' ? textContent(element) : await loadSheet(element, options, warnings)
    const media = getAttribute(element, 'media')
    characters += css.length
    if (characters > CONVERT_LIMITS.maxStyleSheetCharacters) {
      throw new SealwrightError('document_too_complex', 'The style sheets are too long.')
    }
    sheets.push(parseStyleSheet(media === undefined || media.trim() === '' ? css : `@media ${media} {${css}}`))
  }
  const own = withoutScreenRules(sheets.flatMap((sheet) => sheet.rules))
  const rules = base === '' ? own : [...parseStyleSheet(base).rules, ...own]
  if (rules.length > CONVERT_LIMITS.maxSelectors) {
    throw new SealwrightError('document_too_complex', 'The style sheets have too many rules.')
  }
  const page = {
    rules: sheets.flatMap((sheet) => sheet.page.rules),
    leftOut: sheets.flatMap((sheet) => sheet.page.leftOut),
  }
  return { rules, page, isDesigned: own.length > 0 }
}

/** Paper has no use for what is for screens alone, unless a page says nothing else of its look. */
function withoutScreenRules(rules: readonly StyleRule[]): readonly StyleRule[] {
  const others = rules.filter(({ isForScreens }) => isForScreens !== true)
  return others.length === 0 ? rules : others
}

async function loadSheet(
  element: HtmlElement,
  { loadResource, baseUrl, signal }: LoadImagesOptions,
  warnings: ConversionWarnings,
): Promise<string> {
  const href = getAttribute(element, 'href') ?? ''
  if (loadResource === undefined || href === '') return ''
  try {
    const url = baseUrl === undefined ? href : new URL(href, baseUrl).href
    const resource = await loadResource(url, signal === undefined ? {} : { signal })
    return resource === undefined ? '' : new TextDecoder().decode(resource.bytes)
  } catch {
    signal?.throwIfAborted()
    warnings.add(`The style sheet ${href.slice(0, 200)} could not be loaded.`)
    return ''
  }
}
