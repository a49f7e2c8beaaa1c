/**
 * Other colours for the samples of pictures.
 *
 * @module
 */

import type { HexColor } from '../model/properties.js'
import type { RasterImage } from './image.js'

/** Colours by brightness: 256 entries of red, green and blue, from black to white. */
export type ToneMap = Uint8Array

const LEVELS = 256
/** Shares of red, green and blue in the brightness of a colour, as of analogue television (and of most programs). */
const [RED, GREEN, BLUE] = [0.299, 0.587, 0.114]

/** Colours on the way from one to another. */
export function tonesBetween(dark: HexColor, light: HexColor): ToneMap {
  const part = (color: HexColor, index: number) => Number.parseInt(color.slice(2 * index, 2 * index + 2), 16)
  return Uint8Array.from({ length: 3 * LEVELS }, (_, index) => {
    const [from, to] = [part(dark, index % 3), part(light, index % 3)]
    return Math.round(from + ((to - from) * Math.floor(index / 3)) / (LEVELS - 1))
  })
}

/** Black up to half of the brightness, white above. */
export function blackOrWhite(): ToneMap {
  return Uint8Array.from({ length: 3 * LEVELS }, (_, index) => (Math.floor(index / 3) < LEVELS / 2 ? 0 : LEVELS - 1))
}

/** A picture with other colours for its brightness; undefined where its samples would have to be unpacked first. */
export function recolored(image: RasterImage, tones: ToneMap): RasterImage | undefined {
  const { colors, bits, data } = image
  if (typeof colors !== 'string') {
    const palette = new Uint8Array(colors.palette.length)
    for (let at = 0; at + 2 < palette.length; at += 3) palette.set(toneAt(tones, brightnessAt(colors.palette, at)), at)
    return { ...image, colors: { palette } }
  }
  if (colors === 'gray' && bits <= 8) {
    const count = 2 ** bits
    const palette = new Uint8Array(3 * count)
    for (let level = 0; level < count; level++) {
      palette.set(toneAt(tones, Math.round((level * (LEVELS - 1)) / (count - 1))), 3 * level)
    }
    return { ...image, colors: { palette } }
  }
  if (colors !== 'rgb' || bits !== 8 || image.encoding !== 'raw') return undefined
  const levels = new Uint8Array(data.length / 3)
  for (let index = 0; index < levels.length; index++) levels[index] = brightnessAt(data, 3 * index)
  return { ...image, colors: { palette: tones }, data: levels }
}

function brightnessAt(colors: Uint8Array, at: number): number {
  return Math.round(RED * (colors[at] ?? 0) + GREEN * (colors[at + 1] ?? 0) + BLUE * (colors[at + 2] ?? 0))
}

function toneAt(tones: ToneMap, level: number): Uint8Array {
  return tones.subarray(3 * level, 3 * level + 3)
}
