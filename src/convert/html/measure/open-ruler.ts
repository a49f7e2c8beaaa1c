/**
 * Measures text with the fonts, styles and line breaks with which it will be set.
 *
 * @module
 */

import { largest } from '../../../lists.js'
import { createFontLibrary, type FontLibrary, familyKey, substituteOf } from '../../../typeset/fonts.js'
import { createMeasureParagraph, isEastAsian, type MeasureParagraph } from '../../../typeset/layout.js'
import type { Inline } from '../../../typeset/model/document-model.js'
import type { RunProperties } from '../../../typeset/model/properties.js'
import type { FlowInline } from '../../docx-writer/flow-document.js'
import type { ParagraphStyleName, RunFormat } from '../../docx-writer/flow-format.js'
import { differsInLine, type FindRun, measuredInlines, roomBefore } from './measured-inlines.js'
import type { MeasuredText, RulerSources, TextRuler, TextWidths } from './measured-text.js'
import { PlainWidths } from './plain-widths.js'
import { type RunSamples, runSamplesOf, type TextDefaults } from './run-samples.js'

/**
 * Factor for text that readers may set in another font than is available here: the real one, or a substitute for missing
 * letters.
 */
const OTHER_FONT = 1.05
/** Width by which LibreOffice lets slanted letters exceed the end of a line, in ems. */
const OVERHANG = 1 / 12
/** Room for rounding, in twips. Programs place letters on grids of their own. */
const ROUNDING = 10
/** Characters and inlines of a paragraph that are measured. The typesetter refuses paragraphs of about this length. */
const MAX_LENGTH = 100_000

/**
 * Measures text with the fonts of the package and those that callers give.
 * Throws `ShaperMissing` for text that needs HarfBuzz: see `withShaper`.
 */
export class OpenRuler implements TextRuler {
  readonly #samples: RunSamples
  readonly #fonts: FontLibrary
  readonly #measure: MeasureParagraph
  readonly #plain: PlainWidths
  readonly #isUnknown = new Map<string, boolean>()

  constructor(look: TextDefaults, { fonts = [], ...styles }: RulerSources) {
    this.#samples = runSamplesOf(look, styles)
    const { model } = this.#samples
    const { embeddedFonts: embedded, fontHints: hints } = model
    this.#fonts = createFontLibrary({ sources: fonts, embedded, hints, needsShaper: true })
    this.#plain = new PlainWidths(this.#fonts)
    this.#measure = createMeasureParagraph(model, this.#fonts)
  }

  measure({ style, inlines, indent = 0 }: MeasuredText): TextWidths {
    let factor = 1
    let overhang = 0
    let marks = 0
    const findRun = (format: RunFormat, text = ''): RunProperties => {
      const run = this.#samples.run(format, style)
      if (factor === 1 && (this.#isUnknownFamily(run.fonts.ascii) || this.#isBorrowed(text, run))) factor = OTHER_FONT
      if (run.tracking > 0) marks = Math.max(marks, run.tracking * marksOfWord(text))
      if (run.italic) overhang = Math.max(overhang, run.size * OVERHANG)
      return run
    }
    const whole = (width: number) => rounded(width * factor, overhang + marks)
    const plain = indent === 0 ? this.#plain.measure(inlines, findRun) : undefined
    if (plain !== undefined) return { least: whole(plain.least), most: whole(plain.most) }
    const measured = withinLimits(inlines)
    const line = this.#widths(style, measuredInlines(measured, 'most', findRun), indent)
    // The typesetter lets an indented word be cut, as Word does. Here the word gets its full width.
    const isSame = indent <= 0 && !differsInLine(measured)
    const least = isSame ? line.minWidth : this.#leastOf(style, measured, indent, findRun)
    return { least: whole(least), most: whole(Math.max(least, line.maxWidth)) }
  }

  measureMath(letters: string): number {
    const run = this.#samples.run(MATH_FORMAT, 'body')
    return this.#widths('body', [{ kind: 'text', text: letters, run }], 0).maxWidth / run.size
  }

  #leastOf(style: ParagraphStyleName, measured: readonly FlowInline[], indent: number, findRun: FindRun): number {
    const inlines = measuredInlines(measured, 'least', findRun)
    if (indent <= 0) return this.#widths(style, inlines, indent).minWidth
    return this.#widths(style, [...roomBefore(indent, findRun(PLAIN)), ...inlines], 0).minWidth
  }

  #widths(
    style: ParagraphStyleName,
    inlines: readonly Inline[],
    indentFirstLine: number,
  ): ReturnType<MeasureParagraph> {
    const properties = { ...this.#samples.paragraph(style), indentStart: 0, indentEnd: 0, indentFirstLine }
    return this.#measure({ kind: 'paragraph', properties, inlines })
  }

  /** Whether the family lacks letters of a text. East Asian letters are equally wide in all fonts. */
  #isBorrowed(text: string, run: RunProperties): boolean {
    const found = BEYOND_LATIN.exec(text)
    if (found === null) return false
    const font = this.#fonts.find(run.fonts.ascii, run.bold, run.italic)
    for (const character of text.slice(found.index, found.index + LOOKED_AT)) {
      const code = character.codePointAt(0) ?? 0
      if (code < LATIN_END || isEastAsian(code)) continue
      if (this.#fonts.findFor(font, code, run.language) !== font) return true
    }
    return false
  }

  #isUnknownFamily(family: string): boolean {
    let isUnknown = this.#isUnknown.get(family)
    if (isUnknown === undefined) {
      this.#fonts.find(family, false, false)
      isUnknown = this.#fonts.substitutions.has(family) && substituteOf(familyKey(family))?.widths === undefined
      this.#isUnknown.set(family, isUnknown)
    }
    return isUnknown
  }
}

const LATIN_END = 0x250
const BEYOND_LATIN = /[\u0250-\uffff]/
/** Characters of a text that are examined for all of it. */
const LOOKED_AT = 40

const PLAIN: RunFormat = {}
const MATH_FORMAT: RunFormat = { fontFamily: 'Cambria Math' }

/** Number of combining marks in the word with the most: LibreOffice adds letter spacing after marks, too. */
function marksOfWord(text: string): number {
  if (!/\p{M}/u.test(text)) return 0
  return largest(text.split(' ').map((word) => word.match(/\p{M}/gu)?.length ?? 0))
}

function rounded(width: number, overhang: number): number {
  return width === 0 ? 0 : Math.ceil(width + overhang) + ROUNDING
}

/** The first inlines of a paragraph that is too long for the typesetter; the same list for all others. */
function withinLimits(inlines: readonly FlowInline[]): readonly FlowInline[] {
  const budget = { left: MAX_LENGTH }
  return lengthOf(inlines) <= MAX_LENGTH ? inlines : firstOf(inlines, budget)
}

function firstOf(inlines: readonly FlowInline[], budget: { left: number }): FlowInline[] {
  const first: FlowInline[] = []
  for (const inline of inlines) {
    if (budget.left <= 0) break
    if (inline.kind === 'link') first.push({ ...inline, inlines: firstOf(inline.inlines, budget) })
    else {
      first.push(inline.kind === 'text' ? { ...inline, text: inline.text.slice(0, budget.left) } : inline)
      budget.left -= inline.kind === 'text' ? inline.text.length + 1 : 1
    }
  }
  return first
}

/** Number of inlines and characters, as far as it matters. */
function lengthOf(inlines: readonly FlowInline[]): number {
  let length = 0
  for (const inline of inlines) {
    if (inline.kind === 'text') length += inline.text.length + 1
    else length += inline.kind === 'link' ? lengthOf(inline.inlines) : 1
  }
  return length
}
