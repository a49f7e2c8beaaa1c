/**
 * Areas as they are painted, in little memory: drawings and maps have tens of thousands.
 *
 * @module
 */

import type { Box } from '../../pdf/matrix.js'
import type { Paint, PaintedArea } from './device.js'
import { pathOfBox, type SubPath } from './path.js'

/** What a painting operator says of an area. */
export type AreaShape = Pick<PaintedArea, 'kind' | 'path' | 'evenOdd' | 'style' | 'opacity' | 'picture'>

/** Where in a drawing an area stands. */
export interface AreaPlace {
  readonly order: number
  readonly box: Box
  readonly paint: Paint
  readonly inGlyph: boolean
  readonly inPattern: boolean
}

/** What only images have. */
type ImageDetails = Pick<PaintedArea, 'opacity' | 'picture'>

/** Numbers of a box, in front of those of the path. */
const BOX_NUMBERS = 4

/** An area whose box and path stand in one list of numbers: both are put together when they are asked for. */
export class ShownArea implements PaintedArea {
  readonly order: number
  readonly kind: PaintedArea['kind']
  readonly evenOdd: boolean
  readonly paint: Paint
  inGlyph: boolean
  readonly inPattern: boolean
  /** The path is the box. */
  readonly #isBox: boolean
  /** The box; then, unless it is the path, of each subpath how many numbers follow, negative for one that is open, and its points. */
  readonly #numbers: readonly number[]
  readonly #style: PaintedArea['style']
  readonly #image: ImageDetails | undefined

  constructor(shape: AreaShape, { order, box, paint, inGlyph, inPattern }: AreaPlace) {
    this.order = order
    this.kind = shape.kind
    this.evenOdd = shape.evenOdd
    this.paint = paint
    this.inGlyph = inGlyph
    this.inPattern = inPattern
    this.#isBox = isPathOfBox(shape.path, box)
    this.#numbers = this.#isBox ? box : pack(box, shape.path)
    const { opacity, picture } = shape
    this.#style = shape.style
    const isImage = opacity !== undefined || picture !== undefined
    this.#image = isImage ? { opacity, picture } : undefined
  }

  get box(): Box {
    const numbers = this.#numbers
    return [numbers[0] as number, numbers[1] as number, numbers[2] as number, numbers[3] as number]
  }

  get path(): readonly SubPath[] {
    return this.#isBox ? pathOfBox(this.box) : unpack(this.#numbers)
  }

  get style(): PaintedArea['style'] {
    return this.#style
  }

  get opacity(): PaintedArea['opacity'] {
    return this.#image?.opacity
  }

  get picture(): PaintedArea['picture'] {
    return this.#image?.picture
  }
}

/** Most areas are upright rectangles that no clip cuts. */
function isPathOfBox(path: readonly SubPath[], box: Box): boolean {
  const [only, second] = path
  const [own] = pathOfBox(box)
  if (only === undefined || second !== undefined || !only.closed || only.points.length !== own?.points.length)
    return false
  return only.points.every((value, i) => value === own.points[i])
}

function pack(box: Box, path: readonly SubPath[]): number[] {
  const size = path.reduce((sum, { points }) => sum + 1 + points.length, BOX_NUMBERS)
  const numbers = new Array<number>(size)
  for (let i = 0; i < BOX_NUMBERS; i++) numbers[i] = box[i] as number
  let at = BOX_NUMBERS
  for (const { points, closed } of path) {
    numbers[at++] = closed ? points.length : -points.length
    for (let i = 0; i < points.length; i++) numbers[at++] = points[i] as number
  }
  return numbers
}

function unpack(numbers: readonly number[]): SubPath[] {
  const path: SubPath[] = []
  for (let at = BOX_NUMBERS; at < numbers.length; ) {
    const count = numbers[at++] as number
    path.push({ points: numbers.slice(at, at + Math.abs(count)), closed: count >= 0 })
    at += Math.abs(count)
  }
  return path
}
