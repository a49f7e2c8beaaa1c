/**
 * Scans a JSON text before it is parsed. A parser takes memory for every level and value, and of two members with one name it
 * keeps the last.
 *
 * @module
 */

import { toJsonPointer } from '../json-pointer.js'
import { JsonFault } from './json-fault.js'
import { JSON_LIMITS } from './json-limits.js'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d

/** The beginning and the end of a string in the text, without its quotes. */
export interface StringSpan {
  readonly start: number
  readonly end: number
}

/** The result of a scan. */
interface JsonScan {
  /** The string at the path of the search. */
  readonly found: StringSpan | undefined
  /** Beginnings of the member names that are written with a backslash, without their quotes. */
  readonly escapedNames: readonly number[]
}

/** An object or array that is open at a place in the text. */
interface Container {
  /** Names of an object's members so far; undefined for an array. */
  readonly names: Set<string> | undefined
  /** Name of the member, or index of the item, that is being read. */
  key: string | number
  /** True when the next string of an object is a name. */
  expectsName: boolean
}

/**
 * Scans a text once. Whether the text is JSON is left to the parser; the scan only has to be right for texts that are.
 *
 * @param path names of members, for example `['document', 'base64']`. The string at this path is returned
 * @throws JsonFault for more levels or values than JSON_LIMITS, and for an object that has two members of one name
 */
export function scanJson(text: Buffer, path: readonly string[] = []): JsonScan {
  const open: Container[] = []
  const escapedNames: number[] = []
  let found: StringSpan | undefined
  let values = 0
  for (let at = 0; at < text.length; at++) {
    const code = text[at]
    const container = open[open.length - 1]
    if (code === QUOTE) {
      const end = endOfString(text, at + 1)
      if (end < 0) break
      if (container?.expectsName === true) {
        if (readName(text, at + 1, end, container, open).isEscaped) escapedNames.push(at + 1)
      } else if (isAt(path, open)) found = { start: at + 1, end }
      at = end
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (open.length === JSON_LIMITS.maxDepth) throw new JsonFault('too_deep')
      const isObject = code === OPEN_BRACE
      open.push({ names: isObject ? new Set() : undefined, key: isObject ? '' : 0, expectsName: isObject })
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      open.pop()
    } else if (code === COMMA && container !== undefined) {
      if (++values > JSON_LIMITS.maxValues) throw new JsonFault('too_many_values')
      if (typeof container.key === 'number') container.key++
      else container.expectsName = true
    }
  }
  return { found, escapedNames }
}

/** Number of steps that cost less than a call of the native search. Most strings are shorter. */
const SHORT_STRETCH = 64

/** The index of the closing quote; -1 when there is none. A character after a backslash belongs to the string. */
function endOfString(text: Buffer, from: number): number {
  let nextQuote = -1
  let stretch = 0
  for (let at = from; at < text.length; ) {
    const code = text[at]
    if (code === QUOTE) return at
    stretch = code === BACKSLASH ? 0 : stretch + 1
    at += code === BACKSLASH ? 2 : 1
    if (stretch < SHORT_STRETCH) continue
    stretch = 0
    // The next quote is searched once and kept, since any number of backslashes may come before it.
    if (nextQuote < at) nextQuote = text.indexOf(QUOTE, at)
    if (nextQuote < 0) return -1
    const backslash = text.subarray(at, nextQuote).indexOf(BACKSLASH)
    at = backslash < 0 ? nextQuote : at + backslash
  }
  return -1
}

function readName(text: Buffer, start: number, end: number, container: Container, open: readonly Container[]) {
  const raw = text.toString('utf8', start, end)
  const isEscaped = raw.includes('\\')
  const name = isEscaped ? unescapeName(raw) : raw
  container.expectsName = false
  container.key = name
  if (container.names?.has(name) === true) {
    throw new JsonFault('repeated_member', toJsonPointer(open.map(({ key }) => key)))
  }
  container.names?.add(name)
  return { isEscaped }
}

/** Decodes a name, so that two spellings of one name are equal. The parser later refuses what is no string. */
function unescapeName(raw: string): string {
  try {
    return String(JSON.parse(`"${raw}"`))
  } catch {
    return raw
  }
}

function isAt(path: readonly string[], open: readonly Container[]): boolean {
  return open.length > 0 && open.length === path.length && path.every((name, level) => open[level]?.key === name)
}
