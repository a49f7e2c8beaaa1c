/**
 * Values that many properties share: measures, switches, colours, borders, shading.
 *
 * @module
 */

import type { Border, HexColor } from '../../typeset/model/properties.js'
import type { Theme } from '../parts/theme.js'
import type { XmlElement } from '../xml/xml-element.js'
import { blend, readHexColor, scaleLuminance } from './color-math.js'

const TWIPS_PER_UNIT: Readonly<Record<string, number>> = {
  pt: 20,
  in: 1440,
  cm: 1440 / 2.54,
  mm: 144 / 2.54,
  pc: 240,
  pi: 240,
}

/** Longest measure in twips: ten times the side of the largest page (22 inches). */
const MAX_TWIPS = 316_800
/** Largest ST_DecimalNumber that Word reads: 32 bits. */
const MAX_INTEGER = 0x7fffffff

/** A measure in twips: a plain number, or a number with a unit as in strict files (`2.54cm`, 22.9.2.15). */
export function readTwips(value: string | undefined): number | undefined {
  const number = readNumber(value)
  if (value === undefined || number === undefined) return undefined
  const unit = /[a-z]{2}\s*$/.exec(value)?.[0].trim()
  const twips = Math.round(number * (unit === undefined ? 1 : (TWIPS_PER_UNIT[unit] ?? 1)))
  return Math.min(Math.max(twips, -MAX_TWIPS), MAX_TWIPS)
}

/** Half-points or eighths of a point, given plain or with a unit, in twips. */
export function readMeasure(value: string | undefined, twipsPerPlainUnit: number): number | undefined {
  if (value === undefined || /[a-z]{2}\s*$/.test(value)) return readTwips(value)
  const number = readNumber(value)
  return number === undefined ? undefined : Math.min(Math.max(number * twipsPerPlainUnit, -MAX_TWIPS), MAX_TWIPS)
}

/** A decimal integer. Fractions are cut off, as in Word. */
export function readInteger(value: string | undefined): number | undefined {
  const number = readNumber(value)
  return number === undefined ? undefined : Math.trunc(Math.min(Math.max(number, -MAX_INTEGER), MAX_INTEGER))
}

/** A factor: a plain number in thousandths or similar units, or a percentage as in strict files. */
export function readFactor(value: string | undefined, plainUnitsPerWhole: number): number | undefined {
  const number = readNumber(value)
  if (number === undefined) return undefined
  return value?.trimEnd().endsWith('%') ? number / 100 : number / plainUnitsPerWhole
}

function readNumber(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const number = Number.parseFloat(value)
  return Number.isFinite(number) ? number : undefined
}

/** An on/off property (17.17.4). Without w:val, it is on. `undefined` for a missing element. */
export function readOnOff(element: XmlElement | undefined): boolean | undefined {
  if (element === undefined) return undefined
  return isOn(element.attributes['w:val'])
}

/** Whether the w:val of an on/off property means on. */
export function isOn(value: string | undefined): boolean {
  return value !== '0' && value !== 'false' && value !== 'off'
}

/** Names of the attributes of a colour: its value, its theme colour, and how that is lightened or darkened. */
interface ColorAttributes {
  readonly value: string
  readonly theme: string
  readonly tint: string
  readonly shade: string
}

const FOREGROUND: ColorAttributes = {
  value: 'w:color',
  theme: 'w:themeColor',
  tint: 'w:themeTint',
  shade: 'w:themeShade',
}
const FILL: ColorAttributes = {
  value: 'w:fill',
  theme: 'w:themeFill',
  tint: 'w:themeFillTint',
  shade: 'w:themeFillShade',
}
const TEXT: ColorAttributes = { ...FOREGROUND, value: 'w:val' }

/** The colour of text or underlines. A theme colour overrides the literal value (17.3.2.6). */
export function readTextColor(element: XmlElement, theme: Theme): HexColor | 'auto' | undefined {
  return readColor(element, TEXT, theme)
}

/** The colour of an element whose literal value is in w:color, such as w:u, borders and w:background. */
export function readForeground(element: XmlElement, theme: Theme): HexColor | 'auto' | undefined {
  return readColor(element, FOREGROUND, theme)
}

