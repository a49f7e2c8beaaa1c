/**
 * Writes the operators of one content stream.
 *
 * @module
 */

import { ByteWriter } from '../../pdf/codecs.js'
import type { Matrix } from '../../pdf/matrix.js'
import type { LineStyle, PathCommand } from '../model/drawing-model.js'
import type { HexColor } from '../model/properties.js'
import { decimal, points } from './number-text.js'
import type { PaintResources, ResourceKind } from './paint-resources.js'

/** The graphics and text state parameters as last written (ISO 32000-2, tables 51, 52 and 102). */
interface GraphicsState {
  fill: string
  stroke: string
  width: number
  dash: string
  cap: number
  join: number
  miterLimit: number
  /** Name of the graphics state dictionary with the opacity; '' if opaque. */
  alpha: string
  font: string
  /** Font name and further parameters that `font` was written for. */
  fontName: string
  size: number
  scaling: number
  rendering: number
  rise: number
}

/** What a line looks like; what is left out is as PDF has it at first. */
interface LineLook extends Partial<Omit<LineStyle, 'width'>> {
  readonly width: number
}

/** Value of a parameter that no operator has set yet, so that the first value is written. */
const UNKNOWN = -1

/** Initial capacity in bytes: about the size of a page of text. */
const FIRST_BYTES = 16_384

const CAPS = { butt: 0, round: 1, square: 2 } as const
const JOINS = { miter: 0, round: 1, bevel: 2 } as const

/**
 * Writes one content stream (ISO 32000-2, 7.8.2). Lengths are converted from twips with y down to points with y up. Operators
 * that would not change the graphics state are left out.
 */
export class ContentStream {
  readonly resources: PaintResources
  /** Names used from each category of the resource dictionary. */
  readonly used = new Map<ResourceKind, Set<string>>()
  readonly #height: number
  /** Array of the next TJ operator: strings of codes in hexadecimal, and the shifts between them. */
  readonly array = new ByteWriter(1024)
  readonly #out = new ByteWriter(FIRST_BYTES)
  readonly #saved: GraphicsState[] = []
  #state: GraphicsState
  #open: 'nothing' | 'text' | 'rectangles' | 'lines' = 'nothing'
  /** Start of the text line in hundredths of a point; undefined where the next text must set the whole matrix. */
  #lineX: number | undefined
  #lineY = 0

