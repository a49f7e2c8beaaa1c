/**
 * Footnotes of GitHub and pandoc: `[^label]` for a note that is defined elsewhere, and `^[text]` for an inline note.
 *
 * @module
 */

import type { MarkedExtension, Parser, Token, TokenizerAndRendererExtension } from 'marked'
import { escapeHtml } from '../../escape.js'
import { CONVERT_LIMITS } from '../convert-limits.js'
import { mendSurrogates } from '../html/boxes/clean-text.js'
import { currentRun } from './inline-run.js'
import { startsText } from './plain-lines.js'

/** A reference. A label has at most 999 characters, like link labels (CommonMark 0.31, 4.7). */
const REFERENCE = /^\[\^([^\]\n]{1,999})\]/
const DEFINITION = /^ {0,3}\[\^([^\]\n]{1,999})\]:[ \t]*/
/** The end of a paragraph, or a definition that interrupts it. */
const END_OR_DEFINITION = /\n(?:[ \t]*\n|( {0,3}\[\^[^\]\n]{1,999}\]:))/g
const INLINE_START = /\^\[/g

/** Longest inline note, in characters. Its end is searched for from each opening sign. */
const MAX_INLINE_LENGTH = 2000

interface Note {
  readonly label: string
  readonly tokens: Token[]
  /** Number of the note in the order of references. */
  number: number
  references: number
}

/** The notes of one document. */
export class FootnoteExtension implements MarkedExtension {
  readonly extensions: TokenizerAndRendererExtension[]
  readonly #notes = new Map<string, Note>()
  /** Notes whose label is already in use. */
  readonly #repeated: Note[] = []
  readonly #used: Note[] = []
  #depth = 0

  /** @param allowsInline whether notes may be written in the text */
  constructor(allowsInline: boolean) {
    const inline = allowsInline ? [this.#inlineNote()] : []
    this.extensions = [this.#definition(), this.#reference(), ...inline]
  }

  /** Whether there are no notes. Their section follows all other content. */
  get isEmpty(): boolean {
    return this.#notes.size === 0
  }

  /** The section with all notes. Unused notes come last, so that they are named in a warning. */
  render(parser: Parser): string {
    if (this.isEmpty) return ''
    const unused = [...this.#notes.values(), ...this.#repeated].filter(({ references }) => references === 0)
    const items = [...this.#used, ...unused].map((note) => renderNote(note, parser))
    return `<section class="footnotes" data-footnotes>\n<h2 id="footnote-label" class="sr-only">Footnotes</h2>\n<ol>\n${items.join('')}</ol>\n</section>\n`
  }

  #definition(): TokenizerAndRendererExtension {
    const extension = this
    return {
      name: 'footnote',
      level: 'block',
      start(source) {
        return this.lexer.state.top ? findDefinition(source) : undefined
      },
      tokenizer(source) {
        const [marker, label] = DEFINITION.exec(source) ?? []
        if (marker === undefined || label === undefined) return undefined
        if (extension.#depth >= CONVERT_LIMITS.maxMarkdownNesting) return undefined
        const { text, end } = readContent(source, marker.length)
        extension.#depth++
        const tokens = this.lexer.blockTokens(text, [])
        extension.#depth--
        extension.#add(label, tokens)
        return { type: 'footnote', raw: source.slice(0, end) }
      },
      renderer: () => '',
    }
  }

  /** Adds a note. The first of several with one label counts. */
  #add(label: string, tokens: Token[]): Note {
    const key = normalize(label)
    const note = { label, tokens, number: 0, references: 0 }
    if (this.#notes.has(key)) this.#repeated.push(note)
    else this.#notes.set(key, note)
    return note
  }

  #reference(): TokenizerAndRendererExtension {
    return {
      name: 'footnoteReference',
      level: 'inline',
      tokenizer: (source) => {
        const [raw, label] = REFERENCE.exec(source) ?? []
        const note = label === undefined ? undefined : this.#notes.get(normalize(label))
        if (raw === undefined || note === undefined) return undefined
        return { type: 'footnoteReference', raw, ...this.#refer(note) }
      },
      renderer: ({ label, number, index }) => renderReference(String(label), Number(number), Number(index)),
    }
  }

  #refer(note: Note): { readonly label: string; readonly number: number; readonly index: number } {
    if (note.references === 0) note.number = this.#used.push(note)
    note.references++
    return { label: note.label, number: note.number, index: note.references }
  }

  #inlineNote(): TokenizerAndRendererExtension {
    const extension = this
    return {
      name: 'inlineFootnote',
      level: 'inline',
      start(source) {
        return currentRun(this.lexer)?.find(source, INLINE_START)
      },
      tokenizer(source) {
        const text = source.startsWith('^[') ? bracketed(source.slice(1, MAX_INLINE_LENGTH)) : undefined
        if (text === undefined) return undefined
        const note = extension.#add(`note ${extension.#notes.size + 1}`, [])
        const place = extension.#refer(note)
        note.tokens.push({ type: 'paragraph', raw: text, text, tokens: this.lexer.inlineTokens(text) })
        return { type: 'footnoteReference', raw: `^[${text}]`, ...place }
      },
    }
  }
}

function normalize(label: string): string {
  return label.replace(/\s+/g, ' ').trim().toLowerCase()
}

/** Offset of a definition that interrupts the paragraph whose rest is `source`. */
function findDefinition(source: string): number | undefined {
  END_OR_DEFINITION.lastIndex = 0
  const match = END_OR_DEFINITION.exec(source)
  return match?.[1] === undefined ? undefined : match.index + 1
}

/** The lines of a definition without their indent, and the offset after them. */
function readContent(source: string, start: number): { readonly text: string; readonly end: number } {
  const lines: string[] = []
  let end = 0
  let isText = false
  for (let at = start; at < source.length; ) {
    const next = source.indexOf('\n', at)
    const lineEnd = next < 0 ? source.length : next + 1
    const line = source.slice(at, next < 0 ? source.length : next)
    const isBlank = line.trim() === ''
    const indent = /^(?: {4}|\t)/.exec(line)?.[0].length
    // Lines of text continue a paragraph without an indent.
    const isLazy = isText && startsText(line, 0) && !DEFINITION.test(line)
    if (lines.length > 0 && !isBlank && indent === undefined && !isLazy) break
    const text = lines.length === 0 ? line : line.slice(isBlank ? 0 : (indent ?? 0))
    lines.push(text)
    isText = !isBlank && startsText(text.trimStart(), 0)
    if (!isBlank || lines.length === 1) end = lineEnd
    at = lineEnd
  }
  // Empty lines after the note belong to the following text.
  return { text: `${lines.join('\n').trimEnd()}\n`, end: Math.max(end, start) }
}

/** The text inside the brackets at the start; `undefined` where they are not closed. */
function bracketed(source: string): string | undefined {
  let depth = 0
  for (let at = 0; at < source.length; at++) {
    const character = source[at]
    if (character === '\\') at++
    else if (character === '[') depth++
    else if (character === ']' && --depth === 0) return source.slice(1, at)
  }
  return undefined
}

function renderReference(label: string, number: number, index: number): string {
  const { id, fragment } = addressOf(label)
  const repeated = index > 1 ? `-${index}` : ''
  return `<sup><a id="footnote-ref-${id}${repeated}" href="#footnote-${fragment}" data-footnote-ref aria-describedby="footnote-label">${number}</a></sup>`
}

function renderNote({ label, tokens, references }: Note, parser: Parser): string {
  const { id, fragment } = addressOf(label)
  let html = parser.parse(tokens).trimEnd()
  const endsWithText = html.endsWith('</p>')
  if (endsWithText) html = html.slice(0, -'</p>'.length)
  for (let index = 1; index <= references; index++) {
    const [sign, suffix] = index > 1 ? [`↩<sup>${index}</sup>`, `-${index}`] : ['↩', '']
    html += ` <a href="#footnote-ref-${fragment}${suffix}" data-footnote-backref aria-label="Back to reference ${escapeHtml(label)}">${sign}</a>`
  }
  return `<li id="footnote-${id}">\n${html}${endsWithText ? '</p>' : ''}\n</li>\n`
}

/** The `id` of a note, and its name escaped for a URL fragment. */
function addressOf(label: string): { readonly id: string; readonly fragment: string } {
  const name = mendSurrogates(label).replace(/\s+/g, '-')
  return { id: escapeHtml(name), fragment: encodeURIComponent(name) }
}
