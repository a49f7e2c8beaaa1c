/**
 * Pandoc's captions: `: caption` or `Table: caption` beside a table, and images that are alone in a paragraph.
 *
 * @module
 */

import type { MarkedExtension, RendererThis, Token, Tokenizer, TokenizerAndRendererExtension, Tokens } from 'marked'
import { escapeHtml } from '../../escape.js'
import { tableShape } from './table-shape.js'

const CAPTION = /^ {0,3}(?:[Tt]able)?:[ \t]+([^\n]+(?:\n(?![ \t]*(?:\n|$)|[ \t]*\|)[^\n]+)*)(?:\n[ \t]*)*(?:\n|$)/
/** Longest caption, in characters. */
const MAX_LENGTH = 2000

/** Captions of tables and figures. `tokenizer` reads tables below their captions. */
export function captionExtension(tokenizer: Tokenizer): MarkedExtension {
  return { extensions: [captionedTable(tokenizer)], renderer: { paragraph: renderFigure } }
}

function captionedTable(tokenizer: Tokenizer): TokenizerAndRendererExtension {
  return {
    name: 'captionedTable',
    level: 'block',
    tokenizer(source, tokens) {
      const [raw, text = ''] = CAPTION.exec(source.slice(0, MAX_LENGTH)) ?? []
      if (raw === undefined) return undefined
      const rest = source.slice(raw.length)
      const below = tableShape(rest) === 'table' ? tokenizer.table(rest) : undefined
      const table = below ?? takeTable(tokens)
      if (table === undefined) return undefined
      const caption = this.lexer.inline(text.trim())
      return { type: 'captionedTable', raw: raw + (below?.raw ?? ''), table, caption }
    },
    renderer(token) {
      const html = this.parser.parse([token['table'] as Token])
      const caption = this.parser.parseInline(token['caption'] as Token[])
      return html.replace('<table>', () => `<table>\n<caption>${caption}</caption>`)
    },
  }
}

/** Renders an image that is alone in a paragraph as a figure, if it has a title or a description. */
function renderFigure(this: RendererThis, { tokens }: Tokens.Paragraph): string | false {
  const [only, ...others] = tokens
  const image = only === undefined || others.length > 0 ? undefined : imageOf(only)
  const caption = image === undefined ? '' : image.title || image.text
  if (only === undefined || caption === '') return false
  return `<figure>${this.parser.parseInline([only])}<figcaption>${escapeHtml(caption)}</figcaption></figure>\n`
}

/** Removes and returns the table that was read last. */
function takeTable(tokens: Token[]): Token | undefined {
  const end = tokens.findLastIndex(({ type }) => type !== 'space')
  const table = tokens[end]
  if (table?.type !== 'table') return undefined
  tokens.length = end
  return table
}

function imageOf(token: Token): Tokens.Image | undefined {
  if (token.type === 'image') return token as Tokens.Image
  const [inner] = token.type === 'attributed' ? ((token as Tokens.Generic).tokens ?? []) : []
  return inner?.type === 'image' ? (inner as Tokens.Image) : undefined
}
