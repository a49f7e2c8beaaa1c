/**
 * Reads an HTML page into a flow document: style sheets, images, boxes, and then blocks.
 *
 * @module
 */

import { Pace } from '../../pace/pace.js'
import { isTurnOver, type Steps } from '../../pace/turns.js'
import { type ConversionBudget, createConversionBudget } from '../conversion-budget.js'
import type { FlowBlock, FlowDocument, FlowInline, FlowSection, PageSetup } from '../docx-writer/flow-document.js'
import { applyLook, pageOfLook } from '../looks/apply-look.js'
import { type DocumentStyleName, isDocumentStyle } from '../looks/look-names.js'
import { type PageFacts, readPageFacts } from '../looks/page-facts.js'
import type { Box } from './boxes/box-tree.js'
import { buildBoxesInSteps, createConversion, takeWordHeaders } from './boxes/build-boxes.js'
import type { PageConversion } from './conversion.js'
import { ConversionWarnings } from './conversion-warnings.js'
import type { PageArea } from './css/css-length.js'
import type { PageRules, StyleRule } from './css/parse-style-sheet.js'
import type { PageMode } from './css/style-resolver.js'
import { type BlockFrame, drawsLines } from './frames/block-frame.js'
import { Bookmarks } from './generated/bookmarks.js'
import { listHeadings } from './generated/contents.js'
import { convertFootnotes } from './generated/convert-footnotes.js'
import { FootnoteQueue } from './generated/footnotes.js'
import { Counters } from './generated/generated-content.js'
import { PageCounterStyles } from './generated/page-counter-styles.js'
import { createLayout, layOutBoxes } from './layout/lay-out-boxes.js'
import type { Layout, PageSurround } from './layout/layout.js'
import { browserLineSpacing, RunFormats } from './measure/formats.js'
import type { RulerSources } from './measure/measured-text.js'
import { createTextRuler, withRuler } from './measure/text-ruler.js'
import { addFixedBoxes } from './pages/fixed-boxes.js'
import { type PageBasis, pageColor, readBasis } from './pages/page-basis.js'
import { makeSections } from './pages/page-sections.js'
import { DEFAULT_PAGE, readPageSetup } from './pages/page-setup.js'
import { layOutPages, type PageStage, setStage, textAreaOf } from './pages/page-stage.js'
import { PageStrings } from './pages/page-strings.js'
import { collectStyleSheets } from './source/collect-style-sheets.js'
import { childElements, getAttribute, type HtmlDocument } from './source/html-tree.js'
import { type LoadedImages, type LoadResource, loadImages } from './source/load-images.js'
import { mendTaskBoxes } from './source/mend-task-boxes.js'
import { mendWordLists } from './source/mend-word-lists.js'
import { parseHtmlInSteps } from './source/parse-html.js'
import { type PageSurvey, surveyPage } from './source/survey-page.js'
import { isXmlSyntax, toHtmlSyntax } from './source/xml-syntax.js'

/** Options of reading HTML that hosts can set. */
export interface PageOptions {
  /** Aborts reading, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Base of relative addresses. Left out: links with relative addresses lose their target. */
  readonly baseUrl?: string | undefined
  /** Loads images and style sheets. Left out: only images inside the page (`data:`) are shown. */
  readonly loadResource?: LoadResource | undefined
  /** A style sheet that the rules of the page override. */
  readonly styleSheet?: string | undefined
}

/** Options of reading HTML. */
export interface ReadHtmlOptions extends PageOptions, RulerSources {
  /** Name of the file, which says whether it is XHTML. */
  readonly fileName?: string | undefined
  /** Encoding of the page (a name of the Encoding Standard), and of linked style sheets without one. Default UTF-8. */
  readonly encoding?: string
  /** The page setup that `@page` changes. Default A4 with margins of an inch. */
  readonly page?: PageSetup
  /** Limits on work and memory. Left out: they depend on the length. */
  readonly budget?: ConversionBudget
  /** Whether paragraphs without a direction take that of their text, as in Markdown, which has no other way to set it. */
  readonly detectsDirection?: boolean
  /** A built-in look, for a page without a style sheet. Left out: the look that the page names in a `meta` element. */
  readonly style?: DocumentStyleName | undefined
  /** Whether the page counts as one without a look of its own even if it has style sheets. */
  readonly isPlain?: boolean
  /** Changes the tree before boxes are made from it. */
  readonly prepare?: (root: HtmlDocument) => void
}

/** A document, and warnings about what it does not show as its source does. */
export interface ReadHtmlResult {
  readonly document: FlowDocument
  readonly warnings: readonly string[]
}

