/**
 * Attributes in braces, as pandoc has them: `{#id .class key=value}`.
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
  /** As the start tag of an element has them, each with a space before it; empty for none. */
  readonly html: string
  readonly classes: readonly string[]
  /** Length of the list as it is written, with its braces. */
  readonly length: number
}

/** Reads the list that a text begins with; `undefined` where it begins with none. */
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

/** Widths and heights may have a unit, which the attributes of HTML do not. */
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

/** The first element of `html` with these attributes: they go before its own, and so win over those. */
export function withAttributes(html: string, { html: attributes }: Pick<BracedAttributes, 'html'>): string {
  return html.replace(/^<[a-z][a-z\d]*/, (tag) => tag + attributes)
}
