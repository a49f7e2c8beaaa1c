/**
 * The style attribute of VML, and its units.
 *
 * @module
 */

import { clamp } from '../../../numbers.js'
import { roundTwips } from '../../../typeset/drawings.js'
import { readNumber } from '../units.js'

/** Twips in each unit of CSS. A number without a unit is in pixels. */
const UNITS: Readonly<Record<string, number>> = {
  '': 15,
  px: 15,
  pt: 20,
  pc: 240,
  in: 1440,
  cm: 1440 / 2.54,
  mm: 144 / 2.54,
  em: 240,
  emu: 1 / 635,
}

/** The declarations of a VML style attribute by lower-case name. */
export type VmlStyle = ReadonlyMap<string, string>

/** Reads `position:absolute;margin-left:3pt;...` (ECMA-376-4, 14.1.2.19). */
export function parseVmlStyle(text: string | undefined): VmlStyle {
  const style = new Map<string, string>()
  for (const declaration of (text ?? '').slice(0, 10_000).split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    style.set(declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim())
  }
  return style
}

/** A length in twips; undefined for percentages and words. `bare` is the size of a number without a unit. */
export function readVmlLength(text: string | undefined, bare = 15): number | undefined {
  const match = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(text ?? '')
  if (match === null) return undefined
  const unit = (match[2] ?? '').toLowerCase()
  const factor = unit === '' ? bare : Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined
  return factor === undefined ? undefined : roundTwips(readNumber(match[1], 0) * factor)
}

/** A fraction: plain, in percent, or in 65536ths as `32768f`. */
export function readFraction(text: string | undefined, fallback: number): number {
  const value = text?.trim() ?? ''
  if (value === '') return fallback
  if (value.endsWith('f')) return readNumber(value.slice(0, -1), fallback * 65_536) / 65_536
  if (value.endsWith('%')) return readNumber(value.slice(0, -1), fallback * 100) / 100
  return readNumber(value, fallback)
}

/** An angle in degrees, or in 65536ths of a degree as `2949120fd`. */
export function readVmlAngle(text: string | undefined): number {
  const value = text?.trim().toLowerCase() ?? ''
  if (value.endsWith('fd')) return readNumber(value.slice(0, -2), 0) / 65_536
  if (value.endsWith('deg')) return readNumber(value.slice(0, -3), 0)
  return readNumber(value, 0)
}

/** Two numbers such as `21600,21600`. A missing one gets its fallback. */
export function readPair(text: string | undefined, fallback: readonly [number, number]): readonly [number, number] {
  const [first, second] = (text ?? '').split(/[\s,]+/, 2)
  return [clamp(readNumber(first, fallback[0]), -1e9, 1e9), clamp(readNumber(second, fallback[1]), -1e9, 1e9)]
}
