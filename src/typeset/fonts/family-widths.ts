/**
 * The widths of characters in families that cannot be shipped.
 *
 * @module
 */

import { WEB_WIDTH_LINES } from './web-width-lines.js'
import { EXTRA_CHARACTERS, WIDTH_LINES } from './width-lines.js'

const LINES = { ...WIDTH_LINES, ...WEB_WIDTH_LINES }

/** Families whose advance widths are known and that no font we carry shares. */
export type WidthFamily = keyof typeof LINES

/** Advances of one face, in ems. */
export type WidthTable = (codePoint: number) => number | undefined

/** How much wider than regular ones bold letters of text faces are on average. */
const BOLD_FACTOR = 1.06

/**
 * Advances of a family's characters. Letters with accents are as wide as those without. A slope that is not known has the widths
 * of upright letters, as in most sans-serif families.
 */
export function familyWidths(family: WidthFamily, bold: boolean, italic: boolean): WidthTable {
  const lines: readonly string[] = LINES[family]
  const upright = bold ? 1 : 0
  const line = (italic ? lines[upright + 2] : undefined) ?? lines[upright]
  const widths = readLine(line ?? lines[0] ?? '', line === undefined ? BOLD_FACTOR : 1)
  return (codePoint) => widths.get(codePoint) ?? (hasBase(codePoint) ? widths.get(baseOf(codePoint)) : undefined)
}

function readLine(line: string, factor: number): Map<number, number> {
  const widths = new Map<number, number>()
  let index = 0
  for (const entry of line.split(' ')) {
    const [width = '0', count = '1'] = entry.split('x')
    for (let i = 0; i < Number(count); i++, index++) {
      const codePoint = index < 95 ? 0x20 + index : (EXTRA_CHARACTERS.codePointAt(index - 95) ?? 0)
      if (width !== '0') widths.set(codePoint, (Number(width) * factor) / 1000)
    }
  }
  return widths
}

const NO_BREAK_SPACE = 0xa0
const SPACE = 0x20

function hasBase(codePoint: number): boolean {
  return codePoint >= 0xc0 || codePoint === NO_BREAK_SPACE
}

/** The letter that carries the accents; the ordinary blank for one that does not break. */
function baseOf(codePoint: number): number {
  if (codePoint === NO_BREAK_SPACE) return SPACE
  return String.fromCodePoint(codePoint).normalize('NFD').codePointAt(0) ?? codePoint
}
