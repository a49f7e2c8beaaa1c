/**
 * Outlines of glyphs, held against the ink that MuPDF and Poppler paint for them.
 *
 * @module
 */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContentBudget } from '../../../src/ink/content/content-budget.js'
import { readCffProgram } from '../../../src/ink/fonts/cff-program.js'
import type { FontProgram } from '../../../src/ink/fonts/content-font.js'
import { readTrueTypeProgram } from '../../../src/ink/fonts/true-type-program.js'
import { readType1Program } from '../../../src/ink/fonts/type1-program.js'
import { latin1Text } from '../../../src/pdf/syntax/syntax.js'
import { makePdf, streamText } from '../../pdf/make-pdf.js'
import { hasTool, runTool } from '../../support/tools.js'
import { writeCompact } from '../../verify/support/small-fonts/compact.js'
import { rectangle, type SmallGlyph } from '../../verify/support/small-fonts/small-font.js'
import { writeType1 } from '../../verify/support/small-fonts/type1.js'

/** A program to embed: its bytes, how a PDF names it, and the names of the letters that are looked at. */
interface Embedded {
  readonly bytes: Uint8Array
  readonly program: FontProgram
  readonly subtype: 'TrueType' | 'Type1'
  readonly file: string
  readonly entries?: string
  /** By code. */
  readonly glyphOf: (code: number) => number | undefined
}

const locate = createRequire(import.meta.url)
const read = async (path: string) => new Uint8Array(await readFile(locate.resolve(path)))

async function trueType(name: string): Promise<Embedded> {
  const bytes = await read(`dejavu-fonts-ttf/ttf/${name}.ttf`)
  const program = readTrueTypeProgram(bytes, createContentBudget())
  const file = `/FontFile2 5 0 R`
  return { bytes, program, subtype: 'TrueType', file, glyphOf: (code) => program.glyphByCodePoint?.(code) }
}

/** In Latin-1 and for printable ASCII, the names of WinAnsiEncoding are those that StandardEncoding has for letters. */
async function compact(name: string): Promise<Embedded> {
  const bytes = await read(`pdfjs-dist/standard_fonts/${name}.pfb`)
  const program = readCffProgram(bytes, createContentBudget())
  const glyphOf = (code: number) => program.glyphByName(String.fromCharCode(code))
  return { bytes, program, subtype: 'Type1', file: '/FontFile3 5 0 R', entries: '/Subtype /Type1C', glyphOf }
}

/** Strokes at odd places for each letter. */
const SMALL: readonly SmallGlyph[] = ['.notdef', ...'abcdefghijklmnopqrstuvwxyz'].map((name, i) => ({
  name,
  width: 600,
  contours: [rectangle(10 * i, -200 + 30 * i, 90, 300), rectangle(300, 20 * i, 60 + 5 * i, 90)],
}))

function small(type: 'Type 1' | 'compact', matrix?: readonly string[]): Embedded {
  const isType1 = type === 'Type 1'
  const type1 = isType1 ? writeType1(SMALL, matrix === undefined ? {} : { matrix: matrix.join(' ') }) : undefined
  const bytes = type1?.bytes ?? writeCompact(SMALL, matrix === undefined ? {} : { matrix })
  const [a, b, c] = type1?.lengths ?? []
  const program = (isType1 ? readType1Program : readCffProgram)(bytes, createContentBudget())
  const glyphOf = (code: number) => program.glyphByName(String.fromCharCode(code))
  return isType1
    ? {
        bytes,
        program,
        subtype: 'Type1',
        file: '/FontFile 5 0 R',
        entries: `/Length1 ${a} /Length2 ${b} /Length3 ${c}`,
        glyphOf,
      }
    : { bytes, program, subtype: 'Type1', file: '/FontFile3 5 0 R', entries: '/Subtype /Type1C', glyphOf }
}

const FONTS: Readonly<Record<string, () => Promise<Embedded> | Embedded>> = {
  'DejaVu Sans': () => trueType('DejaVuSans'),
  'DejaVu Serif Bold Italic': () => trueType('DejaVuSerif-BoldItalic'),
  'a compact serif font': () => compact('FoxitSerif'),
  'a compact italic font': () => compact('FoxitSerifItalic'),
  'a small Type 1 font': () => small('Type 1'),
  'a small compact font': () => small('compact'),
  'a small Type 1 font that leans': () => small('Type 1', ['0.001', '0', '0.0003', '0.001', '0', '0']),
}

const [COLUMNS, ROWS, CELL, SIZE] = [16, 14, 40, 20]
const [ASIDE, BELOW] = [8, 14]
const SCALE = 3
/** Codes of letters without those that the encodings of simple fonts treat in ways of their own. */
const codesOf = ({ glyphOf, subtype }: Embedded): number[] =>
  Array.from({ length: 224 }, (_, i) => 32 + i).filter(
    (code) =>
      (subtype === 'Type1' ? /[A-Za-z]/.test(String.fromCharCode(code)) : code < 127 || code > 192) &&
      glyphOf(code) !== undefined,
  )

