/**
 * Counts fields that number paragraphs: AUTONUM, AUTONUMLGL, AUTONUMOUT (ECMA-376-1, 17.16.5.5 to 17.16.5.7) and LISTNUM
 * (17.16.5.32). Word stores no results of them, and computes them whenever it shows a page.
 *
 * @module
 */

import { formatNumber } from '../../typeset/model/number-format.js'
import type { Formatting, ParagraphFormat } from '../formatting/formatting.js'
import type { Numbering } from '../formatting/numbering/numbering.js'
import type { NumberedList } from '../formatting/numbering/numbering-definitions.js'
import { BUILT_IN_LISTS, builtInList, OUTLINE_LEVELS } from './built-in-lists.js'
import { type FieldInstruction, fieldArgument, fieldSwitchArguments, hasFieldSwitch } from './field-instruction.js'
import { GENERAL_FORMATS } from './field-meaning.js'

/** The paragraph of a field. */
interface NumberedParagraph {
  readonly format: ParagraphFormat
  /** An object that identifies the paragraph. */
  readonly identity: object
  /** Returns the last characters before the field, at most `length`. */
  lastText(length: number): string
}

/** Count of one kind of AUTONUM field. */
interface Outline {
  /** Numbers of the nine heading levels. */
  readonly levels: number[]
  /** Level of the last heading with a field, counted from 0; -1 before the first. */
  depth: number
  /** Last number of body text below that heading. */
  body: number
  /** The last counted paragraph. Several fields in one paragraph show one number. */
  paragraph?: object
}

/** The last LISTNUM field. */
interface LastListNumber {
  readonly list: NumberedList
  level: number
  readonly paragraph: object
  /** The numbers at the beginning of the paragraph, without white space. */
  lead: string
  /** Whether the field is among those numbers. */
  isLead: boolean
}

/** A number, and whether the choice of its list is a guess. */
interface ParagraphNumber {
  readonly text: string
  readonly isGuess: boolean
}

/** Longest text that is compared with numbers at the beginning of a paragraph, in characters. */
const MAX_LEAD = 200

/** Counts the fields of one story. */
export class ParagraphNumbers {
  readonly #formatting: Formatting
  readonly #numbering: Numbering
  readonly #outlines = new Map<string, Outline>()
  #last: LastListNumber | undefined
  /** Heading levels by the ids of their styles. */
  #headings: ReadonlyMap<string, number> | undefined

  constructor(formatting: Formatting, numbering: Numbering) {
    this.#formatting = formatting
    this.#numbering = numbering
  }

  /** Counts a field and returns its number. */
  next(instruction: FieldInstruction, paragraph: NumberedParagraph): ParagraphNumber {
    if (instruction.name === 'LISTNUM') return this.#nextInList(instruction, paragraph)
    const outline = this.#count(instruction.name, paragraph)
    return { text: outlineText(instruction, outline, this.#headingLevel(paragraph.format)), isGuess: false }
  }

  #count(name: string, { format, identity }: NumberedParagraph): Outline {
    const outline: Outline = this.#outlines.get(name) ?? { levels: [], depth: -1, body: 0 }
    this.#outlines.set(name, outline)
    if (outline.paragraph === identity) return outline
    outline.paragraph = identity
    const level = this.#headingLevel(format)
    if (level === undefined) {
      outline.body++
      return outline
    }
    // Levels that were skipped begin with 1, as in lists.
    for (let upper = 0; upper < level; upper++) outline.levels[upper] ??= 1
    outline.levels[level] = (outline.levels[level] ?? 0) + 1
    outline.levels.length = level + 1
    outline.depth = level
    outline.body = 0
    return outline
  }

  #headingLevel({ styleId }: ParagraphFormat): number | undefined {
    if (this.#headings === undefined) {
      const headings = new Map<string, number>()
      for (let level = 0; level < 9; level++) {
        const heading = this.#formatting.paragraphStyleNamed(`heading ${level + 1}`)
        if (heading !== undefined) headings.set(heading, level)
      }
      this.#headings = headings
    }
    return this.#headings.get(styleId)
  }

