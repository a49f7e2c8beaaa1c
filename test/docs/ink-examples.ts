/**
 * Three small pages on which something is drawn later, judged cell by cell: what the chapter on ink shows in pictures.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { isPaperColour } from '../../src/ink/colour/colour.js'
import { createContentBudget } from '../../src/ink/content/content-budget.js'
import { readTrueTypeProgram } from '../../src/ink/fonts/true-type-program.js'
import { POLICY } from '../../src/ink/ink-policy.js'
import { marksLetters, waitsForNothing } from '../../src/ink/judge/continues.js'
import { findTaken, type Taken } from '../../src/ink/judge/hides.js'
import { PlaceOfDrawing, type TileLook } from '../../src/ink/judge/tiles.js'
import type { Sheet } from '../../src/ink/raster/sheet.js'
import { isLegible, type VisibleGlyph } from '../../src/ink/text/visible-text.js'
import { type Box, intersectBoxes, type Matrix } from '../../src/pdf/matrix.js'
import { type Drawn, draw, PAGE } from '../ink/content/draw.js'
import { ROOT } from './code-blocks.js'

/** A font whose letters are as wide as those of Helvetica. */
export const ARIMO = `${ROOT}node_modules/@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf`

const arimo = readTrueTypeProgram(new Uint8Array(readFileSync(ARIMO)), createContentBudget())

/** Contours of one letter, each x0 y0 x1 y1 ..., moved by a matrix from ems to points. */
export function shapeOf(letter: string, [a, b, c, d, e, f]: Matrix): number[][] {
  const glyph = arimo.glyphByCodePoint?.(letter.codePointAt(0) ?? 0) ?? 0
  const contours = arimo.outlinesOf(glyph)?.[0]?.contours?.() ?? []
  return contours.map((points) =>
    points.map((value, i) => {
      const [x, y] = i % 2 === 0 ? [value, points[i + 1] ?? 0] : [points[i - 1] ?? 0, value]
      return i % 2 === 0 ? a * x + c * y + e : b * x + d * y + f
    }),
  )
}

/** Content that fills the shapes of letters: ink without text. */
function shapesOf(text: string): string {
  const paths = draw(text).drawing.glyphs.flatMap(({ font, code, matrix }) =>
    shapeOf(font.meaningOf(code).text ?? '', matrix).map(toPath),
  )
  return `${paths.join(' ')} f`
}

function toPath(points: readonly number[]): string {
  const pairs = Array.from({ length: points.length / 2 }, (_, i) =>
    [points[2 * i], points[2 * i + 1]].map((value) => (value ?? 0).toFixed(3)).join(' '),
  )
  return `${pairs.map((pair, i) => `${pair} ${i === 0 ? 'm' : 'l'}`).join(' ')} h`
}

/** A page that was signed, and a drawing that comes later. */
export interface InkExample {
  /** Name of its picture. */
  readonly name: string
  readonly title: string
  /** Content of the page. */
  readonly page: string
  /** What is drawn on it. */
  readonly drawing: string
  /** The part of the page that is shown, in points. */
  readonly shown: Box
}

export const INK_EXAMPLES: readonly InkExample[] = [
  {
    name: 'ink-hides',
    title: 'A stamp that hides',
    page: 'BT /F1 12 Tf 54 100 Td (Pay 1,800 EUR) Tj ET',
    drawing: '.95 .76 .5 rg .7 .2 .1 RG 1 w 74.5 95.5 36 17 re B BT .7 .2 .1 rg /F1 10 Tf 79 100.4 Td (PAID) Tj ET',
    shown: [50, 93, 138, 115],
  },
  {
    name: 'ink-erases',
    title: 'A white sliver that makes an 8 a 3',
    page: 'BT /F1 12 Tf 54 100 Td (Pay 1,800 EUR) Tj ET',
    drawing: '1 g 88.1 101.7 1.7 5 re f',
    shown: [50, 93, 138, 115],
  },
  {
    name: 'ink-reads-on',
    title: 'A word that reads on behind a sentence',
    page: 'BT /F1 12 Tf 54 100 Td (We pay) Tj ET',
    drawing: `.1 .1 .45 rg ${shapesOf('BT /F1 12 Tf 103 100 Td (half) Tj ET')}`,
    shown: [50, 93, 138, 115],
  },
]

/** What a cell shows of a drawing; `undefined` where it shows nothing of it. */
export type CellKind = 'hidden' | 'erased' | 'inked'

/** An example with all that the judge looks at. */
export interface JudgedExample {
  readonly page: Drawn
  readonly later: Drawn
  readonly look: TileLook
  readonly after: Sheet
  readonly letters: readonly VisibleGlyph[]
  readonly taken: Taken
  readonly readsOn: boolean
  kindOf(cell: number): CellKind | undefined
}

/** Judges an example as the verifier judges a drawing, on one tile. */
export function judgeExample({ page: content, drawing: laterContent }: InkExample): JudgedExample {
  const [page, later] = [draw(content), draw(laterContent)]
  const { budget } = page.reader
  const placed = page.reader.placed(page.drawing)
  const letters = page.visible.filter(isLegible)
  const place = new PlaceOfDrawing({ region: PAGE, page: PAGE, placed }, [], budget)
  const look = place.look(
    PAGE,
    letters.map(({ glyph }) => glyph.box),
  )
  const after = look.after([later.drawing])
  const covered = { look, region: PAGE, after, erased: after, own: after, glyphs: letters, signs: [], filled: [] }
  const marks = [later.drawing]
  const marked = { look, marks, own: later.drawing, after, glyphs: letters, near: letters.filter(waitsForNothing) }
  const boxes = letters.map(({ glyph }) => glyph.box)
  return {
    page,
    later,
    look,
    after,
    letters,
    taken: findTaken(covered),
    readsOn: marksLetters(marked),
    kindOf: (cell) => kindOf(look.before, after, cell, boxes),
  }
}

function kindOf(before: Sheet, after: Sheet, cell: number, letters: readonly Box[]): CellKind | undefined {
  if (Math.round(after.paintedAt(cell)) === 1 && isPaperColour(after.colourAt(cell))) return 'erased'
  const isInked =
    after.paintedAt(cell) >= POLICY.inked &&
    !isPaperColour([after.inkAt(cell, 0, before), after.inkAt(cell, 1, before), after.inkAt(cell, 2, before)])
  const isHidden = after.hiddenAt(cell) >= POLICY.hiddenShare && letters.some((box) => isIn(after, cell, box))
  return isHidden ? 'hidden' : isInked ? 'inked' : undefined
}

function isIn({ frame: { left, bottom, scale, width } }: Sheet, cell: number, box: Box): boolean {
  const [x, y] = [left + ((cell % width) + 0.5) / scale, bottom + (Math.floor(cell / width) + 0.5) / scale]
  return intersectBoxes(box, [x, y, x, y]) !== undefined
}
