/**
 * The device context of Windows metafiles: coordinates, pens, brushes, clips.
 *
 * @module
 */

import type { Matrix } from '../../../pdf/matrix.js'
import { IDENTITY, multiply } from '../../../pdf/matrix.js'
import type { DisplayItem, DisplayList } from '../../display/display-list.js'
import { transform } from '../../display/matrix.js'
import type { FontLibrary } from '../../fonts/font-face.js'
import type { LineStyle, PathCommand } from '../../model/drawing-model.js'
import type { HexColor } from '../../model/properties.js'
import type { RasterImage, VectorImage } from '../image.js'
import { tooLargeImage } from '../image-error.js'
import { IMAGE_LIMITS } from '../image-limits.js'
import { type MetafileFont, metafileText } from './metafile-text.js'

/** A pen ([MS-WMF], 2.2.2.4). `width` is in logical units; 0 is the thinnest line. */
interface Pen {
  readonly kind: 'pen'
  readonly style: number
  readonly width: number
  readonly color: HexColor
}

/** A brush. Without colour, it paints nothing. */
interface Brush {
  readonly kind: 'brush'
  readonly color: HexColor | undefined
}

export type MetafileObject = Pen | Brush | MetafileFont | { readonly kind: 'other' }

/** The state that SaveDC saves. Coordinates of the window are in logical units, those of the viewport in device units. */
interface DeviceContext {
  pen: Pen
  brush: Brush
  font: MetafileFont | undefined
  textColor: HexColor
  backgroundColor: HexColor
  textAlign: number
  /** Whether the mapping mode is free. Otherwise, logical units are device units, regardless of the window. */
  isMapped: boolean
  windowX: number
  windowY: number
  windowWidth: number
  windowHeight: number
  viewportX: number
  viewportY: number
  viewportWidth: number
  viewportHeight: number
  world: Matrix
  x: number
  y: number
  /** Clipping outlines in twips. Painted areas are within all of them. */
  clips: readonly (readonly PathCommand[])[]
}

/** Operations of one path, which become one item. */
export type Figure = PathCommand[]

/** Dash patterns of pen styles ([MS-WMF], 2.1.1.23), as multiples of the width. */
const DASHES: Readonly<Record<number, readonly number[]>> = {
  1: [6, 3],
  2: [1, 2],
  3: [6, 2, 1, 2],
  4: [6, 2, 1, 2, 1, 2],
}
const NULL_PEN = 5
/** Maximum number of saved states, since a file may save its state repeatedly without restoring it. */
const MAX_SAVED = 512
/** Least line width in twips: a quarter of a point. */
const THINNEST = 5

/** Converts drawing operations of a Windows metafile in logical coordinates to display items in twips. */
export class MetafileCanvas {
  dc: DeviceContext
  readonly #deviceToTwips: Matrix
  readonly #fonts: FontLibrary | undefined
  readonly #saved: DeviceContext[] = []
  readonly #root: DisplayList = []
  readonly #images = new Map<string, RasterImage>()
  #layer: DisplayList = this.#root
  #layerClips: DeviceContext['clips'] = NO_CLIPS
  #points = 0
  #imageBytes = 0
  /** The path between BeginPath and EndPath, in twips. */
  #path: Figure | undefined
  #finishedPath: Figure = []

  constructor(dc: DeviceContext, deviceToTwips: Matrix, fonts: FontLibrary | undefined) {
    this.dc = dc
    this.#deviceToTwips = deviceToTwips
    this.#fonts = fonts
  }

