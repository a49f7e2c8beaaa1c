/**
 * The characters of ZapfDingbats (ISO 32000-2, D.6): Unicode's block of dingbats was made after the font.
 *
 * @module
 */

/** Codes whose signs Unicode had in other blocks already. */
const ELSEWHERE: Readonly<Record<number, number>> = {
  32: 0x20,
  37: 0x260e,
  42: 0x261b,
  43: 0x261e,
  72: 0x2605,
  108: 0x25cf,
  110: 0x25a0,
  115: 0x25b2,
  116: 0x25bc,
  117: 0x25c6,
  119: 0x25d7,
  168: 0x2663,
  169: 0x2666,
  170: 0x2665,
  171: 0x2660,
  213: 0x2192,
  214: 0x2194,
  215: 0x2195,
}

/** The character of a code; `undefined` where the font has none. */
export function dingbatCharacter(code: number): string | undefined {
  const point = ELSEWHERE[code] ?? byRun(code)
  return point === undefined ? undefined : String.fromCodePoint(point)
}

/** Runs that follow Unicode's order. */
function byRun(code: number): number | undefined {
  if (code >= 0x21 && code <= 0x7e) return 0x2701 + code - 0x21
  // Ornamental brackets.
  if (code >= 0x80 && code <= 0x8d) return 0x2768 + code - 0x80
  if (code >= 0xa1 && code <= 0xa7) return 0x2761 + code - 0xa1
  // Circled digits from 1 to 10.
  if (code >= 0xac && code <= 0xb5) return 0x2460 + code - 0xac
  if (code >= 0xb6 && code <= 0xfe && code !== 0xf0) return 0x2776 + code - 0xb6
  return undefined
}
