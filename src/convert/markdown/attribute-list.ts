/**
 * Pandoc's attributes in braces: `{#id .class key=value}`.
 *
 * @module
 */

import { escapeHtml } from '../../escape.js'

/** Longest list of attributes, in characters. */
const MAX_LENGTH = 1000

const PART =
  /\s*(?:#([^\s{}#.="']+)|\.([^\s{}#="']+)|(-)(?=[\s}])|([\p{L}_][\p{L}\p{N}:_.-]*)=(?:"([^"\n]*)"|'([^'\n]*)'|([^\s{}"'=]+)))/uy

/** A list of attributes at the start of a text. */
export interface BracedAttributes {
  /** The attributes as in a start tag, each after a space; empty for none. */
  readonly html: string
  readonly classes: readonly string[]
  /** Length of the list in the source, with its braces. */
  readonly length: number
}

/** Reads the list at the start of a text; `undefined` without one. */
export function readAttributes(text: string): BracedAttributes | undefined {
  if (text[0] !== '{') return undefined
  const source = text.slice(0, MAX_LENGTH)
  const classes: string[] = []
  const others = new Map<string, string>()
  let at = 1
  for (PART.lastIndex = at; ; PART.lastIndex = at) {
    const match = PART.exec(source)
    if (match === null) break
    at = PART.lastIndex
    const [, id, name, hyphen, key, ...values] = match
    if (id !== undefined) others.set('id', id)
    else if (name !== undefined) classes.push(name)
    else if (hyphen !== undefined) classes.push('unnumbered')
    else if (key !== undefined) addKey(others, key.toLowerCase(), values.find((value) => value !== undefined) ?? '')
  }
  const end = /^\s*\}/.exec(source.slice(at))
  if (end === null || (classes.length === 0 && others.size === 0)) return undefined
  return { html: toHtml(classes, others), classes, length: at + end[0].length }
}

/** Adds an attribute. Widths and heights with a unit become a style, since HTML attributes have no units. */
function addKey(others: Map<string, string>, key: string, value: string): void {
  if (key === 'class') return
  if (key !== 'width' && key !== 'height') others.set(key, value)
  else if (/^\d+(?:\.\d+)?$/.test(value)) others.set(key, value)
  else if (/^\d+(?:\.\d+)?(?:%|px|pt|pc|mm|cm|in|em)$/.test(value)) {
    others.set('style', `${others.get('style') ?? ''}${key}:${value};`)
  }
}

function toHtml(classes: readonly string[], others: ReadonlyMap<string, string>): string {
  const list = classes.length === 0 ? [] : [['class', classes.join(' ')] as const]
  return [...others, ...list].map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('')
}

/** Adds attributes to the first element of `html`. They come before its own, and thus take precedence. */
export function withAttributes(html: string, { html: attributes }: Pick<BracedAttributes, 'html'>): string {
  return html.replace(/^<[a-z][a-z\d]*/, (tag) => tag + attributes)
}
