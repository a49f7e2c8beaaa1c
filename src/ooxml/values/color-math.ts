/**
 * Arithmetic with colours.
 *
 * @module
 */

import { clamp } from '../../numbers.js'
import type { HexColor } from '../../typeset/model/properties.js'

/** Red, green and blue from 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Hue in turns, saturation and luminance from 0 to 1. */
export type Hsl = readonly [hue: number, saturation: number, luminance: number]

/** Six hexadecimal digits as they are written in the model; `undefined` for anything else. */
export function readHexColor(value: string | undefined): HexColor | undefined {
  if (value === undefined) return undefined
  const digits = value.startsWith('#') ? value.slice(1) : value
  return /^[0-9a-f]{1,6}$/i.test(digits) ? digits.toUpperCase().padStart(6, '0') : undefined
}

/** The components of six hexadecimal digits. */
export function parseRgb(color: HexColor): Rgb {
  const value = Number.parseInt(color, 16)
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}

/** Six hexadecimal digits. Components are clamped to the range from 0 to 1. */
export function formatRgb(rgb: Rgb): HexColor {
  let text = ''
  for (const component of rgb) {
    const byte = Math.round(clamp(component, 0, 1) * 255)
    text += byte.toString(16).padStart(2, '0')
  }
  return text.toUpperCase()
}

/** Mixes a `share` of one colour with the rest of another. */
export function blend(color: HexColor, other: HexColor, share: number): HexColor {
  const [red, green, blue] = parseRgb(color)
  const [otherRed, otherGreen, otherBlue] = parseRgb(other)
  const mix = (one: number, two: number): number => one * share + two * (1 - share)
  return formatRgb([mix(red, otherRed), mix(green, otherGreen), mix(blue, otherBlue)])
}

/** Changes the luminance by a factor and an offset, as w:themeTint and w:themeShade do (17.3.2.6). */
export function scaleLuminance(color: HexColor, factor: number, offset: number): HexColor {
  const [hue, saturation, luminance] = toHsl(parseRgb(color))
  return formatRgb(fromHsl([hue, saturation, clamp(luminance * factor + offset, 0, 1)]))
}

/** Converts to HSL, as in ECMA-376-1, 20.1.2.3.13. */
export function toHsl([red, green, blue]: Rgb): Hsl {
  const max = Math.max(red, green, blue)
  const min = Math.min(red, green, blue)
  const luminance = (max + min) / 2
  const range = max - min
  if (range === 0) return [0, 0, luminance]
  const saturation = luminance > 0.5 ? range / (2 - max - min) : range / (max + min)
  if (max === red) return [((green - blue) / range / 6 + 1) % 1, saturation, luminance]
  if (max === green) return [((blue - red) / range + 2) / 6, saturation, luminance]
  return [((red - green) / range + 4) / 6, saturation, luminance]
}

/** The inverse of {@link toHsl}. */
export function fromHsl([hue, saturation, luminance]: Hsl): Rgb {
  const reach = saturation * Math.min(luminance, 1 - luminance)
  const component = (shift: number): number => {
    const position = (shift + hue * 12) % 12
    return luminance - reach * Math.max(-1, Math.min(position - 3, 9 - position, 1))
  }
  return [component(0), component(8), component(4)]
}

/** sRGB to linear light. */
export function toLinear([red, green, blue]: Rgb): Rgb {
  const convert = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  return [convert(red), convert(green), convert(blue)]
}

/** Linear light to sRGB. */
export function fromLinear([red, green, blue]: Rgb): Rgb {
  const convert = (linear: number): number => {
    const value = clamp(linear, 0, 1)
    return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
  }
  return [convert(red), convert(green), convert(blue)]
}
