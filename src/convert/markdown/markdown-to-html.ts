/**
 * Markdown as HTML: CommonMark with GitHub's extensions, footnotes, math and front matter.
 *
 * @module
 */

import {
  Marked,
  type MarkedExtension,
  type MarkedOptions,
  Parser,
  type Token,
  type Tokenizer,
  type Tokens,
  walkTokens,
} from 'marked'
import { gfmHeadingId, resetHeadings } from 'marked-gfm-heading-id'
import { SealwrightError } from '../../errors.js'
import { escapeHtml } from '../../escape.js'
import { finishSteps, isTurnOver, type Steps } from '../../pace/turns.js'
import { type ConversionBudget, createConversionBudget } from '../conversion-budget.js'
import { CONVERT_LIMITS } from '../convert-limits.js'
import { contentsElement } from '../html/generated/contents.js'
import { childElements, type HtmlDocument, type HtmlElement } from '../html/source/html-tree.js'
import { limitedAdapter, parseHtml } from '../html/source/parse-html.js'
import { takeAbbreviations } from './abbreviations.js'
import { alertExtension } from './alert-extension.js'
import { attributeExtension, readFence, takeHeadingAttributes } from './attribute-extension.js'
import { withAttributes } from './attribute-list.js'
import { captionExtension } from './captions.js'
import { contentsExtension, mayHaveContents } from './contents-extension.js'
import { definitionListExtension } from './definition-list.js'
import { type DocumentSettings, readDocumentSettings } from './document-settings.js'
import { chooseExtensions, type ExtensionSet, type MarkdownExtensionChoice } from './extension-names.js'
import { writeFencedDivs } from './fenced-divs.js'
import { FootnoteExtension } from './footnote-extension.js'
import { type FrontMatter, splitFrontMatter } from './front-matter.js'
import type { Highlighter } from './highlight-code.js'
import { lexRuns } from './inline-run.js'
import { joinLazyLines } from './lazy-lines.js'
import { markExtension } from './mark-extension.js'
import { mathExtension, renderFormula } from './math-extension.js'
import { countItems, createTokenizer } from './search-limits.js'
import { literalExtension } from './smart-punctuation.js'
import type { SurplusCells } from './surplus-cells.js'
import { addTokens } from './token-tree.js'
import { quoteUnclosedElements } from './unclosed-elements.js'

/** How Markdown is read. */
interface MarkdownOptions {
  /** Gives code its colours; left out: code is plain. */
  readonly highlight?: Highlighter | undefined
  /** Extensions that change what some text of CommonMark means, besides those that front matter names. */
  readonly extensions?: readonly MarkdownExtensionChoice[] | undefined
  /** Limits of work and memory. Left out: they follow from the length. */
  readonly budget?: ConversionBudget
}

/** Settings of one document. */
interface Settings {
  readonly highlight: Highlighter | undefined
  readonly extensions: ExtensionSet
  readonly budget: ConversionBudget
  /** Of the document, as its front matter says. */
  readonly language: string | undefined
}

type Fence = ReturnType<typeof readFence>

/** A Markdown document as a page, or as the tree of one. */
export interface MarkdownTree {
  readonly page: string | HtmlDocument
  readonly pageNumbers: boolean
  readonly extensions: ExtensionSet
  /** Abbreviations and what they mean. */
  readonly meanings: ReadonlyMap<string, string>
  /** What the page does not show. */
  readonly warnings: readonly string[]
}

/** A Markdown document as an HTML page. */
interface MarkdownPage {
  readonly html: string
  /** The front matter as it is written, by keys in lower case. */
  readonly frontMatter: FrontMatter
  /** Whether the front matter asks for page numbers, which HTML cannot. */
  readonly pageNumbers: boolean
}

/** Deepest indent that makes a level of a list: two characters are a level. */
const MAX_INDENT = 2 * CONVERT_LIMITS.maxMarkdownNesting
const DEEP_INDENT = new RegExp(`^[ \\t]{${MAX_INDENT},}(?=[-*+>\\d])`, 'gm')

/**
 * Turns Markdown into an HTML page: CommonMark with GitHub's tables, task lists, strikethrough, autolinks and alerts,
 * and with footnotes, front matter, identifiers of headings and math. HTML in it stays HTML.
 *
 * @throws SealwrightError `document_too_complex` when lists and quotes are nested too deeply
 */
export function markdownToHtml(markdown: string, options: MarkdownOptions = {}): MarkdownPage {
  const { frontMatter, body, pageAround, settings, pageNumbers, contents } = openPage(markdown, options)
  const written = finishSteps(
    // biome-ignore lint/correctness/useYield: marked writes HTML in one call.
    readBody(body, settings, function* ({ toHtml }) {
      return toHtml()
    }),
  )
  const html = pageAround(withContents(written, contents))
  return { html, frontMatter, pageNumbers }
}