function sheetOf({ bytes, subtype, file, entries = '' }: Embedded, codes: readonly number[]): Uint8Array {
  const shown = codes.map((code, i) => {
    const [x, y] = originOf(i)
    return `1 0 0 1 ${x} ${y} Tm <${code.toString(16).padStart(2, '0')}> Tj`
  })
  return makePdf({
    1: '<</Type /Catalog /Pages 2 0 R>>',
    2: '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    3: `<</Type /Page /Parent 2 0 R /MediaBox [0 0 ${COLUMNS * CELL} ${ROWS * CELL}] /Contents 4 0 R /Resources <</Font <</F 6 0 R>>>>>>`,
    4: streamText('', `BT /F ${SIZE} Tf ${shown.join('\n')} ET`),
    5: streamText(entries, latin1Text(bytes)),
    6: `<</Type /Font /Subtype /${subtype} /BaseFont /Judged /Encoding /WinAnsiEncoding /FirstChar 0 /LastChar 255
      /Widths [${'600 '.repeat(256)}] /FontDescriptor 7 0 R>>`,
    7: `<</Type /FontDescriptor /FontName /Judged /Flags 32 /FontBBox [-1000 -500 2000 1500] /ItalicAngle 0 /Ascent 900
      /Descent -300 /CapHeight 700 /StemV 80 ${file}>>`,
  })
}

/** Where a letter stands, in points from the lower left corner. */
function originOf(i: number): readonly [number, number] {
  return [(i % COLUMNS) * CELL + ASIDE, Math.floor(i / COLUMNS) * CELL + BELOW]
}

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outlines-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

type Judge = 'mutool' | 'pdftoppm'

/** Grey values, rows from the top. */
async function render(bytes: Uint8Array, judge: Judge): Promise<Uint8Array> {
  const file = join(folder, `${judge}.pdf`)
  const image = join(folder, judge)
  await writeFile(file, bytes)
  const resolution = String(72 * SCALE)
  const call =
    judge === 'mutool'
      ? ['draw', '-q', '-r', resolution, '-c', 'gray', '-o', `${image}.pgm`, file]
      : ['-gray', '-singlefile', '-freetype', 'yes', '-r', resolution, file, image]
  await runTool(judge, call, { timeoutMs: 60_000 })
  const picture = await readFile(`${image}.pgm`)
  return picture.subarray(picture.length - COLUMNS * ROWS * (CELL * SCALE) ** 2)
}

/** The box around the ink in the cell of a letter, in ems from its origin; `undefined` for none. */
function inkOf(picture: Uint8Array, i: number): number[] | undefined {
  const side = CELL * SCALE
  const width = COLUMNS * side
  const [column, row] = [i % COLUMNS, Math.floor(i / COLUMNS)]
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const above = (ROWS - 1 - row) * side + (side - 1 - y)
      if ((picture[above * width + column * side + x] ?? 255) > PALE) continue
      left = Math.min(left, x)
      right = Math.max(right, x + 1)
      bottom = Math.min(bottom, y)
      top = Math.max(top, y + 1)
    }
  }
  if (left > right) return undefined
  const em = SIZE * SCALE
  return [left - ASIDE * SCALE, bottom - BELOW * SCALE, right - ASIDE * SCALE, top - BELOW * SCALE].map((v) => v / em)
}

/** What of a pixel's darkness counts as ink, and by how much a box may differ: a pixel and a half, for hinting and edges. */
const PALE = 160
const TOLERANCE = 1.5 / (SIZE * SCALE)

describe.each(['mutool', 'pdftoppm'] as const)('outlines are where %s paints', (judge) => {
  it.skipIf(!hasTool(judge)).each(Object.entries(FONTS))('%s', { timeout: 120_000 }, async (_, load) => {
    const font = await load()
    const codes = codesOf(font)
    const picture = await render(sheetOf(font, codes), judge)
    const wrong: string[] = []
    for (const [i, code] of codes.entries()) {
      const seen = inkOf(picture, i)
      const boxes = font.program.outlinesOf(font.glyphOf(code) ?? 0)?.map(({ box }) => box)
      const agrees = boxes?.some((box) =>
        box === undefined || seen === undefined
          ? box === seen
          : box.every((edge, k) => Math.abs(edge - (seen[k] ?? Number.NaN)) <= TOLERANCE),
      )
      if (agrees !== true)
        wrong.push(`${String.fromCharCode(code)}: ${JSON.stringify(boxes)}, seen ${JSON.stringify(seen)}`)
    }
    expect(codes.length).toBeGreaterThan(25)
    expect(wrong).toEqual([])
  })
})
