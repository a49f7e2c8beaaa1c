/**
 * Colours of VML.
 *
 * @module
 */

import { clamp } from '../../../numbers.js'
import type { HexColor } from '../../../typeset/model/properties.js'
import { mixColors } from '../color.js'
import { PRESET_COLORS } from '../preset-colors.js'
import { readNumber } from '../units.js'

/** System colours that VML can name, as on a white desktop. */
const SYSTEM_COLORS: Readonly<Record<string, HexColor>> = {
  window: 'FFFFFF',
  windowtext: '000000',
  buttonface: 'F0F0F0',
  buttonshadow: 'A0A0A0',
  buttontext: '000000',
  highlight: '3399FF',
  highlighttext: 'FFFFFF',
  captiontext: '000000',
  graytext: '6D6D6D',
  infobackground: 'FFFFE1',
  infotext: '000000',
  menu: 'F0F0F0',
  menutext: '000000',
  threeddarkshadow: '696969',
  threedhighlight: 'FFFFFF',
}

/**
 * A colour such as `#4f81bd [3204]`, `#f00`, `red`, `windowText` or `fill darken(118)` (ECMA-376-4, 14.1.2.1); undefined for
 * anything else.
 *
 * @param base colour that `fill` and `line` stand for in derived colours
 */
export function readVmlColor(text: string | undefined, base?: HexColor): HexColor | undefined {
  // The brackets after the colour contain an index into the palette.
  const value = (text ?? '').split('[', 1)[0]?.trim().toLowerCase() ?? ''
  const long = /^#?([0-9a-f]{6})$/.exec(value)?.[1]
  if (long !== undefined) return long.toUpperCase()
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(value)
  if (short !== null)
    return short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')
      .toUpperCase()
  const made = /^(?:fill|line)\s+(darken|lighten)\((\d+)\)$/.exec(value)
  if (made !== null) {
    const share = 1 - clamp(readNumber(made[2], 255) / 255, 0, 1)
    return mixColors(base ?? 'FFFFFF', made[1] === 'darken' ? '000000' : 'FFFFFF', share)
  }
  const name = value.split(' ', 1)[0] ?? ''
  return PRESET_COLORS.get(name) ?? (Object.hasOwn(SYSTEM_COLORS, name) ? SYSTEM_COLORS[name] : undefined)
}
