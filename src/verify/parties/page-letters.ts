/**
 * The letters of a certificate page. A row must be written with letters that look the same, since anybody can make a font
 * that maps other shapes to characters.
 *
 * @module
 */
import { type ContentReader, comparableText, type VisibleGlyph } from '../../ink/index.js'
import type { PdfDict } from '../../pdf/objects.js'

type Font = VisibleGlyph['glyph']['font']

/** The outlines of each character, by font name. */
type Shapes = Map<string, Set<string>>

/** Most codes of one font that are examined. The fonts of our pages have codes from 1 on. */
const MAX_CODES = 1000

/** The letters in the fonts of some pages. */
export class PageLetters {
  readonly #fonts = new Map<string, Shapes>()
  /** All outlines, of whatever font and character. */
  readonly #outlines = new Set<string>()

  constructor(reader: ContentReader, pages: readonly PdfDict[]) {
    const seen = new Set<Font>()
    for (const page of pages) {
      for (const { font } of reader.page(page).glyphs) {
        if (seen.has(font)) continue
        seen.add(font)
        collectShapes(font, this.#shapesOf(font.facts.name))
      }
    }
    for (const shapes of this.#fonts.values()) for (const known of shapes.values()) this.#note(known)
  }

  #note(shapes: Iterable<string>): void {
    for (const shape of shapes) this.#outlines.add(outlineIn(shape))
  }

  /**
   * True when glyphs look like the same characters on the pages. A letter that the pages lack is accepted when it cannot be
   * taken for one that they have: each of our pages has all of ASCII.
   */
  haveAll(glyphs: readonly VisibleGlyph[]): boolean {
    return glyphs.every((glyph) => this.#has(glyph))
  }

  #has({ glyph: { font, code }, text }: VisibleGlyph): boolean {
    if (text === undefined) return true
    const shape = shapeOf(font, code)
    if (text.trim() === '') return shape === undefined ? !font.facts.isEmbedded : outlineIn(shape) === ''
    const known = this.#fonts.get(font.facts.name)?.get(text)
    if (known !== undefined) return shape !== undefined && known.has(shape)
    return isOtherLetter(text) && (shape === undefined || !this.#outlines.has(outlineIn(shape)))
  }

  #shapesOf(name: string): Shapes {
    const shapes = this.#fonts.get(name) ?? new Map()
    this.#fonts.set(name, shapes)
    return shapes
  }
}

/** True for signs that are seen, and are neither compared as a letter or digit of ASCII nor hold one. */
function isOtherLetter(text: string): boolean {
  return SEEN.test(text) && !/[0-9A-Za-z]/.test(comparableText(text)) && !/[\x21-\x7e]/.test(text)
}

/** Characters with ink. Fonts may draw anything for a blank of no width, and programs leave it out of the text. */
const SEEN = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}\p{P}\p{S}])+$/u

function collectShapes(font: Font, shapes: Shapes): void {
  for (let code = 1; code <= MAX_CODES; code++) {
    const { text, trust } = font.meaningOf(code)
    if (trust === 'missing' || trust === 'unknown') return
    const shape = text === undefined ? undefined : shapeOf(font, code)
    if (text === undefined || shape === undefined) continue
    const known = shapes.get(text) ?? new Set()
    shapes.set(text, known.add(shape))
  }
}

/** Digits after the point in the coordinates of an outline, in ems. */
const DIGITS = 3

/** The outline of a glyph with its width, as a text; `undefined` when viewers may draw different ones, or it is unknown. */
function shapeOf(font: Font, code: number): string | undefined {
  const [outline, ...others] = font.outlinesOf?.(code) ?? []
  if (outline === undefined || others.length > 0) return undefined
  const contours = outline.contours?.()
  if (contours === undefined) return undefined
  const width = font.widthOf(code).toFixed(DIGITS)
  return [width, ...contours.map((points) => points.map((value) => value.toFixed(DIGITS)).join(' '))].join('|')
}

/** The outline alone; empty for a blank. */
function outlineIn(shape: string): string {
  return shape.slice(shape.indexOf('|') + 1 || shape.length)
}
