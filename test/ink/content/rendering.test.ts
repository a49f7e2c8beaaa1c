/**
 * The covered area, held against what MuPDF and Poppler paint.
 *
 * @module
 */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasTool, runTool } from '../../support/tools.js'
import { cover, draw, type Sheet, sheetFile } from './draw.js'

/** Numbers from 0 to 1 that are the same in every run. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}

/** A drawing of random shapes in black: boxes, curves, strokes, clips, turned and scaled. */
function randomDrawing(seed: number): Sheet {
  const random = generator(seed)
  const place = () => (random() * 200).toFixed(1)
  const size = () => (random() * 60).toFixed(1)
  const point = () => `${place()} ${place()}`
  const shapes = [
    () => `${point()} ${size()} ${size()} re f`,
    () => `${point()} m ${point()} l ${point()} l h f*`,
    () => `${point()} m ${point()} ${point()} ${point()} c ${point()} ${point()} v h f`,
    () =>
      `${(1 + random() * 15).toFixed(1)} w ${Math.floor(random() * 2) * 2} J 1 j ${point()} m ${point()} l ${point()} l S`,
    () =>
      `${(1 + random() * 6).toFixed(1)} w 0 J [${(2 + random() * 9).toFixed(1)} ${(2 + random() * 9).toFixed(1)}] 3 d ${point()} m ${point()} l S [] 0 d`,
    () => `q ${point()} m ${point()} l ${point()} l ${point()} l h W* n ${point()} 90 90 re f Q`,
    () =>
      `q ${random().toFixed(2)} ${random().toFixed(2)} -${random().toFixed(2)} ${random().toFixed(2)} ${point()} cm 0 0 ${size()} ${size()} re f 3 w 0 0 ${size()} ${size()} re S Q`,
    () => `q ${size()} 9 -9 ${size()} ${point()} cm BI /W 8 /H 4 /IM true /BPC 1 ID \xf0\x0f\xaa\x55 EI Q`,
  ]
  const count = 3 + Math.floor(random() * 12)
  const content = Array.from({ length: count }, () => shapes[Math.floor(random() * shapes.length)]?.()).join('\n')
  return { content: `0 g 0 G\n${content}` }
}

const SCALE = 2
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

/** Darkness of each pixel of a page at two pixels per point, rows from the bottom. */
async function render(sheet: Sheet, program: 'mutool' | 'pdftoppm'): Promise<Float32Array> {
  const file = join(folder, 'sheet.pdf')
  const image = join(folder, 'sheet')
  await writeFile(file, sheetFile(sheet))
  const pixels = 200 * SCALE
  const call =
    program === 'mutool'
      ? ['draw', '-q', '-r', String(72 * SCALE), '-c', 'gray', '-o', `${image}.pgm`, file]
      : ['-gray', '-singlefile', '-r', String(72 * SCALE), file, image]
  await runTool(program, call, { timeoutMs: 20_000 })
  const bytes = await readFile(`${image}.pgm`)
  const data = bytes.subarray(bytes.length - pixels * pixels)
  const dark = new Float32Array(pixels * pixels)
  for (let y = 0; y < pixels; y++) {
    for (let x = 0; x < pixels; x++) {
      dark[(pixels - 1 - y) * pixels + x] = 1 - (data[y * pixels + x] as number) / 255
    }
  }
  return dark
}

/** How often two pictures differ by more than the look of an edge, beyond one pixel to each side. */
function differingShare(own: Float32Array, peer: Float32Array): number {
  const side = 200 * SCALE
  let differing = 0
  for (let y = 1; y < side - 1; y++) {
    for (let x = 1; x < side - 1; x++) {
      const value = own[y * side + x] as number
      let [low, high] = [1, 0]
      for (const dy of [-1, 0, 1]) {
        for (const dx of [-1, 0, 1]) {
          const near = peer[(y + dy) * side + x + dx] as number
          low = Math.min(low, near)
          high = Math.max(high, near)
        }
      }
      if (value < low - EDGE || value > high + EDGE) differing++
    }
  }
  return differing / (side * side)
}

/** Renderers round edges each in their way. */
const EDGE = 0.2

/** Corners of joins and caps are where we paint rather too much. */
const TOLERATED = 0.002

describe.each(['mutool', 'pdftoppm'] as const)('what is covered is what %s paints', (program) => {
  it.skipIf(!hasTool(program))(
    'on random drawings',
    async () => {
      for (let seed = 1; seed <= 12; seed++) {
        const sheet = randomDrawing(seed * 7919)
        const area = cover(draw(sheet), [0, 0, 200, 200], { scale: SCALE })
        const own = Float32Array.from({ length: area.frame.width * area.frame.height }, (_, i) => area.hiddenAt(i))
        const share = differingShare(own, await render(sheet, program))
        expect([seed, share < TOLERATED, share]).toEqual([seed, true, share])
      }
    },
    60_000,
  )
})
