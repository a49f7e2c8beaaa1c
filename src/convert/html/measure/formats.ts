/**
 * Converts CSS styles to formats of the written document.
 *
 * @module
 */

import { CHARACTER_STYLES } from '../../docx-writer/default-styles.js'
import type { ParagraphFormat, ParagraphStyleName, RunFormat } from '../../docx-writer/flow-format.js'
import type { TextStyle } from '../css/computed-style.js'
import { resolveLength } from '../css/css-length.js'

type Draft<T> = { -readonly [K in keyof T]: T[K] }

/** A paragraph's format while it may still change. */
export type ParagraphFormatDraft = Draft<ParagraphFormat>

/** Styles that look like the surrounding text. Default properties of that text need not be repeated in them. */
const PLAIN_STYLES: ReadonlySet<ParagraphStyleName> = new Set<ParagraphStyleName>([
  'body',
  'listParagraph',
  'tableText',
  'definition',
])

/** Makes formats of runs, each once. */
export class RunFormats {
  readonly #defaults: RunFormat
  readonly #plain = new WeakMap<TextStyle, RunFormat>()
  readonly #styled = new WeakMap<TextStyle, RunFormat>()
  readonly #code = new WeakMap<TextStyle, RunFormat>()
  readonly #rightToLeft = new WeakMap<RunFormat, RunFormat>()

  /** @param defaults format of text without properties of its own */
  constructor(defaults: RunFormat) {
    this.#defaults = defaults
  }

  /** The format of text with this style in a paragraph. */
  get(text: TextStyle, style: ParagraphStyleName): RunFormat {
    const isPlain = PLAIN_STYLES.has(style)
    const cache = isPlain ? this.#plain : style === 'code' ? this.#code : this.#styled
    let format = cache.get(text)
    if (format === undefined) {
      format = isPlain ? withoutDefaults(toRunFormat(text), this.#defaults) : toRunFormat(text)
      // The paragraph is code already.
      if (style === 'code' && format.style === 'code') {
        const { style: _, ...rest } = format
        format = rest
      }
      cache.set(text, format)
    }
    return format
  }

  /** The format for right-to-left letters. */
  rightToLeft(format: RunFormat): RunFormat {
    let turned = this.#rightToLeft.get(format)
    if (turned === undefined) {
      turned = { ...format, rightToLeft: true }
      this.#rightToLeft.set(format, turned)
    }
    return turned
  }
}

/** All properties of the text that the page sets. */
export function toRunFormat(text: TextStyle): RunFormat {
  const format: Draft<RunFormat> = {}
  if (text.fontFamily !== undefined) format.fontFamily = text.fontFamily
  if (text.fontSize !== undefined) format.size = text.fontSize
  if (text.bold !== undefined) format.bold = text.bold
  if (text.italic !== undefined) format.italic = text.italic
  if (text.underline !== undefined) format.underline = text.underline
  if (text.underline !== undefined && text.underlineColor !== undefined) format.underlineColor = text.underlineColor
  if (text.strike !== undefined) format.strike = text.strike
  if (text.color !== undefined) format.color = text.color
  if (text.background !== undefined) format.background = text.background
  if (text.position !== undefined) format.verticalAlign = text.position
  if (text.capitals !== undefined) format.capitals = text.capitals
  if (text.letterSpacing !== undefined) format.letterSpacing = text.letterSpacing
  // The only mark below the text that Word has is a dot.
  if (text.emphasis !== undefined) format.emphasis = text.emphasisIsBelow === true ? 'underDot' : text.emphasis
  if (text.language !== undefined) format.language = text.language
  if (text.characterStyle !== undefined) format.style = text.characterStyle
  return format
}

function withoutDefaults(format: RunFormat, defaults: RunFormat): RunFormat {
  const result: Record<string, unknown> = {}
  const known: Readonly<Record<string, unknown>> = { ...defaults }
  const own = format.style === undefined ? {} : CHARACTER_STYLES[format.style].run
  for (const [key, value] of Object.entries(format)) {
    // A property that the character style would change must be written: a link in the colour of the surrounding text.
    const isDefault = key in own ? false : key in known ? known[key] === value : value === false
    if (!isDefault) result[key] = value
  }
  return result
}

/** Natural line height as a multiple of the font size. CSS measures line heights in font sizes, Word in natural lines. */
export const NATURAL_LINE = 1.2

/** The height of a line of text of this size. */
export function lineOf({ lineHeight }: TextStyle, size: number): number {
  if (lineHeight === undefined || lineHeight === 'normal') return size * NATURAL_LINE
  return 'twips' in lineHeight ? lineHeight.twips : lineHeight.factor * size
}

/** The line spacing that the page sets. */
export function toLineSpacing(text: TextStyle): ParagraphFormat['lineSpacing'] {
  const { lineHeight } = text
  if (lineHeight === undefined || lineHeight === 'normal') return undefined
  if ('twips' in lineHeight) return { atLeast: Math.min(31_680, lineHeight.twips) }
  const factor = Math.round((lineHeight.factor / NATURAL_LINE) * 100) / 100
  return { factor: Math.min(20, Math.max(0.5, factor)) }
}

/** Line height, as a multiple of the font size, above which it exceeds the natural line of all usual fonts. */
const LEAST_FIRM_LINE = 1.2

/**
 * The line spacing as in browsers: a multiple of the font size, whatever the font. Word multiplies the natural line of the font
 * instead, which is 50% higher in some fonts. A minimum line height in Word gives the same result.
 */
export function browserLineSpacing(text: TextStyle): NonNullable<ParagraphFormat['lineSpacing']> {
  const { lineHeight } = text
  if (lineHeight === undefined || lineHeight === 'normal') return { factor: 1 }
  if ('twips' in lineHeight || lineHeight.factor < LEAST_FIRM_LINE) return toLineSpacing(text) ?? { factor: 1 }
  return { atLeast: Math.min(31_680, Math.round(lineHeight.factor * (text.fontSize ?? text.em))) }
}

/** The properties of a text style that apply to the paragraph. */
export function toParagraphFormat(
  text: TextStyle,
  width: number,
  defaultLineHeight: TextStyle['lineHeight'],
): ParagraphFormatDraft {
  const format: ParagraphFormatDraft = {}
  if (text.textAlign !== undefined) format.alignment = text.textAlign
  if (text.textIndent !== undefined) {
    const indent = resolveLength(text.textIndent, width)
    if (indent !== 0) format.indentFirstLine = indent
  }
  if (text.lineHeight !== defaultLineHeight) {
    const spacing = toLineSpacing(text)
    if (spacing !== undefined) format.lineSpacing = spacing
  }
  if (text.orphans === 1 && text.widows === 1) format.keepLoneLines = false
  if (text.direction === 'rtl') format.rightToLeft = true
  return format
}
