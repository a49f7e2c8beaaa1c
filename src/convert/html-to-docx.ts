/**
 * HTML to DOCX.
 *
 * @module
 */

import type { Converter, FilesConverter } from './conversion.js'
import { decodeHtml } from './decode-text.js'
import { readHtml } from './html/read-html.js'
import { makeDocx, makeDocxFiles, type ReadableText } from './make-docx.js'

const HTML: ReadableText = { decode: decodeHtml, read: readHtml }

export const convertHtmlToDocx: Converter = (input, options, pace) => makeDocx(HTML, input, options, pace)

export const convertHtmlToFiles: FilesConverter = (input, options, pace) => makeDocxFiles(HTML, input, options, pace)
