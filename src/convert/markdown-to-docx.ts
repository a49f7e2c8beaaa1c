/**
 * Markdown to DOCX.
 *
 * @module
 */

import type { Converter, FilesConverter } from './conversion.js'
import { decodeText } from './decode-text.js'
import { makeDocx, makeDocxFiles, type ReadableText } from './make-docx.js'
import { readMarkdown } from './markdown/read-markdown.js'

const MARKDOWN: ReadableText = { decode: decodeText, read: readMarkdown }

export const convertMarkdownToDocx: Converter = (input, options, pace) => makeDocx(MARKDOWN, input, options, pace)

export const convertMarkdownToFiles: FilesConverter = (input, options, pace) =>
  makeDocxFiles(MARKDOWN, input, options, pace)
