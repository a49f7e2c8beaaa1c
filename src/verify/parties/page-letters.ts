/**
 * The letters of a certificate page. A row must be written with letters that look the same, since anybody can make a font
 * that maps other shapes to characters.
 *
 * @module
 */
import type { ContentReader, VisibleGlyph } from '../../ink/index.js'
import type { PdfDict } from '../../pdf/objects.js'

type Font = VisibleGlyph['glyph']['font']

/** The outlines of each character, by font name. */
type Shapes = Map<string, Set<string>>

/** Most codes of one font that are examined. The fonts of our pages have codes from 1 on. */
const MAX_CODES = 1000

/** The letters in the fonts of some pages. */
export class PageLetters {
  readonly #fonts = new Map<string, Shapes>()

  constructor(reader: ContentReader, pages: readonly PdfDict[]) {
    const seen = new Set<Font>()
    for (const page of pages) {
      for (const { font } of reader.page(page).glyphs) {
        if (seen.has(font)) continue
        seen.add(font)
        collectShapes(font, this.#shapesOf(font.facts.name))
      }
    }
  }

  /**
   * True when glyphs look like the same characters on the pages. A letter that the pages lack is accepted, unless it is in
   * ASCII, which all of them have.
   */
  haveAll(glyphs: readonly VisibleGlyph[]): boolean {
    return glyphs.every((glyph) => this.#has(glyph))
  }

  #has({ glyph: { font, code }, text }: VisibleGlyph): boolean {
    if (text === undefined || text.trim() === '') return true
    const known = this.#fonts.get(font.facts.name)?.get(text)
    if (known === undefined) return !/^[\x21-\x7e]+$/.test(text)
    const shape = shapeOf(font, code)
    return shape !== undefined && known.has(shape)
  }

  #shapesOf(name: string): Shapes {
    const shapes = this.#fonts.get(name) ?? new Map()
    this.#fonts.set(name, shapes)
    return shapes
  }
}

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

/** The outline of a glyph as a text; `undefined` when viewers may draw different ones, or it is unknown. */
function shapeOf(font: Font, code: number): string | undefined {
  const [outline, ...others] = font.outlinesOf?.(code) ?? []
  if (outline === undefined || others.length > 0) return undefined
  const contours = outline.contours?.()
  if (contours === undefined) return undefined
  const width = font.widthOf(code).toFixed(DIGITS)
  return [width, ...contours.map((points) => points.map((value) => value.toFixed(DIGITS)).join(' '))].join('|')
}