/**
 * Reads an HTML page with its CSS. Nothing is fetched except through the caller's loader.
 *
 * @param html the page or a fragment, as text or as a tree
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
  const root = typeof html === 'string' ? await pace.run(parsePage(html, options.fileName, budget)) : html
  await pace.pause()
  const hasWordHeaders = typeof html === 'string' && /\bmso-element\s*:\s*["']?(?:header|footer)/i.test(html)
  options.prepare?.(root)
  await pace.pause()
  const hasContents = listHeadings(root)
  await pace.pause()
  const loading = { loadResource, baseUrl, signal, encoding, budget }
  const survey = surveyPage(root)
  const sheets = await collectStyleSheets(survey, styleSheet, loading, warnings)
  await pace.pause()
  const facts = readPageFacts(root)
  const asked = options.style ?? facts.style.find(isDocumentStyle)
  const isDesigned = (sheets.isDesigned || saysLook(root)) && (asked === undefined || options.isPlain !== true)
  const images = await loadImages(survey, loading, warnings)
  signal?.throwIfAborted()
  const mode = isDesigned ? modeOf(html, root) : 'document'
  const look = isDesigned ? undefined : asked
  if (isDesigned && asked !== undefined)
    warnings.add(`The page has a look of its own, so the style "${asked}" is not used.`)
  const { rules, page: pageRules } = sheets
  const counterStyles = new PageCounterStyles(sheets.counterStyles)
  const styles = { rules, pageRules, counterStyles, isDesigned, look }
  const page = { root, mode, hasWordHeaders, hasContents, survey, facts, images, ...styles }
  const restoreBudget = budget.mark()
  return await withRuler(() => {
    restoreBudget()
    return pace.run(convertPage(page, warnings.copy(), budget, options))
  })
}

/** A page with everything that it refers to. */
interface LoadedPage {
  readonly root: HtmlDocument
  readonly mode: PageMode
  /** Whether the page contains headers in the form that Word writes. */
  readonly hasWordHeaders: boolean
  readonly hasContents: boolean
  readonly survey: PageSurvey
  readonly rules: readonly StyleRule[]
  readonly pageRules: PageRules
  readonly counterStyles: PageCounterStyles
  readonly isDesigned: boolean
  /** The built-in look that it gets, with the facts that this shows. */
  readonly look: DocumentStyleName | undefined
  readonly facts: PageFacts
  readonly images: LoadedImages
}

function* convertPage(
  page: LoadedPage,
  warnings: ConversionWarnings,
  budget: ConversionBudget,
  options: ReadHtmlOptions,
): Steps<ReadHtmlResult> {
  const { look, facts } = page
  const setup = look === undefined ? options.page : pageOfLook(look, options.page ?? DEFAULT_PAGE)
  const basis = readBasis(page, warnings, budget, setup)
  const conversion = openConversion(page, basis, { warnings, budget }, options)
  const background = pageColor(basis.body) ?? basis.pages.ground
  const stage = preparePages(page, basis, background, options)
  const boxes = yield* buildBoxesInSteps(conversion, page.root, basis.top, 'body')
  if (page.hasWordHeaders) takeWordHeaders(conversion, page.root, basis.top)
  if (isTurnOver()) yield
  const { frame, layout } = setStage(stage, false, warnings)
  const laid = yield* layOutPages(boxes, stage, { frame, layout })
  if (isTurnOver()) yield
  const filled = { page, basis, background, conversion, frame, layout }
  const sections = divideIntoSections(laid, filled, setup ?? DEFAULT_PAGE)
  if (isTurnOver()) yield
  const document = assembleDocument(sections, filled)
  return {
    document: look === undefined ? document : applyLook(document, look, facts),
    warnings: warnings.messages,
  }
}

function openConversion(
  { survey, images, isDesigned, counterStyles }: LoadedPage,
  { resolver, pages, defaults, styling, information }: PageBasis,
  { warnings, budget }: { readonly warnings: ConversionWarnings; readonly budget: ConversionBudget },
  options: ReadHtmlOptions,
): PageConversion {
  const footnotes = new FootnoteQueue(survey)
  return createConversion({
    budget,
    formats: new RunFormats(defaults ?? {}),
    ruler: createTextRuler({ ...styling, language: information.language }, options),
    marks: [],
    resolver,
    anchors: new Bookmarks(survey, footnotes),
    footnotes,
    images,
    warnings,
    counters: new Counters(budget, counterStyles),
    baseUrl: options.baseUrl,
    isDesigned,
    keepsIcons: (options.fonts?.length ?? 0) > 0,
    room: textAreaOf(pages.usual(undefined).page),
  })
}

function preparePages(
  { isDesigned, counterStyles }: LoadedPage,
  basis: PageBasis,
  background: string | undefined,
  { detectsDirection = false }: ReadHtmlOptions,
): PageStage {
  const { text } = basis.body.style
  return {
    pages: basis.pages,
    makeLayout: (parts) =>
      createLayout({
        lineHeight: text.lineHeight,
        browserLines: isDesigned ? browserLineSpacing(text) : undefined,
        isRightToLeft: text.direction === 'rtl',
        detectsDirection,
        counterStyles,
        pageSurrounds: [],
        ...parts,
      }),
    makeFrame: (room) => rootFrame(room, basis, { background, isDesigned }),
  }
}

/** A page whose text is laid out. */
interface FilledPage {
  readonly page: LoadedPage
  readonly basis: PageBasis
  readonly background: string | undefined
  readonly conversion: PageConversion
  readonly frame: BlockFrame
  readonly layout: Layout
}

