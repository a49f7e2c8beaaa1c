import { DEFAULT_PAGE } from '../html/page-setup.js'
import { type ReadHtmlOptions, type ReadHtmlResult, readHtml } from '../html/read-html.js'
import { markdownToHtml } from './markdown-to-html.js'

/**
 * Reads a Markdown document; its front matter gives title, author, language, page and the like.
 *
 * @throws SealwrightError `document_too_complex`; the signal's reason when aborted
 */
export async function readMarkdown(markdown: string, options: ReadHtmlOptions = {}): Promise<ReadHtmlResult> {
  const { html, pageNumbers } = markdownToHtml(markdown)
  options.signal?.throwIfAborted()
  const page = options.page ?? DEFAULT_PAGE
  return readHtml(html, { detectsDirection: true, ...options, page: pageNumbers ? { ...page, pageNumbers } : page })
}
