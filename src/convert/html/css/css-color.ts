/**
 * Colours of CSS (CSS Color Module Level 4) as hexadecimal digits: six for an opaque one, eight with the alpha of a
 * translucent one.
 *
 * @module
 */

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
  const call = /^(rgba?|hsla?|hwb)\(([^()]{1,200})\)$/.exec(text)
  return call === null ? undefined : parseColorFunction(call[1] ?? '', call[2] ?? '')
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

function parseColorFunction(name: string, text: string): string | undefined {
  const parts = text.split(/[\s,/]+/).filter((part) => part !== '')
  if (parts.length < 3 || parts.length > 4) return undefined
  const [first = '', second = '', third = '', fourth] = parts
  const alpha = fourth === undefined ? 1 : parseFraction(fourth, 1)
  if (name.startsWith('rgb')) {
    const [red, green, blue] = [first, second, third].map((part) => parseFraction(part, 255) * 255)
    return joinChannels(red ?? 0, green ?? 0, blue ?? 0, alpha)
  }
  const hue = parseHue(first)
  const [red, green, blue] =
    name === 'hwb'
      ? hwbToRgb(hue, parseFraction(second, 100), parseFraction(third, 100))
      : hslToRgb(hue, parseFraction(second, 100), parseFraction(third, 100))
  return joinChannels(red * 255, green * 255, blue * 255, alpha)
}

/** A number or a percentage as a part of the whole, from 0 to 1; NaN when it is neither. */
function parseFraction(text: string, whole: number): number {
  if (text === 'none') return 0
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,3})?%?$/.test(text)) return Number.NaN
  const number = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text) / whole
  return Math.min(1, Math.max(0, number))
}

function parseHue(text: string): number {
  const match = /^([-+]?(?:\d+\.?\d*|\.\d+))(deg|rad|grad|turn)?$/.exec(text)
  if (match === null) return Number.NaN
  const degrees = { deg: 1, rad: 180 / Math.PI, grad: 0.9, turn: 360 }[match[2] ?? 'deg'] ?? 1
  return ((((Number(match[1]) * degrees) % 360) + 360) % 360) / 360
}

/** CSS Color Module Level 4, 7.1. */
function hslToRgb(hue: number, saturation: number, lightness: number): [number, number, number] {
  const channel = (offset: number) => {
    const k = (offset + hue * 12) % 12
    return lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  }
  return [channel(0), channel(8), channel(4)]
}

/** CSS Color Module Level 4, 8.1. */
function hwbToRgb(hue: number, whiteness: number, blackness: number): [number, number, number] {
  const sum = whiteness + blackness
  if (sum >= 1) return [whiteness / sum, whiteness / sum, whiteness / sum]
  const mix = (channel: number) => channel * (1 - sum) + whiteness
  const [red, green, blue] = hslToRgb(hue, 1, 0.5)
  return [mix(red), mix(green), mix(blue)]
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
 * What a colour looks like on another (CSS Compositing and Blending Level 1, 5.1).
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