/**
 * The page that {@link markdownToHtml} gives, as the tree that it would be parsed to where no HTML is needed for that.
 *
 * @throws SealwrightError `document_too_complex` as `markdownToHtml` and `parseHtml` do
 */
export function* markdownToTree(markdown: string, options: MarkdownOptions = {}): Steps<MarkdownTree> {
  const { body, pageAround, settings, pageNumbers, meanings, contents } = openPage(markdown, options)
  const { budget } = settings
  let warnings: readonly string[] = []
  const page = yield* readBody(body, settings, function* ({ toHtml, addTo, surplus }) {
    warnings = surplus.warnings
    const tree = parseHtml(pageAround(''), budget)
    const into = childElements(tree).flatMap(childElements).at(-1)
    const before = budget.held('elements')
    if (contents === undefined && into !== undefined && (yield* addTo(into))) return tree
    budget.hold('elements', before - budget.held('elements'))
    return pageAround(withContents(toHtml(), contents))
  })
  return { page, pageNumbers, extensions: settings.extensions, meanings, warnings }
}

function openPage(markdown: string, options: MarkdownOptions) {
  const { highlight, extensions = [], budget = createConversionBudget(markdown.length) } = options
  const { frontMatter, body: written } = splitFrontMatter(markdown.replace(/^\ufeff/, ''))
  const settings = readDocumentSettings(frontMatter)
  const chosen = chooseExtensions([...extensions, ...settings.extensions])
  const { text: body, meanings } = chosen.has('abbreviations')
    ? takeAbbreviations(written)
    : { text: written, meanings: new Map<string, string>() }
  assertNesting(body)
  const language = settings.language === undefined ? '' : ` lang="${escapeHtml(settings.language)}"`
  const direction = settings.direction === undefined ? '' : ` dir="${settings.direction}"`
  return {
    frontMatter,
    pageNumbers: settings.pageNumbers,
    settings: { highlight, extensions: chosen, budget, language: settings.language },
    meanings,
    contents: settings.contents,
    body: body.replace(DEEP_INDENT, ' '.repeat(MAX_INDENT)).replace(/\r\n?/g, '\n'),
    pageAround: (content: string) =>
      `<!doctype html><html${language}${direction}><head>${settings.head}</head><body>${content}</body></html>`,
  }
}

/** The content with the table of contents that front matter asks for: below the title, where the content begins with it. */
function withContents(html: string, contents: DocumentSettings['contents']): string {
  if (contents === undefined) return html
  const title = html.match(/<h1[\s>]/g)?.length === 1 ? /^<h1[\s>][\s\S]*?<\/h1>\n/.exec(html)?.[0] : undefined
  const at = title?.length ?? 0
  return html.slice(0, at) + contentsElement(contents.deepest, contents.title) + html.slice(at)
}

/** What the tokens of a text can become. */
interface ReadBody {
  readonly surplus: SurplusCells
  readonly toHtml: () => string
  /** Adds their elements to another; `false` where HTML is needed, and what was added is of no use. */
  readonly addTo: (element: HtmlElement) => Steps<boolean>
}

function* readBody<T>(body: string, settings: Settings, use: (read: ReadBody) => Steps<T>): Steps<T> {
  try {
    const read = yield* lexBody(body, settings)
    if (isTurnOver()) yield
    return yield* use(read)
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep()
    // marked adds to every message where to report it.
    if (error instanceof SealwrightError) throw new SealwrightError(error.code, error.message.split('\n', 1)[0] ?? '')
    throw error
  }
}

/** Levels of headings that `[toc]` lists by default. */
const DEFAULT_DEPTH = 3

function* lexBody(body: string, settings: Settings): Steps<ReadBody> {
  const { highlight, extensions, budget } = settings
  const notes = mayHaveNotes(body, extensions) ? new FootnoteExtension(extensions.has('inline-footnotes')) : undefined
  const { text, joint } = joinLazyLines(extensions.has('fenced-divs') ? writeFencedDivs(body) : body)
  countItems(text, budget)
  const tokenizer = createTokenizer(text, budget)
  tokenizer.joint = joint
  const headings = new Map<Token, string>()
  const marked = createMarked(body, { ...settings, tokenizer, notes, headings })
  const options: MarkedOptions = { ...marked.defaults, tokenizer, hooks: null }
  const tokens = yield* lexRuns(text, options, joint)
  const parser = new Parser(options)
  return {
    surplus: tokenizer.surplus,
    toHtml: () => {
      headings.clear()
      resetHeadings()
      const html = parser.parse(tokens)
      return quoteUnclosedElements(notes === undefined ? html : html + notes.render(parser))
    },
    *addTo(element) {
      if (tokenizer.hasHtml || extensions.size > 0 || notes?.isEmpty === false || body.includes('\0')) return false
      renderHeadings(tokens, parser, headings)
      return yield* addTokens(tokens, element, {
        parser,
        adapter: limitedAdapter(budget),
        hasReferences: body.includes('&'),
        highlights: highlight !== undefined,
      })
    },
  }
}

