/**
 * Lines, connectors, brackets and braces.
 *
 * @module
 */

import { clamp } from '../../../numbers.js'
import { PathBuilder } from '../../../typeset/drawings.js'
import type { Geometry, GeometryFunction, GeometrySize } from './geometry.js'
import { adjustShare, outline, textArea } from './outline.js'

/** A geometry of open lines. */
function strokes(path: PathBuilder): Geometry {
  return { paths: [outline(path, 'none')] }
}

const line: GeometryFunction = ({ width, height }) => strokes(new PathBuilder().move(0, 0).line(width, height))

/** An adjust value of a connector, which may lie beyond the box. */
const bend = (size: GeometrySize, name: string) => size.adjust(name, 50_000) / 100_000

const bentConnector3: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const x = w * bend(size, 'adj1')
  return strokes(new PathBuilder().move(0, 0).line(x, 0, x, h, w, h))
}

const bentConnector4: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const x = w * bend(size, 'adj1')
  const y = h * bend(size, 'adj2')
  return strokes(new PathBuilder().move(0, 0).line(x, 0, x, y, w, y, w, h))
}

const bentConnector5: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const x1 = w * bend(size, 'adj1')
  const y = h * bend(size, 'adj2')
  const x2 = w * bend(size, 'adj3')
  return strokes(new PathBuilder().move(0, 0).line(x1, 0, x1, y, x2, y, x2, h, w, h))
}

const curvedConnector2: GeometryFunction = ({ width: w, height: h }) =>
  strokes(new PathBuilder().move(0, 0).cubic(w / 2, 0, w, h / 2, w, h))

const curvedConnector3: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const x = w * bend(size, 'adj1')
  const path = new PathBuilder().move(0, 0)
  return strokes(path.cubic(x / 2, 0, x, h / 4, x, h / 2).cubic(x, (h * 3) / 4, (x + w) / 2, h, w, h))
}

const curvedConnector4: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const x = w * bend(size, 'adj1')
  const y = h * bend(size, 'adj2')
  const path = new PathBuilder().move(0, 0).cubic(x / 2, 0, x, y / 4, x, y / 2)
  path.cubic(x, (y * 3) / 4, x + (w - x) / 4, y, (x + w) / 2, y)
  return strokes(path.cubic(x + ((w - x) * 3) / 4, y, w, (y + h) / 2, w, h))
}

const curvedConnector5: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const x1 = w * bend(size, 'adj1')
  const y = h * bend(size, 'adj2')
  const x2 = w * bend(size, 'adj3')
  const path = new PathBuilder().move(0, 0).cubic(x1 / 2, 0, x1, y / 4, x1, y / 2)
  path.cubic(x1, (y * 3) / 4, x1 + (x2 - x1) / 4, y, (x1 + x2) / 2, y)
  path.cubic(x1 + ((x2 - x1) * 3) / 4, y, x2, (y + h) / 2 - (h - y) / 4, x2, (y + h) / 2)
  return strokes(path.cubic(x2, h - (h - y) / 4, (x2 + w) / 2, h, w, h))
}

/** Vertical radius of the curves of a bracket or brace. */
function endRadius(size: GeometrySize, name: string, fallback: number): number {
  const ss = Math.min(size.width, size.height)
  return (ss * clamp(size.adjust(name, fallback), 0, (50_000 * size.height) / (ss || 1))) / 100_000
}

/** A shape that is filled without a line, followed by its open line, as in brackets and braces. */
function openShape(build: (path: PathBuilder) => PathBuilder, textInsets: Geometry['textInsets']): Geometry {
  return {
    paths: [outline(build(new PathBuilder()).close(), 'norm', false), outline(build(new PathBuilder()), 'none')],
    ...(textInsets === undefined ? {} : { textInsets }),
  }
}

const leftBracket: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const r = endRadius(size, 'adj', 8333)
  return openShape(
    (path) => path.move(w, h).arc(w, r, 90, 90).line(0, r).arc(w, r, 180, 90),
    textArea(size, w * 0.29, r * 0.29, w, h - r * 0.29),
  )
}

