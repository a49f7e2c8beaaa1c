/**
 * Numbers that fields count: AUTONUM, AUTONUMLGL, AUTONUMOUT (ECMA-376-1, 17.16.5.5 to 17.16.5.7) and LISTNUM (17.16.5.32). Word
 * stores no results of them and works them out whenever it shows a page.
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

/** The paragraph that a field stands in. */
interface NumberedParagraph {
  readonly format: ParagraphFormat
  /** What tells the paragraph from others. */
  readonly identity: object
  /** Its last characters before the field, at most as many as asked for. */
  lastText(length: number): string
}

/** What one kind of AUTONUM field has come to. */
interface Outline {
  /** Numbers of the nine levels of headings. */
  readonly levels: number[]
  /** The level of the last heading with a field, from 0; -1 before the first. */
  depth: number
  /** The last number of body text below that heading. */
  body: number
  /** The last paragraph that was counted: several fields in it show one number. */
  paragraph?: object
}

/** The last LISTNUM field. */
interface LastListNumber {
  readonly list: NumberedList
  level: number
  readonly paragraph: object
  /** The numbers that begin the paragraph, without white space. */
  lead: string
  /** Whether it stands among those. */
  isLead: boolean
}

/** A number, and whether Word's choice of its list could not be told for sure. */
interface ParagraphNumber {
  readonly text: string
  readonly isGuess: boolean
}

/** Longest text that is compared with numbers at the beginning of a paragraph. */
const MAX_LEAD = 200

/** Counts the fields of one story. */
export class ParagraphNumbers {
  readonly #formatting: Formatting
  readonly #numbering: Numbering
  readonly #outlines = new Map<string, Outline>()
  #last: LastListNumber | undefined
  /** Levels of headings by the ids of their styles. */
  #headings: ReadonlyMap<string, number> | undefined

  constructor(formatting: Formatting, numbering: Numbering) {
    this.#formatting = formatting
    this.#numbering = numbering
  }

  /** Counts a field and gives its number. */
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

  /** The list that is named, the one of the paragraph, or the one of the field before. */
  #listOf(instruction: FieldInstruction, { format }: NumberedParagraph): { list: NumberedList; isGuess: boolean } {
    const name = fieldArgument(instruction)
    const { lists } = this.#formatting
    if (name !== undefined && name !== '') {
      const isBuiltIn = BUILT_IN_LISTS.has(name.toLowerCase())
      return { list: (isBuiltIn ? undefined : lists.listNamed(name)) ?? builtInList(name), isGuess: false }
    }
    const own = format.numbering && lists.list(format.numbering.numId)
    if (own !== undefined) return { list: own, isGuess: false }
    // Word goes on in the list of the LISTNUM field before, or begins its own list. Which of the two it does after paragraphs that
    // have numbers, is documented nowhere.
    const list = this.#last?.list ?? builtInList('NumberDefault')
    return { list, isGuess: this.#last === undefined && this.#numbering.hasCounted }
  }

  /**
   * The level of a field that names none. Those that begin a paragraph go down level by level, after the number of the paragraph
   * itself; those within the text are all of the level below these. In a paragraph that begins with text, the level stays.
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

/** The number of a paragraph or heading, with what ends it. */
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
