/**
 * Block arrows.
 *
 * @module
 */

import { append } from '../../../lists.js'
import { clamp } from '../../../numbers.js'
import { PathBuilder } from '../../../typeset/drawings.js'
import type { Geometry, GeometryFunction, GeometrySize } from './geometry.js'
import { adjustShare, polygon, single, textArea } from './outline.js'

/** A length that an adjust value gives as a share of the short side, at most `most`. */
function shortShare(size: GeometrySize, name: string, fallback: number, most: number): number {
  const ss = Math.min(size.width, size.height)
  return clamp((ss * size.adjust(name, fallback)) / 100_000, 0, Math.max(0, most))
}

/** Maps points of a geometry that points right so that it points left, down or up. */
type Turn = (x: number, y: number, size: GeometrySize) => readonly [number, number]

const TURNS: Readonly<Record<'right' | 'left' | 'down' | 'up', Turn>> = {
  right: (x, y) => [x, y],
  left: (x, y, { width }) => [width - x, y],
  down: (x, y) => [y, x],
  up: (x, y, { height }) => [y, height - x],
}

type Direction = keyof typeof TURNS

/** A polygon that is described as if it pointed to the right, in another direction. */
function turned(direction: Direction, describe: (size: GeometrySize) => readonly number[]): GeometryFunction {
  const turn = TURNS[direction]
  const upright = direction === 'up' || direction === 'down'
  return (size) => {
    const along = upright ? { ...size, width: size.height, height: size.width } : size
    const points = describe(along)
    const result: number[] = []
    for (let i = 0; i + 1 < points.length; i += 2) append(result, turn(points[i] ?? 0, points[i + 1] ?? 0, size))
    return polygon(result)
  }
}

/** Half of a shaft's thickness, by adj1. */
const shaft = (size: GeometrySize, fallback = 50_000) => (size.height * adjustShare(size, 'adj1', fallback)) / 2

const blockArrow = (size: GeometrySize): readonly number[] => {
  const { width: w, height: h } = size
  const x = w - shortShare(size, 'adj2', 50_000, w)
  const half = shaft(size)
  return [0, h / 2 - half, x, h / 2 - half, x, 0, w, h / 2, x, h, x, h / 2 + half, 0, h / 2 + half]
}

const notchedArrow = (size: GeometrySize): readonly number[] => {
  const { width: w, height: h } = size
  const head = shortShare(size, 'adj2', 50_000, w)
  const half = shaft(size)
  const notch = (half * head) / (h / 2 || 1)
  return [...blockArrow(size), notch, h / 2]
}

const doubleArrow = (size: GeometrySize): readonly number[] => {
  const { width: w, height: h } = size
  const head = shortShare(size, 'adj2', 50_000, w / 2)
  const [top, bottom] = [h / 2 - shaft(size), h / 2 + shaft(size)]
  const back = w - head
  return [0, h / 2, head, 0, head, top, back, top, back, 0, w, h / 2, back, h, back, bottom, head, bottom, head, h]
}

const homePlate = (size: GeometrySize): readonly number[] => {
  const { width: w, height: h } = size
  const x = w - shortShare(size, 'adj', 50_000, w)
  return [0, 0, x, 0, w, h / 2, x, h, 0, h]
}

const chevron = (size: GeometrySize): readonly number[] => {
  const { width: w, height: h } = size
  const d = shortShare(size, 'adj', 50_000, w)
  return [0, 0, w - d, 0, w, h / 2, w - d, h, 0, h, d, h / 2]
}

const stripedRightArrow: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const ss = Math.min(w, h)
  const half = shaft(size)
  const [top, bottom] = [h / 2 - half, h / 2 + half]
  const x = w - shortShare(size, 'adj2', 50_000, w - (ss * 5) / 32)
  const path = new PathBuilder()
  for (const [from, to] of [
    [0, ss / 32],
    [ss / 16, ss / 8],
  ] as const) {
    path.move(from, top).line(to, top, to, bottom, from, bottom).close()
  }
  const start = (ss * 5) / 32
  path
    .move(start, top)
    .line(x, top, x, 0, w, h / 2, x, h, x, bottom, start, bottom)
    .close()
  return single(path)
}

const quadArrow: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const head = shortShare(size, 'adj2', 22_500, Math.min(w, h) / 2)
  const half = Math.min(shortShare(size, 'adj1', 22_500, Math.min(w, h)) / 2, head)
  const d = shortShare(size, 'adj3', 22_500, Math.min(w, h) / 2 - half)
  const [x, y] = [w / 2, h / 2]
  // biome-ignore format: points, x and y
  return polygon([
    0, y, d, y - head, d, y - half, x - half, y - half, x - half, d, x - head, d, x, 0, x + head, d,
    x + half, d, x + half, y - half, w - d, y - half, w - d, y - head, w, y, w - d, y + head,
    w - d, y + half, x + half, y + half, x + half, h - d, x + head, h - d, x, h, x - head, h - d,
    x - half, h - d, x - half, y + half, d, y + half, d, y + head,
  ])
}

