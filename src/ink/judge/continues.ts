/**
 * Decides whether ink of a drawing is read as a part of the page: a word after a sentence, a digit before an amount, a stroke
 * through a letter, a tick in a field.
 *
 * It does not matter how the ink is made, only which ink is connected on paper, where it stands and how high it is. A signer's
 * name in an empty place says who signed. The same letters directly after a sentence change the sentence.
 *
 * @module
 */

import { largest, smallest } from '../../lists.js'
import { areaOf, type Box, intersectBoxes, widenBox } from '../../pdf/matrix.js'
import type { PlacedAnnotation } from '../annotations/file-drawings.js'
import { isPaperColour, isPrintColour, type Rgb } from '../colour/colour.js'
import type { PaintedGlyph, PaintedItem } from '../content/drawing.js'
import { SpatialIndex } from '../content/spatial-index.js'
import { coreOf, LETTERS_HEIGHT } from '../fonts/letter-shapes.js'
import { POLICY } from '../ink-policy.js'
import { type GridFrame, takeBlots } from '../raster/raster.js'
import type { Sheet } from '../raster/sheet.js'
import type { PrintLetter } from '../text/print-letters.js'
import type { VisibleGlyph } from '../text/visible-text.js'
import { shareIn } from './hides.js'
import { isBlank, PROMPTS } from './joining-text.js'
import { isOneDirection } from './letter-ink.js'
import type { Layer, TileLook } from './tiles.js'

/** A connected piece of ink. */
interface Blot {
  readonly box: Box
  /** True when it reaches beyond the tile, so that its extent is unknown. */
  readonly isCut: boolean
  readonly isPicture: boolean
}

/** Kinds of ink in a cell. */
const [NONE, COLOURED, PRINT, UNREAD] = [0, 1, 2, 3] as const

/** A tile with marks on it, and the letters of the page in it. */
interface MarkedTile {
  readonly look: TileLook
  readonly marks: readonly Layer[]
  /** The marks of the newest drawing only. */
  readonly own: Layer
  /** The tile with all marks painted over it. */
  readonly after: Sheet
  /** Readable letters of the page in the tile. */
  readonly glyphs: readonly VisibleGlyph[]
  /** Letters in the tile and around it that do not prompt for an entry. */
  readonly near: readonly VisibleGlyph[]
}

