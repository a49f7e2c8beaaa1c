/**
 * Finds the encoding that an HTML page names.
 *
 * @module
 */

import { encodingNamed } from '../input/encodings.js'

/**
 * Bytes of a page that are searched for its encoding. The standard asks for 1,024 bytes before parsing starts. Browsers start
 * again when they find a later declaration, for instance after style sheets and scripts that editors write.
 */
const PRESCAN_BYTES = 64 * 1024

/** An encoding that a file or its transport names. */
export interface NamedEncoding {
  /** The name as the file or its transport writes it. */
  readonly label: string
  /** The standard's name for the encoding; left out when the label is unknown. */
  readonly encoding?: string
}

/**
 * The encoding that a page declares in a `meta`, or else in its XML declaration ("prescan a byte stream to determine its
 * encoding" and "get an XML encoding", WHATWG HTML, 13.2.3.2). If all labels are unknown, the first one is returned.
 */
export function declaredEncoding(bytes: Uint8Array): NamedEncoding | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PRESCAN_BYTES)).toString('latin1')
  if (start.startsWith('<\0?\0x\0')) return { label: 'utf-16le', encoding: 'utf-16le' }
  if (start.startsWith('\0<\0?\0x')) return { label: 'utf-16be', encoding: 'utf-16be' }
  let unknown: NamedEncoding | undefined
  for (const label of labelsOfMetas(start)) {
    const encoding = encodingNamed(label)
    if (encoding !== undefined)
      return { label, encoding: encoding === 'x-user-defined' ? 'windows-1252' : asBytes(encoding) }
    unknown ??= { label }
  }
  const label = xmlLabel(start)
  const encoding = label === undefined ? undefined : encodingNamed(label)
  if (label !== undefined && encoding !== undefined) return { label, encoding: asBytes(encoding) }
  return unknown ?? (label === undefined ? undefined : { label })
}

/** The encoding of a declaration that was read as ASCII. Such a page is not in UTF-16, whatever it says. */
function asBytes(encoding: string): string {
  return encoding.startsWith('utf-16') ? 'utf-8' : encoding
}

function* labelsOfMetas(text: string): Generator<string> {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    if (text.startsWith('<!--', at)) {
      at = endOfComment(text, at)
    } else if (/^<meta[\t\n\f\r /]/i.test(text.slice(at, at + 6))) {
      const reader = new AttributeReader(text, at + 6)
      yield* labelOfMeta(reader)
      at = reader.at
    } else if (/^<\/?[a-z]/i.test(text.slice(at, at + 3))) {
      const reader = new AttributeReader(text, endOfName(text, at))
      while (reader.next() !== undefined);
      at = reader.at
    } else if (/^<[!/?]/.test(text.slice(at, at + 2))) {
      const end = text.indexOf('>', at)
      if (end < 0) return
      at = end + 1
    } else {
      at++
    }
  }
}

/** Offset after a comment. The parser also ends a comment at `--!>` (13.2.5.52). */
function endOfComment(text: string, at: number): number {
  const end = /--!?>/g
  end.lastIndex = at + 2
  return end.test(text) ? end.lastIndex : text.length
}

function endOfName(text: string, at: number): number {
  const end = /[\t\n\f\r >]/g
  end.lastIndex = at
  return end.exec(text)?.index ?? text.length
}

function* labelOfMeta(reader: AttributeReader): Generator<string> {
  const seen = new Set<string>()
  let isPragma = false
  let needsPragma: boolean | undefined
  let label: string | undefined
  for (let attribute = reader.next(); attribute !== undefined; attribute = reader.next()) {
    const [name, value] = attribute
    if (seen.has(name)) continue
    seen.add(name)
    if (name === 'http-equiv' && value === 'content-type') isPragma = true
    if (name === 'charset') [label, needsPragma] = [value, false]
    const inContent = name === 'content' && label === undefined ? labelInContent(value) : undefined
    if (inContent !== undefined) [label, needsPragma] = [inContent, true]
  }
  if (label !== undefined && needsPragma !== undefined && (isPragma || !needsPragma)) yield label
}

/** "Extracting a character encoding from a meta element" (WHATWG HTML, 2.6). */
function labelInContent(content: string): string | undefined {
  const [, quoted, otherwise, plain] =
    /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"'][^\t\n\f\r ;]*))/i.exec(content) ?? []
  return quoted ?? otherwise ?? plain
}

/** The encoding in an XML declaration, which must be at the very start of a file. */
function xmlLabel(text: string): string | undefined {
  if (!text.startsWith('<?xml')) return undefined
  const declaration = text.slice(0, Math.max(0, text.indexOf('>')))
  return /encoding[\0- ]*=[\0- ]*(["'])([^"'\0- ]*)\1/.exec(declaration)?.[2]
}

/** Reads the attributes of a tag from bytes that are not decoded yet ("get an attribute", WHATWG HTML, 13.2.3.2). */
class AttributeReader {
  readonly #text: string
  at: number

  constructor(text: string, at: number) {
    this.#text = text
    this.at = at
  }

  /** The next name and value in lower case; `undefined` at the end of the tag. */
  next(): readonly [name: string, value: string] | undefined {
    this.#match(/[\t\n\f\r /]*/y)
    if (this.at >= this.#text.length || this.#text[this.at] === '>') return undefined
    const name = this.#match(/[^\t\n\f\r /=>][^\t\n\f\r /=>]*|=[^\t\n\f\r /=>]*/y)
    if (this.#match(/[\t\n\f\r ]*=[\t\n\f\r ]*/y) === '') return [name.toLowerCase(), '']
    const quoted = this.#match(/"[^"]*"|'[^']*'/y)
    const value = quoted === '' ? this.#match(/[^\t\n\f\r >]*/y) : quoted.slice(1, -1)
    return [name.toLowerCase(), value.toLowerCase()]
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.#text)?.[0] ?? ''
    this.at += found.length
    return found
  }
}