const leftRightUpArrow: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const head = shortShare(size, 'adj2', 25_000, Math.min(w, h) / 2)
  const half = Math.min(shortShare(size, 'adj1', 25_000, Math.min(w, h)) / 2, head)
  const d = shortShare(size, 'adj3', 25_000, Math.min(w / 2, h))
  const x = w / 2
  const y = h - head
  // biome-ignore format: points, x and y
  return polygon([
    0, y, d, y - head, d, y - half, x - half, y - half, x - half, d, x - head, d, x, 0, x + head, d,
    x + half, d, x + half, y - half, w - d, y - half, w - d, y - head, w, y, w - d, h, w - d, y + half,
    d, y + half, d, h,
  ])
}

const leftUpArrow: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const head = shortShare(size, 'adj2', 25_000, Math.min(w, h) / 2)
  const half = Math.min(shortShare(size, 'adj1', 25_000, Math.min(w, h)) / 2, head)
  const d = shortShare(size, 'adj3', 25_000, Math.min(w, h))
  const x = w - head
  const y = h - head
  // biome-ignore format: points, x and y
  return polygon([
    0, y, d, y - head, d, y - half, x - half, y - half, x - half, d, x - head, d, x, 0, w, d, x + half, d,
    x + half, y + half, d, y + half, d, h,
  ])
}

const bentUpArrow: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const head = shortShare(size, 'adj2', 25_000, Math.min(w, h) / 2)
  const half = Math.min(shortShare(size, 'adj1', 25_000, h) / 2, head)
  const d = shortShare(size, 'adj3', 25_000, h)
  const x = w - head
  const y = h - 2 * half
  return polygon([0, y, x - half, y, x - half, d, w - 2 * head, d, x, 0, w, d, x + half, d, x + half, h, 0, h])
}

const bentArrow: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const reach = shortShare(size, 'adj2', 25_000, Math.min(w, h) / 2)
  const thick = Math.min(shortShare(size, 'adj1', 25_000, Math.min(w, h)), reach * 2)
  const head = shortShare(size, 'adj3', 25_000, Math.min(w, h) / 2)
  const x = w - head
  const top = reach - thick / 2
  const outer = shortShare(size, 'adj4', 43_750, Math.min(x, h - top))
  const inner = Math.max(0, outer - thick)
  const path = new PathBuilder()
    .move(0, h)
    .line(0, top + outer)
    .arc(outer, outer, 180, 90)
    .line(x, top, x, 0, w, reach, x, reach * 2, x, top + thick, thick + inner, top + thick)
    .arc(inner, inner, 270, -90)
    .line(thick, h)
    .close()
  return single(path)
}

const uturnArrow: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const ss = Math.min(w, h)
  const reach = shortShare(size, 'adj2', 25_000, ss / 2)
  const thick = Math.min(shortShare(size, 'adj1', 25_000, ss), reach * 2)
  const head = shortShare(size, 'adj3', 25_000, ss / 2)
  const tip = h * adjustShare(size, 'adj5', 75_000)
  const base = Math.max(head, tip) - head
  const right = w - reach + thick / 2
  const outer = shortShare(size, 'adj4', 43_750, Math.min(right / 2, base))
  const inner = Math.max(0, outer - thick)
  const path = new PathBuilder()
    .move(0, h)
    .line(0, outer)
    .arc(outer, outer, 180, 90)
    .line(right - outer, 0)
    .arc(outer, outer, 270, 90)
    .line(right, base, w, base, w - reach, base + head, w - 2 * reach, base, right - thick, base, right - thick, outer)
    .arc(inner, inner, 0, -90)
    .line(thick + inner, thick)
    .arc(inner, inner, 270, -90)
    .line(thick, h)
    .close()
  return single(path)
}