  /**
   * @param height of the page or form, at which y is 0 in PDF
   * @param inherits whether the stream is drawn within another one and starts with its graphics state (ISO 32000-2, 8.10.1)
   */
  constructor(resources: PaintResources, height: number, inherits = false) {
    this.resources = resources
    this.#height = height
    // The initial colour is black. A calibrated colour space must be selected before its colours are used.
    const color = resources.calibrated || inherits ? '' : '000000'
    this.#state = {
      fill: color,
      stroke: color,
      width: inherits ? UNKNOWN : 20,
      dash: inherits ? 'unknown' : '[] 0 d',
      cap: inherits ? UNKNOWN : 0,
      join: inherits ? UNKNOWN : 0,
      miterLimit: inherits ? UNKNOWN : 10,
      alpha: '',
      font: '',
      fontName: '',
      size: UNKNOWN,
      scaling: 1,
      rendering: 0,
      rise: 0,
    }
  }

  /** The operators, one on each line. */
  finish(): Uint8Array {
    this.#close()
    return this.#out.view()
  }

  /** Records that the content uses a resource. Returns the name as an operand. */
  use(kind: ResourceKind, name: string): string {
    let names = this.used.get(kind)
    if (names === undefined) {
      names = new Set()
      this.used.set(kind, names)
    }
    names.add(name)
    return `/${name}`
  }

  /** Writes an operator that does not belong to text. */
  operate(operator: string): void {
    this.#close()
    this.#write(operator)
  }

  save(): void {
    this.operate('q')
    this.#saved.push({ ...this.#state })
  }

  restore(): void {
    this.operate('Q')
    const state = this.#saved.pop()
    if (state !== undefined) this.#state = state
  }

  /** Changes the coordinate system of the following content. The matrix is in twips with y down. */
  transform([a, b, c, d, e, f]: Matrix): void {
    // The same matrix in points with y up: both coordinate systems are mirrored at the height of the page.
    const h = this.#height
    const x = c * h + e
    const y = h - d * h - f
    this.operate(`${decimal(a, 5)} ${decimal(-b, 5)} ${decimal(-c, 5)} ${decimal(d, 5)} ${points(x)} ${points(y)} cm`)
  }

  /** Moves the origin to x, y with y down. One unit becomes `width` or `height`. */
  place(x: number, y: number, width: number, height: number): void {
    this.operate(
      `${decimal(width / 20, 4)} 0 0 ${decimal(-height / 20, 4)} ${points(x)} ${points(this.#height - y)} cm`,
    )
  }

  /** Moves the origin of an image or form, its lower left corner, with y up. */
  placeUpright(x: number, y: number, width: number, height: number): void {
    this.operate(`${decimal(width / 20, 4)} 0 0 ${decimal(height / 20, 4)} ${points(x)} ${points(this.#height - y)} cm`)
  }

  setFill(color: HexColor): void {
    if (color === this.#state.fill) return
    this.#closePath()
    this.#state.fill = color
    this.#write(this.resources.colorOperator(color, false))
    if (this.resources.calibrated) this.use('ColorSpace', this.resources.colorSpaceName)
  }

  setStroke(color: HexColor): void {
    if (color === this.#state.stroke) return
    this.#closePath()
    this.#state.stroke = color
    this.#write(this.resources.colorOperator(color, true))
    if (this.resources.calibrated) this.use('ColorSpace', this.resources.colorSpaceName)
  }

  setOpacity(opacity: number): void {
    const name = this.resources.opacityState(opacity)
    if (name === this.#state.alpha) return
    this.#closePath()
    // The initial state is opaque. Returning to it requires a graphics state dictionary.
    const written = name === '' ? this.resources.opaqueState() : name
    this.#state.alpha = name
    this.#write(`${this.use('ExtGState', written)} gs`)
  }

  setLine({ width, dash = [], cap = 'butt', join = 'miter', miterLimit = 10, dashOffset = 0 }: LineLook): void {
    const state = this.#state
    const changes: string[] = []
    if (width !== state.width) {
      state.width = width
      changes.push(`${points(width)} w`)
    }
    // A dash pattern that contains only zeros is an error (8.4.3.6).
    const pattern = dash.some((length) => length > 0) ? dash.map((length) => points(Math.max(0, length))).join(' ') : ''
    const dashing = `[${pattern}] ${pattern === '' ? '0' : points(dashOffset)} d`
    if (dashing !== state.dash) {
      state.dash = dashing
      changes.push(dashing)
    }
    if (CAPS[cap] !== state.cap) {
      state.cap = CAPS[cap]
      changes.push(`${state.cap} J`)
    }
    if (JOINS[join] !== state.join) {
      state.join = JOINS[join]
      changes.push(`${state.join} j`)
    }
    if (miterLimit !== state.miterLimit) {
      state.miterLimit = miterLimit
      changes.push(`${decimal(miterLimit)} M`)
    }
    if (changes.length > 0) this.operate(changes.join(' '))
  }

  /** Adds a filled rectangle. Consecutive rectangles of one colour are filled together. */
  rectangle(x: number, y: number, width: number, height: number): void {
    if (this.#open !== 'rectangles') this.#close()
    this.#write(`${points(x)} ${points(this.#height - y - height)} ${points(width)} ${points(height)} re`)
    this.#open = 'rectangles'
  }

  /** Adds a stroked line. Consecutive lines of one style are stroked together. */
  line(x1: number, y1: number, x2: number, y2: number): void {
    if (this.#open !== 'lines') this.#close()
    this.#write(`${points(x1)} ${points(this.#height - y1)} m ${points(x2)} ${points(this.#height - y2)} l`)
    this.#open = 'lines'
  }

  moveTo(x: number, y: number): string {
    return `${points(x)} ${points(this.#height - y)} m`
  }

  lineTo(x: number, y: number): string {
    return `${points(x)} ${points(this.#height - y)} l`
  }

  /** Path construction operators. The origin of the commands is at x, y. */
  path(commands: readonly PathCommand[], x: number, y: number): string {
    const top = this.#height - y
    const parts: string[] = []
    for (const command of commands) {
      if (command.op === 'Z') {
        parts.push('h')
        continue
      }
      const end = `${points(x + command.x)} ${points(top - command.y)}`
      if (command.op === 'C') {
        const first = `${points(x + command.x1)} ${points(top - command.y1)}`
        parts.push(`${first} ${points(x + command.x2)} ${points(top - command.y2)} ${end} c`)
      } else parts.push(`${end} ${command.op === 'M' ? 'm' : 'l'}`)
    }
    return parts.join(' ')
  }

  /** Sets font, size, horizontal scaling and rendering mode of the following text. */
  setText(fontName: string, size: number, scaling: number, rendering: number): void {
    this.#openText()
    const state = this.#state
    if (size !== state.size || fontName !== state.fontName) this.#setFont(fontName, size)
    if (scaling !== state.scaling) {
      state.scaling = scaling
      this.#write(`${decimal(100 * scaling)} Tz`)
    }
    if (rendering !== state.rendering) {
      state.rendering = rendering
      this.#write(`${rendering} Tr`)
    }
    this.setRise(0)
  }

  #setFont(name: string, size: number): void {
    const state = this.#state
    state.fontName = name
    state.size = size
    // Sizes that are equal after rounding are the same.
    const font = `/${name} ${points(size)} Tf`
    if (font === state.font) return
    state.font = font
    this.use('Font', name)
    this.#write(font)
  }

  /** Sets the shift of the following glyphs, up positive. */
  setRise(rise: number): void {
    if (rise === this.#state.rise) return
    this.#state.rise = rise
    this.#write(`${points(rise)} Ts`)
  }

  /** Sets the start of the following text on its baseline. `slant` is the tangent of the slope angle. */
  moveText(x: number, y: number, slant: number): void {
    this.#openText()
    const px = Math.round(x * 5)
    const py = Math.round((this.#height - y) * 5)
    if (slant !== 0) {
      this.#write(`1 0 ${decimal(slant, 3)} 1 ${decimal(px / 100)} ${decimal(py / 100)} Tm`)
      this.#lineX = undefined
      return
    }
    if (this.#lineX === undefined) this.#write(`1 0 0 1 ${decimal(px / 100)} ${decimal(py / 100)} Tm`)
    else this.#write(`${decimal((px - this.#lineX) / 100)} ${decimal((py - this.#lineY) / 100)} Td`)
    this.#lineX = px
    this.#lineY = py
  }

  /** Writes an operator within a text object. */
  showText(operator: string): void {
    this.#write(operator)
  }

  /** Shows the contents of {@link array} and empties it. Without shifts, it is a single string. */
  showArray(hasShifts: boolean): void {
    this.#startLine()
    if (hasShifts) this.#out.byte(0x5b)
    this.#out.bytes(this.array.view())
    this.#out.text(hasShifts ? '] TJ' : ' Tj')
    this.array.clear()
  }

  #write(operator: string): void {
    this.#startLine()
    this.#out.text(operator)
  }

  #startLine(): void {
    if (this.#out.length > 0) this.#out.byte(0x0a)
  }

  #openText(): void {
    if (this.#open === 'text') return
    this.#close()
    this.#write('BT')
    this.#open = 'text'
    this.#lineX = 0
    this.#lineY = 0
  }

  /** No parameter may be set between a path and its painting operator (8.5.2.1). */
  #closePath(): void {
    if (this.#open === 'rectangles' || this.#open === 'lines') this.#close()
  }

  #close(): void {
    if (this.#open === 'text') this.#write('ET')
    else if (this.#open === 'rectangles') this.#write('f')
    else if (this.#open === 'lines') this.#write('S')
    this.#open = 'nothing'
  }
}
