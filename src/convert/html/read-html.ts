import type { FlowBlock, FlowDocument, PageSetup } from '../docx-writer/flow-document.js'
import type { BlockFrame } from './block-frame.js'
import { Bookmarks } from './bookmarks.js'
import { collectStyleSheets } from './collect-style-sheets.js'
import type { Conversion } from './conversion.js'
import { ConversionWarnings } from './conversion-warnings.js'
import { createConversion } from './convert-content.js'
import type { TextStyle } from './css/computed-style.js'
import { readInformation } from './document-information.js'
import { FlowBuilder } from './flow-builder.js'
import { FootnoteQueue } from './footnotes.js'
import { RunFormats, toLineSpacing, toRunFormat } from './formats.js'
import { childElements, type HtmlDocument } from './html-tree.js'
import { type LoadResource, loadImages } from './load-images.js'
import { DEFAULT_PAGE, readPageSetup } from './page-setup.js'
import { parseHtml } from './parse-html.js'
import { ROOT_PLACE, type StyledPlace, StyleResolver } from './style-resolver.js'

/** How HTML is read. */
export interface ReadHtmlOptions {
  /** Gives up with the signal's reason. */
  readonly signal?: AbortSignal
  /** What relative addresses refer to; left out: links with such addresses lose their target. */
  readonly baseUrl?: string
  /** Gets images and style sheets; left out: only images inside of the page (`data:`) are shown. */
  readonly loadResource?: LoadResource
  /** The page that `@page` changes. Default A4 with margins of an inch. */
  readonly page?: PageSetup
  /** Rules that go before those of the page. */
  readonly styleSheet?: string
  /** Whether paragraphs that say no direction take that of their text, as Markdown has no other way to say it. */
  readonly detectsDirection?: boolean
}

/** A document, and what it does not show as its source does. */
export interface ReadHtmlResult {
  readonly document: FlowDocument
  readonly warnings: readonly string[]
}

/**
 * Reads an HTML page: its text with what its CSS says, and nothing else. Nothing is fetched but by the caller's loader.
 *
 * @param html the page, or a part of one
 * @throws SealwrightError `document_too_complex`; the signal's reason when aborted
 */
export async function readHtml(html: string, options: ReadHtmlOptions = {}): Promise<ReadHtmlResult> {
  const { signal, baseUrl, loadResource, styleSheet = '' } = options
  const warnings = new ConversionWarnings()
  const root = parseHtml(html)
  signal?.throwIfAborted()
  const loading = { loadResource, baseUrl, signal }
  const { rules, page: pageRules } = await collectStyleSheets(root, styleSheet, loading, warnings)
  const images = await loadImages(root, loading, warnings)
  signal?.throwIfAborted()

  const page = readPageSetup(pageRules, options.page ?? DEFAULT_PAGE)
  const resolver = new StyleResolver(rules)
  const body = findBody(root, resolver)
  const { defaults, text } = settleDefaults(body)
  const frame = rootFrame(page, body)
  const builder = new FlowBuilder(frame, {
    formats: new RunFormats(defaults ?? {}),
    lineHeight: text.lineHeight,
    detectsDirection: options.detectsDirection ?? false,
  })
  const footnotes = new FootnoteQueue(root)
  const conversion = createConversion({
    builder,
    resolver,
    bookmarks: new Bookmarks(root),
    footnotes,
    images,
    warnings,
    baseUrl,
    pageHeight: page.height - page.margins.top - page.margins.bottom,
  })
  conversion.convertChildren(root, { place: ROOT_PLACE, frame, depth: 0 })
  const blocks = builder.finish()
  const document: FlowDocument = {
    information: readInformation(root),
    page,
    rightToLeft: text.direction === 'rtl',
    blocks,
    footnotes: convertFootnotes(conversion, footnotes, { ...frame, style: 'footnote' }, body),
    ...(defaults === undefined ? {} : { defaults }),
  }
  return { document, warnings: warnings.messages }
}

function findBody(root: HtmlDocument, resolver: StyleResolver): StyledPlace {
  const html = childElements(root).find((element) => element.tagName === 'html')
  if (html === undefined) return ROOT_PLACE
  const place = resolver.resolve(html, ROOT_PLACE)
  const body = childElements(html).find((element) => element.tagName === 'body')
  return body === undefined ? place : resolver.resolve(body, place)
}

/** What the style of the whole page says about text becomes what the document's text is by default. */
function settleDefaults({ style: { text } }: StyledPlace): {
  readonly defaults: FlowDocument['defaults']
  readonly text: TextStyle
} {
  const { fontFamily, size, color, letterSpacing } = toRunFormat(text)
  const lineSpacing = toLineSpacing(text)
  const defaults = {
    ...(fontFamily === undefined ? {} : { fontFamily }),
    ...(size === undefined ? {} : { size }),
    ...(color === undefined ? {} : { color }),
    ...(letterSpacing === undefined ? {} : { letterSpacing }),
    ...(lineSpacing === undefined ? {} : { lineSpacing }),
  }
  return { defaults: Object.keys(defaults).length === 0 ? undefined : defaults, text }
}

function rootFrame({ width, margins }: PageSetup, place: StyledPlace): BlockFrame {
  return {
    style: 'body',
    place: ROOT_PLACE,
    text: place.style.text,
    indentStart: 0,
    indentEnd: 0,
    isNaturalIndent: true,
    quotes: 0,
    tables: 0,
    width: width - margins.left - margins.right,
    isTight: false,
  }
}

/** The notes that the text refers to. Notes have no notes of their own, so converting them adds no more. */
function convertFootnotes(
  { builder, convertChildren }: Conversion,
  footnotes: FootnoteQueue,
  frame: BlockFrame,
  place: StyledPlace,
): { id: number; blocks: FlowBlock[] }[] {
  footnotes.isInside = true
  return footnotes.referred.map(({ id, element }) => ({
    id,
    blocks: builder.capture(frame, () => convertChildren(element, { place, frame, depth: 0 })),
  }))
}
