/**
 * Draws the pictures of the chapter on ink into `docs/pictures`: `npm run docs:pictures`.
 *
 * Each shows a page as it was signed, the page with a later drawing, and the cells by which the drawing is judged. Pages
 * and cells are painted by the same `Sheet` that the verifier uses; only frames and labels are added.
 *
 * @module
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import { createContentBudget } from '../../src/ink/content/content-budget.js'
import { type Drawing, type PaintedGlyph, replay } from '../../src/ink/content/drawing.js'
import { boxOfPath } from '../../src/ink/content/path.js'
import { POLICY } from '../../src/ink/ink-policy.js'
import { PictureParts } from '../../src/ink/raster/area-mask.js'
import { cellsOf, forEachCell } from '../../src/ink/raster/raster.js'
import { Sheet } from '../../src/ink/raster/sheet.js'
import { type Box, widenBox } from '../../src/pdf/matrix.js'
import { ROOT } from './code-blocks.js'
import {
  ARIMO,
  type CellKind,
  INK_EXAMPLES,
  type InkExample,
  type JudgedExample,
  judgeExample,
  shapeOf,
} from './ink-examples.js'

const FOLDER = `${ROOT}docs/pictures`
const FAMILY = 'Arimo'

/** Pixels: twice what a page of the site shows. */
const WIDTH = 1400
const MARGIN = 40
const GAP = 40
const LABEL = 50
const INNER = WIDTH - 2 * MARGIN

const PAPER = '#ffffff'
const TEXT = '#222222'
const FRAME = '#9a9a9a'
const GRID = '#f2f2f2'
const LETTER = '#c9c9c9'
const LOST = '#7a1f00'
/** Colours that people with any kind of sight tell apart. */
const COLOURS: Readonly<Record<CellKind, string>> = { hidden: '#d55e00', erased: '#0072b2', inked: '#009e73' }
const MEANINGS: Readonly<Record<CellKind, string>> = {
  hidden: 'hidden: a letter was here',
  erased: 'erased: paper was laid over',
  inked: 'inked: new ink',
}

/** A rectangle of the picture, in pixels. */
interface Panel {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Pixels per point. */
  readonly scale: number
  readonly shown: Box
}

GlobalFonts.registerFromPath(ARIMO, FAMILY)
mkdirSync(FOLDER, { recursive: true })
for (const example of INK_EXAMPLES) writeFileSync(`${FOLDER}/${example.name}.png`, drawPicture(example))

function drawPicture(example: InkExample): Uint8Array {
  const judged = judgeExample(example)
  const half = (INNER - GAP) / 2
  const top = MARGIN + LABEL
  const before = panelAt(MARGIN, top, half, example.shown)
  const after = { ...before, x: MARGIN + half + GAP }
  const cells = panelAt(MARGIN, top + before.height + GAP + LABEL, INNER, example.shown)
  const legend = cells.y + cells.height + 14
  const canvas = createCanvas(WIDTH, Math.ceil(legend + 2 * LABEL + MARGIN))
  const context = canvas.getContext('2d')
  context.fillStyle = PAPER
  context.fillRect(0, 0, canvas.width, canvas.height)
  paintPage(context, before, [judged.page.drawing])
  paintPage(context, after, [judged.page.drawing, judged.later.drawing])
  paintCells(context, cells, judged)
  label(context, 'As it was signed', before.x, before.y - 14)
  label(context, 'As it is now', after.x, after.y - 14)
  label(context, 'What is judged: cells of a third of a point, and a box for each letter', cells.x, cells.y - 14)
  paintLegend(context, legend, judged)
  label(context, verdictOf(judged), MARGIN, legend + 2 * LABEL - 6, 'bold')
  return canvas.toBuffer('image/png')
}

function panelAt(x: number, y: number, width: number, shown: Box): Panel {
  const scale = width / (shown[2] - shown[0])
  return { x, y, width, height: Math.round((shown[3] - shown[1]) * scale), scale, shown }
}

function label(context: SKRSContext2D, text: string, x: number, y: number, weight = ''): void {
  context.fillStyle = TEXT
  context.font = `${weight} 34px ${FAMILY}`
  context.fillText(text, x, y)
}

/** Paints drawings as a viewer shows them. */
function paintPage(context: SKRSContext2D, panel: Panel, drawings: readonly Drawing[]): void {
  const sheet = new Sheet(panel.shown, createContentBudget(), {
    scale: panel.scale,
    letters: 0,
    colours: new PictureParts(panel.shown),
  })
  for (const drawing of drawings) replay(drawing, withShapes(sheet))
  const { width, height } = sheet.frame
  const picture = context.createImageData(width, height)
  for (let cell = 0; cell < width * height; cell++) {
    const at = 4 * ((height - 1 - Math.floor(cell / width)) * width + (cell % width))
    const [red, green, blue] = sheet.colourAt(cell)
    picture.data.set([255 * red, 255 * green, 255 * blue, 255], at)
  }
  context.putImageData(picture, panel.x, panel.y)
  frame(context, panel)
}

