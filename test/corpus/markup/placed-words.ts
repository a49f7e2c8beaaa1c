/**
 * The words of a PDF, where they stand and whether they can be seen, told by poppler and pdf.js.
 *
 * @module
 */

import { spawnSync } from 'node:child_process'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A word and its box in points, from the upper left corner of its page. */
export interface PlacedWord {
  readonly text: string
  readonly page: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** Whether anything in its box differs from anything else there. */
  readonly isSeen: boolean
}

const DPI = 144
/** Largest difference within a channel of what still counts as one colour, of 255. */
const EVEN = 36
/** Letters that lie farther out than this are off the page, in points. */
const EDGE = 1

interface Picture {
  readonly width: number
  readonly height: number
  readonly samples: Uint8Array
}

/** Every word of the file. */
export function placeWords(path: string): PlacedWord[] {
  const xml = spawnSync('pdftotext', ['-bbox', path, '-'], { maxBuffer: 2 ** 30 }).stdout.toString()
  const words: PlacedWord[] = []
  const pages = xml.split('<page ').slice(1)
  for (const [page, content] of pages.entries()) {
    const picture = drawPage(path, page + 1)
    for (const match of content.matchAll(
      /xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)<\/word>/g,
    )) {
      const [left = 0, top = 0, right = 0, bottom = 0] = match.slice(1, 5).map(Number)
      const box = { left, top, right, bottom }
      words.push({ text: readingOrder(plainText(match[5] ?? '')), page, ...box, isSeen: isSeen(picture, box) })
    }
  }
  return words
}

function plainText(text: string): string {
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
}

/** poppler gives the letters of a word from left to right. */
function readingOrder(text: string): string {
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text) ? [...text].reverse().join('') : text
}

function drawPage(path: string, page: number): Picture {
  const range = ['-f', String(page), '-l', String(page)]
  const { stdout } = spawnSync('pdftoppm', ['-r', String(DPI), ...range, path], { maxBuffer: 2 ** 30 })
  const [head = '', width = '0', height = '0'] =
    /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(stdout.subarray(0, 64).toString('latin1')) ?? []
  return { width: Number(width), height: Number(height), samples: stdout.subarray(head.length) }
}

function isSeen(
  { width, height, samples }: Picture,
  box: Pick<PlacedWord, 'left' | 'right' | 'top' | 'bottom'>,
): boolean {
  const pixel = (points: number, limit: number) => Math.min(limit, Math.max(0, Math.round((points * DPI) / 72)))
  const least = [255, 255, 255]
  const most = [0, 0, 0]
  for (let y = pixel(box.top, height); y < pixel(box.bottom, height); y++) {
    for (let x = pixel(box.left, width); x < pixel(box.right, width); x++) {
      for (let channel = 0; channel < 3; channel++) {
        const sample = samples[(y * width + x) * 3 + channel] ?? 0
        least[channel] = Math.min(least[channel] ?? 0, sample)
        most[channel] = Math.max(most[channel] ?? 0, sample)
      }
    }
  }
  return most.some((value, channel) => value - (least[channel] ?? 0) > EVEN)
}

/** Pieces of text that reach over an edge of their page. */
export async function textOffPage(bytes: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: bytes.slice(), verbosity: VerbosityLevel.ERRORS, useSystemFonts: false })
  const document = await task.promise
  const found: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const [, , right = 0, top = 0] = page.view
    for (const item of (await page.getTextContent()).items) {
      if (!('str' in item) || item.str.trim() === '') continue
      const [, , , , x = 0, y = 0] = item.transform as number[]
      const isOff = x < -EDGE || x + item.width > right + EDGE || y < -EDGE || y > top + EDGE
      if (isOff) found.push(item.str)
    }
  }
  await task.destroy()
  return found
}
