/**
 * Front matter: a block of YAML or TOML at the start of a Markdown document. Only plain data is read: keys with texts or lists
 * of texts, and such keys one level deeper.
 *
 * @module
 */

import { CONVERT_LIMITS } from '../convert-limits.js'
import { readToml } from './toml-front-matter.js'

/** A text, several, or texts by their keys. */
export type FrontMatterValue = string | readonly string[] | ReadonlyMap<string, string | readonly string[]>

/** Values by keys in lower case. A `Map`, so that no key reaches the prototype of an object. */
export type FrontMatter = ReadonlyMap<string, FrontMatterValue>

/** A document without its front matter. */
interface SplitMarkdown {
  readonly frontMatter: FrontMatter
  readonly body: string
}

const NO_FRONT_MATTER: FrontMatter = new Map()

/** Removes the front matter from a document. A horizontal rule at the start without keys below it is not front matter. */
export function splitFrontMatter(markdown: string): SplitMarkdown {
  const none = { frontMatter: NO_FRONT_MATTER, body: markdown }
  const [opening, fence] = /^(---|\+\+\+)[ \t]*\r?\n/.exec(markdown.slice(0, 64)) ?? []
  if (opening === undefined) return none
  const isToml = fence === '+++'
  const start = opening.length
  const window = markdown.slice(start, start + CONVERT_LIMITS.maxFrontMatterCharacters)
  const closing = (isToml ? /^\+\+\+[ \t]*(?:\r?\n|$)/m : /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m).exec(window)
  if (closing === null) return none
  const lines = window.slice(0, closing.index).split(/\r?\n/)
  const end = start + closing.index + closing[0].length
  if (isToml) {
    const values = readToml(lines)
    return values.size === 0 ? none : { frontMatter: values, body: markdown.slice(end) }
  }
  const isYaml = lines.every((line) => line.trim() === '' || /^\s*(?:#|-\s|[^\s:#][^:]*:(?:\s|$)|\s)/.test(line))
  if (!isYaml || !lines.some((line) => KEY.test(line))) return none
  return { frontMatter: readFrontMatter(lines), body: markdown.slice(end) }
}

const KEY = /^(["']?)([\p{L}\d_][\p{L}\d_ .-]{0,62})\1[ \t]*:(?:[ \t]+(.*))?$/u

/** Introduction of a text of several lines (YAML 1.2, 8.1). */
const BLOCK_SCALAR = /^([|>])[-+\d]{0,2}$/

function readFrontMatter(lines: readonly string[]): FrontMatter {
  const values = new Map<string, FrontMatterValue>()
  for (let at = 0; at < lines.length; ) {
    const [, , name, written = ''] = KEY.exec(lines[at++] ?? '') ?? []
    if (name === undefined) continue
    const start = at
    while (at < lines.length && !/^[^\s#-]/.test(lines[at] ?? '')) at++
    const value = readValue(written, lines.slice(start, at))
    if (value !== undefined) values.set(name.toLowerCase(), value)
  }
  return values
}

function readValue(written: string, below: readonly string[]): FrontMatterValue | undefined {
  const inline = withoutComment(written.trim())
  const block = BLOCK_SCALAR.exec(inline)
  if (block !== null) return joinLines(below, block[1] === '|' ? '\n' : ' ')
  if (inline.startsWith('[')) return readFlowList(inline)
  const content = below.filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
  if (inline !== '') return readScalar([inline, ...content.map((line) => line.trim())].join(' '))
  if (content.length === 0) return undefined
  if (/^\s*-(?:\s|$)/.test(content[0] ?? '')) return readBlockList(content)
  const entries = new Map<string, string | readonly string[]>()
  for (const line of content) {
    const [, , name, value] = KEY.exec(line.trim()) ?? []
    const text = withoutComment(value?.trim() ?? '')
    if (name !== undefined && text !== '') {
      entries.set(name.toLowerCase(), text.startsWith('[') ? readFlowList(text) : readScalar(text))
    }
  }
  return entries
}

function readFlowList(text: string): string[] {
  const inside = text.replace(/^\[|\]$/g, '')
  const items = inside.matchAll(/\s*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]+)/g)
  return [...items].map(([, item = '']) => readScalar(item.trim())).filter((item) => item !== '')
}

/** Items of a list. For an item with keys, such as a person, its first value. */
function readBlockList(lines: readonly string[]): string[] {
  const items: string[] = []
  for (const line of lines) {
    const item = /^\s*-\s+(.*)$/.exec(line)?.[1]
    if (item === undefined) continue
    const text = withoutComment(item.trim())
    const value = /^["']/.test(text) ? undefined : KEY.exec(text)?.[3]
    items.push(readScalar(value ?? text))
  }
  return items.filter((item) => item !== '')
}

function joinLines(lines: readonly string[], separator: string): string {
  return lines
    .map((line) => line.trim())
    .join(separator)
    .trim()
}

function readScalar(text: string): string {
  const double = /^"((?:[^"\\]|\\.)*)"/.exec(text)?.[1]
  if (double !== undefined) {
    return double.replace(/\\(.)/g, (_, character: string) =>
      character === 'n' ? '\n' : character === 't' ? '\t' : character,
    )
  }
  const single = /^'((?:[^']|'')*)'/.exec(text)?.[1]
  return single === undefined ? text : single.replaceAll("''", "'")
}

function withoutComment(text: string): string {
  if (text.startsWith('#')) return ''
  return /^["']/.test(text) ? text : text.replace(/\s#.*$/, '')
}
