/**
 * Whether ink of a drawing is read as a part of the page: a word behind a sentence, a digit before an amount, a stroke
 * through a letter, a tick in a field.
 *
 * How the ink is made does not count, only what hangs together on paper, where it stands and how high it is. A signer's
 * name in an empty place says who signed. The same letters directly behind a sentence change the sentence.
 *
 * @module
 */
import { areaOf, type Box, intersectBoxes, widenBox } from '../../pdf/matrix.js'
import type { PlacedAnnotation } from '../annotations/file-drawings.js'
import { isPaperColour, isPrintColour } from '../colour/tone.js'
import type { PaintedGlyph, PaintedItem } from '../content/device.js'
import { SpatialIndex } from '../content/spatial-index.js'
import { POLICY } from '../ink-policy.js'
import { takeBlots } from '../raster/cell-blots.js'
import type { GridFrame } from '../raster/raster.js'
import type { Sheet } from '../raster/sheet.js'
import type { VisibleGlyph } from '../text/visible-text.js'
import { shareIn } from './hides.js'
import { isBlank, PROMPTS } from './joining-text.js'
import { goesOn, type LetterCell, lineCellsOf } from './print-lines.js'
import type { Layer, TileLook } from './tiles.js'

/** Ink that hangs together. */
interface Blot {
  readonly box: Box
  /** It reaches beyond the tile, so that its extent is not known. */
  readonly isCut: boolean
  readonly isPicture: boolean
}

/** What the ink in a cell looks like. */
const [NONE, COLOURED, PRINT, UNREAD] = [0, 1, 2, 3]

/** A tile with marks on it, and the letters of the page there. */
export interface MarkedTile {
  readonly look: TileLook
  readonly marks: readonly Layer[]
  /** The marks painted over the tile. */
  readonly after: Sheet
  /** Letters of the page in the tile that can be read. */
  readonly glyphs: readonly VisibleGlyph[]
  /** Letters in the tile and around it that do not ask for what is to be filled in. */
  readonly near: readonly VisibleGlyph[]
}

/** True when marks stand in a line of the page like letters or signs, or run through letters of it. */
export function marksLetters(tile: MarkedTile): boolean {
  const { look, near, glyphs } = tile
  const ink = findInk(tile.after, look.before)
  if (ink !== undefined) {
    if (joinsLine(near, ink, POLICY.readTogether)) return true
    if (glyphs.some((letter) => ink.isCrossed(letter.glyph))) return true
  }
  const written = tile.marks.flatMap((layer) => layer.glyphs).filter((glyph) => isWritten(glyph) && isIn(glyph, look))
  if (ink === undefined && written.length === 0) return false
  const print = lineCellsOf(look.letters)
  if (written.some((glyph) => print.some((letter) => goesOn(glyph, letter)))) return true
  return (
    ink !== undefined && (joinsLine(print, ink, POLICY.wordSpace) || print.some(({ glyph }) => ink.isCrossed(glyph)))
  )
}

function isIn({ box }: PaintedGlyph, { tile }: TileLook): boolean {
  return intersectBoxes(box, tile) !== undefined
}

/** The ink of marks in a tile. */
class Ink {
  /** All that is not like paper: words are read in any colour. */
  readonly words: SpatialIndex<Blot>
  /** Ink in the colours of print: signs and strokes in those of a pen or a stamp belong to it. */
  readonly signs: SpatialIndex<Blot>
  readonly unread: SpatialIndex<Blot>
  readonly #kinds: Uint8Array
  readonly #after: Sheet
  readonly #low: Uint8Array

  constructor(kinds: Uint8Array, after: Sheet) {
    this.#kinds = kinds
    this.#after = after
    const blotsOf = (isMeant: (kind: number) => boolean) => {
      const found = takeBlots(
        kinds.map((kind) => (isMeant(kind) ? 1 : 0)),
        after.frame.width,
      )
      const blots = found.map((blot) => {
        const middle = blot.cells[Math.floor(blot.cells.length / 2)] as number
        return { blot, own: toBlot(blot, after.frame, after.pictured[middle] === 1) }
      })
      return blots
    }
    const signs = blotsOf((kind) => kind === PRINT)
    this.words = indexOf(blotsOf((kind) => kind === COLOURED || kind === PRINT))
    this.signs = indexOf(signs)
    this.unread = indexOf(blotsOf((kind) => kind === UNREAD))
    this.#low = new Uint8Array(kinds.length)
    // Of each cell the height of its blot in quarters of points, as far as a byte holds it; 255 is high, or not known.
    for (const { blot, own } of signs) {
      const height = own.isCut ? 255 : Math.min(255, Math.ceil(4 * (own.box[3] - own.box[1])))
      for (const cell of blot.cells) this.#low[cell] = own.isPicture ? height : 1
    }
  }

