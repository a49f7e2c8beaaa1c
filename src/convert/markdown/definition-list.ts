/**
 * Definition lists of PHP Markdown Extra and pandoc: a line with a term, followed by definitions that begin with a colon.
 *
 * @module
 */

import type { MarkedExtension, Token, Tokens } from 'marked'
import { CONVERT_LIMITS } from '../convert-limits.js'

/** A line that may be a term, and the colon of its first definition. A line that begins another block is not a term. */
const TERM =
  /^(?! {4}|\t| {0,3}(?:[>|:]|#{1,6} |[-+*] |\d{1,9}[.)] |`{3}|~{3}|\[\^))([^\n]+)\n(?:[ \t]*\n)?(?= {0,3}[:~][ \t])/
const MARKER = /^ {0,3}[:~][ \t]+/

/** A term with its definitions. */
interface Entry {
  readonly term: Token[]
  readonly definitions: readonly { readonly tokens: Token[]; readonly isLoose: boolean }[]
}

/** Reads and renders definition lists. */
export function definitionListExtension(): MarkedExtension {
  let depth = 0
  return {
    extensions: [
      {
        name: 'definitionList',
        level: 'block',
        tokenizer(source) {
          if (depth >= CONVERT_LIMITS.maxMarkdownNesting || !TERM.test(source)) return undefined
          depth++
          try {
            return readList(source, {
              inline: (text) => this.lexer.inline(text),
              blocks: (text) => this.lexer.blockTokens(text, []),
            })
          } finally {
            depth--
          }
        },
        renderer(token) {
          const entries = token['entries'] as readonly Entry[]
          const written = entries.map(({ term, definitions }) => {
            const head = `<dt>${this.parser.parseInline(term)}</dt>\n`
            return (
              head +
              definitions
                .map(({ tokens, isLoose }) => `<dd>${tighten(this.parser.parse(tokens), isLoose)}</dd>\n`)
                .join('')
            )
          })
          return `<dl>\n${written.join('')}</dl>\n`
        },
      },
    ],
  }
}

interface Lexing {
  readonly inline: (text: string) => Token[]
  readonly blocks: (text: string) => Token[]
}

function readList(source: string, lexing: Lexing): Tokens.Generic {
  const entries: Entry[] = []
  let at = 0
  for (let rest = source; ; rest = source.slice(at)) {
    const match = TERM.exec(rest)
    if (match === null) break
    const [opening, term = ''] = match
    at += opening.length
    const isLoose = opening.trimEnd().length < opening.length - 1
    const written: { readonly text: string; readonly isLoose: boolean }[] = []
    while (MARKER.test(source.slice(at, at + 200))) {
      const { text, end } = readDefinition(source, at)
      written.push({ text, isLoose })
      at = end
    }
    entries.push({
      term: lexing.inline(term.trim()),
      definitions: written.map((one) => ({ tokens: lexing.blocks(one.text), isLoose: one.isLoose })),
    })
  }
  return { type: 'definitionList', raw: source.slice(0, at), entries }
}

/** The text of the definition at `at` without its marker and indent, and the offset after it. */
function readDefinition(source: string, at: number): { readonly text: string; readonly end: number } {
  const marker = MARKER.exec(source.slice(at, at + 200))?.[0].length ?? 0
  const indent = Math.min(marker, 4)
  const lines: string[] = []
  let end = at
  let isAfterBlank = false
  while (end < source.length) {
    const next = source.indexOf('\n', end)
    const lineEnd = next < 0 ? source.length : next + 1
    const line = source.slice(end, next < 0 ? source.length : next)
    const isFirst = lines.length === 0
    const isIndented = line.startsWith('\t') || line.search(/[^ ]|$/) >= indent
    const isBlank = line.trim() === ''
    if (!isFirst && !isBlank && !isIndented && (isAfterBlank || MARKER.test(line))) break
    lines.push(isFirst ? line.slice(marker) : outdent(line, indent))
    isAfterBlank = isBlank
    end = lineEnd
  }
  return { text: `${lines.join('\n').trimEnd()}\n`, end }
}

function outdent(line: string, indent: number): string {
  if (line.startsWith('\t')) return line.slice(1)
  return line.slice(Math.min(indent, line.search(/[^ ]|$/)))
}

/** A definition directly below its term has no paragraph. */
function tighten(html: string, isLoose: boolean): string {
  return isLoose ? html : html.replace(/^<p>([\s\S]*?)<\/p>\n?/, '$1')
}