const rightBracket: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const r = endRadius(size, 'adj', 8333)
  return openShape(
    (path) =>
      path
        .move(0, 0)
        .arc(w, r, 270, 90)
        .line(w, h - r)
        .arc(w, r, 0, 90),
    textArea(size, 0, r * 0.29, w * 0.71, h - r * 0.29),
  )
}

/** Radius of a brace's curves and the height of its tip. */
function braceMeasures(size: GeometrySize): readonly [number, number] {
  const tip = size.height * adjustShare(size, 'adj2', 50_000)
  const r = Math.min(endRadius(size, 'adj1', 8333), tip / 2, (size.height - tip) / 2)
  return [r, tip]
}

const leftBrace: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const [r, tip] = braceMeasures(size)
  return openShape(
    (path) =>
      path
        .move(w, h)
        .arc(w / 2, r, 90, 90)
        .line(w / 2, tip + r)
        .arc(w / 2, r, 0, -90)
        .arc(w / 2, r, 90, -90)
        .line(w / 2, r)
        .arc(w / 2, r, 180, 90),
    textArea(size, w * 0.65, r * 0.29, w, h - r * 0.29),
  )
}

const rightBrace: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const [r, tip] = braceMeasures(size)
  return openShape(
    (path) =>
      path
        .move(0, 0)
        .arc(w / 2, r, 270, 90)
        .line(w / 2, tip - r)
        .arc(w / 2, r, 180, -90)
        .arc(w / 2, r, 270, -90)
        .line(w / 2, h - r)
        .arc(w / 2, r, 0, 90),
    textArea(size, 0, r * 0.29, w * 0.35, h - r * 0.29),
  )
}

const bracketPair: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const r = Math.min(w, h) * adjustShare(size, 'adj', 16_667, 0, 50_000)
  const left = new PathBuilder().move(r, h).arc(r, r, 90, 90).line(0, r).arc(r, r, 180, 90)
  left.move(w - r, 0).arc(r, r, 270, 90)
  left.line(w, h - r).arc(r, r, 0, 90)
  const area = new PathBuilder()
    .move(0, r)
    .arc(r, r, 180, 90)
    .line(w - r, 0)
  area
    .arc(r, r, 270, 90)
    .line(w, h - r)
    .arc(r, r, 0, 90)
  area.line(r, h).arc(r, r, 90, 90).close()
  const inset = r * 0.29
  return {
    paths: [outline(area, 'norm', false), outline(left, 'none')],
    textInsets: { top: inset, right: inset, bottom: inset, left: inset },
  }
}

const bracePair: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const r = Math.min(w, h) * adjustShare(size, 'adj', 8333, 0, 25_000)
  const half = h / 2
  const left = (path: PathBuilder) =>
    path
      .arc(r, r, 90, 90)
      .line(r, half + r)
      .arc(r, r, 0, -90)
      .arc(r, r, 90, -90)
      .line(r, r)
      .arc(r, r, 180, 90)
  const right = (path: PathBuilder) =>
    path
      .arc(r, r, 270, 90)
      .line(w - r, half - r)
      .arc(r, r, 180, -90)
      .arc(r, r, 270, -90)
      .line(w - r, h - r)
      .arc(r, r, 0, 90)
  const area = right(left(new PathBuilder().move(2 * r, h)).line(w - 2 * r, 0)).close()
  const edges = right(left(new PathBuilder().move(2 * r, h)).move(w - 2 * r, 0))
  return {
    paths: [outline(area, 'norm', false), outline(edges, 'none')],
    textInsets: { top: r * 0.29, right: r * 1.29, bottom: r * 0.29, left: r * 1.29 },
  }
}

/** Lines, connectors, brackets and braces (ECMA-376-1, 20.1.10.56). */
export const LINES: Readonly<Record<string, GeometryFunction>> = {
  line,
  lineInv: ({ width, height }) => strokes(new PathBuilder().move(0, height).line(width, 0)),
  straightConnector1: line,
  bentConnector2: ({ width: w, height: h }) => strokes(new PathBuilder().move(0, 0).line(w, 0, w, h)),
  bentConnector3,
  bentConnector4,
  bentConnector5,
  curvedConnector2,
  curvedConnector3,
  curvedConnector4,
  curvedConnector5,
  leftBracket,
  rightBracket,
  leftBrace,
  rightBrace,
  bracketPair,
  bracePair,
}
