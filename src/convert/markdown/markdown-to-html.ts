/**
 * Markdown as HTML: CommonMark with GitHub's extensions, footnotes, math and front matter.
 *
 * @module
 */

import { Marked, type MarkedExtension, type MarkedOptions, Parser } from 'marked'
import { gfmHeadingId, resetHeadings } from 'marked-gfm-heading-id'
import { SealwrightError } from '../../errors.js'
import { escapeHtml } from '../../escape.js'
import { type ConversionBudget, createConversionBudget } from '../conversion-budget.js'
import { CONVERT_LIMITS } from '../convert-limits.js'
import { childElements, type HtmlDocument, type HtmlElement } from '../html/html-tree.js'
import { limitedAdapter, parseHtml } from '../html/parse-html.js'
import { readDocumentSettings } from './document-settings.js'
import { footnoteExtension } from './footnote-extension.js'
import { type FrontMatter, splitFrontMatter } from './front-matter.js'
import type { Highlighter } from './highlight-code.js'
import { inlineRuns, lexRuns } from './inline-run.js'
import { joinLazyLines } from './lazy-lines.js'
import { mathExtension } from './math-extension.js'
import { countItems, createTokenizer } from './search-limits.js'
import { addTokens } from './token-tree.js'
import { quoteUnclosedElements } from './unclosed-elements.js'

/** A Markdown document as an HTML page. */
export interface MarkdownPage {
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
 * @param highlight gives code its colours; left out: code is plain
 * @throws SealwrightError `document_too_complex` when lists and quotes are nested too deeply
 */
export function markdownToHtml(
  markdown: string,
  highlight?: Highlighter,
  budget = createConversionBudget(markdown.length),
): MarkdownPage {
  const { frontMatter, body, pageAround, pageNumbers } = openPage(markdown)
  const html = pageAround(readBody(body, highlight, budget, ({ toHtml }) => toHtml()))
  return { html, frontMatter, pageNumbers }
}

/**
 * The page that {@link markdownToHtml} gives, as the tree that it would be parsed to where no HTML is needed for that.
 *
 * @throws SealwrightError `document_too_complex` as `markdownToHtml` and `parseHtml` do
 */
export function markdownToTree(
  markdown: string,
  highlight?: Highlighter,
  budget = createConversionBudget(markdown.length),
): { readonly page: string | HtmlDocument; readonly pageNumbers: boolean } {
  const { body, pageAround, pageNumbers } = openPage(markdown)
  const page = readBody(body, highlight, budget, ({ toHtml, addTo }) => {
    const tree = parseHtml(pageAround(''), budget)
    const into = childElements(tree).flatMap(childElements).at(-1)
    const before = budget.held('elements')
    if (into !== undefined && addTo(into)) return tree
    budget.hold('elements', before - budget.held('elements'))
    return pageAround(toHtml())
  })
  return { page, pageNumbers }
}

function openPage(markdown: string) {
  const { frontMatter, body } = splitFrontMatter(markdown.replace(/^\ufeff/, ''))
  const settings = readDocumentSettings(frontMatter)
  assertNesting(body)
  const language = settings.language === undefined ? '' : ` lang="${escapeHtml(settings.language)}"`
  const direction = settings.direction === undefined ? '' : ` dir="${settings.direction}"`
  return {
    frontMatter,
    pageNumbers: settings.pageNumbers,
    body: body.replace(DEEP_INDENT, ' '.repeat(MAX_INDENT)).replace(/\r\n?/g, '\n'),
    pageAround: (content: string) =>
      `<!doctype html><html${language}${direction}><head>${settings.head}</head><body>${content}</body></html>`,
  }
}

/** What the tokens of a text can become. */
interface ReadBody {
  readonly toHtml: () => string
  /** Adds their elements to another; `false` where HTML is needed, and what was added is of no use. */
  readonly addTo: (element: HtmlElement) => boolean
}

function readBody<T>(
  body: string,
  highlight: Highlighter | undefined,
  budget: ConversionBudget,
  use: (read: ReadBody) => T,
): T {
  try {
    return use(lexBody(body, highlight, budget))
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep()
    // marked adds to every message where to report it.
    if (error instanceof SealwrightError) throw new SealwrightError(error.code, error.message.split('\n', 1)[0] ?? '')
    throw error
  }
}

function lexBody(body: string, highlight: Highlighter | undefined, budget: ConversionBudget): ReadBody {
  // Made anew: the extensions keep what they find in a document.
  const marked = new Marked({ gfm: true, async: false }, alertExtension(), commentExtension(), gfmHeadingId())
  if (highlight !== undefined) marked.use(codeExtension(highlight))
  if (body.includes('$')) marked.use(mathExtension())
  const { text, joint } = joinLazyLines(body)
  countItems(text, budget)
  const tokenizer = createTokenizer(text, budget)
  tokenizer.joint = joint
  if (body.includes('[^')) return renderWithNotes(marked, text, { tokenizer }, joint)
  const options: MarkedOptions = { ...marked.defaults, tokenizer, hooks: null }
  resetHeadings()
  const tokens = lexRuns(text, options, joint)
  const parser = new Parser(options)
  return {
    toHtml: () => {
      resetHeadings()
      return quoteUnclosedElements(parser.parse(tokens))
    },
    addTo: (element) =>
      !tokenizer.hasHtml &&
      !body.includes('\0') &&
      addTokens(tokens, element, {
        parser,
        adapter: limitedAdapter(budget),
        hasReferences: body.includes('&'),
        highlights: highlight !== undefined,
      }),
  }
}

/** Footnotes are found before, and rendered behind all other tokens: by hooks, which only HTML comes out of. */
function renderWithNotes(marked: Marked, text: string, options: MarkedOptions, joint: string): ReadBody {
  // Last, so that it looks at each block first: it expects its own token at the head of the document.
  marked.use(inlineRuns(joint), footnoteExtension())
  const toHtml = () => quoteUnclosedElements(marked.parse(text, { ...options, async: false }))
  return { toHtml, addTo: () => false }
}

function codeExtension(highlight: Highlighter): MarkedExtension {
  return {
    renderer: {
      code({ text, lang = '' }) {
        const language = /^[^\s{]*/.exec(lang)?.[0] ?? ''
        const colored = language === '' ? undefined : highlight(text, language)
        if (colored === undefined) return false
        return `<pre><code class="language-${escapeHtml(language)}">${colored}\n</code></pre>\n`
      },
    },
  }
}

const ALERT_NAMES: ReadonlyMap<string, string> = new Map([
  ['NOTE', 'Note'],
  ['TIP', 'Tip'],
  ['IMPORTANT', 'Important'],
  ['WARNING', 'Warning'],
  ['CAUTION', 'Caution'],
])

/** Quotes that begin with `[!NOTE]` or the like, as GitHub shows them. */
function alertExtension(): MarkedExtension {
  return {
    renderer: {
      blockquote({ tokens }) {
        const content = this.parser.parse(tokens)
        const match = /^<p>\[!([a-z]{3,9})\][ \t]*(?:<br>)?\n?/i.exec(content)
        const title = ALERT_NAMES.get(match?.[1]?.toUpperCase() ?? '')
        if (match === null || title === undefined) return `<blockquote>\n${content}</blockquote>\n`
        const rest = `<p>${content.slice(match[0].length)}`.replace(/^<p><\/p>\n?/, '')
        const kind = title.toLowerCase()
        return `<div class="markdown-alert markdown-alert-${kind}"><p class="markdown-alert-title"><strong>${title}</strong></p>\n${rest}</div>\n`
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
