/**
 * Converts shapes of SVG to items of a display list.
 *
 * @module
 */

import type { Matrix } from '../../../pdf/matrix.js'
import { scaleOf } from '../../../pdf/matrix.js'
import type { DisplayItem } from '../../display/display-list.js'
import { transform } from '../../display/matrix.js'
import type { Fill, LineStyle, PathCommand } from '../../model/drawing-model.js'
import { type StrokeLook, strokeAsFill } from '../../raster/stroke-as-fill.js'
import { type PaintContext, readSvgPaint, readSvgPen } from './svg-paint.js'
import type { SvgStyle } from './svg-style.js'
import type { SvgViewport } from './svg-transform.js'

/** The outline of a shape in its own units. */
interface SvgOutline {
  readonly commands: readonly PathCommand[]
  /** Matrix from the outline's units to twips. */
  readonly matrix: Matrix
  readonly viewport: SvgViewport
}

/** Largest deviation of strokes with gradients, in twips. */
const TOLERANCE = 1
/** Size of a pixel in twips, the unit of stroke widths that do not scale with the drawing. */
const TWIPS_PER_PIXEL = 15

/** The items of a shape: its fill, then its stroke. */
export function svgShape(
  outline: SvgOutline,
  style: SvgStyle,
  context: PaintContext,
  opacity: number,
  isFilled: boolean,
): DisplayItem[] {
  const { commands, matrix, viewport } = outline
  const items: DisplayItem[] = []
  const shape = { matrix, viewport, box: () => boxOf(commands) }
  const fill = isFilled ? readSvgPaint('fill', style, context, opacity, shape) : undefined
  const stroke = readSvgPaint('stroke', style, context, opacity, shape)
  const isEven = style.get('fill-rule') === 'evenodd'
  const placed = transformed(commands, matrix)
  // A line with the same width in all directions is painted in one item with the fill.
  const isPlain = stroke?.type === 'solid' && (isSimilarity(matrix) || isUnscaled(style))
  const line = isPlain
    ? lineOf(stroke, readSvgPen(style, isUnscaled(style) ? TWIPS_PER_PIXEL : scaleOf(matrix)))
    : undefined
  if (fill !== undefined || line !== undefined) items.push(pathItem(placed, { fill, line, isEven }))
  if (stroke === undefined || isPlain) return items
  const pen = readSvgPen(style, 1)
  if (pen === undefined) return items
  if (stroke.type === 'solid') {
    const inner = pathItem(commands, { line: lineOf(stroke, pen), isEven })
    return [...items, { kind: 'group', matrix, items: [inner] }]
  }
  const outlines = strokeAsFill(commands, pen, TOLERANCE / Math.max(1e-6, scaleOf(matrix)))
  return [...items, pathItem(transformed(outlines, matrix), { fill: stroke, isEven: false })]
}

function isUnscaled(style: SvgStyle): boolean {
  return style.get('vector-effect') === 'non-scaling-stroke'
}

/** Whether a matrix scales lengths equally in all directions. */
function isSimilarity([a, b, c, d]: Matrix): boolean {
  const size = Math.hypot(a, b, c, d)
  return Math.abs(a * c + b * d) <= 1e-4 * size * size && Math.abs(Math.hypot(a, b) - Math.hypot(c, d)) <= 1e-3 * size
}

function lineOf(stroke: Extract<Fill, { type: 'solid' }>, pen: StrokeLook | undefined): LineStyle | undefined {
  return pen === undefined ? undefined : { ...pen, color: stroke.color, opacity: stroke.opacity }
}

/** The commands after conversion by a matrix. */
export function transformed(commands: readonly PathCommand[], matrix: Matrix): PathCommand[] {
  return commands.map((command): PathCommand => {
    if (command.op === 'Z') return command
    const end = transform(matrix, command.x, command.y)
    if (command.op !== 'C') return { op: command.op, ...end }
    const [first, second] = [transform(matrix, command.x1, command.y1), transform(matrix, command.x2, command.y2)]
    return { op: 'C', x1: first.x, y1: first.y, x2: second.x, y2: second.y, ...end }
  })
}

/** The bounding box of all points of a path, including control points of curves. */
export function boxOf(commands: readonly PathCommand[]): {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
} {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  const include = (x: number, y: number) => {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  for (const command of commands) {
    if (command.op === 'Z') continue
    include(command.x, command.y)
    if (command.op !== 'C') continue
    include(command.x1, command.y1)
    include(command.x2, command.y2)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** A path with its box. The commands are relative to the corner of the box. */
function pathItem(
  commands: readonly PathCommand[],
  {
    fill,
    line,
    isEven,
  }: { readonly fill?: Fill | undefined; readonly line?: LineStyle | undefined; readonly isEven: boolean },
): DisplayItem {
  const box = boxOf(commands)
  return {
    kind: 'path',
    commands: transformed(commands, [...UNTURNED, -box.x, -box.y]),
    ...box,
    ...(fill === undefined ? {} : { fill }),
    ...(line === undefined ? {} : { line }),
    ...(isEven ? {} : { fillRule: 'nonzero' as const }),
  }
}

const UNTURNED = [1, 0, 0, 1] as const
