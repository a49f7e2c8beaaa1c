/**
 * The places in Markdown where a table of contents is asked for: `[toc]`, `[[_TOC_]]`, and `{:toc}` below an item of a list.
 *
 * @module
 */

import type { MarkedExtension } from 'marked'
import { contentsElement } from '../html/generated/contents.js'

const MARKER =
  /^ {0,3}(?:\[toc\]|\[\[_toc_\]\]|(?:(?:[-*+]|1\.)[ \t]+[^\n]*\n {0,3})?\{:toc\})[ \t]*(\n(?:[ \t]*\n)+|\n?$)/i

/** Whether a document may ask for one. A link that is called `toc` stays a link. */
export function mayHaveContents(markdown: string): boolean {
  return /\[toc\]|\[\[_toc_\]\]|\{:toc\}/i.test(markdown) && !/^ {0,3}\[toc\]:/im.test(markdown)
}

/** Markers alone in a paragraph become the element that headings are listed in. */
export function contentsExtension(deepest: number): MarkedExtension {
  return {
    extensions: [
      {
        name: 'contents',
        level: 'block',
        tokenizer(source) {
          // A line right below would be part of the paragraph.
          const raw = MARKER.exec(source)?.[0]
          return raw === undefined ? undefined : { type: 'contents', raw }
        },
        renderer: () => contentsElement(deepest),
      },
    ],
  }
}
