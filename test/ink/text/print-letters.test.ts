/**
 * Letters in pictures and shapes. Each number by which they are found has a print just within it and one just beyond.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { findPrintLetters } from '../../../src/ink/text/print-letters.js'

/** A rectangle of a lightness, in points. */
type Mark = readonly [x: number, y: number, width: number, height: number, lightness?: number]

const SIDE = 60
const SCALE = 10

/** What is found on a sheet of 60 by 60 points with ten cells to the point. */
function read(marks: readonly Mark[], ground = 1) {
  const width = SIDE * SCALE
  const lightness = new Float32Array(width * width).fill(ground)
  for (const [x, y, columns, rows, value = 0] of marks) {
    const [from, to] = [x, x + columns].map((each) => Math.round(each * SCALE))
    for (let row = Math.round(y * SCALE); row < Math.round((y + rows) * SCALE); row++)
      lightness.fill(value, row * width + (from ?? 0), row * width + (to ?? 0))
  }
  return findPrintLetters(lightness, { left: 0, bottom: 0, width, height: width, scale: SCALE })
}

/** Fifteen points of room for the ground around a letter. */
const AT = 25
const stroke = (height: number, lightness = 0, x = AT): Mark => [x, AT, 1, height, lightness]
/** A letter of strokes: two upright ones on a flat one. */
const broad = (width: number, height: number): Mark[] => [
  [AT, AT, width, 1],
  [AT, AT, 1, height],
  [AT + width - 1, AT, 1, height],
]
/** A square of ten points of which a notch leaves a share. */
const notched = (share: number, x = AT): Mark[] => [
  [x, AT, 10, 10],
  [x + 4, AT + 1, (100 * (1 - share)) / 9, 9, 1],
]
const three = (share: number) => [12, AT, 38].flatMap((x) => notched(share, x))

type Row = readonly [number: string, print: (value: number) => ReturnType<typeof read>, within: number, beyond: number]

describe('print', () => {
  it.each<Row>([
    ['least height', (height) => read([stroke(height)]), 2.5, 2.3],
    ['largest height', (height) => read([stroke(height)]), 25.5, 26.5],
    ['dark letters', (lightness) => read([stroke(5, lightness)]), 0.87, 0.886],
    ['light letters', (lightness) => read([stroke(5, lightness)], 0.5), 0.69, 0.675],
    ['dark ground', (ground) => read([stroke(5, 1)], ground), 0.635, 0.66],
    [
      'ground around a letter',
      (gap) =>
        read([
          [AT, AT, 0.3, 5, 0.8],
          [AT + 0.3 + gap, 0, 25, SIDE],
        ]),
      7.9,
      7.2,
    ],
    ['full shapes', (side) => read([[AT, AT, side, side]]), 6.8, 7.2],
    ['share of a full shape', (share) => read(notched(share)), 0.69, 0.75],
    ['share of a box', (share) => read(three(share)), 0.91, 0.95],
  ])('has letters: %s', (_, print, within, beyond) => {
    expect([print(within).length > 0, print(beyond).length > 0]).toEqual([true, false])
  })

  it.each<Row>([
    ['least height', (height) => read([stroke(height)]), 4.6, 4.4],
    ['contrast', (lightness) => read([stroke(5, lightness)]), 0.635, 0.66],
    ['distance of a neighbour', (gap) => read([stroke(5, 0.7), stroke(5, 0.7, AT + 1 + gap)]), 5.9, 6.1],
    ['height of a neighbour', (ratio) => read([stroke(3, 0.7), stroke(3 * ratio, 0.7, AT + 3)]), 2.13, 2.27],
  ])('has certain letters: %s', (_, print, within, beyond) => {
    expect([print(within), print(beyond)].map((found) => found.every(({ isCertain }) => isCertain))).toEqual([
      true,
      false,
    ])
  })

  it.each<Row>([
    ['distance of a point', (gap) => read([stroke(5), [AT + 1 + gap, AT, 0.5, 0.5]]), 2.9, 3.1],
    ['distance of a point below', (gap) => read([stroke(5), [AT + 2, AT - gap, 0.5, 0.5]]), 2.9, 3.1],
    ['width of a dash', (share) => read([stroke(5), [AT + 2, AT + 2, 5 * share, 0.5]]), 1.26, 1.34],
    ['cells of a point', (cells) => read([stroke(5), [AT + 2, AT, cells / SCALE, 0.1]]), 4, 3],
  ])('has signs: %s', (_, print, within, beyond) => {
    expect([print(within), print(beyond)].map((found) => found.some(({ isSign }) => isSign))).toEqual([true, false])
  })

  it.each<[number: string, print: Row[1], values: readonly number[], counts: readonly number[]]>([
    ['widest letter', (ratio) => read(broad(5 * ratio, 5)), [1.26, 1.34], [1, 2]],
    ['width of touching letters', (ratio) => read(broad(5 * ratio, 5)), [1.72, 1.78], [2, 3]],
    ['longest stroke', (length) => read([stroke(5), [AT, AT, length, 0.5]]), [27.5, 28.5], [8, 1]],
    [
      'neighbours of a full shape',
      (count) => read(three(0.9).slice(0, 2 * count)).filter(({ isSign }) => !isSign),
      [2, 3],
      [0, 1],
    ],
  ])('is split into letters: %s', (_, print, values, counts) => {
    expect(values.map((value) => print(value).length)).toEqual(counts)
  })
})
