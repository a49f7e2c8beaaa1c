/**
 * The lists that Word knows without a definition, for LISTNUM fields (ECMA-376-1, 17.16.5.32).
 *
 * @module
 */

import type { NumberedList, NumberingLevel } from '../formatting/numbering/numbering-definitions.js'

/** How a level is written. */
interface LevelStyle {
  readonly before: string
  /** The format, as in ST_NumberFormat. */
  readonly style: string
  readonly after: string
}

/** Example numbers of each format. */
const STYLES: Readonly<Record<string, string>> = {
  1: 'decimal',
  a: 'lowerLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
  A: 'upperLetter',
}

function levelStyles(examples: string): readonly LevelStyle[] {
  return examples.split(' ').map((example) => {
    const [, before = '', number = '', after = ''] = /^(\(?)(.)(.)$/.exec(example) ?? []
    return { before, style: STYLES[number] ?? 'decimal', after }
  })
}

/** Levels of AUTONUMOUT and of the list OutlineDefault, by Microsoft's article on LISTNUM (Q162895). */
export const OUTLINE_LEVELS = levelStyles('I. A. 1. a) (1) (a) (i) (a) (i)')

/** Levels of the list NumberDefault. */
const NUMBER_LEVELS = levelStyles('1) a) i) (1) (a) (i) 1. a. i.')

const texts = (levels: readonly LevelStyle[]) =>
  levels.map(({ before, style, after }, index) => ({ style, text: `${before}%${index + 1}${after}` }))

const legal = NUMBER_LEVELS.map((_, index) => ({
  style: 'decimal',
  text: Array.from({ length: index + 1 }, (_, level) => `%${level + 1}.`).join(''),
}))

/** Formats and texts of the levels of each list, by its name in lower case. */
export const BUILT_IN_LISTS: ReadonlyMap<string, readonly { readonly style: string; readonly text: string }[]> =
  new Map([
    ['numberdefault', texts(NUMBER_LEVELS)],
    ['outlinedefault', texts(OUTLINE_LEVELS)],
    ['legaldefault', legal],
  ])

/** The list with a name. An undefined list looks like NumberDefault and counts separately. */
export function builtInList(name: string): NumberedList {
  const key = name.toLowerCase()
  const levels = BUILT_IN_LISTS.get(key) ?? texts(NUMBER_LEVELS)
  return {
    abstractId: `LISTNUM ${key}`,
    levels: new Map(levels.map(({ style, text }, index) => [index, numberingLevel(style, text)])),
    startOverrides: new Map(),
  }
}

function numberingLevel(format: string, text: string): NumberingLevel {
  return { start: 1, format, text, suffix: 'nothing', alignment: 'left', isLegal: false, paragraph: {}, run: {} }
}
