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

/** True for a colour that is dark, and not told from print by its hue. */
export function isPrintColour([red, green, blue]: Rgb): boolean {
  return isPrint(red, green, blue)
}

/** {@link isPrintColour} without an array for each pixel: red, green and blue from 0 to 1. */
export function isPrint(red: number, green: number, blue: number): boolean {
  const isGrey = Math.max(red, green, blue) - Math.min(red, green, blue) <= PRINT_CHROMA
  return isGrey && lightness(red, green, blue) <= PRINT_LIGHTNESS
}

/** True for a colour that may be that of the paper. */
export function isPaperColour([red, green, blue]: Rgb): boolean {
  return isPaper(red, green, blue)
}

/** {@link isPaperColour} without an array for each pixel: red, green and blue from 0 to 1. */
export function isPaper(red: number, green: number, blue: number): boolean {
  return lightness(red, green, blue) >= PAPER_LIGHTNESS
}

/** How light a colour looks: 0 for black to 1 for white. */
export function lightnessOf([red, green, blue]: Rgb): number {
  return lightness(red, green, blue)
}

function lightness(red: number, green: number, blue: number): number {
  return 0.3 * red + 0.59 * green + 0.11 * blue
}
