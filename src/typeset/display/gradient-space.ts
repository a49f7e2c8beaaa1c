/**
 * Where the colours of a gradient run.
 *
 * @module
 */

import type { Fill, GradientSpace } from '../model/drawing-model.js'

type Gradient = Extract<Fill, { type: 'gradient' }>

interface FilledBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The space of a gradient: its own, or the box of what it fills. */
export function gradientSpace(box: FilledBox, { angle, space }: Gradient): GradientSpace {
  if (space !== undefined) return space
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  if (angle === undefined) {
    const matrix = [box.width * Math.SQRT1_2, 0, 0, box.height * Math.SQRT1_2, x, y] as const
    return { start: { x: 0, y: 0 }, end: { x: 0, y: 0, radius: 1 }, matrix }
  }
  // The line through the centre along which colours change; its ends are where the box's corners meet it squarely.
  const radians = (angle * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  const half = (Math.abs(box.width * cos) + Math.abs(box.height * sin)) / 2
  return {
    start: { x: -half * cos, y: -half * sin },
    end: { x: half * cos, y: half * sin },
    matrix: [1, 0, 0, 1, x, y],
  }
}
