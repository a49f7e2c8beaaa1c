/**
 * Lengths of CSS (CSS Values and Units Module Level 4, 6) in twips.
 *
 * @module
 */

import { type CalculatedLength, calculateLength } from './calculate-length.js'

export type { CalculatedLength as CssLength } from './calculate-length.js'

type CssLength = CalculatedLength

/** One CSS pixel, 1/96 inch, in twips. */
export const TWIPS_PER_PIXEL = 15

const ABSOLUTE_UNITS: ReadonlyMap<string, number> = new Map([
  ['px', TWIPS_PER_PIXEL],
  ['pt', 20],
  ['pc', 240],
  ['in', 1440],
  ['cm', 1440 / 2.54],
  ['mm', 144 / 2.54],
  ['q', 36 / 2.54],
])

/** A page, or the room for its text, in twips. */
export interface PageArea {
  readonly width: number
  readonly height: number
}

/** The text of an A4 page with margins of an inch. */
const DEFAULT_WINDOW: PageArea = { width: 9026, height: 13_958 }

/** The size that units of the window are hundredths of. On a printed page, it is the text area. */
const WINDOW_UNITS: ReadonlyMap<string, (window: PageArea) => number> = new Map([
  ...windowUnits('vw dvw svw lvw vi cqw', ({ width }) => width),
  ...windowUnits('vh dvh svh lvh vb cqh', ({ height }) => height),
  ...windowUnits('vmin cqmin', ({ width, height }) => Math.min(width, height)),
  ...windowUnits('vmax cqmax', ({ width, height }) => Math.max(width, height)),
])

function windowUnits(units: string, side: (window: PageArea) => number): [string, (window: PageArea) => number][] {
  return units.split(' ').map((unit) => [unit, side])
}

/** Sizes that relative lengths refer to, in twips. */
export interface LengthBase {
  /** Font size of the element. */
  readonly em: number
  /** Font size of the root element. */
  readonly rem: number
  /** What `vw` and `vh` refer to; left out: the text of an A4 page. */
  readonly window?: PageArea | undefined
}

const DIMENSION = /^([-+]?(?:\d{1,9}\.?\d{0,9}|\.\d{1,9})(?:e[-+]?\d{1,2})?)([a-z]*|%)$/i

/** Longest length that is accepted, in twips. It is far more than the width of any page. */
const MAX_TWIPS = 1_000_000

/** Reads a length or percentage, calculated ones too; `undefined` for `auto` and other words. */
export function parseLength(value: string, base: LengthBase): CssLength | undefined {
  const match = DIMENSION.exec(value.trim())
  if (match === null) return value.includes('(') ? calculateLength(value, (text) => parseLength(text, base)) : undefined
  const number = Number(match[1])
  const unit = (match[2] ?? '').toLowerCase()
  if (unit === '%') return { fraction: clamp(number / 100, 100) }
  if (unit === '') return number === 0 ? { twips: 0 } : undefined
  const scale = ABSOLUTE_UNITS.get(unit) ?? relativeUnit(unit, base)
  return scale === undefined ? undefined : { twips: Math.round(clamp(number * scale, MAX_TWIPS)) }
}

/** Reads a length alone, in twips. */
export function parseTwips(value: string, base: LengthBase): number | undefined {
  const length = parseLength(value, base)
  return length !== undefined && !('fraction' in length) ? length.twips : undefined
}

/** The length in twips, given what 100 % of it are. */
export function resolveLength(length: CssLength, whole: number): number {
  const part = 'fraction' in length ? Math.round(length.fraction * whole) : 0
  return 'twips' in length ? length.twips + part : part
}

function relativeUnit(unit: string, { em, rem, window = DEFAULT_WINDOW }: LengthBase): number | undefined {
  if (unit === 'em') return em
  if (unit === 'rem') return rem
  if (unit === 'ex' || unit === 'ch') return em / 2
  const side = WINDOW_UNITS.get(unit)
  return side === undefined ? undefined : side(window) / 100
}

function clamp(value: number, limit: number): number {
  return Number.isFinite(value) ? Math.min(limit, Math.max(-limit, value)) : 0
}
