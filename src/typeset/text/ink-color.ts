/**
 * The colour of text, including automatic colours.
 *
 * @module
 */

import type { HexColor, RunProperties } from '../model/properties.js'

const BLACK = '000000'
const WHITE = 'FFFFFF'

/** Luminance (0 to 1) of the background below which automatic text is white. */
const DARK = 0.25

/** Colour of text; `auto` is black, or white on a dark background. `background` is the colour behind the paragraph. */
export function inkColor(run: RunProperties, background: HexColor | undefined): HexColor {
  if (run.color !== 'auto') return run.color
  const behind = run.shading ?? background
  return behind !== undefined && luminanceOf(behind) < DARK ? WHITE : BLACK
}

/** Perceived brightness of a colour with the weights of ITU-R BT.601. */
function luminanceOf(color: HexColor): number {
  const value = Number.parseInt(color, 16)
  if (Number.isNaN(value)) return 1
  return (0.299 * (value >> 16) + 0.587 * ((value >> 8) & 0xff) + 0.114 * (value & 0xff)) / 255
}
