/**
 * Math in Markdown, as pandoc and GitHub have it: `$...$` in a line, `$$...$$` as a block.
 *
 * @module
 */

import type { MarkedExtension, Tokens } from 'marked'
import temml from 'temml'
import { escapeHtml } from '../../escape.js'

/** Longest formula in a line, and as a block, in characters. */
const MAX_INLINE_LENGTH = 1000
/** The end is looked for from every `$$`, so the search must be short. */
const MAX_BLOCK_LENGTH = 20_000

// No space inside of the signs and no digit behind them, so that prices stay prices.
const INLINE = /^\$(?![\s$])((?:[^$\\\n]|\\[^\n]|\n(?!\s*\n)){1,1000}?)(?<![\s\\])\$(?![\d$])/
const INLINE_DISPLAY = /^\$\$((?:[^$\\]|\\[\s\S]){1,1000}?)\$\$/
const BLOCK_START = /^ {0,3}\$\$/

/** Formulas become MathML; what is no TeX stays as it is written, as code. */
export function mathExtension(): MarkedExtension {
  return {
    extensions: [
      {
        name: 'mathBlock',
        level: 'block',
        start: (source) => /(?:^|\n) {0,3}\$\$/.exec(source)?.index,
        tokenizer(source) {
          const start = BLOCK_START.exec(source)?.[0].length
          if (start === undefined) return undefined
          const end = source.slice(start, start + MAX_BLOCK_LENGTH).indexOf('$$')
          const tex = source.slice(start, start + end)
          if (end <= 0 || /\n[ \t]*\n/.test(tex)) return undefined
          const after = /^[ \t]*(?:\n+|$)/.exec(source.slice(start + end + 2))
          if (after === null) return undefined
          return { type: 'mathBlock', raw: source.slice(0, start + end + 2 + after[0].length), text: tex }
        },
        renderer: (token) => `<p>${renderMath(token, true)}</p>\n`,
      },
      {
        name: 'mathInline',
        level: 'inline',
        start: (source) => {
          const index = source.indexOf('$')
          return index < 0 ? undefined : index
        },
        tokenizer(source) {
          if (!source.startsWith('$')) return undefined
          const window = source.slice(0, MAX_INLINE_LENGTH + 4)
          const display = INLINE_DISPLAY.exec(window)
          if (display !== null) return { type: 'mathInline', raw: display[0], text: display[1], display: true }
          const match = INLINE.exec(window)
          return match === null ? undefined : { type: 'mathInline', raw: match[0], text: match[1], display: false }
        },
        renderer: (token) => renderMath(token, token['display'] === true),
      },
    ],
  }
}

function renderMath(token: Tokens.Generic, displayMode: boolean): string {
  const tex = String(token['text']).trim()
  try {
    return temml.renderToString(tex, { displayMode, throwOnError: true, trust: false, maxExpand: 200, annotate: false })
  } catch {
    return `<code>${escapeHtml(tex)}</code>`
  }
}
