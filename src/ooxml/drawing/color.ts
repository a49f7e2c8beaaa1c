/**
 * Reads colours of DrawingML, with their transforms.
 *
 * @module
 */

import { clamp } from '../../numbers.js'
import type { HexColor } from '../../typeset/model/properties.js'
import type { Theme } from '../parts/theme.js'
import {
  blend,
  formatRgb,
  fromHsl,
  fromLinear,
  type Hsl,
  parseRgb,
  type Rgb,
  toHsl,
  toLinear,
} from '../values/color-math.js'
import type { XmlElement } from '../xml/xml-element.js'
import { childrenOf } from '../xml/xml-element.js'
import { PRESET_COLORS } from './preset-colors.js'
import { readNumber, readShare } from './units.js'

/** A colour with its opacity, from 0 to 1. */
export interface DrawingColor {
  readonly color: HexColor
  readonly opacity: number
}

/**
 * The colour that is a child of a fill, line or style reference (ECMA-376-1, 20.1.2.3). `placeholder` stands for `phClr` in the
 * theme's format scheme.
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

function readColor(element: XmlElement, theme: Theme, placeholder: DrawingColor | undefined): DrawingColor | undefined {
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
      base = formatRgb(
        fromLinear([
          readShare(element.attributes['r'], 0),
          readShare(element.attributes['g'], 0),
          readShare(element.attributes['b'], 0),
        ]),
      )
      break
    case 'a:hslClr':
      base = formatRgb(
        fromHsl([
          readNumber(element.attributes['hue'], 0) / 21_600_000,
          readShare(element.attributes['sat'], 0),
          readShare(element.attributes['lum'], 0),
        ]),
      )
      break
    default:
      return undefined
  }
  if (base === undefined || !/^[0-9a-f]{6}$/i.test(base)) return undefined
  return transformColor(parseRgb(base), opacity, element)
}

/** Applies lumMod, tint, alpha and other transforms, in the order of the file (ECMA-376-1, 20.1.2.3). */
function transformColor(start: Rgb, startOpacity: number, element: XmlElement): DrawingColor {
  let rgb = start
  let opacity = startOpacity
  for (const { name, attributes } of childrenOf(element)) {
    const share = readShare(attributes['val'], 1)
    opacity = OPACITY_CHANGES.get(name)?.(opacity, share) ?? opacity
    rgb = COLOR_CHANGES.get(name)?.(rgb, share, attributes['val']) ?? rgb
  }
  return { color: formatRgb(rgb), opacity: clamp(opacity, 0, 1) }
}

const OPACITY_CHANGES: ReadonlyMap<string, (opacity: number, share: number) => number> = new Map([
  ['a:alpha', (_, share) => share],
  ['a:alphaMod', (opacity, share) => opacity * share],
  ['a:alphaOff', (opacity, share) => opacity + share],
])

/** Changes a colour by a share, or by what is written where that is something else. */
type ColorChange = (rgb: Rgb, share: number, written: string | undefined) => Rgb

const COLOR_CHANGES: ReadonlyMap<string, ColorChange> = new Map(
  Object.entries<ColorChange>({
    'a:shade': (rgb, share) => changeLinear(rgb, (component) => component * share),
    'a:tint': (rgb, share) => changeLinear(rgb, (component) => 1 - (1 - component) * share),
    'a:lumMod': (rgb, share) => changeHsl(rgb, ([h, s, l]) => [h, s, l * share]),
    'a:lumOff': (rgb, share) => changeHsl(rgb, ([h, s, l]) => [h, s, l + share]),
    'a:lum': (rgb, share) => changeHsl(rgb, ([h, s]) => [h, s, share]),
    'a:satMod': (rgb, share) => changeHsl(rgb, ([h, s, l]) => [h, s * share, l]),
    'a:satOff': (rgb, share) => changeHsl(rgb, ([h, s, l]) => [h, s + share, l]),
    'a:sat': (rgb, share) => changeHsl(rgb, ([h, , l]) => [h, share, l]),
    'a:hueMod': (rgb, share) => changeHsl(rgb, ([h, s, l]) => [h * share, s, l]),
    'a:hueOff': (rgb, _, written) => changeHsl(rgb, ([h, s, l]) => [h + readNumber(written, 0) / 21_600_000, s, l]),
    'a:comp': (rgb) => changeHsl(rgb, ([h, s, l]) => [h + 0.5, s, l]),
    'a:inv': (rgb) => changeLinear(rgb, (component) => 1 - component),
    'a:gray': (rgb) => {
      const gray = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]
      return [gray, gray, gray]
    },
  }),
)

/** A colour between two others. A `share` of 0 gives the first one. */
export function mixColors(first: HexColor, second: HexColor, share: number): HexColor {
  return blend(second, first, share)
}

/** Changes hue, saturation and luminance; a hue may pass a full turn. */
function changeHsl(rgb: Rgb, change: (hsl: Hsl) => Hsl): Rgb {
  const [hue, saturation, luminance] = change(toHsl(rgb))
  return fromHsl([((hue % 1) + 1) % 1, clamp(saturation, 0, 1), clamp(luminance, 0, 1)])
}

/** Changes each component in linear light. */
function changeLinear(rgb: Rgb, change: (component: number) => number): Rgb {
  const [red, green, blue] = toLinear(rgb)
  return fromLinear([change(red), change(green), change(blue)])
}
