/**
 * Colours of CSS (CSS Color Module Level 4) as hexadecimal digits: six for an opaque one, eight with the alpha of a
 * translucent one.
 *
 * @module
 */

import { type RgbColor, readColorFunction } from './color-functions.js'
import { COLOR_NAMES } from './color-names.js'

/**
 * Reads a colour.
 *
 * @returns six upper-case hexadecimal digits, eight for a translucent colour, `transparent` for one that is not seen, or
 *   `undefined` when the value is no colour
 */
export function parseColor(value: string): string | undefined {
  const text = value.trim().toLowerCase()
  if (text.startsWith('#')) return parseHexColor(text.slice(1))
  if (text === 'transparent') return 'transparent'
  const name = COLOR_NAMES.get(text)
  if (name !== undefined) return name
  const [, call, inside = ''] = COLOR_CALL.exec(text) ?? []
  const color = call === undefined ? undefined : readColorFunction(call, inside, readColor)
  if (color === undefined) return undefined
  const [red, green, blue] = color.channels
  return joinChannels(red * 255, green * 255, blue * 255, color.alpha)
}

/** Functions that produce colours, with their arguments. Longer arguments are not read. */
const COLOR_CALL = /^(rgba?|hsla?|hwb|(?:ok)?l(?:ab|ch)|color(?:-mix)?)\(([\s\S]{1,400})\)$/

/** Reads a colour, possibly nested in another. The length of the outer one limits the nesting. */
function readColor(text: string): RgbColor | undefined {
  const color = parseColor(text)
  if (color === undefined) return undefined
  if (color === 'transparent') return { channels: [0, 0, 0], alpha: 0 }
  const [red, green, blue, alpha] = readHex(color)
  return { channels: [red / 255, green / 255, blue / 255], alpha }
}

/** A colour of a legacy attribute: a missing number sign is forgiven (HTML, 2.3.6). */
export function parseLegacyColor(value: string): string | undefined {
  const text = value.trim()
  return parseColor(text) ?? (/^[\da-f]{6}$/i.test(text) ? text.toUpperCase() : undefined)
}

function parseHexColor(digits: string): string | undefined {
  if (!/^(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.test(digits)) return undefined
  const long = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits
  const channel = (index: number) => Number.parseInt(long.slice(index * 2, index * 2 + 2), 16)
  return joinChannels(channel(0), channel(1), channel(2), long.length === 8 ? channel(3) / 255 : 1)
}

function joinChannels(red: number, green: number, blue: number, alpha: number): string | undefined {
  if (Number.isNaN(red + green + blue + alpha)) return undefined
  if (alpha === 0) return 'transparent'
  return writeHex(alpha === 1 ? [red, green, blue] : [red, green, blue, alpha * 255])
}

function writeHex(channels: readonly number[]): string {
  const digits = channels.map((value) =>
    Math.min(255, Math.max(0, Math.round(value)))
      .toString(16)
      .padStart(2, '0'),
  )
  return digits.join('').toUpperCase()
}

function readHex(color: string): [red: number, green: number, blue: number, alpha: number] {
  const channel = (index: number) => Number.parseInt(color.slice(index * 2, index * 2 + 2), 16)
  return [channel(0), channel(1), channel(2), color.length === 8 ? channel(3) / 255 : 1]
}

/**
 * Blends a colour onto another (CSS Compositing and Blending Level 1, 5.1).
 *
 * @param color six or eight digits
 * @param backdrop six digits
 * @param opacity a further alpha, from 0 to 1
 */
export function blendColor(color: string, backdrop: string, opacity = 1): string {
  if (color.length === 6 && opacity === 1) return color
  const [red, green, blue, alpha] = readHex(color)
  const share = alpha * opacity
  const beneath = readHex(backdrop)
  return writeHex([red, green, blue].map((value, index) => value * share + (beneath[index] ?? 255) * (1 - share)))
}

/** A colour with a further alpha, as eight digits; `undefined` where it is opaque. */
export function withAlpha(color: string, opacity: number): string | undefined {
  if (color.length === 6 && opacity === 1) return undefined
  const [red, green, blue, alpha] = readHex(color)
  return alpha * opacity < 1 ? writeHex([red, green, blue, alpha * opacity * 255]) : undefined
}

/** The mean of colours, weighted alike. */
export function meanColor(colors: readonly string[]): string | undefined {
  if (colors.length === 0) return undefined
  const sums = [0, 0, 0, 0]
  for (const color of colors) {
    const channels = color === 'transparent' ? [255, 255, 255, 0] : readHex(color)
    for (const [index, value] of channels.entries()) sums[index] = (sums[index] ?? 0) + value / colors.length
  }
  const [red = 0, green = 0, blue = 0, alpha = 0] = sums
  return joinChannels(red, green, blue, alpha)
}

/** How well one colour is told from another, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastOf(first: string, second: string): number {
  const [a, b] = [luminance(first), luminance(second)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(color: string): number {
  const [red, green, blue] = readHex(color).map((value) => {
    const channel = value / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}
