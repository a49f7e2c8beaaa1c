/**
 * A Markdown document as a flow document, by way of the tree of an HTML page.
 *
 * @module
 */

import { createConversionBudget } from '../conversion-budget.js'
import { DEFAULT_PAGE } from '../html/page-setup.js'
import { type ReadHtmlOptions, type ReadHtmlResult, readHtml } from '../html/read-html.js'
import { CODE_COLORS, createHighlighter } from './highlight-code.js'
import { markdownToTree } from './markdown-to-html.js'

/** A fence with the name of a language behind it. */
const FENCE = /^[ \t>]*(?:`{3,}|~{3,})[ \t]*\w/m

/**
 * Reads a Markdown document; its front matter gives title, author, language, page and the like. Code in a language that is
 * known gets colours where `highlight.js` is installed.
 *
 * @throws SealwrightError `document_too_complex`; the signal's reason when aborted
 */
export async function readMarkdown(markdown: string, options: ReadHtmlOptions = {}): Promise<ReadHtmlResult> {
  const highlight = FENCE.test(markdown) ? createHighlighter() : undefined
  const budget = options.budget ?? createConversionBudget(markdown.length)
  const { page, pageNumbers } = markdownToTree(markdown, highlight, budget)
  options.signal?.throwIfAborted()
  const paper = options.page ?? DEFAULT_PAGE
  const styleSheet = highlight === undefined ? options.styleSheet : CODE_COLORS + (options.styleSheet ?? '')
  return readHtml(page, {
    detectsDirection: true,
    ...options,
    budget,
    page: pageNumbers ? { ...paper, pageNumbers } : paper,
    ...(styleSheet === undefined ? {} : { styleSheet }),
  })
}
