/**
 * Converts Markdown to HTML: CommonMark with GitHub's extensions, footnotes, math and front matter.
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

/** Options of reading Markdown. */
interface MarkdownOptions {
  /** Highlights code. Left out: code is plain. */
  readonly highlight?: Highlighter | undefined
  /** Extensions that change the meaning of some CommonMark text, in addition to those in the front matter. */
  readonly extensions?: readonly MarkdownExtensionChoice[] | undefined
  /** Limits on work and memory. Left out: they depend on the length. */
  readonly budget?: ConversionBudget
}

/** Settings of one document. */
interface Settings {
  readonly highlight: Highlighter | undefined
  readonly extensions: ExtensionSet
  readonly budget: ConversionBudget
  /** Language of the document, by its front matter. */
  readonly language: string | undefined
}

type Fence = ReturnType<typeof readFence>

/** A Markdown document as a page, or as the tree of one. */
export interface MarkdownTree {
  readonly page: string | HtmlDocument
  readonly pageNumbers: boolean
  readonly extensions: ExtensionSet
  /** Abbreviations with their meanings. */
  readonly meanings: ReadonlyMap<string, string>
  /** What the page does not show. */
  readonly warnings: readonly string[]
}

/** A Markdown document as an HTML page. */
interface MarkdownPage {
  readonly html: string
  /** The front matter as it is written, by keys in lower case. */
  readonly frontMatter: FrontMatter
  /** Whether the front matter asks for page numbers, which HTML cannot express. */
  readonly pageNumbers: boolean
}

/** Deepest indent that makes a list level: two characters for each level. */
const MAX_INDENT = 2 * CONVERT_LIMITS.maxMarkdownNesting
const DEEP_INDENT = new RegExp(`^[ \\t]{${MAX_INDENT},}(?=[-*+>\\d])`, 'gm')

/**
 * Turns Markdown into an HTML page: CommonMark with GitHub's tables, task lists, strikethrough, autolinks and alerts, and with
 * footnotes, front matter, identifiers of headings and math. HTML in the text is kept.
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
 * The tree of the page that {@link markdownToHtml} returns. It is made directly, where no HTML is needed.
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

/**
 * Adds the table of contents that the front matter asks for: below the title if the content begins with it, otherwise at the
 * start.
 */
function withContents(html: string, contents: DocumentSettings['contents']): string {
  if (contents === undefined) return html
  const title = html.match(/<h1[\s>]/g)?.length === 1 ? /^<h1[\s>][\s\S]*?<\/h1>\n/.exec(html)?.[0] : undefined
  const at = title?.length ?? 0
  return html.slice(0, at) + contentsElement(contents.deepest, contents.title) + html.slice(at)
}

/** Results that can be made from the tokens of a text. */
interface ReadBody {
  readonly surplus: SurplusCells
  readonly toHtml: () => string
  /**
   * Adds the elements of the tokens to another element. `false` when HTML is needed instead; the added elements must then be
   * discarded.
   */
  readonly addTo: (element: HtmlElement) => Steps<boolean>
}

function* readBody<T>(body: string, settings: Settings, use: (read: ReadBody) => Steps<T>): Steps<T> {
  try {
    const read = yield* lexBody(body, settings)
    if (isTurnOver()) yield
    return yield* use(read)
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep()
    // marked adds a request to report the error to every message.
    if (error instanceof SealwrightError) throw new SealwrightError(error.code, error.message.split('\n', 1)[0] ?? '')
    throw error
  }
}

/** Deepest heading level that `[toc]` lists by default. */
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

/**
 * Renders headings. All documents of the process count headings in one place, so they are rendered without a stop before
 * everything else.
 */
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
  /** Headings that have been rendered. */
  readonly headings: ReadonlyMap<Token, string>
}

/** Makes a parser for one document, since extensions store what they find in it. */
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

/** Renders headings with their attributes, which come before the identifier that every heading gets. */
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

/** Ends a comment where its quote or list item ends. Left open, it would hide the rest of the document. */
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

/** Limits nesting. Each marker of a quote or list at the start of a line is one level, and one nested call. */
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

/** Whether the markers before `at` have no spaces between them, and so are not levels. */
function isRule(body: string, at: number, markers: number): boolean {
  return /^([-*+])\1*$/.test(body.slice(Math.max(0, at - markers), at).trim())
}

function tooDeep(): SealwrightError {
  return new SealwrightError(
    'document_too_complex',
    'Lists and quotes are nested too deeply, or a single table or paragraph is too long.',
  )
}
