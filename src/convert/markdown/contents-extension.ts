/**
 * Markers in Markdown for a table of contents: `[toc]`, `[[_TOC_]]`, and `{:toc}` below a list item.
 *
 * @module
 */

import type { MarkedExtension } from 'marked'
import { contentsElement } from '../html/generated/contents.js'

const MARKER =
  /^ {0,3}(?:\[toc\]|\[\[_toc_\]\]|(?:(?:[-*+]|1\.)[ \t]+[^\n]*\n {0,3})?\{:toc\})[ \t]*(\n(?:[ \t]*\n)+|\n?$)/i

/** Whether a document may contain a marker. A link named `toc` stays a link. */
export function mayHaveContents(markdown: string): boolean {
  return /\[toc\]|\[\[_toc_\]\]|\{:toc\}/i.test(markdown) && !/^ {0,3}\[toc\]:/im.test(markdown)
}

/** Replaces markers that are alone in a paragraph by the element in which headings are listed. */
export function contentsExtension(deepest: number): MarkedExtension {
  return {
    extensions: [
      {
        name: 'contents',
        level: 'block',
        tokenizer(source) {
          // With a line directly below, the marker would be part of a paragraph.
          const raw = MARKER.exec(source)?.[0]
          return raw === undefined ? undefined : { type: 'contents', raw }
        },
        renderer: () => contentsElement(deepest),
      },
    ],
  }
}
