/**
 * Joins all style sheets of a page, in the order of the cascade.
 *
 * @module
 */

import { append } from '../../../lists.js'
import type { ConversionBudget } from '../../conversion-budget.js'
import type { ConversionWarnings } from '../conversion-warnings.js'
import { parseStyleSheet, type StyleRule, type StyleSheet } from '../css/parse-style-sheet.js'
import { type HtmlElement, type HtmlNode, isElement } from './html-tree.js'
import { type LoadSheetOptions, SheetLoader } from './load-style-sheets.js'
import type { PageSurvey } from './survey-page.js'

/**
 * The style sheets of a page with those that they import, as one. Sheets in other files come through the caller's loader only.
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
  const loader = new SheetLoader(options, warnings)
  let isDesigned = false
  for (const element of elements) {
    const texts = await loader.read(element)
    const parsed = texts.map((css) => parseStyleSheet(css, options.budget))
    const sheet = { rules: parsed.flatMap(({ rules }) => rules) }
    append(sheets, parsed)
    // That of a drawing says nothing of what the page looks like.
    if (!isInDrawing(element) && withoutScreenRules(sheet.rules).length > 0) isDesigned = true
  }
  const own = withoutScreenRules(sheets.flatMap((sheet) => sheet.rules))
  const rules = base === '' ? own : [...parseStyleSheet(base, options.budget).rules, ...own]
  const page = {
    rules: sheets.flatMap((sheet) => sheet.page.rules),
    leftOut: sheets.flatMap((sheet) => sheet.page.leftOut),
  }
  const counterStyles = new Map(sheets.flatMap((sheet) => [...sheet.counterStyles]))
  return { rules, page, counterStyles, isDesigned }
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
