/**
 * Properties of a whole page of HTML: the styles of its root and body, its kinds of pages, and the default format of its text.
 *
 * @module
 */

import type { ConversionBudget } from '../../conversion-budget.js'
import type { FlowDocument, PageSetup } from '../../docx-writer/flow-document.js'
import { stylesOfLook } from '../../looks/apply-look.js'
import type { DocumentStyleName } from '../../looks/look-names.js'
import type { ConversionWarnings } from '../conversion-warnings.js'
import type { TextStyle } from '../css/computed-style.js'
import { stylePage } from '../css/page-rules.js'
import type { PageRules, StyleRule } from '../css/parse-style-sheet.js'
import { type PageMode, rootPlace, type StyledPlace, StyleResolver } from '../css/style-resolver.js'
import { browserLineSpacing, toLineSpacing, toRunFormat } from '../measure/formats.js'
import { readInformation } from '../source/document-information.js'
import { childElements, type HtmlDocument, type HtmlElement, textContent } from '../source/html-tree.js'
import { DEFAULT_PAGE, designedPage, readPageSetup } from './page-setup.js'
import { textAreaOf } from './page-stage.js'
import { PageStyles } from './page-styles.js'

/** A page with its style sheets. */
interface BasisSource {
  readonly root: HtmlDocument
  readonly rules: readonly StyleRule[]
  readonly mode: PageMode
  readonly pageRules: PageRules
  /** Whether the page has a look of its own. */
  readonly isDesigned: boolean
  /** The built-in look that the document gets. */
  readonly look: DocumentStyleName | undefined
}

/** Properties of a page that are known before its text is built. */
export interface PageBasis {
  readonly resolver: StyleResolver
  /** The place of the whole page. */
  readonly top: StyledPlace
  readonly body: StyledPlace
  readonly pages: PageStyles
  readonly defaults: FlowDocument['defaults']
  readonly styling: Pick<FlowDocument, 'rightToLeft' | 'defaults' | 'styles'>
  readonly information: FlowDocument['information']
}

/**
 * Resolves the styles of the root and the body, and the properties of the page that follow from them.
 *
 * @param setup the page that `@page` changes, where the caller has one
 */
export function readBasis(
  { root, rules, mode, pageRules, isDesigned, look }: BasisSource,
  warnings: ConversionWarnings,
  budget: ConversionBudget,
  setup: PageSetup | undefined,
): PageBasis {
  const resolver = new StyleResolver(rules, budget, mode)
  const { declarations } = stylePage(pageRules.rules, {})
  const bare = readPageSetup(declarations, setup ?? DEFAULT_PAGE)
  const top = rootPlace(textAreaOf(bare), isDesigned)
  const outer = findRoot(root, resolver, top)
  const body = findBody(root, resolver, outer)
  const isRightToLeft = body.style.text.direction === 'rtl'
  const pages = new PageStyles({
    rules: pageRules,
    root: outer.style.text,
    body: body.style.box,
    natural: setup ?? (isDesigned ? designedPage(body.style.box) : DEFAULT_PAGE),
    bare: setup ?? barePage(isDesigned),
    isRightToLeft,
    warnings,
  })
  const defaults = settleDefaults(body, isDesigned)
  const styling = {
    rightToLeft: isRightToLeft,
    ...(defaults === undefined ? {} : { defaults }),
    ...(isDesigned ? { styles: browserStyles(body.style.text, defaults) } : {}),
    ...(look === undefined ? {} : { styles: stylesOfLook(look, textOfBody(root), defaults) }),
  }
  return { resolver, top, body, pages, defaults, styling, information: readInformation(root) }
}

/** The background colour of the page (CSS Backgrounds and Borders Module Level 3, 2.11.2); undefined for white. */
export function pageColor({ style }: StyledPlace): string | undefined {
  const { backdrop } = style.text
  return backdrop === undefined || backdrop === 'FFFFFF' ? undefined : backdrop
}

/** The page setup of a document without margins of its own. */
function barePage(isDesigned: boolean): PageSetup {
  return isDesigned ? designedPage({ margin: {}, padding: {} }) : DEFAULT_PAGE
}

function findRoot(root: HtmlDocument, resolver: StyleResolver, top: StyledPlace): StyledPlace {
  const html = childElements(root).find((element) => element.tagName === 'html')
  return html === undefined ? top : resolver.resolve(html, top)
}

function findBody(root: HtmlDocument, resolver: StyleResolver, place: StyledPlace): StyledPlace {
  const body = bodyOf(root)
  return body === undefined ? place : resolver.resolve(body, place)
}

function bodyOf(root: HtmlDocument): HtmlElement | undefined {
  const html = childElements(root).find((element) => element.tagName === 'html')
  return html === undefined ? undefined : childElements(html).find((element) => element.tagName === 'body')
}

function textOfBody(root: HtmlDocument): string {
  return textContent(bodyOf(root) ?? root)
}

/** Turns the text style of the whole page into the defaults of the document. */
function settleDefaults({ style: { text } }: StyledPlace, isDesigned: boolean): FlowDocument['defaults'] {
  const { fontFamily, size, color, letterSpacing } = toRunFormat(text)
  const lineSpacing = isDesigned ? browserLineSpacing(text) : toLineSpacing(text)
  const defaults = {
    ...(fontFamily === undefined ? {} : { fontFamily }),
    ...(size === undefined ? {} : { size }),
    ...(color === undefined ? {} : { color }),
    ...(letterSpacing === undefined ? {} : { letterSpacing }),
    ...(lineSpacing === undefined ? {} : { lineSpacing }),
  }
  return Object.keys(defaults).length === 0 ? undefined : defaults
}

/** Styles for a page with a look of its own: elements stand out as in browsers, by size and weight only. */
function browserStyles(
  { color = '000000' }: TextStyle,
  defaults: FlowDocument['defaults'],
): NonNullable<FlowDocument['styles']> {
  const heading = { color, bold: true, italic: false }
  return {
    heading1: heading,
    heading2: heading,
    heading3: heading,
    heading4: heading,
    heading5: heading,
    heading6: heading,
    caption: { color, spaceBefore: 0, spaceAfter: 0 },
    quote: { color, borders: {} },
    code: PLAIN_CODE,
    definitionTerm: { bold: false },
    tableHeader: { ...defaults, color, bold: true, spaceBefore: 0, spaceAfter: 0 },
  }
}

/** Format of code without a background and borders of its own. */
const PLAIN_CODE = { shading: 'none', borders: {}, indentStart: 0, indentEnd: 0, spaceBefore: 0, spaceAfter: 0 }
