/**
 * Subscript, superscript and marked text.
 *
 * @module
 */

import type { MarkedExtension, TokenizerAndRendererExtension } from 'marked'
import type { ExtensionSet, MarkdownExtension } from './extension-names.js'
import { currentRun } from './inline-run.js'

/** A pair of signs around text. */
interface Mark {
  readonly extension: MarkdownExtension
  readonly sign: string
  readonly element: string
  /** The text between the signs. It is searched for within a limited distance. */
  readonly pattern: RegExp
}

/** Largest distance between the two signs, in characters. */
const MAX_LENGTH = 1000

const MARKS: readonly Mark[] = [
  { extension: 'subscript', sign: '~', element: 'sub', pattern: /^~(?!~)((?:[^\s~\\]|\\[^\n])+)~(?!~)/ },
  { extension: 'superscript', sign: '^', element: 'sup', pattern: /^\^(?![[^])((?:[^\s^\\]|\\[^\n])+)\^/ },
  {
    extension: 'mark',
    sign: '==',
    element: 'mark',
    pattern: /^==(?![\s=])((?:[^=\\\n]|\\[^\n]|=(?!=)|\n(?!\s*\n))+?)(?<!\s)==(?!=)/,
  },
]

/** The marks among the extensions. */
export function markExtension(extensions: ExtensionSet): MarkedExtension {
  return { extensions: MARKS.filter(({ extension }) => extensions.has(extension)).map(createMark) }
}

function createMark({ extension, sign, element, pattern }: Mark): TokenizerAndRendererExtension {
  const start = new RegExp(sign.replace('^', '\\^'), 'g')
  return {
    name: extension,
    level: 'inline',
    start(source) {
      return currentRun(this.lexer)?.find(source, start)
    },
    tokenizer(source) {
      if (!source.startsWith(sign)) return undefined
      const [raw, text] = pattern.exec(source.slice(0, MAX_LENGTH)) ?? []
      if (raw === undefined || text === undefined) return undefined
      return { type: extension, raw, tokens: this.lexer.inlineTokens(text.replace(/\\ /g, '\u00a0')) }
    },
    renderer(token) {
      return `<${element}>${this.parser.parseInline(token.tokens ?? [])}</${element}>`
    },
  }
}