/** A sheet paints no letters: here their shapes are painted as areas. */
function withShapes(sheet: Sheet): Parameters<typeof replay>[1] {
  return {
    area: (area) => sheet.area(area),
    glyph: (glyph) => {
      const path = shapeOfGlyph(glyph).map((points) => ({ points, closed: true }))
      const { order, paint } = glyph
      const box = boxOfPath(path)
      if (box === undefined) return
      sheet.area({ order, paint, box, kind: 'fill', path, evenOdd: false, inGlyph: false, inPattern: false })
    },
  }
}

function shapeOfGlyph({ font, code, matrix }: PaintedGlyph): number[][] {
  return shapeOf(font.meaningOf(code).text ?? '', matrix)
}

function paintCells(context: SKRSContext2D, panel: Panel, judged: JudgedExample): void {
  const { frame: grid } = judged.after
  const range = cellsOf(grid, panel.shown)
  if (range === undefined) throw new Error('the region is not on the page')
  const side = panel.scale / grid.scale
  const placeOf = (cell: number) => {
    const [column, row] = [cell % grid.width, Math.floor(cell / grid.width)]
    const [x, y] = toPixels(panel, grid.left + column / grid.scale, grid.bottom + (row + 1) / grid.scale)
    return [x, y] as const
  }
  context.fillStyle = GRID
  forEachCell(range, grid, (cell) => context.fillRect(...placeOf(cell), side - 1, side - 1))
  paintLetters(context, panel, judged)
  forEachCell(range, grid, (cell) => {
    const [x, y] = placeOf(cell)
    const kind = judged.kindOf(cell)
    if (kind === undefined) return
    context.globalAlpha = 0.8
    context.fillStyle = COLOURS[kind]
    context.fillRect(x, y, side - 1, side - 1)
    context.globalAlpha = 1
  })
  paintBoxes(context, panel, judged)
  frame(context, panel)
}

function paintLetters(context: SKRSContext2D, panel: Panel, { letters }: JudgedExample): void {
  context.fillStyle = LETTER
  for (const { glyph } of letters) {
    context.beginPath()
    for (const points of shapeOfGlyph(glyph)) {
      for (let i = 0; i < points.length; i += 2) {
        const [x, y] = toPixels(panel, points[i] ?? 0, points[i + 1] ?? 0)
        if (i === 0) context.moveTo(x, y)
        else context.lineTo(x, y)
      }
      context.closePath()
    }
    context.fill()
  }
}

function paintBoxes(context: SKRSContext2D, panel: Panel, { letters, taken, readsOn }: JudgedExample): void {
  for (const { glyph } of letters) outline(context, panel, glyph.box, FRAME, 2)
  for (const { box } of taken.letters) outline(context, panel, box, LOST, 5)
  const last = letters.at(-1)
  if (!readsOn || last === undefined) return
  const [, bottom, right, top] = last.glyph.box
  const reach = widenBox([right, bottom, right, top], POLICY.readTogether * last.glyph.size)
  context.setLineDash([14, 10])
  outline(context, panel, [right, bottom, reach[2], top], TEXT, 4)
  context.setLineDash([])
  const [x, y] = toPixels(panel, right, bottom)
  label(context, `${POLICY.readTogether} ems`, x + 8, y + 38)
}

function outline(context: SKRSContext2D, panel: Panel, box: Box, colour: string, width: number): void {
  const [left, top] = toPixels(panel, box[0], box[3])
  const [right, bottom] = toPixels(panel, box[2], box[1])
  context.strokeStyle = colour
  context.lineWidth = width
  context.strokeRect(left, top, right - left, bottom - top)
}

function frame(context: SKRSContext2D, { x, y, width, height }: Panel): void {
  context.strokeStyle = FRAME
  context.lineWidth = 2
  context.strokeRect(x, y, width, height)
}

function toPixels({ x, y, height, scale, shown }: Panel, left: number, up: number): readonly [number, number] {
  return [x + (left - shown[0]) * scale, y + height - (up - shown[1]) * scale]
}

function paintLegend(context: SKRSContext2D, y: number, { after, kindOf }: JudgedExample): void {
  const cells = Array.from({ length: after.frame.width * after.frame.height }, (_, cell) => kindOf(cell))
  let x = MARGIN
  for (const [kind, meaning] of Object.entries(MEANINGS) as [CellKind, string][]) {
    if (!cells.includes(kind)) continue
    context.fillStyle = COLOURS[kind]
    context.fillRect(x, y + 10, 30, 30)
    label(context, meaning, x + 42, y + 37)
    x += 42 + context.measureText(meaning).width + 48
  }
}

function verdictOf({ taken, readsOn }: JudgedExample): string {
  const lost = taken.letters.length
  if (lost > POLICY.charactersHidden)
    return `Hides ${lost} characters, where ${POLICY.charactersHidden} may be hidden: content_covered`
  if (taken.isErased) return 'Takes ink of a letter away, so that nobody sees it: content_covered'
  if (readsOn) return `Reads on behind the sentence, less than ${POLICY.readTogether} ems away: content_imitated`
  return 'Permitted'
}
