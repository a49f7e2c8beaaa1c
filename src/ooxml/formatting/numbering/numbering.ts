/**
 * Labels of lists in document order (ECMA-376-1, 17.9).
 *
 * @module
 */

import type { RunProperties } from '../../../typeset/model/properties.js'
import { formatNumber } from '../../../typeset/text/number-format.js'
import type { XmlElement } from '../../xml/xml-element.js'
import type { Formatting, ParagraphFormat } from '../formatting.js'
import { overlayRun } from '../run-layer.js'
import type { NumberedList, NumberingLevel } from './numbering-definitions.js'

/** A list label whose picture, if it has one, is still XML. */
export interface NumberLabel {
  readonly text: string
  readonly run: RunProperties
  readonly alignment: 'left' | 'center' | 'right'
  readonly suffix: 'tab' | 'space' | 'nothing'
  /** `w:pict` or `w:drawing` of a picture bullet; its relationships are those of {@link Numbering.part}. */
  readonly picture?: XmlElement
}

/** Longest label; a level may repeat its numbers in words any number of times. */
const MAX_LABEL_LENGTH = 1000

/** The numbers that an abstract list has come to; a level that is not started yet has none. */
type Counters = (number | undefined)[]

/** Counts the list paragraphs of a document. */
export class Numbering {
  /** Name of the numbering part. */
  readonly part: string | undefined
  readonly #formatting: Formatting
  readonly #counters = new Map<string, Counters>()
  /** Levels of lists whose w:startOverride was used. */
  readonly #restarted = new Set<string>()
  readonly #runs = new WeakMap<RunProperties, Map<NumberingLevel, RunProperties>>()

  constructor(formatting: Formatting) {
    this.#formatting = formatting
    this.part = formatting.numberingPart
  }

  /** Counts a paragraph and gives its label. To be called once for every paragraph, in document order. */
  next(paragraph: ParagraphFormat): NumberLabel | undefined {
    const { numbering } = paragraph
    const list = numbering && this.#formatting.lists.list(numbering.numId)
    const level = list?.levels.get(numbering?.level ?? 0)
    if (numbering === undefined || list === undefined || level === undefined) return undefined
    const counters = this.#count(numbering.numId, list, numbering.level)
    const { alignment, suffix, picture } = level
    return {
      text: picture === undefined ? labelText(list, level, counters) : '',
      run: this.#run(paragraph.properties.mark, level),
      alignment,
      suffix,
      ...(picture && { picture }),
    }
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
    // An item begins all levels above it: after "1.1" comes "2", although no item ever showed "1". The standard is silent
    // (17.9.25), Word and LibreOffice agree.
    for (let upper = 0; upper < index; upper++) counters[upper] ??= this.#begin(numId, list, upper)
    for (let deeper = index + 1; deeper < 9; deeper++) {
      const restart = list.levels.get(deeper)?.restart
      // 17.9.10: without w:lvlRestart, after any level above; with it, after the named level or one above that.
      if (restart === undefined || index < restart) counters[deeper] = undefined
    }
    return counters
  }

  /** The first number of a level that an item below it begins. */
  #begin(numId: string, list: NumberedList, index: number): number {
    if (list.startOverrides.has(index)) this.#restarted.add(`${numId} ${index}`)
    return startOf(list, index)
  }

  #run(mark: RunProperties, level: NumberingLevel): RunProperties {
    let runs = this.#runs.get(mark)
    if (runs === undefined) {
      runs = new Map()
      this.#runs.set(mark, runs)
    }
    let run = runs.get(level)
    if (run === undefined) {
      // Word puts neither the underline nor the raised position of the paragraph mark on labels.
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

function labelText(list: NumberedList, level: NumberingLevel, counters: Counters): string {
  if (level.format === 'bullet') return level.text
  const text = level.text.replace(/%([1-9])/g, (_all, digit: string) => {
    const index = Number(digit) - 1
    const other = list.levels.get(index)
    if (other === undefined || other.format === 'bullet') return ''
    const format = level.isLegal && other.format !== 'none' ? 'decimal' : (other.customFormat ?? other.format)
    // A level that was skipped shows what it would start with.
    return formatNumber(counters[index] ?? startOf(list, index), format)
  })
  return text.slice(0, MAX_LABEL_LENGTH)
}
