/**
 * Reads a Markdown document into a flow document, by way of the tree of an HTML page.
 *
 * @module
 */

import { requireFromHost } from '../../assets/place.js'
import { SealwrightError } from '../../errors.js'
import { codeOf } from '../../input/foreign-values.js'
import { Pace } from '../../pace/pace.js'
import { createConversionBudget } from '../conversion-budget.js'
import { DEFAULT_PAGE } from '../html/pages/page-setup.js'
import { type ReadHtmlOptions, type ReadHtmlResult, readHtml } from '../html/read-html.js'
import { childElements, getAttribute, type HtmlDocument } from '../html/source/html-tree.js'
import { spellOut } from './abbreviations.js'
import { ALERT_COLORS } from './alert-extension.js'
import { changeTexts, type TextChange } from './change-texts.js'
import type { MarkdownExtensionChoice } from './extension-names.js'
import { CODE_COLORS, createHighlighter } from './highlight-code.js'
import { type MarkdownTree, markdownToTree } from './markdown-to-html.js'
import { smartPunctuation } from './smart-punctuation.js'

/** A code fence with the name of a language. */
const FENCE = /^[ \t>]*(?:`{3,}|~{3,})[ \t]*[\w{]/m

/** How Markdown is read. */
interface ReadMarkdownOptions extends ReadHtmlOptions {
  readonly markdownExtensions?: readonly MarkdownExtensionChoice[] | undefined
}

/**
 * Reads a Markdown document; its front matter sets title, author, language, page and other properties. Code in a known language
 * is highlighted if `highlight.js` is installed.
 *
 * @throws SealwrightError `document_too_complex`; `missing_dependency` for emoji without `gemoji`; the signal's reason when
 * aborted
 */
export async function readMarkdown(
  markdown: string,
  options: ReadMarkdownOptions = {},
  pace = new Pace({ signal: options.signal }),
): Promise<ReadHtmlResult> {
  const { markdownExtensions: extensions } = options
  const highlight = FENCE.test(markdown) ? createHighlighter() : undefined
  const budget = options.budget ?? createConversionBudget(markdown.length)
  const tree = await pace.run(markdownToTree(markdown, { highlight, extensions, budget }))
  await pace.pause()
  const paper = options.page ?? DEFAULT_PAGE
  const base = (highlight === undefined ? '' : CODE_COLORS) + (/\[![a-z]+\]/i.test(markdown) ? ALERT_COLORS : '')
  const styleSheet = base + (options.styleSheet ?? '')
  const reading = {
    detectsDirection: true,
    isPlain: !hasStyleSheet(markdown),
    ...options,
    budget,
    page: tree.pageNumbers ? { ...paper, pageNumbers: true } : paper,
    ...(styleSheet === '' ? {} : { styleSheet }),
    prepare: (root: HtmlDocument) => changeAll(root, tree, extensions?.includes('emoji') === true),
  }
  const { document, warnings } = await readHtml(tree.page, reading, pace)
  return { document, warnings: [...tree.warnings, ...warnings] }
}

/** Applies the extensions that change texts of a page. */
function changeAll(root: HtmlDocument, { extensions, meanings }: MarkdownTree, isEmojiNamed: boolean): void {
  const html = childElements(root)[0]
  const changes: TextChange[] = []
  if (meanings.size > 0) changes.push(spellOut(meanings))
  const emoji = extensions.has('emoji') ? emojiNames(isEmojiNamed) : undefined
  if (emoji !== undefined) changes.push(emoji)
  if (extensions.has('smart-punctuation')) {
    changes.push(smartPunctuation(html === undefined ? undefined : getAttribute(html, 'lang')))
  }
  if (changes.length > 0) changeTexts(root, changes)
}

/** Whether HTML in the text has a style sheet; those of drawings are not those of the document. */
function hasStyleSheet(markdown: string): boolean {
  let drawings = 0
  for (const [, end, name] of markdown.matchAll(/<(\/?)(svg|style)(?=[\s/>])/gi)) {
    if (name?.toLowerCase() === 'svg') drawings = Math.max(0, drawings + (end === '/' ? -1 : 1))
    else if (end === '' && drawings === 0) return true
  }
  return false
}

const NAME = /:([a-z\d_+-]{1,60}):/g

/** The part of `gemoji` that is used. */
interface Library {
  readonly nameToEmoji: Readonly<Record<string, string>>
}

/**
 * Replaces names of emoji by the emoji.
 *
 * @param isNamed whether the caller asked for emoji by name
 * @throws SealwrightError `missing_dependency` when that is so and `gemoji` is not installed
 */
function emojiNames(isNamed: boolean): TextChange | undefined {
  const emoji = loadEmoji(isNamed)
  if (emoji === undefined) return undefined
  return (text) =>
    text.replace(NAME, (written, name: string) => (Object.hasOwn(emoji, name) ? (emoji[name] ?? written) : written))
}

function loadEmoji(isNamed: boolean): Library['nameToEmoji'] | undefined {
  try {
    return (requireFromHost('gemoji') as Library).nameToEmoji
  } catch (error) {
    if (!isNamed && codeOf(error) === 'MODULE_NOT_FOUND') return undefined
    throw new SealwrightError(
      'missing_dependency',
      'The extension "emoji" needs the package gemoji: npm install gemoji.',
      {
        cause: error,
      },
    )
  }
}
