/**
 * Pictures of pages, and where two of them differ.
 *
 * @module
 */

/** Rows from the top, three bytes (red, green, blue) per pixel. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** A rectangle of pixels; `right` and `bottom` lie outside. */
export interface PixelArea {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** How many pixels differ, and what encloses them. */
export interface PictureDifference {
  readonly pixels: number
  readonly area: PixelArea
}

/**
 * The pictures in a sequence of PPM files (binary, eight bits).
 *
 * @throws Error when it is anything else
 */
export function readPpm(data: Buffer): Picture[] {
  const pictures: Picture[] = []
  for (let at = 0; at < data.length; ) {
    const head = /^P6\s+(?:#.*\n)?(\d+)\s+(\d+)\s+255\s/.exec(data.toString('latin1', at, at + 100))
    if (head === null) throw new Error('What should be a PPM picture is none.')
    const [width, height] = [Number(head[1]), Number(head[2])]
    const start = at + head[0].length
    at = start + 3 * width * height
    pictures.push({ width, height, pixels: new Uint8Array(data.subarray(start, at)) })
  }
  return pictures
}

/**
 * Where two pictures differ outside of some areas; `undefined` when nowhere. Another size counts as all of it.
 *
 * @param maxRounding Steps of 255 that do not count.
 */
export function comparePictures(
  a: Picture,
  b: Picture,
  except: readonly PixelArea[],
  maxRounding: number,
): PictureDifference | undefined {
  if (a.width !== b.width || a.height !== b.height) {
    return { pixels: b.width * b.height, area: { left: 0, top: 0, right: b.width, bottom: b.height } }
  }
  if (Buffer.compare(a.pixels, b.pixels) === 0) return undefined
  const isExcepted = (x: number, y: number) =>
    except.some(({ left, top, right, bottom }) => x >= left && x < right && y >= top && y < bottom)
  let [pixels, left, top, right, bottom] = [0, a.width, a.height, 0, 0]
  for (let at = 0; at < a.pixels.length; at += 3) {
    if (isSame(a.pixels, b.pixels, at, maxRounding)) continue
    const [x, y] = [(at / 3) % a.width, Math.floor(at / 3 / a.width)]
    if (isExcepted(x, y)) continue
    pixels += 1
    left = Math.min(left, x)
    right = Math.max(right, x + 1)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y + 1)
  }
  return pixels === 0 ? undefined : { pixels, area: { left, top, right, bottom } }
}

function isSame(a: Uint8Array, b: Uint8Array, at: number, maxRounding: number): boolean {
  for (let channel = at; channel < at + 3; channel++) {
    if (Math.abs((a[channel] ?? 0) - (b[channel] ?? 0)) > maxRounding) return false
  }
  return true
}
