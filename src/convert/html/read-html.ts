/**
 * An HTML page as a flow document: style sheets, images, boxes, and then blocks.
 *
 * @module
 */

import { Pace } from '../../pace/pace.js'
import { isTurnOver, type Steps } from '../../pace/turns.js'
import { type ConversionBudget, createConversionBudget } from '../conversion-budget.js'
import type { FlowBlock, FlowDocument, FlowInline, FlowSection, PageSetup } from '../docx-writer/flow-document.js'
import { applyLook } from '../looks/apply-look.js'
import { type DocumentStyleName, isDocumentStyle } from '../looks/look-names.js'
import { type PageFacts, readPageFacts } from '../looks/page-facts.js'
import type { Box } from './boxes/box-tree.js'
import { buildBoxesInSteps, createConversion, takeWordHeaders } from './boxes/build-boxes.js'
import { ConversionWarnings } from './conversion-warnings.js'
import type { TextStyle } from './css/computed-style.js'
import type { PageArea } from './css/css-length.js'
import { stylePage } from './css/page-rules.js'
import type { PageRules, StyleRule } from './css/parse-style-sheet.js'
import { type PageMode, rootPlace, type StyledPlace, StyleResolver } from './css/style-resolver.js'
import { type BlockFrame, drawsLines } from './frames/block-frame.js'
import { Bookmarks } from './generated/bookmarks.js'
import { listHeadings } from './generated/contents.js'
import { convertFootnotes } from './generated/convert-footnotes.js'
import { FootnoteQueue } from './generated/footnotes.js'
import { Counters } from './generated/generated-content.js'
import { createLayout, layOutBoxes } from './layout/lay-out-boxes.js'
import type { Layout, PageSurround } from './layout/layout.js'
import { browserLineSpacing, RunFormats, toLineSpacing, toRunFormat } from './measure/formats.js'
import type { RulerSources } from './measure/measured-text.js'
import { createTextRuler, withRuler } from './measure/text-ruler.js'
import { addFixedBoxes } from './pages/fixed-boxes.js'
import { makeSections } from './pages/page-sections.js'
import { DEFAULT_PAGE, designedPage, readPageSetup } from './pages/page-setup.js'
import { layOutPages, type PageStage, setStage, textAreaOf } from './pages/page-stage.js'
import { PageStrings } from './pages/page-strings.js'
import { PageStyles } from './pages/page-styles.js'
import { collectStyleSheets } from './source/collect-style-sheets.js'
import { readInformation } from './source/document-information.js'
import { childElements, getAttribute, type HtmlDocument } from './source/html-tree.js'
import { type LoadedImages, type LoadResource, loadImages } from './source/load-images.js'
import { mendTaskBoxes } from './source/mend-task-boxes.js'
import { mendWordLists } from './source/mend-word-lists.js'
import { parseHtmlInSteps } from './source/parse-html.js'
import { type PageSurvey, surveyPage } from './source/survey-page.js'

/** Options of reading HTML that hosts can set. */
export interface PageOptions {
  /** Gives up with the signal's reason. */
  readonly signal?: AbortSignal
  /** What relative addresses refer to; left out: links with such addresses lose their target. */
  readonly baseUrl?: string
  /** Gets images and style sheets; left out: only images inside of the page (`data:`) are shown. */
  readonly loadResource?: LoadResource
  /** Rules that go before those of the page. */
  readonly styleSheet?: string
}

/** How HTML is read. */
export interface ReadHtmlOptions extends PageOptions, RulerSources {
  /** Encoding of the page, as the Encoding Standard names it: that of linked style sheets that name none. Default UTF-8. */
  readonly encoding?: string
  /** The page that `@page` changes. Default A4 with margins of an inch. */
  readonly page?: PageSetup
  /** Limits of work and memory. Left out: they follow from the length. */
  readonly budget?: ConversionBudget
  /** Whether paragraphs that say no direction take that of their text, as Markdown has no other way to say it. */
  readonly detectsDirection?: boolean
  /** A built-in look, for a page without a style sheet; left out: what the page names in a `meta` element. */
  readonly style?: DocumentStyleName
  /** Whether style sheets do not make a page one that has a look of its own. */
  readonly isPlain?: boolean
  /** Changes the tree before anything is made of it. */
  readonly prepare?: (root: HtmlDocument) => void
}

/** A document, and warnings about what it does not show as its source does. */
export interface ReadHtmlResult {
  readonly document: FlowDocument
  readonly warnings: readonly string[]
}

