/**
 * A look at a JSON text before it is parsed: a parser takes memory for what it finds, level by level and value by value,
 * and lets the last of two members with one name win.
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

/** Where the characters of a string begin and end in the text, without their quotes. */
export interface StringSpan {
  readonly start: number
  readonly end: number
}

/** What there is to know of a text before it is parsed. */
interface JsonScan {
  /** The string at the path that was asked for. */
  readonly found: StringSpan | undefined
  /** Where the names of members begin that are written with a backslash, without their quotes. */
  readonly escapedNames: readonly number[]
}

/** An object or array that is open at some place of the text. */
interface Container {
  /** The names of an object's members so far; undefined for an array. */
  readonly names: Set<string> | undefined
  /** The name of the member, or the index of the item, that is being read. */
  key: string | number
  /** Whether the next string of an object is a name. */
  expectsName: boolean
}

/**
 * Goes through a text once. Whether it is JSON at all is for the parser to tell: what that takes is seen here as it is, and
 * nothing else matters.
 *
 * @param path names of members, such as `['document', 'base64']`: the string there is found
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

/** Strings are mostly short, and calling into the native search costs more than this many steps. */
const SHORT_STRETCH = 64

/** The closing quote; -1 when there is none. What is behind a backslash is part of the string. */
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
    // Searched for once and kept: there may be any number of backslashes before it.
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

/** Two spellings of one name are one name. What is no string is left to the parser, which refuses it. */
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
