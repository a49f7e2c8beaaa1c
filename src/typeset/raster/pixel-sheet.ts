/**
 * Pixels for painting: red, green, blue and opacity, with colours premultiplied by the opacity.
 *
 * @module
 */

import type { PixelCoverage, TakeRow } from './coverage.js'

/** A box of pixels, from `left` and `top` to before `right` and `bottom`. */
export interface PixelBox {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The colour of each pixel of a shape. */
export interface Shade {
  /** Writes the premultiplied colour of a pixel, and its opacity. */
  shadePixel(x: number, y: number, into: Uint8Array): void
}

/** Share of each pixel of a box that is visible: 0 to 255, row by row. */
export interface PixelMask extends PixelBox {
  readonly shares: Uint8Array
}

/** The intersection of two boxes. */
export function sharedBox(one: PixelBox, other: PixelBox): PixelBox {
  const left = Math.max(one.left, other.left)
  const top = Math.max(one.top, other.top)
  return {
    left,
    top,
    right: Math.max(left, Math.min(one.right, other.right)),
    bottom: Math.max(top, Math.min(one.bottom, other.bottom)),
  }
}

/** Number of pixels in a box. */
export function pixelsIn({ left, top, right, bottom }: PixelBox): number {
  return (right - left) * (bottom - top)
}

/**
 * Converts the collected shape to a mask.
 *
 * @param outer the mask of which it shows no more than a part
 */
export function maskOf(
  coverage: PixelCoverage,
  isEvenOdd: boolean,
  box: PixelBox,
  outer: PixelMask | undefined,
): PixelMask {
  const { left, top, right, bottom } = box
  const shares = new Uint8Array(pixelsIn(box))
  coverage.finish(isEvenOdd, (row, from, to, covered) => {
    if (row < top || row >= bottom) return
    const base = (row - top) * (right - left) - left
    for (let x = Math.max(from, left); x < Math.min(to, right); x++) {
      const share = covered[x] ?? 0
      shares[base + x] = outer === undefined ? share : divideBy255(share * shareAt(outer, x, row))
    }
  })
  return { left, top, right, bottom, shares }
}

function shareAt({ left, top, right, shares }: PixelMask, x: number, row: number): number {
  return shares[(row - top) * (right - left) + x - left] ?? 0
}

/** The pixels of a box. Painting outside the box has no effect. */
export class PixelSheet {
  readonly box: PixelBox
  readonly pixels: Uint8Array
  /** The same pixels, one number for each. */
  readonly #words: Uint32Array
  readonly #width: number
  readonly #color = new Uint8Array(4)

  constructor(box: PixelBox) {
    this.box = box
    this.#width = box.right - box.left
    this.#words = new Uint32Array(pixelsIn(box))
    this.pixels = new Uint8Array(this.#words.buffer)
  }

  /** Paints the rows of a shape with a colour or a shade, where the mask is visible. */
  painter(paint: Uint8Array | Shade, mask: PixelMask | undefined): TakeRow {
    const shade = paint instanceof Uint8Array ? undefined : paint
    const color = paint instanceof Uint8Array ? paint : this.#color
    const box = mask === undefined ? this.box : sharedBox(this.box, mask)
    const word = shade === undefined && color[3] === 255 ? new Uint32Array(color.slice().buffer)[0] : undefined
    return (row, from, to, shares) => {
      if (row < box.top || row >= box.bottom) return
      const base = (row - this.box.top) * this.#width - this.box.left
      const maskBase = mask === undefined ? 0 : (row - mask.top) * (mask.right - mask.left) - mask.left
      const end = Math.min(to, box.right)
      for (let x = Math.max(from, box.left); x < end; x++) {
        let share = shares[x] ?? 0
        if (mask !== undefined) share = divideBy255(share * (mask.shares[maskBase + x] ?? 0))
        if (share === 0) continue
        if (word !== undefined && share === 255) {
          this.#words[base + x] = word
          continue
        }
        shade?.shadePixel(x, row, color)
        this.#blend(4 * (base + x), color, share)
      }
    }
  }

  /** Paints another sheet with an opacity of 0 to 255. */
  paintSheet(other: PixelSheet, opacity: number, mask: PixelMask | undefined): void {
    const { left, top, right, bottom } = sharedBox(this.box, other.box)
    const shares = new Uint8Array(right).fill(opacity)
    const copy: Shade = { shadePixel: (x, y, into) => other.readPixel(x, y, into) }
    const paintRow = this.painter(copy, mask)
    for (let row = top; row < bottom; row++) paintRow(row, left, right, shares)
  }

  /** Reads the premultiplied colour of a pixel, and its opacity. */
  readPixel(x: number, y: number, into: Uint8Array): void {
    const at = 4 * ((y - this.box.top) * this.#width + x - this.box.left)
    for (let channel = 0; channel < 4; channel++) into[channel] = this.pixels[at + channel] ?? 0
  }

  /** Divides the colours by the opacity, as in image files. The sheet must not be painted on afterwards. */
  straighten(): Uint8Array {
    const { pixels } = this
    for (let at = 0; at < pixels.length; at += 4) {
      const opacity = pixels[at + 3] ?? 0
      if (opacity === 0 || opacity === 255) continue
      for (let channel = at; channel < at + 3; channel++) {
        pixels[channel] = Math.min(255, Math.round(((pixels[channel] ?? 0) * 255) / opacity))
      }
    }
    return pixels
  }

  #blend(at: number, color: Uint8Array, share: number): void {
    const { pixels } = this
    const keep = 255 - divideBy255((color[3] ?? 0) * share)
    for (let channel = 0; channel < 4; channel++) {
      pixels[at + channel] = divideBy255((color[channel] ?? 0) * share + (pixels[at + channel] ?? 0) * keep)
    }
  }
}

/** A product of two values of 0 to 255, divided by 255 and rounded. */
function divideBy255(product: number): number {
  const sum = product + 128
  return (sum + (sum >> 8)) >> 8
}
