/**
 * Front matter in TOML (TOML 1.0). Only plain data is read: texts, numbers, dates, lists of them, and tables one level deep.
 *
 * @module
 */

/** Texts and lists, and tables of those. */
type TomlValue = string | readonly string[] | ReadonlyMap<string, string | readonly string[]>

const TABLE = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/
const PAIR = /^\s*("[^"\n]*"|'[^'\n]*'|[\w-]+(?:\.[\w-]+)?)\s*=\s*(.*)$/
const DELIMITERS = ['"""', "'''"] as const
/** A value in a list, or a comment between them. */
const ITEM = /#[^\n]*|"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s,[\]#"']+)/g
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '', b: '', f: '' }

/** Values by their keys in lower case; empty where the lines are not TOML. */
export function readToml(lines: readonly string[]): ReadonlyMap<string, TomlValue> {
  const values = new Map<string, TomlValue>()
  let table: Map<string, string | readonly string[]> | undefined
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const name = TABLE.exec(line)?.[1]?.trim().toLowerCase()
    if (name !== undefined) {
      table = new Map()
      values.set(name, table)
      continue
    }
    const [, key, written = ''] = PAIR.exec(line) ?? []
    if (key === undefined) {
      if (line.trim() === '' || line.trim().startsWith('#') || line.trim().startsWith('[[')) continue
      return new Map()
    }
    const { value, last } = readValue(written, lines, at)
    at = last
    const plain = key.replace(/^["']|["']$/g, '').toLowerCase()
    if (table === undefined) values.set(plain, value)
    else table.set(plain, value)
  }
  return values
}

/** A value that begins on a line, and the number of the line where it ends. */
function readValue(
  written: string,
  lines: readonly string[],
  at: number,
): { readonly value: string | readonly string[]; readonly last: number } {
  const delimiter = DELIMITERS.find((sign) => written.startsWith(sign))
  if (delimiter !== undefined) {
    const isEnd = (line: string) => line.includes(delimiter)
    const { text, last } = gather(written.slice(delimiter.length), lines, at, isEnd)
    return { value: text.slice(0, text.indexOf(delimiter) >>> 0).trim(), last }
  }
  if (!written.startsWith('[')) return { value: readScalar(written), last: at }
  const { text, last } = gather(written, lines, at, (line) => line.includes(']'))
  const items = [...text.matchAll(ITEM)].flatMap(([item]) => (item.startsWith('#') ? [] : [readScalar(item)]))
  return { value: items, last }
}

/** Lines from an index on, up to the first one that ends a value. */
function gather(
  first: string,
  lines: readonly string[],
  at: number,
  isEnd: (line: string) => boolean,
): { readonly text: string; readonly last: number } {
  const parts = [first]
  let last = at
  while (!isEnd(parts.at(-1) ?? '') && last + 1 < lines.length) parts.push(lines[++last] ?? '')
  return { text: parts.join('\n'), last }
}

function readScalar(text: string): string {
  const double = /^"((?:[^"\\]|\\.)*)"/.exec(text)?.[1]
  if (double !== undefined) return double.replace(/\\(.)/g, (_, sign: string) => ESCAPES[sign] ?? sign)
  return /^'([^']*)'/.exec(text)?.[1] ?? text.replace(/\s+#.*$/, '').trim()
}
