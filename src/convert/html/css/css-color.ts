/**
 * Colours of CSS (CSS Color Module Level 4) as hexadecimal digits: six for an opaque one, eight with the alpha of a
 * translucent one.
 *
 * @module
 */

import { type RgbColor, readColorFunction } from './color-functions.js'

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

// CSS Color Module Level 4, 6.1 and 6.2: `name=digits`.
const NAMES = `aliceblue=f0f8ff antiquewhite=faebd7 aqua=00ffff aquamarine=7fffd4 azure=f0ffff beige=f5f5dc bisque=ffe4c4
black=000000 blanchedalmond=ffebcd blue=0000ff blueviolet=8a2be2 brown=a52a2a burlywood=deb887 cadetblue=5f9ea0
chartreuse=7fff00 chocolate=d2691e coral=ff7f50 cornflowerblue=6495ed cornsilk=fff8dc crimson=dc143c cyan=00ffff
darkblue=00008b darkcyan=008b8b darkgoldenrod=b8860b darkgray=a9a9a9 darkgreen=006400 darkgrey=a9a9a9 darkkhaki=bdb76b
darkmagenta=8b008b darkolivegreen=556b2f darkorange=ff8c00 darkorchid=9932cc darkred=8b0000 darksalmon=e9967a
darkseagreen=8fbc8f darkslateblue=483d8b darkslategray=2f4f4f darkslategrey=2f4f4f darkturquoise=00ced1
darkviolet=9400d3 deeppink=ff1493 deepskyblue=00bfff dimgray=696969 dimgrey=696969 dodgerblue=1e90ff firebrick=b22222
floralwhite=fffaf0 forestgreen=228b22 fuchsia=ff00ff gainsboro=dcdcdc ghostwhite=f8f8ff gold=ffd700 goldenrod=daa520
gray=808080 green=008000 greenyellow=adff2f grey=808080 honeydew=f0fff0 hotpink=ff69b4 indianred=cd5c5c indigo=4b0082
ivory=fffff0 khaki=f0e68c lavender=e6e6fa lavenderblush=fff0f5 lawngreen=7cfc00 lemonchiffon=fffacd lightblue=add8e6
lightcoral=f08080 lightcyan=e0ffff lightgoldenrodyellow=fafad2 lightgray=d3d3d3 lightgreen=90ee90 lightgrey=d3d3d3
lightpink=ffb6c1 lightsalmon=ffa07a lightseagreen=20b2aa lightskyblue=87cefa lightslategray=778899
lightslategrey=778899 lightsteelblue=b0c4de lightyellow=ffffe0 lime=00ff00 limegreen=32cd32 linen=faf0e6 magenta=ff00ff
maroon=800000 mediumaquamarine=66cdaa mediumblue=0000cd mediumorchid=ba55d3 mediumpurple=9370db mediumseagreen=3cb371
mediumslateblue=7b68ee mediumspringgreen=00fa9a mediumturquoise=48d1cc mediumvioletred=c71585 midnightblue=191970
mintcream=f5fffa mistyrose=ffe4e1 moccasin=ffe4b5 navajowhite=ffdead navy=000080 oldlace=fdf5e6 olive=808000
olivedrab=6b8e23 orange=ffa500 orangered=ff4500 orchid=da70d6 palegoldenrod=eee8aa palegreen=98fb98
paleturquoise=afeeee palevioletred=db7093 papayawhip=ffefd5 peachpuff=ffdab9 peru=cd853f pink=ffc0cb plum=dda0dd
powderblue=b0e0e6 purple=800080 rebeccapurple=663399 red=ff0000 rosybrown=bc8f8f royalblue=4169e1 saddlebrown=8b4513
salmon=fa8072 sandybrown=f4a460 seagreen=2e8b57 seashell=fff5ee sienna=a0522d silver=c0c0c0 skyblue=87ceeb
slateblue=6a5acd slategray=708090 slategrey=708090 snow=fffafa springgreen=00ff7f steelblue=4682b4 tan=d2b48c
teal=008080 thistle=d8bfd8 tomato=ff6347 turquoise=40e0d0 violet=ee82ee wheat=f5deb3 white=ffffff whitesmoke=f5f5f5
yellow=ffff00 yellowgreen=9acd32 canvastext=000000 windowtext=000000 linktext=0000ee canvas=ffffff graytext=808080`

/** Colours by their names in lower case, as upper-case hexadecimal digits. */
const COLOR_NAMES: ReadonlyMap<string, string> = new Map(
  NAMES.split(/\s+/).map((entry) => [entry.slice(0, -7), entry.slice(-6).toUpperCase()]),
)
