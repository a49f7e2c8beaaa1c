/**
 * What was drawn into a picture, in pieces that hang together.
 *
 * @module
 */

import type { Picture, PixelArea } from '../viewers/picture.js'

/** Pixels that became clearly darker, or clearly lighter, each beside another one of them. */
export interface InkBlot {
  readonly isDarker: boolean
  readonly pixels: readonly (readonly [x: number, y: number])[]
  readonly box: PixelArea
}

/** Steps of 255 that are seen. */
const CLEARLY = 60
/** Lightness of print. */
const DARK = 110

/** The blots of an area; what continues beyond its edge ends there. */
export function inkBlots(old: Picture, now: Picture, area: PixelArea): InkBlot[] {
  const [left, top] = [Math.max(0, Math.floor(area.left)), Math.max(0, Math.floor(area.top))]
  const [right, bottom] = [Math.min(old.width, Math.ceil(area.right)), Math.min(old.height, Math.ceil(area.bottom))]
  // What was dark before may tie the pieces of a darker blot together; its own pixels are those that changed.
  const dark = new Set<number>()
  const darker = new Set<number>()
  const lighter = new Set<number>()
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = 3 * (y * old.width + x)
      const step = lightnessAt(now, at) - lightnessAt(old, at)
      if (Math.abs(step) > CLEARLY) (step < 0 ? darker : lighter).add(y * old.width + x)
      if (step < -CLEARLY || lightnessAt(now, at) < DARK) dark.add(y * old.width + x)
    }
  }
  const blots: InkBlot[] = []
  for (const first of darker) {
    if (!dark.has(first)) continue
    const { pixels, box } = takeBlot(dark, first, old.width)
    blots.push({ isDarker: true, box, pixels: pixels.filter(([x, y]) => darker.has(y * old.width + x)) })
  }
  for (const first of lighter) blots.push({ isDarker: false, ...takeBlot(lighter, first, old.width) })
  return blots
}

/** Takes all that hangs together with a pixel. */
function takeBlot(inked: Set<number>, first: number, width: number): Omit<InkBlot, 'isDarker'> {
  const pending = [first]
  inked.delete(first)
  const pixels: [number, number][] = []
  const box = { left: width, top: Number.POSITIVE_INFINITY, right: 0, bottom: 0 }
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)]
    pixels.push([x, y])
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x + 1)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y + 1)
    for (const step of [-1, 1, -width - 1, -width, -width + 1, width - 1, width, width + 1]) {
      if (inked.delete(at + step)) pending.push(at + step)
    }
  }
  return { pixels, box }
}

function lightnessAt({ pixels }: Picture, at: number): number {
  return 0.3 * (pixels[at] ?? 0) + 0.6 * (pixels[at + 1] ?? 0) + 0.1 * (pixels[at + 2] ?? 0)
}