  /** A stroke runs through a letter. In a picture one that is higher than letters is seen to be of a pen or a stamp. */
  isCrossed({ box, size }: LetterCell['glyph']): boolean {
    const most = Math.min(254, Math.ceil(4 * POLICY.signHeight * size))
    const isStroke = (cell: number) => this.#kinds[cell] === PRINT && (this.#low[cell] as number) <= most
    return shareIn(this.#after, coreOf(box), isStroke) >= POLICY.crossedShare
  }
}

function indexOf(blots: readonly { readonly own: Blot }[]): SpatialIndex<Blot> {
  return new SpatialIndex(
    blots.map(({ own }) => own),
    ({ box }) => box,
  )
}

function toBlot(
  { x0, y0, x1, y1 }: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number },
  { left, bottom, scale, width, height }: GridFrame,
  isPicture: boolean,
): Blot {
  const box: Box = [left + x0 / scale, bottom + y0 / scale, left + x1 / scale, bottom + y1 / scale]
  return { box, isCut: x0 === 0 || y0 === 0 || x1 === width || y1 === height, isPicture }
}

/** What is inked in a tile; `undefined` for nothing. */
function findInk(after: Sheet, before: Sheet): Ink | undefined {
  const cells = after.frame.width * after.frame.height
  const kinds = new Uint8Array(cells)
  let isBlank = true
  for (let cell = 0; cell < cells; cell++) {
    const kind = after.paintedAt(cell) < POLICY.inked ? NONE : kindOf(cell, after, before)
    if (kind === NONE) continue
    kinds[cell] = kind as number
    isBlank = false
  }
  return isBlank ? undefined : new Ink(kinds, after)
}

function kindOf(cell: number, after: Sheet, before: Sheet): number | undefined {
  if (after.unknown[cell] === 1 && before.unknown[cell] === 0) return UNREAD
  if (after.vague[cell] === 1) return PRINT
  const colour = after.inkColourAt(cell, before)
  if (isPaperColour(colour)) return NONE
  return isPrintColour(colour) ? PRINT : COLOURED
}

function joinsLine(letters: readonly LetterCell[], ink: Ink, reach: number): boolean {
  return letters.some(
    (letter) => hasWordBeside(letter, ink, reach) || hasSignBeside(letter, ink) || hasUnreadBeside(letter, ink, reach),
  )
}

function hasSignBeside(letter: LetterCell, { signs }: Ink): boolean {
  const { box, size } = letter.glyph
  return signs.query(widenBox(box, POLICY.wordSpace * size)).some((blot) => {
    const [across, up] = sidesOf(blot)
    const isSmall = across <= POLICY.signWidth * size && up <= POLICY.signHeight * size
    return isSmall && !blot.isCut && isBeside(blot.box, letter, POLICY.wordSpace)
  })
}

function hasWordBeside(letter: LetterCell, { words }: Ink, readTogether: number): boolean {
  const { box, size } = letter.glyph
  const reach = (readTogether + POLICY.wordLength) * size
  const inLine = words
    .query([box[0] - reach, box[1], box[2] + reach, box[3]])
    .filter((blot) => !blot.isCut && isOfLetterHeight(blot, size))
  return inLine.length >= POLICY.lettersOfWord && inLine.some((blot) => isBeside(blot.box, letter, readTogether))
}

/** A picture that cannot be read may show how a line goes on. */
function hasUnreadBeside(letter: LetterCell, { unread }: Ink, readTogether: number): boolean {
  const { box, size } = letter.glyph
  return unread.query(widenBox(box, readTogether * size)).some((blot) => isBeside(blot.box, letter, readTogether))
}

function isOfLetterHeight(blot: Blot, size: number): boolean {
  const [, up] = sidesOf(blot)
  return up >= POLICY.letterHeight * size && up <= POLICY.signHeight * size
}

function sidesOf({ box: [left, bottom, right, top] }: Blot): readonly [number, number] {
  return [right - left, top - bottom]
}

/** Whether something stands on the line of a letter, no more than so many ems away. */
function isBeside([left, bottom, right, top]: Box, { glyph }: LetterCell, distance: number): boolean {
  const near = widenBox(glyph.box, distance * glyph.size)
  return near[0] <= right && near[2] >= left && glyph.box[1] <= top && glyph.box[3] >= bottom
}

/** The middle of a letter, which a line below or above it does not touch. */
function coreOf([left, bottom, right, top]: Box): Box {
  const [width, height] = [right - left, top - bottom]
  return [left + 0.2 * width, bottom + 0.35 * height, right - 0.2 * width, top - 0.3 * height]
}

/** A letter that can be seen, and is not part of a prompt. */
export function waitsForNothing({ text, mayBeSeen }: VisibleGlyph): boolean {
  return mayBeSeen && !isBlank(text) && !(text !== undefined && PROMPTS.test(text))
}

function isWritten(glyph: PaintedGlyph): boolean {
  const { text, trust } = glyph.font.meaningOf(glyph.code)
  const isSpace = trust === 'agreed' && text?.trim() === ''
  return glyph.renderMode !== 3 && glyph.renderMode !== 7 && isPainted(glyph) && !isSpace
}

function isPainted({ paint: { alpha } }: PaintedItem): boolean {
  return alpha > 0
}

/** True when a drawing paints into a field that it does not belong to: a tick in a box, a digit before an amount. */
export function marksField({ glyphs, areas }: Layer, annotations: readonly PlacedAnnotation[]): boolean {
  const fields = annotations.filter(({ isField }) => isField)
  if (fields.length === 0) return false
  const items = [...glyphs, ...areas].filter(isPainted)
  return fields.some(({ box }) => items.some((item) => areaOf(intersectBoxes(item.box, box)) > 0))
}
