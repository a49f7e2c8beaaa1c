/**
 * Labels of lists in document order (ECMA-376-1, 17.9).
 *
 * @module
 */

import { smallest } from '../../../lists.js'
import { formatNumber } from '../../../typeset/model/number-format.js'
import type { RunProperties } from '../../../typeset/model/properties.js'
import type { XmlElement } from '../../xml/xml-element.js'
import type { Formatting, ParagraphFormat } from '../formatting.js'
import { overlayRun } from '../run-layer.js'
import type { NumberedList, NumberingLevel } from './numbering-definitions.js'

/** A list label. A picture in it is still XML. */
interface NumberLabel {
  readonly text: string
  /** The text with the numbers of the levels above that it does not name. */
  readonly fullText?: string
  readonly run: RunProperties
  readonly alignment: 'left' | 'center' | 'right'
  readonly suffix: 'tab' | 'space' | 'nothing'
  /** Format of the number of the level itself. */
  readonly format: string
  /** `w:pict` or `w:drawing` of a picture bullet; its relationships are those of {@link Numbering.part}. */
  readonly picture?: XmlElement
}

/** Longest label, in characters. A level may repeat its numbers in words any number of times. */
const MAX_LABEL_LENGTH = 1000

/** Current numbers of an abstract list; undefined for a level that has not started. */
type Counters = (number | undefined)[]

/** Counts the list paragraphs of one story of a document. */
export class Numbering {
  /** Name of the numbering part. */
  readonly part: string | undefined
  readonly #formatting: Formatting
  readonly #counters = new Map<string, Counters>()
  /** List levels whose w:startOverride was applied. */
  readonly #restarted = new Set<string>()
  /** The numbers of the current paragraph, if numbers in its text were counted already. */
  #ahead: { readonly list: NumberedList; readonly level: number; readonly counters: Counters } | undefined
  readonly #runs = new WeakMap<RunProperties, Map<NumberingLevel, RunProperties>>()

  constructor(formatting: Formatting) {
    this.#formatting = formatting
    this.part = formatting.numberingPart
  }

  /** Whether a paragraph or field was counted. */
  get hasCounted(): boolean {
    return this.#counters.size > 0
  }

  /** Counts a paragraph and returns its label. Must be called once for every paragraph of the story, in order. */
  next(paragraph: ParagraphFormat): NumberLabel | undefined {
    const { numbering } = paragraph
    const list = numbering && this.#formatting.lists.list(numbering.numId)
    const level = list?.levels.get(numbering?.level ?? 0)
    if (numbering === undefined || list === undefined || level === undefined) return undefined
    const ahead = this.#ahead
    this.#ahead = undefined
    const isCounted = ahead?.list === list && ahead.level === numbering.level
    const counters = isCounted ? ahead.counters : this.#count(numbering.numId, list, numbering.level)
    const { alignment, suffix, picture } = level
    // A number with hidden text counts, but is not shown.
    if (level.run.hidden === true) return undefined
    const text = labelText(list, level, numbering.level, counters)
    const above = textAbove(list, numbering.level, counters)
    return {
      text,
      ...(above !== '' && text !== '' && { fullText: above + text }),
      run: this.#run(paragraph.properties.mark, level),
      alignment,
      suffix,
      format: formatOf(level, level),
      ...(picture && { picture }),
    }
  }

  /**
   * Counts a number in the text of a paragraph (LISTNUM), after the paragraph's own, and returns its text.
   *
   * @param level level, counted from 0
   * @param start the number; left out: one more than the last one
   */
  nextInText(list: NumberedList, level: number, paragraph: ParagraphFormat, start?: number): string {
    const definition = list.levels.get(level)
    if (definition === undefined) return ''
    this.#countAhead(paragraph)
    const counters = this.#count('', list, level)
    if (start !== undefined) counters[level] = start
    return labelText(list, definition, level, counters)
  }

  /** Counts the paragraph whose text is being read. {@link next}, which is called later, uses these numbers. */
  #countAhead({ numbering }: ParagraphFormat): void {
    const list = numbering && this.#formatting.lists.list(numbering.numId)
    if (numbering === undefined || !list?.levels.has(numbering.level) || this.#ahead !== undefined) return
    const { numId, level } = numbering
    this.#ahead = { list, level, counters: [...this.#count(numId, list, level)] }
  }

