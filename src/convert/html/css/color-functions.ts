/**
 * Colours that are written as functions: `rgb()`, `hsl()`, `oklch()`, `color-mix()` and their like (CSS Color Module
 * Levels 4 and 5).
 *
 * @module
 */

import { calculateNumber } from './calculate-length.js'
import { type Channels, displayP3ToRgb, labToRgb, oklabToRgb, polarToAxes, rgbToOklab } from './color-spaces.js'
import { splitOutside } from './css-text.js'

/** A colour of sRGB, all from 0 to 1; NaN where a part of it is no number. */
export interface RgbColor {
  readonly channels: Channels
  readonly alpha: number
}

/** Reads a component of a colour. Percentages are shares of `whole`. */
type Read = (index: number, whole: number) => number

type Model = (read: Read, hue: (index: number) => number) => Channels

const MODELS: ReadonlyMap<string, Model> = new Map<string, Model>([
  ['rgb', (read) => [clamp(read(0, 255) / 255), clamp(read(1, 255) / 255), clamp(read(2, 255) / 255)]],
  ['hsl', (read, hue) => hslToRgb(hue(0), clamp(read(1, 100) / 100), clamp(read(2, 100) / 100))],
  ['hwb', (read, hue) => hwbToRgb(hue(0), clamp(read(1, 100) / 100), clamp(read(2, 100) / 100))],
  ['lab', (read) => labToRgb([read(0, 100), read(1, 125), read(2, 125)])],
  ['lch', (read, hue) => labToRgb([read(0, 100), ...polarToAxes(read(1, 150), hue(2))])],
  ['oklab', (read) => oklabToRgb([read(0, 1), read(1, 0.4), read(2, 0.4)])],
  ['oklch', (read, hue) => oklabToRgb([read(0, 1), ...polarToAxes(read(1, 0.4), hue(2))])],
])

/**
 * The colour that a function call produces. `undefined` for a function that is not a colour's.
 *
 * @param parse reads the colours that stand in the call
 */
export function readColorFunction(
  name: string,
  inside: string,
  parse: (text: string) => RgbColor | undefined,
): RgbColor | undefined {
  if (name === 'color-mix') return mixColors(inside, parse)
  const parts = splitOutside(inside, ' \t\n\r\f,/').filter((part) => part !== '')
  const space = name === 'color' ? parts.shift() : undefined
  if (parts.length < 3 || parts.length > 4) return undefined
  const read: Read = (index, whole) => readPart(parts[index] ?? '', whole)
  const alpha = parts.length < 4 ? 1 : clamp(read(3, 1))
  if (space !== undefined) {
    const channels: Channels = [read(0, 1), read(1, 1), read(2, 1)]
    if (space !== 'srgb' && space !== 'display-p3') return undefined
    return { channels: space === 'srgb' ? channels : displayP3ToRgb(channels), alpha }
  }
  const channels = MODELS.get(name.replace(/^(rgb|hsl)a$/, '$1'))?.(read, (index) => readHue(parts[index] ?? ''))
  return channels === undefined ? undefined : { channels, alpha }
}

/** A number as it is, a percentage of `whole`; NaN when it is neither. */
function readPart(text: string, whole: number): number {
  if (text === 'none') return 0
  const value = calculateNumber(text)
  if (value === undefined) return Number.NaN
  return 'fraction' in value ? value.fraction * whole : value.number
}

const DEGREES: ReadonlyMap<string, number> = new Map([
  ['deg', 1],
  ['rad', 180 / Math.PI],
  ['grad', 0.9],
  ['turn', 360],
])

/** An angle in turns, from 0 to 1. */
function readHue(text: string): number {
  const [, number = text, unit = 'deg'] = /^([-+]?[\d.]+)(deg|grad|rad|turn)$/.exec(text) ?? []
  const turns = (readPart(number, 360) * (DEGREES.get(unit) ?? 1)) / 360
  return ((turns % 1) + 1) % 1
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}

/** CSS Color Module Level 4, 7.1. */
function hslToRgb(hue: number, saturation: number, lightness: number): Channels {
  const channel = (offset: number) => {
    const k = (offset + hue * 12) % 12
    return lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  }
  return [channel(0), channel(8), channel(4)]
}

/** CSS Color Module Level 4, 8.1. */
function hwbToRgb(hue: number, whiteness: number, blackness: number): Channels {
  const sum = whiteness + blackness
  if (sum >= 1) return [whiteness / sum, whiteness / sum, whiteness / sum]
  const [red, green, blue] = hslToRgb(hue, 1, 0.5)
  const mix = (channel: number) => channel * (1 - sum) + whiteness
  return [mix(red), mix(green), mix(blue)]
}

/**
 * Mixes colours (CSS Color Module Level 5, 3). The shares are scaled to a sum of one; a smaller sum makes the result
 * translucent. Perceptually uniform spaces are mixed as OKLab, and others as sRGB. Mixing follows a straight line, also where
 * CSS would follow the arc of the hue.
 */
function mixColors(inside: string, parse: (text: string) => RgbColor | undefined): RgbColor | undefined {
  const [method = '', ...parts] = splitOutside(inside, ',').map((part) => part.trim())
  const colors = parts.map((part) => splitShare(part, parse))
  const [first, second] = colors
  if (first?.color === undefined || second?.color === undefined || colors.length !== 2) return undefined
  const firstShare = first.share ?? 1 - (second.share ?? 0.5)
  const secondShare = second.share ?? 1 - firstShare
  const sum = firstShare + secondShare
  if (!(sum > 0)) return undefined
  const isEven = /\b(?:ok)?l(?:ab|ch)\b/.test(method)
  const [from, to] = isEven ? [rgbToOklab, oklabToRgb] : [same, same]
  const weights = [(first.color.alpha * firstShare) / sum, (second.color.alpha * secondShare) / sum] as const
  const alpha = weights[0] + weights[1]
  if (alpha === 0) return { channels: [0, 0, 0], alpha: 0 }
  const [a, b] = [from(first.color.channels), from(second.color.channels)]
  const at = (index: 0 | 1 | 2) => (a[index] * weights[0] + b[index] * weights[1]) / alpha
  return { channels: to([at(0), at(1), at(2)]), alpha: alpha * Math.min(1, sum) }
}

function same(channels: Channels): Channels {
  return channels
}

function splitShare(part: string, parse: (text: string) => RgbColor | undefined) {
  const words = splitOutside(part, ' \t\n\r\f').filter((word) => word !== '')
  const shares = words.filter((word) => /^(?:[\d.]+%|calc\()/.test(word))
  const color = parse(words.filter((word) => !shares.includes(word)).join(' '))
  const share = shares[0] === undefined ? undefined : readPart(shares[0], 1)
  return { color, share: share === undefined ? undefined : clamp(share) }
}
