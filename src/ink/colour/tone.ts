/**
 * What a colour looks like on white paper: print, paper, or neither, such as the ink of a pen or of a stamp.
 *
 * @module
 */
import type { Rgb } from './colour.js'

/** Lightness up to which a shape looks like print, and how far from grey it may be. */
const PRINT_LIGHTNESS = 0.4
const PRINT_CHROMA = 0.3
/** Lightness from which on a shape may look like the paper. */
const PAPER_LIGHTNESS = 0.9

/** Dark, and without a colour that would distinguish it from print. */
export function isPrintColour(colour: Rgb): boolean {
  const [red, green, blue] = colour
  const isGrey = Math.max(red, green, blue) - Math.min(red, green, blue) <= PRINT_CHROMA
  return isGrey && lightnessOf(colour) <= PRINT_LIGHTNESS
}

export function isPaperColour(colour: Rgb): boolean {
  return lightnessOf(colour) >= PAPER_LIGHTNESS
}

/** How light a colour looks: 0 for black to 1 for white. */
export function lightnessOf([red, green, blue]: Rgb): number {
  return 0.3 * red + 0.59 * green + 0.11 * blue
}
