import type { HexColor } from '../../typeset/model/properties.js'
import type { XmlElement } from '../xml-element.js'
import { childrenOf } from '../xml-element.js'
import type { Theme } from '../theme.js'
import { PRESET_COLORS } from './preset-colors.js'
import { clamp, readNumber, readShare } from './units.js'

/** A colour and how opaque it is, 0 to 1. */
export interface DrawingColor {
  readonly color: HexColor
  readonly opacity: number
}

type Rgb = readonly [number, number, number]

/**
 * The colour that a fill, line or style reference holds as its child (ECMA-376-1, 20.1.2.3).
 * `placeholder` stands for `phClr` in the theme's format scheme.
 */
export function readColorIn(
  parent: XmlElement | undefined,
  theme: Theme,
  placeholder?: DrawingColor,
): DrawingColor | undefined {
  for (const child of childrenOf(parent)) {
    const color = readColor(child, theme, placeholder)
    if (color !== undefined) return color
  }
  return undefined
}

function readColor(
  element: XmlElement,
  theme: Theme,
  placeholder: DrawingColor | undefined,
): DrawingColor | undefined {
  const value = element.attributes['val'] ?? ''
  let base: string | undefined
  let opacity = 1
  switch (element.name) {
    case 'a:srgbClr':
      base = value
      break
    case 'a:sysClr':
      base = element.attributes['lastClr'] ?? (value === 'window' ? 'FFFFFF' : '000000')
      break
    case 'a:prstClr':
      base = PRESET_COLORS.get(value.toLowerCase()) ?? '000000'
      break
    case 'a:schemeClr':
      if (value === 'phClr') {
        base = placeholder?.color
        opacity = placeholder?.opacity ?? 1
      } else {
        base = theme.colors.get(value)
      }
      base ??= '000000'
      break
    case 'a:scrgbClr':
      base = rgbToHex([
        fromLinear(readShare(element.attributes['r'], 0)),
        fromLinear(readShare(element.attributes['g'], 0)),
        fromLinear(readShare(element.attributes['b'], 0)),
      ])
      break
    case 'a:hslClr':
      base = rgbToHex(
        hslToRgb(
          readNumber(element.attributes['hue'], 0) / 21_600_000,
          readShare(element.attributes['sat'], 0),
          readShare(element.attributes['lum'], 0),
        ),
      )
      break
    default:
      return undefined
  }
  const rgb = parseHexColor(base)
  return rgb === undefined ? undefined : transformColor(rgb, opacity, element)
}

/** Applies lumMod, tint, alpha and so on, in the order in which they stand (ECMA-376-1, 20.1.2.3). */
function transformColor(start: Rgb, startOpacity: number, element: XmlElement): DrawingColor {
  let rgb = start
  let opacity = startOpacity
  for (const transform of childrenOf(element)) {
    const share = readShare(transform.attributes['val'], 1)
    switch (transform.name) {
      case 'a:alpha':
        opacity = share
        break
      case 'a:alphaMod':
        opacity *= share
        break
      case 'a:alphaOff':
        opacity += share
        break
      case 'a:shade':
        rgb = mapChannels(rgb, (channel) => fromLinear(toLinear(channel) * share))
        break
      case 'a:tint':
        rgb = mapChannels(rgb, (channel) => fromLinear(1 - (1 - toLinear(channel)) * share))
        break
      case 'a:lumMod':
        rgb = changeHsl(rgb, (h, s, l) => [h, s, l * share])
        break
      case 'a:lumOff':
        rgb = changeHsl(rgb, (h, s, l) => [h, s, l + share])
        break
      case 'a:lum':
        rgb = changeHsl(rgb, (h, s) => [h, s, share])
        break
      case 'a:satMod':
        rgb = changeHsl(rgb, (h, s, l) => [h, s * share, l])
        break
      case 'a:satOff':
        rgb = changeHsl(rgb, (h, s, l) => [h, s + share, l])
        break
      case 'a:sat':
        rgb = changeHsl(rgb, (h, _s, l) => [h, share, l])
        break
      case 'a:hueMod':
        rgb = changeHsl(rgb, (h, s, l) => [h * share, s, l])
        break
      case 'a:hueOff':
        rgb = changeHsl(rgb, (h, s, l) => [h + readNumber(transform.attributes['val'], 0) / 21_600_000, s, l])
        break
      case 'a:comp':
        rgb = changeHsl(rgb, (h, s, l) => [h + 0.5, s, l])
        break
      case 'a:inv':
        rgb = mapChannels(rgb, (channel) => fromLinear(1 - toLinear(channel)))
        break
      case 'a:gray': {
        const gray = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]
        rgb = [gray, gray, gray]
        break
      }
      default:
    }
  }
  return { color: rgbToHex(rgb), opacity: clamp(opacity, 0, 1) }
}

/** Channels 0 to 1 of six hexadecimal digits; undefined for anything else. */
export function parseHexColor(text: string | undefined): Rgb | undefined {
  if (text === undefined || !/^[0-9a-f]{6}$/i.test(text)) return undefined
  const value = Number.parseInt(text, 16)
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}

/** Six hexadecimal digits of channels 0 to 1. */
export function rgbToHex(rgb: Rgb): HexColor {
  let hex = ''
  for (const channel of rgb) hex += Math.round(clamp(channel, 0, 1) * 255).toString(16).padStart(2, '0')
  return hex.toUpperCase()
}

/** A colour between two; `share` 0 is the first one. */
export function mixColors(first: HexColor, second: HexColor, share: number): HexColor {
  const a = parseHexColor(first) ?? [0, 0, 0]
  const b = parseHexColor(second) ?? [0, 0, 0]
  const mix = (from: number, to: number) => from + (to - from) * share
  return rgbToHex([mix(a[0], b[0]), mix(a[1], b[1]), mix(a[2], b[2])])
}

function mapChannels(rgb: Rgb, change: (channel: number) => number): Rgb {
  return [change(rgb[0]), change(rgb[1]), change(rgb[2])]
}

function toLinear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

function fromLinear(channel: number): number {
  const value = clamp(channel, 0, 1)
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
}

function changeHsl(rgb: Rgb, change: (h: number, s: number, l: number) => Rgb): Rgb {
  const [r, g, b] = rgb
  const max = Math.max(r, g, b)
  const min = Math.min(r, g, b)
  const range = max - min
  const lightness = (max + min) / 2
  let hue = 0
  if (range > 0) {
    if (max === r) hue = (g - b) / range + (g < b ? 6 : 0)
    else if (max === g) hue = (b - r) / range + 2
    else hue = (r - g) / range + 4
  }
  const saturation = range === 0 ? 0 : range / (1 - Math.abs(2 * lightness - 1))
  const [h, s, l] = change(hue / 6, saturation, lightness)
  return hslToRgb(h, clamp(s, 0, 1), clamp(l, 0, 1))
}

function hslToRgb(hue: number, saturation: number, lightness: number): Rgb {
  const amplitude = saturation * Math.min(lightness, 1 - lightness)
  const turn = ((hue % 1) + 1) % 1
  const channel = (n: number) => {
    const k = (n + turn * 12) % 12
    return lightness - amplitude * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  }
  return [channel(0), channel(8), channel(4)]
}
