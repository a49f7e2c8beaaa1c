/**
 * Pandoc's attributes of headings, links, images, code and spans.
 *
 * @module
 */

import type { MarkedExtension, Token, Tokens } from 'marked'
import { type BracedAttributes, readAttributes, withAttributes } from './attribute-list.js'
import { currentRun } from './inline-run.js'

/** Longest text of a span, in characters. Its end is searched for from each bracket. */
const MAX_SPAN_LENGTH = 1000

/** Where a span can end. */
const SPAN_END = /\]\{/g

/** Kinds of inlines, besides spans, that attributes can follow. */
const ATTRIBUTED = new Set(['link', 'image', 'codespan'])

/** Reads spans, and attributes directly after a link, an image or code. */
export function attributeExtension(): MarkedExtension {
  return {
    extensions: [
      {
        name: 'span',
        level: 'inline',
        tokenizer(source) {
          if (!source.startsWith('[')) return undefined
          const end = currentRun(this.lexer)?.find(source, SPAN_END)
          if (end === undefined || end > MAX_SPAN_LENGTH) return undefined
          return readSpan(source, (text) => this.lexer.inlineTokens(text))
        },
        renderer(token) {
          return withAttributes(`<span>${this.parser.parseInline(token.tokens ?? [])}</span>`, attributesOf(token))
        },
      },
      {
        name: 'attributed',
        level: 'inline',
        tokenizer(source, tokens) {
          const before = tokens.at(-1)
          if (!source.startsWith('{') || before === undefined || !ATTRIBUTED.has(before.type)) return undefined
          const attributes = readAttributes(source)
          if (attributes === undefined) return undefined
          tokens.pop()
          return { type: 'attributed', raw: source.slice(0, attributes.length), tokens: [before], attributes }
        },
        renderer(token) {
          return withAttributes(this.parser.parseInline(token.tokens ?? []), attributesOf(token))
        },
      },
    ],
  }
}

function attributesOf(token: Tokens.Generic): BracedAttributes {
  return token['attributes'] as BracedAttributes
}

/** Reads a text in brackets, followed directly by attributes. */
function readSpan(source: string, lex: (text: string) => Token[]): Tokens.Generic | undefined {
  let depth = 0
  for (let at = 0; at < Math.min(source.length, MAX_SPAN_LENGTH); at++) {
    const character = source[at]
    if (character === '\\') at++
    else if (character === '[') depth++
    else if (character === ']' && --depth === 0) {
      const attributes = readAttributes(source.slice(at + 1))
      if (attributes === undefined) return undefined
      const raw = source.slice(0, at + 1 + attributes.length)
      return { type: 'span', raw, tokens: lex(source.slice(1, at)), attributes }
    }
  }
  return undefined
}

/** Removes the attributes from the end of a heading. */
export function takeHeadingAttributes({ tokens }: Tokens.Heading): BracedAttributes | undefined {
  const last = tokens.at(-1)
  if (last?.type !== 'text') return undefined
  const text = String(last.text)
  const start = text.lastIndexOf('{')
  const attributes = start < 0 ? undefined : readAttributes(text.slice(start))
  if (attributes === undefined || start + attributes.length !== text.trimEnd().length) return undefined
  last.text = text.slice(0, start).trimEnd()
  return attributes
}

/** Reads the info string of a fence: `python`, `{.python #id}` or `python {#id}`. */
export function readFence(info: string): { readonly language: string; readonly attributes?: BracedAttributes } {
  const start = info.indexOf('{')
  const attributes = start < 0 ? undefined : readAttributes(info.slice(start))
  if (attributes === undefined) return { language: /^[^\s{]*/.exec(info)?.[0] ?? '' }
  const named = /^\S*/.exec(info.slice(0, start).trim())?.[0] ?? ''
  return { language: named === '' ? (attributes.classes[0] ?? '') : named, attributes }
}
