/**
 * Converts units of drawings to twips and shares.
 *
 * @module
 */

import { roundTwips } from '../../typeset/drawings.js'
/** Number of English Metric Units (ECMA-376-1, 20.1.10.16) in a twip. */
export const EMU_PER_TWIP = 635

/** A number as XML writes it, or the fallback for anything else. */
export function readNumber(text: string | undefined, fallback: number): number {
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  return Number.isFinite(value) ? Math.max(-1e12, Math.min(1e12, value)) : fallback
}

/** An attribute in EMU, converted to twips. The fallback is in twips. */
export function readEmu(text: string | undefined, fallback = 0): number {
  return roundTwips(readNumber(text, fallback * EMU_PER_TWIP) / EMU_PER_TWIP)
}

/** ST_Percentage as a share of 1: thousandths of a percent, or a number followed by `%`. */
export function readShare(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  if (text.endsWith('%')) return readNumber(text.slice(0, -1), fallback * 100) / 100
  return readNumber(text, fallback * 100_000) / 100_000
}

/** ST_OnOff and VML's `t` and `f`. */
export function readBoolean(text: string | undefined, fallback: boolean): boolean {
  if (text === undefined) return fallback
  const value = text.trim().toLowerCase()
  if (value === '1' || value === 'true' || value === 'on' || value === 't' || value === 'yes') return true
  if (value === '0' || value === 'false' || value === 'off' || value === 'f' || value === 'no') return false
  return fallback
}
