/**
 * Lists of HTML as lists of Word: levels, numbers and markers.
 *
 * @module
 */

import type { FlowList, ListLevel } from '../../docx-writer/flow-document.js'
import { unquote } from '../css/css-text.js'

/** The marker of an item. */
export type ListMarker = Pick<ListLevel, 'format' | 'bullet' | 'pattern'>

/** How a list of HTML begins. */
interface ListShape extends ListLevel {
  readonly isReversed: boolean
}

interface GrowingList extends FlowList {
  readonly levels: ListLevel[]
}

/** The numbers of a list's items, and the lists that Word needs to count likewise. */
export class ListNumbering {
  readonly level: number
  readonly hanging: number
  readonly #own: ListLevel
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
    const shape = marker ?? this.#own
    const current = this.#list.levels[this.level]
    const differs = shape.format !== current?.format || shape.bullet !== current?.bullet
    if (!isExpected || differs || (this.#isReversed && !this.#isFresh)) {
      this.#list = createList(this.level, { ...this.#own, ...shape, start: this.#number })
    }
    this.#isFresh = false
    this.#number = Math.max(0, this.#number + (this.#isReversed ? -1 : 1))
  }
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
  ['decimal-leading-zero', 'decimal'],
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

/** Bullets by depth, as browsers choose them. */
const BULLETS_BY_LEVEL = ['•', '◦', '▪']

/** The marker that a `list-style-type` stands for (CSS Lists and Counters Module Level 3, 3.4). */
export function listMarker(tag: string, type: string | undefined, level: number): ListMarker {
  if (type === 'none') return { format: 'none' }
  const format = FORMATS.get(type ?? '')
  if (format !== undefined) return { format, pattern: '%.' }
  const text = type !== undefined && /^["']/.test(type) ? unquote(type).trim().slice(0, 8) : BULLETS.get(type ?? '')
  if (text === '') return { format: 'none' }
  if (text !== undefined) return { format: 'bullet', bullet: text }
  if (tag === 'ol') return { format: 'decimal', pattern: '%.' }
  return { format: 'bullet', bullet: BULLETS_BY_LEVEL[Math.min(level, 2)] ?? '•' }
}

const ROMAN: readonly (readonly [value: number, digits: string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

/** Largest number that is written in letters or Roman numerals. */
const MAX_LETTERED = 3999

/** A number in a `list-style-type`; in digits if the type cannot represent it. */
export function formatCounter(value: number, type: string): string {
  if (type === 'none') return ''
  const bullet = BULLETS.get(type)
  if (bullet !== undefined) return bullet
  const format = value > 0 && value <= MAX_LETTERED ? FORMATS.get(type) : undefined
  const isUpper = format?.startsWith('upper') === true
  const written = format?.endsWith('Letter') ? toLetters(value) : format?.endsWith('Roman') ? toRoman(value) : undefined
  if (written !== undefined) return isUpper ? written.toUpperCase() : written
  return type === 'decimal-leading-zero' ? String(value).padStart(2, '0') : String(value)
}

function toLetters(value: number): string {
  let text = ''
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    text = String.fromCharCode(0x61 + ((rest - 1) % 26)) + text
  }
  return text
}

function toRoman(value: number): string {
  let rest = value
  let text = ''
  for (const [worth, digits] of ROMAN) {
    for (; rest >= worth; rest -= worth) text += digits
  }
  return text
}