  #count(numId: string, list: NumberedList, index: number): Counters {
    let counters = this.#counters.get(list.abstractId)
    if (counters === undefined) {
      counters = []
      this.#counters.set(list.abstractId, counters)
    }
    const override = list.startOverrides.get(index)
    const overrideKey = `${numId} ${index}`
    const current = counters[index]
    if (override !== undefined && !this.#restarted.has(overrideKey)) {
      this.#restarted.add(overrideKey)
      counters[index] = override
    } else {
      counters[index] = current === undefined ? startOf(list, index) : current + 1
    }
    // An item starts all levels above it: after "1.1" comes "2", although no item showed "1". The standard does not say so
    // (17.9.25), but Word and LibreOffice agree. A start override of a higher level is kept for the first item of that level.
    for (let upper = 0; upper < index; upper++) counters[upper] ??= startOf(list, upper)
    for (let deeper = index + 1; deeper < 9; deeper++) {
      const restart = list.levels.get(deeper)?.restart
      // Without w:lvlRestart, a level restarts after any higher level; with it, after the named level or a higher one (17.9.10).
      if (restart === undefined || index < restart) counters[deeper] = undefined
    }
    return counters
  }

  #run(mark: RunProperties, level: NumberingLevel): RunProperties {
    let runs = this.#runs.get(mark)
    if (runs === undefined) {
      runs = new Map()
      this.#runs.set(mark, runs)
    }
    let run = runs.get(level)
    if (run === undefined) {
      // Word gives labels neither the underline nor the vertical position of the paragraph mark.
      const { underline: _, verticalAlign: __, ...plain } = mark
      run = overlayRun(plain, { ...this.#formatting.characterStyle(level.run.styleId), ...level.run })
      runs.set(level, run)
    }
    return run
  }
}

function startOf(list: NumberedList, index: number): number {
  return list.startOverrides.get(index) ?? list.levels.get(index)?.start ?? 1
}

/** The numbers of the levels above an item that its own level does not name, one after the other. */
function textAbove(list: NumberedList, index: number, counters: Counters): string {
  let text = ''
  let lowest = lowestNamed(list, index)
  while (lowest > 0) {
    const upper = lowest - 1
    const level = list.levels.get(upper)
    if (level === undefined || level.format === 'bullet') break
    text = labelText(list, level, upper, counters).trim() + text
    lowest = Math.min(lowestNamed(list, upper), upper)
  }
  return text
}

/** The highest of the levels whose numbers the label of a level has: the one with the lowest index. */
function lowestNamed(list: NumberedList, index: number): number {
  const level = list.levels.get(index)
  if (level === undefined || level.format === 'bullet') return 0
  const named = [...level.text.slice(0, MAX_LABEL_LENGTH).matchAll(/%([1-9])/g)].map(([, digit]) => Number(digit) - 1)
  return Math.min(index, smallest(named))
}

/** Splits the text of a level before each placeholder for a number. */
const PIECES = /(?=%[1-9])/

/** @param index index of the level, from 0 */
function labelText(list: NumberedList, level: NumberingLevel, index: number, counters: Counters): string {
  if (level.format === 'bullet') return level.text
  const pieces = level.text.split(PIECES)
  let text = ''
  for (const [at, piece] of pieces.entries()) {
    const shown = PIECES.test(piece) ? Number(piece.charAt(1)) - 1 : undefined
    if (shown === undefined) {
      text += piece
      continue
    }
    // A label with the number of a level below its own is not shown at all. LibreOffice reports this of Word 2013.
    if (shown > index) return ''
    text += numberText(list, level, shown, counters)
    // A level without numbers is left out with the separator after it: 1.1 and not 1..1. LibreOffice does so for files by Word.
    const isPassedOver = list.levels.get(shown)?.format === 'none' && at < pieces.length - 1
    if (!isPassedOver) text += piece.slice(2)
  }
  return text.slice(0, MAX_LABEL_LENGTH)
}

/**
 * Formats that a legal level (w:isLgl) keeps. The leading zero stays ([MS-DOC], 2.9.150, fLegal): Word's own list of articles has
 * a legal level with it and shows "Section 1.01".
 */
const KEPT_IN_LEGAL: ReadonlySet<string> = new Set(['none', 'decimalZero'])

function numberText(list: NumberedList, level: NumberingLevel, index: number, counters: Counters): string {
  const other = list.levels.get(index)
  if (other === undefined || other.format === 'bullet') return ''
  // A skipped level shows its start number.
  return formatNumber(counters[index] ?? startOf(list, index), formatOf(level, other))
}

/** The format of a level's number in the label of a level. */
function formatOf(level: NumberingLevel, other: NumberingLevel): string {
  const isOverridden = level.isLegal && !KEPT_IN_LEGAL.has(other.format)
  return isOverridden ? 'decimal' : (other.customFormat ?? other.format)
}
