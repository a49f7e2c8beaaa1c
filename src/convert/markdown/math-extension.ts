/**
 * Math of pandoc and GitHub: `$...$` inline, `$$...$$` as a block, and code in the language `math`; optionally `\(...\)` and
 * `\[...\]` as well.
 *
 * @module
 */

import type { MarkedExtension, TokenizerAndRendererExtension, Tokens } from 'marked'
import temml from 'temml'
import { escapeHtml } from '../../escape.js'
import { currentRun } from './inline-run.js'

/** Longest inline formula, in characters. */
const MAX_INLINE_LENGTH = 1000
/** Longest formula as a block, in characters. Its end is searched for from every `$$`, so the search must be short. */
const MAX_BLOCK_LENGTH = 20_000

// Neither a space inside the signs nor a digit after them is permitted, so that prices stay prices.
const INLINE = /^\$(?![\s$])((?:[^$\\\n]|\\[^\n]|\n(?!\s*\n)){1,1000}?)(?<![\s\\])\$(?![\d$])/
/** GitHub also accepts formulas in code, where no other sign of Markdown counts. */
const QUOTED = /^`([^`]+)`$/
const BACKSLASH = /^\\(?:\(([\s\S]+?)\\\)|\[([\s\S]+?)\\\])/
const INLINE_DISPLAY = /^\$\$((?:[^$\\]|\\[\s\S]){1,1000}?)\$\$/
const BLOCK_START = /^ {0,3}\$\$/

/** Where an inline formula may begin. In a run of dollar signs, only the last two count. */
const INLINE_START = /\$\$(?=[^$])|\$(?=[^\s$])/g
/** The end of a paragraph, or the possible start of a formula on lines of its own. */
const END_OR_BLOCK = /\n(?:[ \t]*\n|( {0,3}\$\$))/g

/** Converts formulas to MathML. Text that is not TeX is kept as code. */
export function mathExtension({ readsDollars, readsBackslashes }: MathOptions): MarkedExtension {
  return { extensions: [...(readsDollars ? dollarMath() : []), ...(readsBackslashes ? [backslashMath()] : [])] }
}

/** Which signs enclose formulas. */
interface MathOptions {
  readonly readsDollars: boolean
  readonly readsBackslashes: boolean
}

function dollarMath(): TokenizerAndRendererExtension[] {
  return [
    {
      name: 'mathBlock',
      level: 'block',
      // In a list item, marked reads the lines of a text one by one, so nothing has to be interrupted.
      start(source) {
        return this.lexer.state.top ? findBlock(source) : undefined
      },
      tokenizer: (source) => readBlock(source, 0),
      renderer: (token) => renderFormula(String(token['text'])),
    },
    {
      name: 'mathInline',
      level: 'inline',
      start(source) {
        return currentRun(this.lexer)?.find(source, INLINE_START)
      },
      tokenizer(source) {
        if (!source.startsWith('$')) return undefined
        const window = source.slice(0, MAX_INLINE_LENGTH + 4)
        const display = INLINE_DISPLAY.exec(window)
        if (display !== null) return { type: 'mathInline', raw: display[0], text: display[1], display: true }
        const [raw, text = ''] = INLINE.exec(window) ?? []
        if (raw === undefined) return undefined
        return { type: 'mathInline', raw, text: QUOTED.exec(text)?.[1] ?? text, display: false }
      },
      renderer: (token) => renderMath(String(token['text']), token['display'] === true),
    },
  ]
}

/** A backslash already ends text, so no start must be searched for. */
function backslashMath(): TokenizerAndRendererExtension {
  return {
    name: 'backslashMath',
    level: 'inline',
    tokenizer(source) {
      const [raw, line, block] = BACKSLASH.exec(source.slice(0, MAX_INLINE_LENGTH)) ?? []
      const text = line ?? block
      return raw === undefined ? undefined : { type: 'backslashMath', raw, text, display: line === undefined }
    },
    renderer: (token) => renderMath(String(token['text']), token['display'] === true),
  }
}

/** Offset of a formula on lines of its own that interrupts the paragraph whose rest is `source`. */
function findBlock(source: string): number | undefined {
  for (const { 1: opening, index } of source.matchAll(END_OR_BLOCK)) {
    if (opening === undefined) return undefined
    if (readBlock(source, index + 1) !== undefined) return index
  }
  return undefined
}

/** Reads the formula on lines of its own at `at`. */
function readBlock(source: string, at: number): Tokens.Generic | undefined {
  const text = source.slice(at, at + MAX_BLOCK_LENGTH)
  const start = BLOCK_START.exec(text)?.[0].length
  if (start === undefined) return undefined
  const end = text.indexOf('$$', start)
  const tex = text.slice(start, end)
  if (end <= start || /\n[ \t]*\n/.test(tex)) return undefined
  const after = /^[ \t]*(?:\n+|$)/.exec(source.slice(at + end + 2))
  if (after === null) return undefined
  return { type: 'mathBlock', raw: source.slice(at, at + end + 2 + after[0].length), text: tex }
}

/** Renders a formula in a paragraph of its own. */
export function renderFormula(tex: string): string {
  return `<p>${renderMath(tex, true)}</p>\n`
}

function renderMath(written: string, displayMode: boolean): string {
  const tex = written.trim()
  try {
    return temml.renderToString(tex, { displayMode, throwOnError: true, trust: false, maxExpand: 200, annotate: false })
  } catch {
    return `<code>${escapeHtml(tex)}</code>`
  }
}