  #nextInList(instruction: FieldInstruction, paragraph: NumberedParagraph): ParagraphNumber {
    const { list, isGuess } = this.#listOf(instruction, paragraph)
    const level = numberOf(instruction, '\\l')
    const place = this.#placeOf(list, paragraph)
    const index = Math.min(8, Math.max(0, level === undefined ? place.level : level - 1))
    const text = this.#numbering.nextInText(list, index, paragraph.format, numberOf(instruction, '\\s'))
    const lead = place.isLead ? place.before + withoutSpace(text) : place.before
    this.#last = { list, level: index, paragraph: paragraph.identity, lead, isLead: place.isLead }
    return { text, isGuess: isGuess && level === undefined }
  }

  /** The list that the field names, that of the paragraph, or that of the field before. */
  #listOf(instruction: FieldInstruction, { format }: NumberedParagraph): { list: NumberedList; isGuess: boolean } {
    const name = fieldArgument(instruction)
    const { lists } = this.#formatting
    if (name !== undefined && name !== '') {
      const isBuiltIn = BUILT_IN_LISTS.has(name.toLowerCase())
      return { list: (isBuiltIn ? undefined : lists.listNamed(name)) ?? builtInList(name), isGuess: false }
    }
    const own = format.numbering && lists.list(format.numbering.numId)
    if (own !== undefined) return { list: own, isGuess: false }
    // Word continues the list of the LISTNUM field before, or begins a list. Which of the two it does after numbered paragraphs
    // is not documented.
    const list = this.#last?.list ?? builtInList('NumberDefault')
    return { list, isGuess: this.#last === undefined && this.#numbering.hasCounted }
  }

  /**
   * The level of a field that names none. Fields at the beginning of a paragraph descend level by level, after the number of the
   * paragraph itself. Fields within the text have the level below these. In a paragraph that begins with text, the level stays.
   */
  #placeOf(list: NumberedList, paragraph: NumberedParagraph): { level: number; isLead: boolean; before: string } {
    const last = this.#last?.list.abstractId === list.abstractId ? this.#last : undefined
    const isSame = last?.paragraph === paragraph.identity
    const before = isSame ? last.lead : ''
    const isLead = withoutSpace(paragraph.lastText(MAX_LEAD)) === before
    if (isSame) return { level: last.level + (last.isLead ? 1 : 0), isLead, before }
    const { numbering } = paragraph.format
    const isOwn =
      numbering !== undefined && this.#formatting.lists.list(numbering.numId)?.abstractId === list.abstractId
    return { level: isOwn ? numbering.level + 1 : (last?.level ?? 0), isLead, before }
  }
}

function withoutSpace(text: string): string {
  return text.replace(/\s/g, '')
}

function numberOf(instruction: FieldInstruction, name: string): number | undefined {
  const number = Number.parseInt(fieldSwitchArguments(instruction, name)[0] ?? '', 10)
  return Number.isNaN(number) ? undefined : number
}

/** The number of a paragraph or heading, with the characters that end it. */
function outlineText(
  instruction: FieldInstruction,
  { levels, depth, body }: Outline,
  level: number | undefined,
): string {
  const separator = fieldSwitchArguments(instruction, '\\s')[0] ?? '.'
  const number = level === undefined ? body : (levels[level] ?? 1)
  const format = fieldSwitchArguments(instruction, '\\*').flatMap((name) => GENERAL_FORMATS.get(name) ?? [])[0]
  const write = (value: number) => formatNumber(value, format ?? 'decimal')
  if (instruction.name === 'AUTONUMOUT' && level !== undefined) {
    const { before, style, after } = OUTLINE_LEVELS[level] ?? { before: '', style: 'decimal', after: '.' }
    return `${before}${formatNumber(number, style)}${after}`
  }
  if (instruction.name !== 'AUTONUMLGL') return write(number) + separator
  // Text below a heading counts one level below it: 1.2.3.1.
  const above = levels.slice(0, level === undefined ? depth + 1 : level)
  const text = [...above, number].map(write).join(separator)
  return hasFieldSwitch(instruction, '\\e') ? text : text + separator
}
