/**
 * Operators of Type 2 charstrings that draw lines and curves (Adobe Technical Note 5177, 4.1): each takes what stands on the
 * stack, from its bottom.
 *
 * @module
 */
import type { OutlinePen } from './glyph-outline.js'

type Draw = (pen: OutlinePen, args: readonly number[]) => void

function at(args: readonly number[], i: number): number {
  return args[i] ?? 0
}

const lines: Draw = (pen, args) => {
  for (let i = 0; i + 1 < args.length; i += 2) pen.lineBy(at(args, i), at(args, i + 1))
}

/** hlineto and vlineto: in turn across and up. */
const alternatingLines =
  (isAcross: boolean): Draw =>
  (pen, args) => {
    for (const [i, by] of args.entries()) {
      if ((i % 2 === 0) === isAcross) pen.lineBy(by, 0)
      else pen.lineBy(0, by)
    }
  }

const curves: Draw = (pen, args) => {
  for (let i = 0; i + 5 < args.length; i += 6) curveAt(pen, args, i)
}

function curveAt(pen: OutlinePen, args: readonly number[], i: number): void {
  const [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map((k) => at(args, i + k)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  pen.curveBy(a, b, c, d, e, f)
}

const curvesThenLine: Draw = (pen, args) => {
  curves(pen, args.slice(0, -2))
  lines(pen, args.slice(-2))
}

const linesThenCurve: Draw = (pen, args) => {
  lines(pen, args.slice(0, -6))
  curves(pen, args.slice(-6))
}

/** vvcurveto and hhcurveto: curves that begin and end in one direction; an odd number in front moves the first aside. */
const straightCurves =
  (isAcross: boolean): Draw =>
  (pen, args) => {
    let i = args.length % 4 === 0 ? 0 : 1
    let aside = i === 0 ? 0 : at(args, 0)
    for (; i + 3 < args.length; i += 4) {
      const [a, b, c, d] = [at(args, i), at(args, i + 1), at(args, i + 2), at(args, i + 3)]
      if (isAcross) pen.curveBy(a, aside, b, c, d, 0)
      else pen.curveBy(aside, a, b, c, 0, d)
      aside = 0
    }
  }

/** vhcurveto and hvcurveto: each curve begins in the direction in which the one before did not. */
export const alternatingCurves =
  (startsAcross: boolean): Draw =>
  (pen, args) => {
    let isAcross = startsAcross
    for (let i = 0; i + 3 < args.length; i += 4) {
      const last = args.length - i === 5 ? at(args, i + 4) : 0
      const [a, b, c, d] = [at(args, i), at(args, i + 1), at(args, i + 2), at(args, i + 3)]
      if (isAcross) pen.curveBy(a, 0, b, c, last, d)
      else pen.curveBy(0, a, b, c, d, last)
      isAcross = !isAcross
    }
  }

const flex: Draw = (pen, args) => curves(pen, args.slice(0, 12))

const hflex: Draw = (pen, args) => {
  const [dx1, dx2, dy2, dx3, dx4, dx5, dx6] = [0, 1, 2, 3, 4, 5, 6].map((i) => at(args, i)) as Seven
  pen.curveBy(dx1, 0, dx2, dy2, dx3, 0)
  pen.curveBy(dx4, 0, dx5, -dy2, dx6, 0)
}

type Seven = [number, number, number, number, number, number, number]

const hflex1: Draw = (pen, args) => {
  const [dx1, dy1, dx2, dy2, dx3, dx4, dx5] = [0, 1, 2, 3, 4, 5, 6].map((i) => at(args, i)) as Seven
  const [dy5, dx6] = [at(args, 7), at(args, 8)]
  pen.curveBy(dx1, dy1, dx2, dy2, dx3, 0)
  pen.curveBy(dx4, 0, dx5, dy5, dx6, -(dy1 + dy2 + dy5))
}

/** The last point lies on the level of the first one, in the direction in which the curve is longer. */
const flex1: Draw = (pen, args) => {
  const sum = (first: number) => [0, 2, 4, 6, 8].reduce((total, i) => total + at(args, first + i), 0)
  const [dx, dy] = [sum(0), sum(1)]
  const last = at(args, 10)
  const [dx6, dy6] = Math.abs(dx) > Math.abs(dy) ? [last, -dy] : [-dx, last]
  curves(pen, [...Array.from({ length: 10 }, (_, i) => at(args, i)), dx6, dy6])
}

/** By operator; those of two bytes have 12 in front. */
export const CURVE_OPERATORS: ReadonlyMap<number, Draw> = new Map([
  [5, lines],
  [6, alternatingLines(true)],
  [7, alternatingLines(false)],
  [8, curves],
  [24, curvesThenLine],
  [25, linesThenCurve],
  [26, straightCurves(false)],
  [27, straightCurves(true)],
  [30, alternatingCurves(false)],
  [31, alternatingCurves(true)],
  [0x0c22, hflex],
  [0x0c23, flex],
  [0x0c24, hflex1],
  [0x0c25, flex1],
])
