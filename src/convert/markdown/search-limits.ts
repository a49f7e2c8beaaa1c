/**
 * Bounds on what marked searches for. Most of its rules stop where they fail; those here would look through the rest of a
 * paragraph, or of a list's item, from each sign or line in it, which takes minutes for a megabyte of signs.
 *
 * @module
 */

import type { MarkedExtension } from 'marked'
import { SealwrightError } from '../../errors.js'
import { CONVERT_LIMITS } from '../convert-limits.js'
import { currentRun } from './inline-run.js'
import { endOfPlainLines } from './plain-lines.js'
import { tableShape } from './table-shape.js'

/** Longest paragraph that people write, in characters; searching those costs nothing to speak of. */
const ORDINARY_PARAGRAPH = 5000

/** What could be the beginning of an address of e-mail, and is far too long for one. */
const LONG_WORD = /^[\w.!#$%&'*+/=?`{|}~-]{2000}/
const WHOLE_LONG_WORD = /^[\w.!#$%&'*+/=?`{|}~-]{2000,}/

/** A bare address that is longer stays text: marked goes through it again for each bracket in it. */
const LONG_ADDRESS = /^(?:https?:\/\/|ftp:\/\/|www\.)[^\s<]{4000}/i

/** What ends a comment and the like, which may hold anything. */
const ENDS = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
  ['<!', '>'],
] as const

/** Limits for one document: what they count is counted over all of it. */
export function searchLimits(): MarkedExtension {
  const emphasis = new SearchBudget()
  const links = new SearchBudget()
  const headings = new SearchBudget()
  const tables = new SearchBudget()
  return {
    tokenizer: {
      // `false`: marked goes on as always; `undefined`: there is none here.
      emStrong: (source) => (/^[*_]/.test(source) && !emphasis.allows(source, wholeLength) ? undefined : false),
      del: (source) => (source.startsWith('~') && !emphasis.allows(source, wholeLength) ? undefined : false),
      link: (source) => (links.allows(source, targetLength) ? false : undefined),
      tag(source) {
        const end = ENDS.find(([opening]) => source.startsWith(opening))?.[1]
        return end === undefined || (currentRun(this.lexer)?.endsWithin(source, end) ?? true) ? false : undefined
      },
      // From every sign in it, a very long word is searched for an address of e-mail.
      url: (source) => (LONG_WORD.test(source) || LONG_ADDRESS.test(source) ? undefined : false),
      inlineText(source) {
        if (!LONG_WORD.test(source)) return false
        const raw = WHOLE_LONG_WORD.exec(source)?.[0] ?? ''
        return { type: 'text', raw, text: raw, escaped: false }
      },
      table(source) {
        const shape = tableShape(source)
        if (shape === 'uneven' && !tables.allows(source, chunkLength)) throw tooManyTables()
        return shape === 'table' ? false : undefined
      },
      lheading(source) {
        // Elsewhere what was searched in vain becomes a paragraph as a whole; in an item each line is searched anew.
        return this.lexer.state.top || headings.allows(source, chunkLength) ? false : undefined
      },
      text(source) {
        const end = endOfPlainLines(source)
        if (end === undefined) return false
        const raw = source.slice(0, end)
        return { type: 'text', raw, text: raw, tokens: this.lexer.inline(raw) }
      },
    },
  }
}

/** How much may be searched in very long paragraphs of one document: past it, signs stay signs. */
class SearchBudget {
  #left: number = CONVERT_LIMITS.maxLongSearch

  /** Whether `source` may still be searched as far as `measure` says, which then counts as done. */
  allows(source: string, measure: (source: string) => number): boolean {
    if (this.#left < 0) return false
    const length = measure(source)
    if (length > ORDINARY_PARAGRAPH) this.#left -= length
    return this.#left >= 0
  }
}

function wholeLength(source: string): number {
  return source.length
}

/** Length of what may be a link's target but has a bracket opened in it, whose end may be missing. */
function targetLength(source: string): number {
  if (!/^!?\[/.test(source)) return 0
  const start = source.slice(0, ORDINARY_PARAGRAPH).indexOf('](')
  if (start < 0) return 0
  const end = source.indexOf(')', start)
  const target = source.slice(start + 2, end < 0 ? undefined : end)
  return target.includes('(') ? target.length : 0
}

/** Length up to the next empty line, which no paragraph and no table goes beyond. */
function chunkLength(source: string): number {
  const end = source.search(/\n[ \t]*\n/)
  return end < 0 ? source.length : end
}

function tooManyTables(): SealwrightError {
  return new SealwrightError('document_too_complex', 'Too many rows begin tables whose columns do not match.')
}