  finish(width: number, height: number): VectorImage {
    return { kind: 'vector', width, height, items: this.#root, images: this.#images }
  }

  get isEmpty(): boolean {
    return this.#root.length === 0
  }

  save(): void {
    if (this.#saved.length < MAX_SAVED) this.#saved.push({ ...this.dc })
  }

  /** @param level negative: relative to the current state; positive: the n-th saved state */
  restore(level: number): void {
    const index = level < 0 ? this.#saved.length + level : level - 1
    const saved = this.#saved[index]
    if (saved === undefined) return
    this.dc = { ...saved }
    this.#saved.length = index
  }

  /** Matrix from logical coordinates to twips. */
  matrix(): Matrix {
    const { dc } = this
    const scaleX = !dc.isMapped || dc.windowWidth === 0 ? 1 : dc.viewportWidth / dc.windowWidth
    const scaleY = !dc.isMapped || dc.windowHeight === 0 ? 1 : dc.viewportHeight / dc.windowHeight
    const page: Matrix = [scaleX, 0, 0, scaleY, dc.viewportX - dc.windowX * scaleX, dc.viewportY - dc.windowY * scaleY]
    return multiply(multiply(dc.world, page), this.#deviceToTwips)
  }

  /** Converts path commands from logical coordinates to twips. */
  toTwips(figure: readonly PathCommand[]): Figure {
    return this.#transformed(figure, this.matrix())
  }

  /** Converts path commands from device units, which clipping regions use, to twips. */
  deviceToTwips(figure: readonly PathCommand[]): Figure {
    return this.#transformed(figure, this.#deviceToTwips)
  }

  #transformed(figure: readonly PathCommand[], matrix: Matrix): Figure {
    this.#points += figure.length
    if (this.#points > IMAGE_LIMITS.maxVectorPoints) throw tooLargeImage()
    return figure.map((command): PathCommand => {
      if (command.op === 'Z') return command
      const end = transform(matrix, command.x, command.y)
      if (command.op !== 'C') return { op: command.op, ...end }
      const first = transform(matrix, command.x1, command.y1)
      const second = transform(matrix, command.x2, command.y2)
      return { op: 'C', x1: first.x, y1: first.y, x2: second.x, y2: second.y, ...end }
    })
  }

  /** Draws a figure with the pen and the brush, or adds it to the current path. */
  draw(figure: readonly PathCommand[], filled: boolean): void {
    if (figure.length === 0) return
    const commands = this.toTwips(figure)
    // Lines continue from the previous point, so the path needs no further move to its current position.
    if (this.#path !== undefined) this.#extendPath(this.#path, filled ? commands : joinTo(this.#path, commands))
    else this.#paint(commands, filled, true)
  }

  #extendPath(path: Figure, commands: Figure): void {
    for (const command of commands) path.push(command)
  }

  beginPath(): void {
    this.#path = []
  }

  closeFigure(): void {
    this.#path?.push({ op: 'Z' })
  }

  endPath(): void {
    this.#finishedPath = this.#path ?? []
    this.#path = undefined
  }

  paintPath(filled: boolean, stroked: boolean): void {
    this.#paint(this.#finishedPath, filled, stroked)
    this.#finishedPath = []
  }

  clipToPath(): void {
    this.addClip(this.#finishedPath)
    this.#finishedPath = []
  }

  /** @param outline in twips */
  addClip(outline: readonly PathCommand[]): void {
    if (outline.length > 0 && this.dc.clips.length < 16) this.dc.clips = [...this.dc.clips, outline]
  }

  clearClips(): void {
    this.dc.clips = NO_CLIPS
  }

  fillRectangle(left: number, top: number, right: number, bottom: number, color: HexColor | undefined): void {
    if (color === undefined) return
    const commands = this.toTwips(rectangle(left, top, right, bottom))
    this.#add({ kind: 'path', commands, ...boundsOf(commands), fill: { type: 'solid', color, opacity: 1 } })
  }

  /** Draws a bitmap into the rectangle. A negative size mirrors it. */
  drawImage(image: RasterImage, x: number, y: number, width: number, height: number): void {
    this.#imageBytes += image.data.length
    if (this.#imageBytes > IMAGE_LIMITS.maxDecodedBytes) throw tooLargeImage()
    const id = `bitmap ${this.#images.size}`
    this.#images.set(id, image)
    const [a, b, c, d, e, f] = multiply([width, 0, 0, height, x, y], this.matrix())
    const scale = 1000
    const picture: DisplayItem = {
      kind: 'picture',
      image: id,
      x: 0,
      y: 0,
      width: scale,
      height: scale,
      crop: { top: 0, right: 0, bottom: 0, left: 0 },
      opacity: 1,
    }
    if (b === 0 && c === 0 && a > 0 && d > 0) this.#add({ ...picture, x: e, y: f, width: a, height: d })
    else {
      const matrix: Matrix = [a / scale, b / scale, c / scale, d / scale, e, f]
      this.#add({ kind: 'group', matrix, items: [picture] })
    }
  }

  /** @param spacing advance of each UTF-16 unit, in logical units */
  drawText(text: string, x: number, y: number, spacing: readonly number[] | undefined): void {
    const { dc } = this
    if (this.#fonts === undefined || dc.font === undefined || text === '') return
    this.#points += text.length
    if (this.#points > IMAGE_LIMITS.maxVectorPoints) throw tooLargeImage()
    const { item, advance } = metafileText(this.#fonts, {
      text,
      x,
      y,
      spacing,
      font: dc.font,
      color: dc.textColor,
      align: dc.textAlign,
      matrix: this.matrix(),
    })
    if (item !== undefined) this.#add(item)
    if ((dc.textAlign & TA_UPDATECP) !== 0) dc.x += advance
  }

  #paint(commands: Figure, filled: boolean, stroked: boolean): void {
    const { brush } = this.dc
    const line = stroked ? this.#line() : undefined
    const fill =
      filled && brush.color !== undefined ? ({ type: 'solid', color: brush.color, opacity: 1 } as const) : undefined
    if (commands.length === 0 || (fill === undefined && line === undefined)) return
    this.#add({
      kind: 'path',
      commands,
      ...boundsOf(commands),
      ...(fill === undefined ? {} : { fill }),
      ...(line === undefined ? {} : { line }),
    })
  }

  #line(): LineStyle | undefined {
    const { pen } = this.dc
    const style = pen.style & 0xf
    if (style === NULL_PEN) return undefined
    const [a, b, c, d] = this.matrix()
    const width = Math.max(THINNEST, pen.width * Math.sqrt(Math.abs(a * d - b * c)))
    const cap = pen.style & 0xf00
    const join = pen.style & 0xf000
    return {
      width,
      color: pen.color,
      opacity: 1,
      dash: (DASHES[style] ?? []).map((length) => length * Math.max(width, 15)),
      cap: cap === 0x100 ? 'square' : cap === 0x200 ? 'butt' : 'round',
      join: join === 0x1000 ? 'bevel' : join === 0x2000 ? 'miter' : 'round',
    }
  }

  #add(item: DisplayItem): void {
    const { clips } = this.dc
    if (clips !== this.#layerClips) {
      this.#layerClips = clips
      this.#layer = this.#root
      for (const clip of clips) {
        const items: DisplayList = []
        this.#layer.push({ kind: 'group', matrix: IDENTITY, clip, items })
        this.#layer = items
      }
    }
    this.#layer.push(item)
  }
}

const TA_UPDATECP = 1
const NO_CLIPS: DeviceContext['clips'] = []

/** The initial device context of a metafile. */
export function initialContext(): DeviceContext {
  return {
    pen: { kind: 'pen', style: 0, width: 0, color: '000000' },
    brush: { kind: 'brush', color: 'FFFFFF' },
    font: undefined,
    textColor: '000000',
    backgroundColor: 'FFFFFF',
    textAlign: 0,
    isMapped: false,
    windowX: 0,
    windowY: 0,
    windowWidth: 1,
    windowHeight: 1,
    viewportX: 0,
    viewportY: 0,
    viewportWidth: 1,
    viewportHeight: 1,
    world: IDENTITY,
    x: 0,
    y: 0,
    clips: NO_CLIPS,
  }
}

export function rectangle(left: number, top: number, right: number, bottom: number): Figure {
  return [
    { op: 'M', x: left, y: top },
    { op: 'L', x: right, y: top },
    { op: 'L', x: right, y: bottom },
    { op: 'L', x: left, y: bottom },
    { op: 'Z' },
  ]
}

function joinTo(path: Figure, commands: Figure): Figure {
  const last = path.at(-1)
  const [first] = commands
  if (last === undefined || last.op === 'Z' || first?.op !== 'M') return commands
  return Math.abs(last.x - first.x) < 0.01 && Math.abs(last.y - first.y) < 0.01 ? commands.slice(1) : commands
}

function boundsOf(commands: Figure): { x: number; y: number; width: number; height: number } {
  let [right, bottom] = [0, 0]
  for (const command of commands) {
    if (command.op === 'Z') continue
    right = Math.max(right, command.x)
    bottom = Math.max(bottom, command.y)
  }
  return { x: 0, y: 0, width: right, height: bottom }
}