/** True when marks stand in a line of the page like letters or signs, or run through letters of the page. */
export function marksLetters(tile: MarkedTile): boolean {
  const { look, near, glyphs } = tile
  const ink = findInk(tile.after, look.before)
  if (ink !== undefined && hasShapeBeside(near, tile.own, look.region)) return true
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
  /** All ink that differs from paper, since words are read in any colour. */
  readonly words: SpatialIndex<Blot>
  /** Ink in the colours of print, which includes the colours of pens and stamps. */
  readonly signs: SpatialIndex<Blot>
  readonly unread: SpatialIndex<Blot>
  readonly #after: Sheet
  /** Height of the stroke in each cell, in points; infinite for cut strokes and where there is no ink of print. */
  readonly #heights: Float32Array

  constructor(kinds: Uint8Array, after: Sheet) {
    this.#after = after
    this.words = indexOf(blotsOf(kinds, after, COLOURED, PRINT).map(([blot]) => blot))
    const signs = blotsOf(kinds, after, PRINT, PRINT)
    this.signs = indexOf(signs.map(([blot]) => blot))
    this.unread = indexOf(blotsOf(kinds, after, UNREAD, UNREAD).map(([blot]) => blot))
    this.#heights = new Float32Array(kinds.length).fill(Infinity)
    for (const [{ box, isCut, isPicture }, cells] of signs) {
      // Only in pictures are strokes higher than letters recognised.
      const height = !isPicture ? 0 : isCut ? Infinity : box[3] - box[1]
      for (const cell of cells) this.#heights[cell] = height
    }
  }

  /** True when a stroke runs through a letter. In a picture, a stroke higher than letters is recognised as a pen or a stamp. */
  isCrossed({ box, size }: LetterCell['glyph']): boolean {
    const isStroke = (cell: number) => (this.#heights[cell] ?? Infinity) <= POLICY.signHeight * size
    return shareIn(this.#after, coreOf(box), isStroke) >= POLICY.erasedShare
  }
}

/** The pieces of ink whose kinds are from `from` to `to`, with their cells. */
function blotsOf(kinds: Uint8Array, { frame, looks }: Sheet, from: number, to: number): [Blot, readonly number[]][] {
  const ink = new Uint8Array(kinds.length)
  for (let i = 0; i < ink.length; i++) {
    const kind = kinds[i] ?? 0
    if (kind >= from && kind <= to) ink[i] = 1
  }
  return takeBlots(ink, frame.width).map((blot) => {
    const middle = blot.cells[Math.floor(blot.cells.length / 2)] ?? 0
    return [toBlot(blot, frame, looks.pictured[middle] === 1), blot.cells]
  })
}

function indexOf(blots: readonly Blot[]): SpatialIndex<Blot> {
  return new SpatialIndex(blots, ({ box }) => box)
}

function toBlot(
  { x0, y0, x1, y1 }: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number },
  { left, bottom, scale, width, height }: GridFrame,
  isPicture: boolean,
): Blot {
  const box: Box = [left + x0 / scale, bottom + y0 / scale, left + x1 / scale, bottom + y1 / scale]
  return { box, isCut: x0 === 0 || y0 === 0 || x1 === width || y1 === height, isPicture }
}

/** Finds the ink in a tile; `undefined` when there is none. */
function findInk(after: Sheet, before: Sheet): Ink | undefined {
  const cells = after.frame.width * after.frame.height
  const kinds = new Uint8Array(cells)
  let isBlank = true
  for (let cell = 0; cell < cells; cell++) {
    const kind = after.paintedAt(cell) < POLICY.inked ? NONE : kindOf(cell, after, before)
    if (kind === NONE) continue
    kinds[cell] = kind
    isBlank = false
  }
  return isBlank ? undefined : new Ink(kinds, after)
}

function kindOf(cell: number, after: Sheet, before: Sheet): number {
  if (after.looks.unknown[cell] === 1 && before.looks.unknown[cell] === 0) return UNREAD
  if (after.looks.vague[cell] === 1) return PRINT
  const ink: Rgb = [after.inkAt(cell, 0, before), after.inkAt(cell, 1, before), after.inkAt(cell, 2, before)]
  if (isPaperColour(ink)) return NONE
  return isPrintColour(ink) ? PRINT : COLOURED
}

function joinsLine(letters: readonly LetterCell[], ink: Ink, reach: number): boolean {
  return letters.some(
    (letter) => hasWordBeside(letter, ink, reach) || hasSignBeside(letter, ink) || hasUnreadBeside(letter, ink, reach),
  )
}

/** True for a shape that would be a sign by itself, whatever it is connected to: a flourish may touch a digit. */
function hasShapeBeside(letters: readonly LetterCell[], { areas }: Layer, region: Box): boolean {
  const shapes = areas.filter(({ box, kind, inGlyph, paint: { alpha, colour } }) => {
    const isShape = (kind === 'fill' || kind === 'stroke') && !inGlyph && alpha > 0
    return isShape && (colour === undefined || isPrintColour(colour)) && intersectBoxes(box, region) !== undefined
  })
  if (shapes.length === 0) return false
  const index = new SpatialIndex(shapes, ({ box }) => box)
  return letters.some((letter) => {
    const { box, size } = letter.glyph
    return index.query(widenBox(box, POLICY.wordSpace * size)).some((shape) => {
      const [across, up] = [shape.box[2] - shape.box[0], shape.box[3] - shape.box[1]]
      const isSmall = across <= POLICY.signWidth * size && up <= POLICY.signHeight * size
      return isSmall && isBeside(shape.box, letter, POLICY.wordSpace)
    })
  })
}

function hasSignBeside(letter: LetterCell, { signs }: Ink): boolean {
  const { box, size } = letter.glyph
  return signs.query(widenBox(box, POLICY.wordSpace * size)).some((blot) => {
    const [across, up] = sidesOf(blot)
    // A wide piece is a rule, unless it is as high as letters: it may be a word whose letters touch.
    const isRule = across > POLICY.signWidth * size && up < POLICY.letterHeight * size
    return !isRule && up <= POLICY.signHeight * size && !blot.isCut && isBeside(blot.box, letter, POLICY.wordSpace)
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

/** True when an unreadable picture may continue a line. */
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

/** True when a box is on the line of a letter, at most `distance` ems away. */
function isBeside([left, bottom, right, top]: Box, { glyph }: LetterCell, distance: number): boolean {
  const near = widenBox(glyph.box, distance * glyph.size)
  return near[0] <= right && near[2] >= left && glyph.box[1] <= top && glyph.box[3] >= bottom
}

/** True for a visible letter that is not a part of a prompt. */
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

/** True when a drawing paints into a field of another annotation: a tick in a box, a digit before an amount. */
export function marksField({ glyphs, areas }: Layer, annotations: readonly PlacedAnnotation[]): boolean {
  const fields = annotations.filter(({ isField }) => isField)
  if (fields.length === 0) return false
  const items = [...glyphs, ...areas].filter(isPainted)
  return fields.some(({ box }) => items.some((item) => areaOf(intersectBoxes(item.box, box)) > 0))
}

/** The place of a letter on the page: its cell, and its font size in points. */
export interface LetterCell {
  readonly glyph: { readonly box: Box; readonly size: number }
}

/** Cells of letters that have neighbours in their line, except for prompts. */
export function lineCellsOf(print: readonly PrintLetter[]): LetterCell[] {
  const signs = print.filter(({ isSign }) => isSign)
  const letters = print.filter(({ isCertain, isSign }) => isCertain && !isSign)
  return letters.flatMap((letter) => {
    const beside = letters.filter((other) => other !== letter && standTogether(letter.box, other.box))
    if (beside.length === 0) return []
    const boxes = [letter.box, ...beside.map(({ box }) => box)]
    const bottom = smallest(boxes.map((box) => box[1]))
    const top = largest(boxes.map((box) => box[3]))
    const size = (top - bottom) / LETTERS_HEIGHT
    const box: Box = [letter.box[0], bottom, letter.box[2], top]
    return isPrompt(box, size, signs) ? [] : [{ glyph: { box: withPoint(box, size, signs), size } }]
  })
}

function standTogether(one: Box, other: Box): boolean {
  const [a, b] = [one[3] - one[1], other[3] - other[1]]
  const [low, high] = [Math.min(a, b), Math.max(a, b)]
  const gap = Math.max(one[0] - other[2], other[0] - one[2])
  const shared = Math.min(one[3], other[3]) - Math.max(one[1], other[1])
  return gap <= POLICY.wordSpace * high && high <= POLICY.sizeRatio * low && shared >= low / 2
}

/** True when a colon or leading dots follow, which prompt for an entry. */
function isPrompt(box: Box, size: number, signs: readonly PrintLetter[]): boolean {
  const next = signs.filter((sign) => {
    const [x, y] = [(sign.box[0] + sign.box[2]) / 2, (sign.box[1] + sign.box[3]) / 2]
    return x >= box[2] && sign.box[0] - box[2] <= POLICY.readTogether * size && y >= box[1] && y <= box[3]
  })
  const near = next.filter((sign) => sign.box[0] - box[2] <= POLICY.wordSpace * size)
  const isColon = near.some((one) => near.some((other) => areStacked(one.box, other.box)))
  return isColon || (near.length > 0 && next.length >= POLICY.lettersOfWord)
}

/** The box of a letter with the point or comma after it. */
function withPoint([left, bottom, right, top]: Box, size: number, signs: readonly PrintLetter[]): Box {
  const points = signs.filter(({ box }) => {
    const isLow = box[1] < (bottom + top) / 2 && box[3] > bottom - POLICY.sameLine * size
    return isLow && box[0] >= right && box[0] - right <= POLICY.sameLine * size
  })
  return [left, bottom, largest([right, ...points.map(({ box }) => box[2])]), top]
}

/** True for a sign above another one, as in a colon. */
function areStacked(low: Box, high: Box): boolean {
  return high[1] > low[3] && high[0] < low[2] && high[2] > low[0]
}

/** True for a glyph on the line of a letter, of about its size, and no farther away than the next word. */
export function goesOn({ box, size, matrix: [a, b, , , , baseline] }: PaintedGlyph, { glyph }: LetterCell): boolean {
  if (!isOneDirection([a, b], [1, 0])) return false
  if (Math.max(size, glyph.size) > POLICY.sizeRatio * Math.min(size, glyph.size)) return false
  const [left, bottom, right, top] = glyph.box
  if (baseline < bottom - POLICY.sameLine * glyph.size || baseline > (bottom + top) / 2) return false
  return Math.max(box[0] - right, left - box[2]) <= POLICY.wordSpace * glyph.size
}