/** An arrow that curves to the right, with its head at the lower right. The other three are made from it. */
function curvedArrow(direction: Direction): GeometryFunction {
  const turn = TURNS[direction]
  const upright = direction === 'up' || direction === 'down'
  return (size) => {
    const along = upright ? { ...size, width: size.height, height: size.width } : size
    const { width: w, height: h } = along
    const thick = shortShare(along, 'adj1', 25_000, h / 2)
    const wide = Math.max(thick, shortShare(along, 'adj2', 50_000, h / 2))
    const head = shortShare(along, 'adj3', 25_000, w)
    const ry = Math.max(1, (h - (thick + wide) / 2) / 2)
    const y = h - wide / 2
    const points = (cy: number, from: number, to: number) => {
      const result: number[] = []
      for (let i = 0; i <= 24; i++) {
        const angle = from + ((to - from) * i) / 24
        result.push(w + w * Math.cos(angle), cy + ry * Math.sin(angle))
      }
      return result
    }
    const end = Math.PI - Math.acos(clamp(head / (w || 1), -1, 1))
    const corners = [
      ...points(ry, Math.PI * 1.5, Math.PI / 2 + (Math.PI - end) * 0.5),
      w - head,
      y - thick / 2 - (wide - thick) / 2,
      w,
      y,
      w - head,
      h,
      ...points(ry + thick, Math.PI / 2 + (Math.PI - end) * 0.5, Math.PI * 1.5),
    ]
    const result: number[] = []
    for (let i = 0; i + 1 < corners.length; i += 2) append(result, turn(corners[i] ?? 0, corners[i + 1] ?? 0, size))
    return polygon(result)
  }
}

/** A box for text with an arrow on one side. */
function arrowCallout(direction: Direction): GeometryFunction {
  return (size) => {
    const upright = direction === 'up' || direction === 'down'
    const along = upright ? { ...size, width: size.height, height: size.width } : size
    const { width: w, height: h } = along
    const head = shortShare(along, 'adj3', 25_000, w)
    const reach = shortShare(along, 'adj2', 25_000, h / 2)
    const half = Math.min(shortShare(along, 'adj1', 25_000, h) / 2, reach)
    const box = Math.min(w * adjustShare(along, 'adj4', 64_977), w - head)
    const [x, y] = [w - head, h / 2]
    const corners = [
      0,
      0,
      box,
      0,
      box,
      y - half,
      x,
      y - half,
      x,
      y - reach,
      w,
      y,
      x,
      y + reach,
      x,
      y + half,
      box,
      y + half,
      box,
      h,
      0,
      h,
    ]
    const geometry = turned(direction, () => corners)(size)
    return { ...geometry, textInsets: calloutInsets(direction, size, w - box) }
  }
}

function calloutInsets(direction: Direction, size: GeometrySize, rest: number): NonNullable<Geometry['textInsets']> {
  const { width: w, height: h } = size
  switch (direction) {
    case 'right':
      return textArea(size, 0, 0, w - rest, h)
    case 'left':
      return textArea(size, rest, 0, w, h)
    case 'down':
      return textArea(size, 0, 0, w, h - rest)
    case 'up':
      return textArea(size, 0, rest, w, h)
  }
}

/** A straight arrow with its text along the shaft. */
function withShaftText(geometry: GeometryFunction, direction: Direction, both: boolean): GeometryFunction {
  return (size) => {
    const upright = direction === 'up' || direction === 'down'
    const along = upright ? { ...size, width: size.height, height: size.width } : size
    const half = shaft(along)
    const side = along.height / 2 - half
    const head = shortShare(along, 'adj2', 50_000, both ? along.width / 2 : along.width)
    // The shaft's edge meets the slope of the head, so that text may extend into the head.
    const ahead = (head * half) / (along.height / 2 || 1)
    const start = both ? ahead : 0
    const textInsets = upright
      ? {
          top: direction === 'up' || both ? ahead : 0,
          right: side,
          bottom: direction === 'down' || both ? ahead : 0,
          left: side,
        }
      : {
          top: side,
          right: direction === 'right' || both ? ahead : start,
          bottom: side,
          left: direction === 'left' || both ? ahead : start,
        }
    return { ...geometry(size), textInsets }
  }
}

/** Block arrows (ECMA-376-1, 20.1.10.56). */
export const ARROWS: Readonly<Record<string, GeometryFunction>> = {
  rightArrow: withShaftText(turned('right', blockArrow), 'right', false),
  leftArrow: withShaftText(turned('left', blockArrow), 'left', false),
  downArrow: withShaftText(turned('down', blockArrow), 'down', false),
  upArrow: withShaftText(turned('up', blockArrow), 'up', false),
  leftRightArrow: withShaftText(turned('right', doubleArrow), 'right', true),
  upDownArrow: withShaftText(turned('down', doubleArrow), 'down', true),
  notchedRightArrow: withShaftText(turned('right', notchedArrow), 'right', true),
  homePlate: turned('right', homePlate),
  chevron: turned('right', chevron),
  stripedRightArrow,
  quadArrow,
  leftRightUpArrow,
  leftUpArrow,
  bentUpArrow,
  bentArrow,
  uturnArrow,
  curvedRightArrow: curvedArrow('right'),
  curvedLeftArrow: curvedArrow('left'),
  curvedDownArrow: curvedArrow('down'),
  curvedUpArrow: curvedArrow('up'),
  rightArrowCallout: arrowCallout('right'),
  leftArrowCallout: arrowCallout('left'),
  downArrowCallout: arrowCallout('down'),
  upArrowCallout: arrowCallout('up'),
}
