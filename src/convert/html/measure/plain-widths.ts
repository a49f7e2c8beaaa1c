/**
 * Widths of text whose letters can be measured one by one. By far the most table cells contain only such text.
 *
 * @module
 */

import type { FontLibrary } from '../../../typeset/fonts.js'
import type { RunProperties } from '../../../typeset/model/properties.js'
import type { FlowInline } from '../../docx-writer/flow-document.js'
import type { FindRun } from './measured-inlines.js'

/** ASCII text in which lines break at spaces only. */
const PLAIN = /^[ !-,./0-~]*$/
const SPACE = 0x20

/** Adds up the widths of letters. Each letter of a font is shaped once. */
export class PlainWidths {
  readonly #fonts: FontLibrary
  readonly #advances = new WeakMap<RunProperties, Float64Array | 'unknown'>()

  constructor(fonts: FontLibrary) {
    this.#fonts = fonts
  }

  /** The widths that the typesetter would measure; `undefined` where only it can tell. */
  measure(
    inlines: readonly FlowInline[],
    findRun: FindRun,
  ): { readonly least: number; readonly most: number } | undefined {
    let [word, line, least, most] = [0, 0, 0, 0]
    for (const inline of inlines) {
      if (inline.kind !== 'text' || inline.wrap !== undefined || !PLAIN.test(inline.text)) return undefined
      const advances = this.#advancesOf(findRun(inline.format))
      if (advances === 'unknown') return undefined
      for (let index = 0; index < inline.text.length; index++) {
        const code = inline.text.charCodeAt(index)
        line += advances[code] ?? 0
        if (code === SPACE) word = 0
        else {
          word += advances[code] ?? 0
          if (word > least) least = word
          most = line
        }
      }
    }
    return { least, most }
  }

  #advancesOf(run: RunProperties): Float64Array | 'unknown' {
    const known = this.#advances.get(run)
    if (known !== undefined) return known
    const advances = this.#measureLetters(run)
    this.#advances.set(run, advances)
    return advances
  }

  #measureLetters(run: RunProperties): Float64Array | 'unknown' {
    const isPlain = run.kernFrom === undefined && !run.ligatures && run.scale === 1 && run.verticalAlign === undefined
    if (!isPlain || run.capitals === 'small' || run.complexScript || run.rightToLeft) return 'unknown'
    const font = this.#fonts.find(run.fonts.ascii, run.bold, run.italic)
    const options = { rightToLeft: false, kerning: false, ligatures: false, language: run.language }
    const advances = new Float64Array(0x7f)
    for (let code = SPACE; code < advances.length; code++) {
      const letter = String.fromCharCode(code)
      const { glyphs, width } = this.#fonts.shape(run.capitals === 'all' ? letter.toUpperCase() : letter, font, options)
      if (glyphs.includes(0)) return 'unknown'
      advances[code] = width * run.size + run.tracking
    }
    return advances
  }
}