/** All calls of a process count headings in one place: they are rendered without a stop, before everything else. */
function renderHeadings(tokens: readonly Token[], parser: Parser, into: Map<Token, string>): void {
  resetHeadings()
  walkTokens([...tokens], (token) => {
    if (token.type === 'heading') into.set(token, parser.renderer.heading(token as Tokens.Heading))
  })
}

function mayHaveNotes(body: string, extensions: ExtensionSet): boolean {
  return body.includes('[^') || (extensions.has('inline-footnotes') && body.includes('^['))
}

/** Data that the extensions of one document share. */
interface Parts {
  readonly tokenizer: Tokenizer
  readonly notes: FootnoteExtension | undefined
  /** Headings that are rendered already. */
  readonly headings: ReadonlyMap<Token, string>
}

/** Made for each document: extensions keep what they find in it. */
function createMarked(body: string, settings: Settings & Parts): Marked {
  const { extensions, tokenizer, notes, language } = settings
  const marked = new Marked({ gfm: true, async: false }, alertExtension(language), commentExtension(), gfmHeadingId())
  marked.use(codeExtension(settings))
  const math = { readsDollars: body.includes('$'), readsBackslashes: extensions.has('backslash-math') }
  if (math.readsDollars || math.readsBackslashes) marked.use(mathExtension(math))
  if (extensions.has('captions')) marked.use(captionExtension(tokenizer))
  if (extensions.has('attributes')) marked.use(attributeExtension(), headingExtension())
  if (extensions.has('definition-lists')) marked.use(definitionListExtension())
  if (extensions.has('smart-punctuation')) marked.use(literalExtension())
  marked.use(markExtension(extensions))
  if (mayHaveContents(body)) marked.use(contentsExtension(DEFAULT_DEPTH))
  if (notes !== undefined) marked.use({ extensions: notes.extensions })
  marked.use({ renderer: { heading: (token) => settings.headings.get(token) ?? false } })
  return marked
}

function codeExtension({ highlight, extensions }: Settings): MarkedExtension {
  return {
    renderer: {
      code({ text, lang = '' }) {
        if (/^math\s*$/.test(lang)) return renderFormula(text)
        const fence: Fence = extensions.has('attributes')
          ? readFence(lang)
          : { language: /^[^\s{]*/.exec(lang)?.[0] ?? '' }
        const { language, attributes } = fence
        const colored = language === '' ? undefined : highlight?.(text, language)
        if (colored === undefined && attributes === undefined) return false
        const name = language === '' ? '' : ` class="language-${escapeHtml(language)}"`
        const html = `<pre><code${name}>${colored ?? escapeHtml(text)}\n</code></pre>\n`
        return attributes === undefined ? html : withAttributes(html, attributes)
      },
    },
  }
}

/** Headings with their attributes, which go before the identifier that all headings have. */
function headingExtension(): MarkedExtension {
  const heading = gfmHeadingId().renderer?.heading
  return {
    renderer: {
      heading(token) {
        const attributes = takeHeadingAttributes(token)
        const html = heading?.call(this, token)
        return typeof html !== 'string' || attributes === undefined ? (html ?? false) : withAttributes(html, attributes)
      },
    },
  }
}

/** A comment that a quote or an item of a list cuts off ends there: left open it would hide the rest of the document. */
function commentExtension(): MarkedExtension {
  return {
    renderer: {
      html({ text }) {
        const start = text.lastIndexOf('<!--')
        return start >= 0 && !/--!?>/.test(text.slice(start + 2)) ? `${text.trimEnd()}-->\n` : false
      },
    },
  }
}

const SPACE = 0x20
const TAB = 0x09

/** Each marker of a quote or list at the start of a line is one level, and one call inside of others. */
function assertNesting(body: string): void {
  for (let at = 0; at < body.length; ) {
    let markers = 0
    for (; at < body.length; at++) {
      const code = body.charCodeAt(at)
      if (code === 0x3e || code === 0x2d || code === 0x2a || code === 0x2b) markers++
      else if (code !== SPACE && code !== TAB && (code < 0x30 || code > 0x39) && code !== 0x2e && code !== 0x29) break
    }
    const end = body.indexOf('\n', at)
    const next = end < 0 ? body.length : end + 1
    // A line of nothing but hyphens or asterisks is a rule.
    if (markers > CONVERT_LIMITS.maxMarkdownNesting && !isRule(body, at, markers)) throw tooDeep()
    at = next
  }
}

/** Whether the markers before `at` stand without spaces between them, and so are no levels. */
function isRule(body: string, at: number, markers: number): boolean {
  return /^([-*+])\1*$/.test(body.slice(Math.max(0, at - markers), at).trim())
}

function tooDeep(): SealwrightError {
  return new SealwrightError(
    'document_too_complex',
    'Lists and quotes are nested too deeply, or a single table or paragraph is too long.',
  )
}
