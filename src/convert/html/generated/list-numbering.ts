/**
 * Lists of HTML as lists of Word: levels, numbers and markers.
 *
 * @module
 */

import type { FlowList, ListLevel } from '../../docx-writer/flow-document.js'
import { unquote } from '../css/css-text.js'
import { type CounterStyle, wordStyle } from './counter-styles.js'
import type { PageCounterStyles } from './page-counter-styles.js'

/** The marker of an item. */
export type ListMarker = Pick<ListLevel, 'format' | 'bullet' | 'pattern'> & {
  /** A counter style that Word has no format for: each item then has its number as a bullet. */
  readonly counterStyle?: CounterStyle | undefined
}

/** How a list of HTML begins. */
interface ListShape extends ListLevel, ListMarker {
  readonly isReversed: boolean
}

interface GrowingList extends FlowList {
  readonly levels: ListLevel[]
}

/** The numbers of a list's items, and the lists that Word needs to count likewise. */
export class ListNumbering {
  readonly level: number
  readonly hanging: number
  readonly #own: ListLevel & ListMarker
  readonly #isReversed: boolean
  #list: FlowList
  #number: number
  #isFresh = true

  /** @param outer the list around */
  constructor(outer: FlowList | undefined, level: number, { isReversed, ...own }: ListShape) {
    this.level = level
    this.hanging = own.hanging
    this.#own = own
    this.#isReversed = isReversed
    this.#number = own.start
    this.#list = joinList(outer, level, own) ?? createList(level, own)
  }

  /** The list of the item. */
  get list(): FlowList {
    return this.#list
  }

  /** Goes on to the next item, which may have a number and a marker of its own. */
  next(value: number | undefined, marker: ListMarker | undefined): void {
    const isExpected = value === undefined || value === this.#number
    if (value !== undefined) this.#number = value
    const shape = writtenMarker(marker ?? this.#own, this.#number)
    const current = this.#list.levels[this.level]
    const differs = shape.format !== current?.format || shape.bullet !== current?.bullet
    if (!isExpected || differs || (this.#isReversed && !this.#isFresh)) {
      this.#list = createList(this.level, { ...this.#own, ...shape, start: this.#number })
    }
    this.#isFresh = false
    this.#number = Math.max(0, this.#number + (this.#isReversed ? -1 : 1))
  }
}

/** The marker of one item. */
function writtenMarker({ counterStyle: style, ...marker }: ListMarker, value: number): ListMarker {
  if (style === undefined) return marker
  const written = style.write(value)
  return written === undefined
    ? { format: 'decimal', pattern: '%.' }
    : { format: 'bullet', bullet: ((style.prefix ?? '') + written + style.suffix).slice(0, MAX_BULLET) }
}

/** A list of which only one level is used so far. Its upper levels are never shown. */
function createList(level: number, own: ListLevel): GrowingList {
  return { levels: Array.from({ length: level + 1 }, () => own) }
}

/**
 * The list around, if the nested list can be a level of it. Word restarts a level after each item of the level above, so the
 * nested list must be the first of its level, or its items must not be counted.
 */
function joinList(outer: FlowList | undefined, level: number, own: ListLevel): FlowList | undefined {
  if (outer === undefined) return undefined
  const { levels } = outer as GrowingList
  if (levels.length === level) levels.push(own)
  const known = levels[level]
  const isJoined =
    known === own ||
    (known?.format === 'bullet' &&
      own.format === 'bullet' &&
      known.bullet === own.bullet &&
      known.indent === own.indent)
  return isJoined ? outer : undefined
}

const FORMATS: ReadonlyMap<string, ListLevel['format']> = new Map<string, ListLevel['format']>([
  ['decimal', 'decimal'],
  ['decimal-leading-zero', 'decimalZero'],
  ['lower-alpha', 'lowerLetter'],
  ['lower-latin', 'lowerLetter'],
  ['upper-alpha', 'upperLetter'],
  ['upper-latin', 'upperLetter'],
  ['lower-roman', 'lowerRoman'],
  ['upper-roman', 'upperRoman'],
])

const BULLETS: ReadonlyMap<string, string> = new Map([
  ['disc', '•'],
  ['circle', '◦'],
  ['square', '▪'],
])

/** Longest bullet, in characters. */
const MAX_BULLET = 40

/** Styles of markers that browsers draw. */
const OWN_MARKERS: ReadonlySet<string> = new Set(['disclosure-open', 'disclosure-closed'])

/** Bullets by depth, as browsers choose them. */
const BULLETS_BY_LEVEL = ['•', '◦', '▪']

/** The marker that a `list-style-type` stands for (CSS Lists and Counters Module Level 3, 3.4). */
export function listMarker(
  { tag, type, level }: { readonly tag: string; readonly type: string | undefined; readonly level: number },
  styles: PageCounterStyles,
): ListMarker {
  if (type === 'none') return { format: 'none' }
  const style = type === undefined ? undefined : styles.find(type)
  if (style !== undefined) return { format: 'bullet', pattern: '%.', counterStyle: style }
  const format = FORMATS.get(type ?? '')
  if (format !== undefined) return { format, pattern: '%.' }
  const text =
    type !== undefined && /^["']/.test(type) ? unquote(type).trim().slice(0, MAX_BULLET) : BULLETS.get(type ?? '')
  if (text === '') return { format: 'none' }
  if (text !== undefined) return { format: 'bullet', bullet: text }
  // A style that nobody has defined is `decimal` (CSS Counter Styles Level 3, 2).
  if (tag === 'ol' || (type !== undefined && !OWN_MARKERS.has(type))) return { format: 'decimal', pattern: '%.' }
  return { format: 'bullet', bullet: BULLETS_BY_LEVEL[Math.min(level, 2)] ?? '•' }
}

/** A number in a `list-style-type`; in digits if the type cannot represent it. */
export function formatCounter(value: number, type: string, styles: PageCounterStyles): string {
  if (type === 'none') return ''
  return BULLETS.get(type) ?? (styles.find(type) ?? wordStyle(type))?.write(value) ?? String(value)
}
