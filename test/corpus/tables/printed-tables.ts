/**
 * Tables as they stand in a PDF: where columns begin, and how many lines each has.
 *
 * @module
 */

import { spawnSync } from 'node:child_process'
import { COLUMNS, endOf, markOf } from './table-matrix.js'

/** A table on the pages of a PDF. Lengths are points from the left edge of the paper. */
export interface PrintedTable {
  readonly marks: readonly number[]
  readonly lines: readonly number[]
  /** The words of each column. */
  readonly words: readonly (readonly string[])[]
}

interface Word {
  readonly text: string
  readonly left: number
  readonly right: number
  /** Middle of the word from the top of the first page. */
  readonly y: number
}

const PAGE = 10_000
/** Words whose middles differ by less stand on one line, in points. */
const LINE = 4.5

/** Finds tables by their marks; `undefined` for those whose marks are not all there. */
export function readPrintedTables(path: string, count: number): (PrintedTable | undefined)[] {
  const words = wordsOf(path)
  return Array.from({ length: count }, (_, index) => readTable(words, index))
}

function wordsOf(path: string): Word[] {
  const xml = spawnSync('pdftotext', ['-bbox', path, '-'], { maxBuffer: 2 ** 30 }).stdout.toString()
  return xml
    .split('<page ')
    .slice(1)
    .flatMap((content, page) =>
      [...content.matchAll(/xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)<\/word>/g)].map(
        ([, left, top, right, bottom, text = '']) => ({
          text: text.replace(/&amp;/g, '&'),
          left: Number(left),
          right: Number(right),
          y: page * PAGE + (Number(top) + Number(bottom)) / 2,
        }),
      ),
    )
}

function readTable(words: readonly Word[], index: number): PrintedTable | undefined {
  const marks = Array.from({ length: COLUMNS }, (_, column) =>
    words.find(({ text }) => text.toLowerCase() === markOf(index, column)),
  )
  const end = words.find(({ text }) => text === endOf(index))
  const [first] = marks
  if (first === undefined || end === undefined || marks.includes(undefined)) return undefined
  const lefts = marks.map((mark) => mark?.left ?? 0)
  // Rows of headers are repeated on further pages.
  const inside = words.filter(({ text, y }) => y > first.y + LINE && y < end.y - 1 && !/^[a-d]\d\d$/i.test(text))
  const columns = lefts.map((left, column) =>
    inside.filter((word) => {
      const middle = (word.left + word.right) / 2
      return middle > left - 3 && middle < (lefts[column + 1] ?? Number.POSITIVE_INFINITY) - 3
    }),
  )
  return {
    marks: lefts,
    lines: columns.map(countLines),
    words: columns.map((column) => column.map(({ text }) => text)),
  }
}

function countLines(words: readonly Word[]): number {
  const middles = words.map(({ y }) => y).sort((a, b) => a - b)
  return middles.filter((y, index) => index === 0 || y - (middles[index - 1] ?? 0) > LINE).length
}
