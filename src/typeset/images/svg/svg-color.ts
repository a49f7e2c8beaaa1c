/**
 * Reads colours of SVG.
 *
 * @module
 */

import type { HexColor } from '../../model/properties.js'

/** A colour with its own opacity. */
export interface SvgColor {
  readonly color: HexColor
  readonly opacity: number
}

/** Colours of CSS (CSS Color 4, 6.1) that occur in pictures: name and value. */
const NAMES =
  'black 000000 white FFFFFF red FF0000 green 008000 blue 0000FF yellow FFFF00 gray 808080 grey 808080 silver C0C0C0 ' +
  'maroon 800000 purple 800080 fuchsia FF00FF magenta FF00FF lime 00FF00 olive 808000 navy 000080 teal 008080 ' +
  'aqua 00FFFF cyan 00FFFF orange FFA500 pink FFC0CB brown A52A2A gold FFD700 indigo 4B0082 violet EE82EE ' +
  'crimson DC143C coral FF7F50 tomato FF6347 salmon FA8072 khaki F0E68C orchid DA70D6 plum DDA0DD tan D2B48C ' +
  'beige F5F5DC ivory FFFFF0 lavender E6E6FA wheat F5DEB3 azure F0FFFF snow FFFAFA linen FAF0E6 sienna A0522D ' +
  'chocolate D2691E firebrick B22222 darkred 8B0000 darkgreen 006400 darkblue 00008B darkgray A9A9A9 ' +
  'darkgrey A9A9A9 dimgray 696969 dimgrey 696969 lightgray D3D3D3 lightgrey D3D3D3 gainsboro DCDCDC ' +
  'whitesmoke F5F5F5 slategray 708090 steelblue 4682B4 royalblue 4169E1 dodgerblue 1E90FF skyblue 87CEEB ' +
  'lightblue ADD8E6 deepskyblue 00BFFF cornflowerblue 6495ED midnightblue 191970 turquoise 40E0D0 ' +
  'forestgreen 228B22 seagreen 2E8B57 limegreen 32CD32 lightgreen 90EE90 palegreen 98FB98 yellowgreen 9ACD32 ' +
  'darkorange FF8C00 orangered FF4500 hotpink FF69B4 deeppink FF1493 darkviolet 9400D3 blueviolet 8A2BE2 ' +
  'slateblue 6A5ACD rebeccapurple 663399 lightyellow FFFFE0 goldenrod DAA520 peru CD853F'

/** Reads a colour value; undefined for other values, such as `none` and url(). */
export function readSvgColor(text: string): SvgColor | undefined {
  const value = text.trim().toLowerCase()
  if (value === 'transparent') return { color: '000000', opacity: 0 }
  const hex = /^#([\da-f]{3,8})$/.exec(value)?.[1]
  if (hex !== undefined) return readHex(hex)
  const [, kind, body = ''] = /^(rgb|hsl)a?\(([^)]*)\)$/.exec(value) ?? []
  if (kind === undefined) {
    const named = namedColor(value)
    return named === undefined ? undefined : { color: named, opacity: 1 }
  }
  const parts = body.split(/[\s,/]+/).filter((part) => part !== '')
  const opacity = parts[3] === undefined ? 1 : share(parts[3], 1)
  const channels =
    kind === 'rgb' ? parts.slice(0, 3).map((part) => share(part, 255)) : hslChannels(parts[0], parts[1], parts[2])
  return channels.length < 3 ? undefined : { color: channels.map(hexByte).join(''), opacity }
}

function namedColor(name: string): HexColor | undefined {
  if (!/^[a-z]+$/.test(name)) return undefined
  const names = ` ${NAMES}`
  const at = names.indexOf(` ${name} `)
  return at < 0 ? undefined : names.slice(at + name.length + 2, at + name.length + 8)
}

function readHex(hex: string): SvgColor | undefined {
  const digits = hex.length <= 4 ? [...hex].map((digit) => digit + digit).join('') : hex
  if (digits.length !== 6 && digits.length !== 8) return undefined
  const opacity = digits.length === 8 ? Number.parseInt(digits.slice(6), 16) / 255 : 1
  return { color: digits.slice(0, 6).toUpperCase(), opacity }
}

/** A number or percentage as a share of 1. */
function share(text: string, whole: number): number {
  const value = Number.parseFloat(text) / (text.endsWith('%') ? 100 : whole)
  return Number.isFinite(value) ? Math.max(0, Math.min(1, value)) : 0
}

function hexByte(value: number): string {
  return Math.round(value * 255)
    .toString(16)
    .padStart(2, '0')
    .toUpperCase()
}

function hslChannels(hue = '0', saturation = '0', lightness = '0'): number[] {
  const degrees = Number.parseFloat(hue) || 0
  const [s, l] = [share(saturation, 100), share(lightness, 100)]
  const channel = (n: number) => {
    const k = (((n + degrees / 30) % 12) + 12) % 12
    return l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  }
  return [channel(0), channel(8), channel(4)]
}
