/**
 * The letters of a certificate page. A row has to be written with the same ones: what a font says of its letters is up to
 * whoever makes it.
 *
 * @module
 */
import type { ContentReader, VisibleGlyph } from '../../ink/index.js'
import type { PdfDict } from '../../pdf/objects.js'

type Font = VisibleGlyph['glyph']['font']

/** The outlines of each character, by the name of the font. */
type Shapes = Map<string, Set<string>>

/** Codes of one font that are looked at. The fonts of our pages count theirs from 1. */
const MAX_CODES = 1000

/** The letters that the fonts of some pages have. */
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
   * Whether glyphs look as their characters do on the pages. A letter that the pages do not have is taken as it is, unless it
   * is one of ASCII, which they all have.
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

/** Places of an outline in ems, with so many digits behind the point. */
const DIGITS = 3

/** The outline of a glyph as a text; undefined where viewers may draw different ones, or none is known. */
function shapeOf(font: Font, code: number): string | undefined {
  const [outline, ...others] = font.outlinesOf?.(code) ?? []
  if (outline === undefined || others.length > 0) return undefined
  const contours = outline.contours?.()
  if (contours === undefined) return undefined
  const width = font.widthOf(code).toFixed(DIGITS)
  return [width, ...contours.map((points) => points.map((value) => value.toFixed(DIGITS)).join(' '))].join('|')
}