function readColor(element: XmlElement, names: ColorAttributes, theme: Theme): HexColor | 'auto' | undefined {
  const { attributes } = element
  const themed = theme.colors.get(attributes[names.theme] ?? '')
  if (themed === undefined) {
    const value = attributes[names.value]
    return value === 'auto' ? 'auto' : readHexColor(value)
  }
  const tint = readByteShare(attributes[names.tint])
  if (tint !== undefined) return scaleLuminance(themed, tint, 1 - tint)
  const shade = readByteShare(attributes[names.shade])
  return shade === undefined ? themed : scaleLuminance(themed, shade, 0)
}

function readByteShare(value: string | undefined): number | undefined {
  return value !== undefined && /^[0-9a-f]{1,2}$/i.test(value) ? Number.parseInt(value, 16) / 255 : undefined
}

/** A border (17.18.2); `null` for an explicit `nil` or `none`. */
export function readBorder(element: XmlElement | undefined, theme: Theme): Border | null | undefined {
  if (element === undefined) return undefined
  const { attributes } = element
  const style = attributes['w:val']
  if (style === undefined) return undefined
  if (style === 'nil' || style === 'none') return null
  const eighths = Math.max(readInteger(attributes['w:sz']) ?? 4, 0)
  const isLine = LINE_BORDERS.has(style)
  return {
    style: isLine ? style : 'single',
    // Widths of lines are in eighths of a point, from a quarter of a point to 12 points; those of pictures in points, up to 31
    // (17.3.4).
    width: isLine ? Math.min(Math.max(eighths, 2), 96) * 2.5 : Math.min(Math.max(eighths, 1), 31) * 20,
    space: Math.min(Math.max(readInteger(attributes['w:space']) ?? 0, 0), 31) * 20,
    color: readForeground(element, theme) ?? 'auto',
    ...(attributes['w:shadow'] !== undefined && isOn(attributes['w:shadow']) ? { shadow: true } : {}),
  }
}

const LINE_BORDERS: ReadonlySet<string> = new Set([
  'single',
  'thick',
  'double',
  'dotted',
  'dashed',
  'dotDash',
  'dotDotDash',
  'triple',
  'thinThickSmallGap',
  'thickThinSmallGap',
  'thinThickThinSmallGap',
  'thinThickMediumGap',
  'thickThinMediumGap',
  'thinThickThinMediumGap',
  'thinThickLargeGap',
  'thickThinLargeGap',
  'thinThickThinLargeGap',
  'wave',
  'doubleWave',
  'dashSmallGap',
  'dashDotStroked',
  'threeDEmboss',
  'threeDEngrave',
  'outset',
  'inset',
])

/** Share of the foreground in line patterns. Dot patterns contain theirs in their name (17.18.78). */
const PATTERN_SHARES: Readonly<Record<string, number>> = {
  solid: 1,
  horzStripe: 0.5,
  vertStripe: 0.5,
  diagStripe: 0.5,
  reverseDiagStripe: 0.5,
  horzCross: 0.75,
  diagCross: 0.75,
  thinHorzStripe: 0.25,
  thinVertStripe: 0.25,
  thinDiagStripe: 0.25,
  thinReverseDiagStripe: 0.25,
  thinHorzCross: 0.4,
  thinDiagCross: 0.4,
}

/** The mean colour of a w:shd (17.3.5); `null` for an explicit "none". */
export function readShading(element: XmlElement | undefined, theme: Theme): HexColor | null | undefined {
  if (element === undefined) return undefined
  const pattern = element.attributes['w:val'] ?? 'clear'
  if (pattern === 'nil') return null
  const fill = readColor(element, FILL, theme) ?? 'auto'
  const percent = /^pct(\d{1,2})$/.exec(pattern)?.[1]
  const share = percent === undefined ? (PATTERN_SHARES[pattern] ?? 0) : Number(percent) / 100
  if (share === 0) return fill === 'auto' ? null : fill
  const foreground = readForeground(element, theme) ?? 'auto'
  return blend(foreground === 'auto' ? '000000' : foreground, fill === 'auto' ? 'FFFFFF' : fill, share)
}