function divideIntoSections(
  laid: { readonly blocks: readonly FlowBlock[]; readonly isOnePage: boolean },
  { page: { pageRules }, basis: { pages, styling }, conversion, frame, layout }: FilledPage,
  setup: PageSetup,
) {
  const { warnings } = conversion
  const strings = new PageStrings(markEnd(laid.blocks, conversion.marks), pageRules.rules, warnings)
  return makeSections(strings.blocks, {
    pages,
    strings,
    isOnePage: laid.isOnePage,
    rightToLeft: styling.rightToLeft,
    warnings,
    content: {
      ruler: conversion.ruler,
      elementOf: (name) => conversion.running.get(name),
      layOut: (box, width) => layOutBoxes([box], { ...frame, width }, layout),
    },
    addFixed: (edges, geometry) => {
      const layOut = (fixed: readonly Box[]) =>
        fixed.flatMap((box) => layOutBoxes([box], fixedFrame(box, frame), layout))
      return addFixedBoxes(edges, conversion.fixed, layOut, readPageSetup(geometry.style.declarations, setup))
    },
  })
}

function assembleDocument(
  sections: ReturnType<typeof makeSections>,
  { page: { hasContents }, basis, background, conversion, frame, layout }: FilledPage,
): FlowDocument {
  const borders = pageBorders(layout)
  const withBorders = (section: FlowSection) => ({ ...section, page: { ...section.page, ...borders } })
  return {
    ...basis.styling,
    information: basis.information,
    ...withBorders(sections.first),
    ...pageGround(background, layout),
    ...(hasContents ? { hasContents } : {}),
    blocks: sections.blocks.map((block) =>
      block.kind === 'sectionBreak' ? { ...block, section: withBorders(block.section) } : block,
    ),
    footnotes: convertFootnotes(conversion, layout, { ...frame, style: 'footnote' }, basis.body),
  }
}

/** Characters at the beginning of a page in which its `html` or `body` is searched for. */
const MAX_PREAMBLE = 8192

/** The mode of a page. A whole page without a document type is in quirks mode; a fragment is not. */
function modeOf(html: string | HtmlDocument, { mode }: HtmlDocument): PageMode {
  const isWhole = typeof html === 'string' && /<(?:html|body)[\s>]/i.test(html.slice(0, MAX_PREAMBLE))
  return isWhole && mode === 'quirks' ? 'quirks' : 'browser'
}

/** Makes a box that is fixed at the right edge as wide as its text. */
function fixedFrame({ place }: Box, frame: BlockFrame): BlockFrame {
  const isAtRight = place.style.box.fixedTo?.isAtRight === true && place.style.box.width === undefined
  return isAtRight ? { ...frame, alignment: 'end' } : frame
}

/** Parses a page, and turns markup of certain editors into the usual elements. */
function* parsePage(page: string, fileName: string | undefined, budget: ConversionBudget): Steps<HtmlDocument> {
  const html = isXmlSyntax(page, fileName) ? toHtmlSyntax(page) : page
  const root = yield* parseHtmlInSteps(html, budget)
  // A search that ignores case would take a tenth of the conversion's time. Programs write the name in one of these two forms.
  if (html.includes('mso-list') || html.includes('MSO-LIST')) mendWordLists(root)
  if (/checkbox-o(?:n|ff)/.test(html)) mendTaskBoxes(root)
  return root
}

/** Adds marks of places after the last text to the end of the last paragraph. */
function markEnd(blocks: readonly FlowBlock[], marks: readonly FlowInline[]): readonly FlowBlock[] {
  const at = blocks.findLastIndex(({ kind }) => kind !== 'columnChange')
  const last = blocks[at]
  if (marks.length === 0 || last?.kind !== 'paragraph') return blocks
  return blocks.with(at, { ...last, inlines: [...last.inlines, ...marks] })
}

/** The background of all pages: the page's own, or that of a box that covers the page. */
function pageGround(background: string | undefined, { pageSurrounds }: Layout): Pick<FlowDocument, 'background'> {
  const ground = background ?? pageSurrounds.find((frame) => frame.ground !== undefined)?.ground
  return ground === undefined || ground === 'FFFFFF' ? {} : { background: ground }
}

/** The borders of all pages, from the first frame around a page. Further frames are named in a warning. */
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

/** Whether attributes of the body define the look of the whole page, as in e-mails without a style sheet. */
function saysLook(root: HtmlDocument): boolean {
  const html = childElements(root).find((element) => element.tagName === 'html')
  const body = html === undefined ? undefined : childElements(html).find((element) => element.tagName === 'body')
  if (body === undefined) return false
  return (
    /(?:font|background|color|margin)/i.test(getAttribute(body, 'style') ?? '') ||
    getAttribute(body, 'bgcolor') !== undefined
  )
}

function rootFrame(
  { width, height }: PageArea,
  { top, body }: PageBasis,
  { background, isDesigned }: { readonly background: string | undefined; readonly isDesigned: boolean },
): BlockFrame {
  return {
    style: 'body',
    place: top,
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