/**
 * Reads an HTML page: its text, styled by its CSS. Nothing is fetched except through the caller's loader.
 *
 * @param html the page, or a part of one; or the tree of one
 * @throws SealwrightError `document_too_complex`; the signal's reason when aborted
 */
export async function readHtml(
  html: string | HtmlDocument,
  options: ReadHtmlOptions = {},
  pace = new Pace({ signal: options.signal }),
): Promise<ReadHtmlResult> {
  const { signal, baseUrl, loadResource, encoding, styleSheet = '' } = options
  const warnings = new ConversionWarnings()
  const budget = options.budget ?? createConversionBudget(typeof html === 'string' ? html.length : 0)
  const root = typeof html === 'string' ? await pace.run(parsePage(html, budget)) : html
  await pace.pause()
  const hasWordHeaders = typeof html === 'string' && /\bmso-element\s*:\s*["']?(?:header|footer)/i.test(html)
  options.prepare?.(root)
  await pace.pause()
  const hasContents = listHeadings(root)
  await pace.pause()
  const loading = { loadResource, baseUrl, signal }
  const survey = surveyPage(root)
  const {
    rules,
    page: pageRules,
    ...sheets
  } = await collectStyleSheets(survey, styleSheet, { ...loading, encoding, budget }, warnings)
  await pace.pause()
  const facts = readPageFacts(root)
  const asked = options.style ?? facts.style.find(isDocumentStyle)
  const isDesigned = (sheets.isDesigned || saysLook(root)) && (asked === undefined || options.isPlain !== true)
  const images = await loadImages(survey, loading, warnings)
  signal?.throwIfAborted()
  const mode = isDesigned ? modeOf(html, root) : 'document'
  const page = { root, mode, hasWordHeaders, hasContents, survey, rules, pageRules, isDesigned, asked, facts, images }
  const restoreBudget = budget.mark()
  return await withRuler(() => {
    restoreBudget()
    return pace.run(convertPage(page, warnings.copy(), budget, options))
  })
}

/** A page with all that it refers to. */
interface LoadedPage {
  readonly root: HtmlDocument
  readonly mode: PageMode
  /** Whether headers stand in the page as Word writes them. */
  readonly hasWordHeaders: boolean
  readonly hasContents: boolean
  readonly survey: PageSurvey
  readonly rules: readonly StyleRule[]
  readonly pageRules: PageRules
  readonly isDesigned: boolean
  /** The look that is asked for, and what it shows. */
  readonly asked: DocumentStyleName | undefined
  readonly facts: PageFacts
  readonly images: LoadedImages
}

function* convertPage(
  { root, mode, hasWordHeaders, hasContents, survey, rules, pageRules, isDesigned, asked, facts, images }: LoadedPage,
  warnings: ConversionWarnings,
  budget: ConversionBudget,
  options: ReadHtmlOptions,
): Steps<ReadHtmlResult> {
  const { baseUrl } = options
  const resolver = new StyleResolver(rules, budget, mode)
  const { declarations } = stylePage(pageRules.rules, {})
  const bare = readPageSetup(declarations, options.page ?? DEFAULT_PAGE)
  const top = rootPlace(textAreaOf(bare), isDesigned)
  const outer = findRoot(root, resolver, top)
  const body = findBody(root, resolver, outer)
  const pages = new PageStyles({
    rules: pageRules,
    root: outer.style.text,
    body: body.style.box,
    natural: options.page ?? (isDesigned ? designedPage(body.style.box) : DEFAULT_PAGE),
    bare: options.page ?? barePage(isDesigned),
    isRightToLeft: body.style.text.direction === 'rtl',
    warnings,
  })
  const { defaults, text } = settleDefaults(body, isDesigned)
  const footnotes = new FootnoteQueue(survey)
  const look = {
    rightToLeft: text.direction === 'rtl',
    ...(defaults === undefined ? {} : { defaults }),
    ...(isDesigned ? { styles: browserStyles(text, defaults) } : {}),
  }
  const information = readInformation(root)
  const ruler = createTextRuler({ ...look, language: information.language }, options)
  const conversion = createConversion({
    budget,
    formats: new RunFormats(defaults ?? {}),
    ruler,
    marks: [],
    resolver,
    anchors: new Bookmarks(survey, footnotes),
    footnotes,
    images,
    warnings,
    counters: new Counters(budget),
    baseUrl,
    isDesigned,
    room: textAreaOf(pages.usual(undefined).page),
  })
  const background = pageColor(body) ?? pages.ground
  const stage: PageStage = {
    pages,
    makeLayout: (parts) =>
      createLayout({
        lineHeight: text.lineHeight,
        browserLines: isDesigned ? browserLineSpacing(text) : undefined,
        isRightToLeft: text.direction === 'rtl',
        detectsDirection: options.detectsDirection ?? false,
        pageSurrounds: [],
        ...parts,
      }),
    makeFrame: (room) => rootFrame(room, top, body, { background, isDesigned }),
  }
  const boxes = yield* buildBoxesInSteps(conversion, root, top, 'body')
  if (hasWordHeaders) takeWordHeaders(conversion, root, top)
  if (isTurnOver()) yield
  const { frame, layout } = setStage(stage, false, warnings)
  const laid = yield* layOutPages(boxes, stage, { frame, layout })
  if (isTurnOver()) yield
  const strings = new PageStrings(markEnd(laid.blocks, conversion.marks), pageRules.rules, warnings)
  const sections = makeSections(strings.blocks, {
    pages,
    strings,
    isOnePage: laid.isOnePage,
    warnings,
    content: {
      ruler,
      elementOf: (name) => conversion.running.get(name),
      layOut: (box, width) => layOutBoxes([box], { ...frame, width }, layout),
    },
    addFixed: (edges, geometry) => {
      const page = readPageSetup(geometry.style.declarations, options.page ?? DEFAULT_PAGE)
      const layOut = (fixed: readonly Box[]) =>
        fixed.flatMap((box) => layOutBoxes([box], fixedFrame(box, frame), layout))
      return addFixedBoxes(edges, conversion.fixed, layOut, page)
    },
  })
  if (isTurnOver()) yield
  const borders = pageBorders(layout)
  const withBorders = (section: FlowSection) => ({ ...section, page: { ...section.page, ...borders } })
  const document: FlowDocument = {
    ...look,
    information,
    ...withBorders(sections.first),
    ...pageGround(background, layout),
    ...(hasContents ? { hasContents } : {}),
    blocks: sections.blocks.map((block) =>
      block.kind === 'sectionBreak' ? { ...block, section: withBorders(block.section) } : block,
    ),
    footnotes: convertFootnotes(conversion, layout, { ...frame, style: 'footnote' }, body),
  }
  if (asked !== undefined && isDesigned)
    warnings.add(`The page has a look of its own, so the style "${asked}" is not used.`)
  const looked = asked === undefined || isDesigned ? document : applyLook(document, asked, facts)
  return { document: looked, warnings: warnings.messages }
}

/** How far into a page its element `html` or `body` is looked for, in characters. */
const MAX_PREAMBLE = 8192

/** A part of a page stands in one that somebody else wrote; a whole page without a document type is in quirks mode. */
function modeOf(html: string | HtmlDocument, { mode }: HtmlDocument): PageMode {
  const isWhole = typeof html === 'string' && /<(?:html|body)[\s>]/i.test(html.slice(0, MAX_PREAMBLE))
  return isWhole && mode === 'quirks' ? 'quirks' : 'browser'
}

/** Makes a box that is fixed at the right edge as wide as its text. */
function fixedFrame({ place }: Box, frame: BlockFrame): BlockFrame {
  const isAtRight = place.style.box.fixedTo?.isAtRight === true && place.style.box.width === undefined
  return isAtRight ? { ...frame, alignment: 'end' } : frame
}

/** The tree of a page, with what editors write in ways of their own as other pages have it. */
function* parsePage(html: string, budget: ConversionBudget): Steps<HtmlDocument> {
  const root = yield* parseHtmlInSteps(html, budget)
  // A search without regard to case takes as long as a tenth of the conversion; programs write it in one or the other.
  if (html.includes('mso-list') || html.includes('MSO-LIST')) mendWordLists(root)
  if (/checkbox-o(?:n|ff)/.test(html)) mendTaskBoxes(root)
  return root
}

/** Places behind the last text are at its end. */
function markEnd(blocks: readonly FlowBlock[], marks: readonly FlowInline[]): readonly FlowBlock[] {
  const last = blocks.at(-1)
  if (marks.length === 0 || last?.kind !== 'paragraph') return blocks
  return [...blocks.slice(0, -1), { ...last, inlines: [...last.inlines, ...marks] }]
}

/** On a page that has a look of its own, what stands out does so as in browsers: by its size and weight alone. */
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

/** Code stands on what is behind it, where the page draws nothing there. */
const PLAIN_CODE = { shading: 'none', borders: {}, indentStart: 0, indentEnd: 0, spaceBefore: 0, spaceAfter: 0 }

/** The ground of the page (CSS Backgrounds and Borders Module Level 3, 2.11.2); nothing for white. */
function pageColor({ style }: StyledPlace): string | undefined {
  const { backdrop } = style.text
  return backdrop === undefined || backdrop === 'FFFFFF' ? undefined : backdrop
}

/** The ground of all pages: their own, or that of what covers them. */
function pageGround(background: string | undefined, { pageSurrounds }: Layout): Pick<FlowDocument, 'background'> {
  const ground = background ?? pageSurrounds.find((frame) => frame.ground !== undefined)?.ground
  return ground === undefined || ground === 'FFFFFF' ? {} : { background: ground }
}

/** The first of the frames around pages becomes that of all; further ones are named in a warning. */
function pageBorders({ pageSurrounds, warnings }: Layout): Pick<PageSetup, 'borders'> {
  const [outermost, ...others] = pageSurrounds.filter(({ lines }) => drawsLines(lines))
  if (outermost === undefined) return {}
  const { lines, position } = outermost
  const isSame = (frame: PageSurround) => frame.position.x === position.x && frame.position.y === position.y
  for (const frame of others) if (!isSame(frame)) warnings.countUnmet(['border'])
  const space = Math.max(0, Math.min(position.x, position.y))
  const away = Object.entries(lines).map(([side, line]) => [side, { ...line, space }] as const)
  return { borders: Object.fromEntries(away) }
}

/** The page of a document that says nothing of its margins, without those of its content. */
function barePage(isDesigned: boolean): PageSetup {
  return isDesigned ? designedPage({ margin: {}, padding: {} }) : DEFAULT_PAGE
}

function findRoot(root: HtmlDocument, resolver: StyleResolver, top: StyledPlace): StyledPlace {
  const html = childElements(root).find((element) => element.tagName === 'html')
  return html === undefined ? top : resolver.resolve(html, top)
}

/** Whether the body says itself what all of the page looks like, as e-mails do that have no style sheet. */
function saysLook(root: HtmlDocument): boolean {
  const html = childElements(root).find((element) => element.tagName === 'html')
  const body = html === undefined ? undefined : childElements(html).find((element) => element.tagName === 'body')
  if (body === undefined) return false
  return (
    /(?:font|background|color|margin)/i.test(getAttribute(body, 'style') ?? '') ||
    getAttribute(body, 'bgcolor') !== undefined
  )
}

function findBody(root: HtmlDocument, resolver: StyleResolver, place: StyledPlace): StyledPlace {
  const html = childElements(root).find((element) => element.tagName === 'html')
  if (html === undefined) return place
  const body = childElements(html).find((element) => element.tagName === 'body')
  return body === undefined ? place : resolver.resolve(body, place)
}

/** What the style of the whole page says about text becomes what the document's text is by default. */
function settleDefaults(
  { style: { text } }: StyledPlace,
  isDesigned: boolean,
): {
  readonly defaults: FlowDocument['defaults']
  readonly text: TextStyle
} {
  const { fontFamily, size, color, letterSpacing } = toRunFormat(text)
  const lineSpacing = isDesigned ? browserLineSpacing(text) : toLineSpacing(text)
  const defaults = {
    ...(fontFamily === undefined ? {} : { fontFamily }),
    ...(size === undefined ? {} : { size }),
    ...(color === undefined ? {} : { color }),
    ...(letterSpacing === undefined ? {} : { letterSpacing }),
    ...(lineSpacing === undefined ? {} : { lineSpacing }),
  }
  return { defaults: Object.keys(defaults).length === 0 ? undefined : defaults, text }
}

function rootFrame(
  { width, height }: PageArea,
  place: StyledPlace,
  body: StyledPlace,
  { background, isDesigned }: { readonly background: string | undefined; readonly isDesigned: boolean },
): BlockFrame {
  return {
    style: 'body',
    place,
    text: body.style.text,
    indentStart: 0,
    indentEnd: 0,
    isNaturalIndent: true,
    painted: background ?? 'FFFFFF',
    quotes: 0,
    tables: 0,
    width,
    height,
    // Text beside blocks has no space of its own, where the page says how it looks.
    isTight: isDesigned,
  }
}
