/**
 * Families of web pages and their substitutes.
 *
 * @module
 */

import type { BundledFamily } from './bundled-faces.js'
import type { FamilySubstitute } from './family-substitute.js'
import type { WidthFamily } from './family-widths.js'
import type { FontLine } from './loaded-font.js'

/**
 * Families used by web pages and web editors: the substitute, the widths of the letters or else the substitute's average width
 * ratio, and the family's own line metrics in ems (from the fonts' tables, as listed in the package @capsizecss/metrics).
 */
const ROWS: readonly (readonly [names: string, use: BundledFamily, widths: WidthFamily | number, line: FontLine])[] = [
  ['roboto, google sans', 'arimo', 'roboto', [0.9277, 0.2441, 0]],
  ['roboto condensed', 'carlito', 'robotoCondensed', [0.9277, 0.2441, 0]],
  ['roboto slab', 'gelasio', 'robotoSlab', [1.0479, 0.271, 0]],
  ['open sans, droid sans', 'arimo', 'openSans', [1.0688, 0.293, 0]],
  ['noto sans', 'arimo', 'notoSans', [1.069, 0.293, 0]],
  ['lato', 'carlito', 'lato', [0.987, 0.213, 0]],
  ['montserrat', 'arimo', 'montserrat', [0.968, 0.251, 0]],
  ['poppins', 'arimo', 'poppins', [1.05, 0.35, 0.1]],
  ['raleway', 'arimo', 'raleway', [0.94, 0.234, 0]],
  ['source sans 3, source sans pro', 'carlito', 'sourceSans', [1.024, 0.4, 0]],
  ['inter', 'arimo', 'inter', [0.9688, 0.2412, 0]],
  ['nunito, nunito sans', 'arimo', 'nunito', [1.011, 0.353, 0]],
  ['oswald', 'carlito', 0.885, [1.193, 0.289, 0]],
  ['merriweather', 'gelasio', 'merriweather', [0.984, 0.273, 0]],
  ['pt sans', 'carlito', 'ptSans', [1.018, 0.276, 0]],
  ['pt serif', 'gelasio', 'ptSerif', [1.039, 0.286, 0]],
  ['ubuntu', 'arimo', 'ubuntu', [0.932, 0.189, 0.028]],
  ['titillium web, titillium', 'carlito', 'titillium', [1.133, 0.388, 0]],
  ['work sans', 'arimo', 1.119, [0.93, 0.243, 0]],
  ['eb garamond', 'tinos', 0.948, [1.007, 0.298, 0]],
  ['cormorant garamond', 'tinos', 0.97, [0.924, 0.287, 0]],
  ['lora', 'gelasio', 1.05, [1.006, 0.274, 0]],
  ['playfair display', 'gelasio', 1.014, [1.082, 0.251, 0]],
  ['quicksand', 'arimo', 1.043, [1, 0.25, 0]],
  ['fira sans', 'arimo', 'firaSans', [0.935, 0.265, 0]],
  ['ibm plex sans', 'arimo', 'plexSans', [1.025, 0.275, 0]],
  ['rubik', 'arimo', 1.05, [0.935, 0.25, 0]],
  ['dm sans', 'arimo', 1.045, [0.992, 0.31, 0]],
  ['barlow', 'carlito', 1.051, [1, 0.2, 0]],
  ['mulish, muli', 'arimo', 1.041, [1.005, 0.25, 0]],
  ['karla', 'arimo', 1.024, [0.917, 0.252, 0]],
  ['josefin sans', 'arimo', 1.023, [0.75, 0.25, 0]],
  ['libre baskerville', 'gelasio', 1.16, [0.97, 0.27, 0]],
  ['crimson text', 'tinos', 0.974, [0.9492, 0.3506, 0]],
  ['source serif 4, source serif pro', 'gelasio', 1.074, [1.036, 0.335, 0]],
  ['noto serif, droid serif', 'gelasio', 'notoSerif', [1.069, 0.293, 0]],
  ['bitter', 'gelasio', 1.043, [0.935, 0.265, 0]],
  ['cabin', 'carlito', 1.029, [0.965, 0.25, 0]],
  ['exo 2', 'arimo', 1.021, [0.999, 0.201, 0]],
  ['dosis', 'carlito', 0.919, [1.027, 0.237, 0]],
  ['arvo', 'gelasio', 1.095, [0.9609, 0.2471, 0.0269]],
  ['libre franklin', 'arimo', 1.043, [0.966, 0.246, 0]],
  ['manrope', 'arimo', 1.032, [1.066, 0.3, 0]],
  ['heebo', 'arimo', 0.999, [1.0479, 0.4209, 0]],
  ['oxygen', 'arimo', 1.011, [1.0269, 0.2358, 0]],
  ['hind', 'carlito', 1.046, [1.055, 0.546, 0]],
  ['archivo', 'arimo', 0.987, [0.878, 0.21, 0]],
  ['maven pro', 'arimo', 1.036, [0.965, 0.21, 0]],
  ['overpass', 'arimo', 1.007, [0.883, 0.383, 0]],
  ['public sans', 'arimo', 1.049, [0.95, 0.225, 0]],
  ['figtree', 'arimo', 1.007, [0.95, 0.25, 0]],
  ['plus jakarta sans', 'arimo', 1.05, [1.038, 0.222, 0]],
  ['lexend', 'arimo', 1.099, [1, 0.25, 0]],
  ['asap', 'arimo', 0.991, [0.934, 0.212, 0]],
  ['spectral', 'gelasio', 1, [1.059, 0.463, 0]],
  ['vollkorn', 'gelasio', 0.983, [0.952, 0.441, 0]],
]

/** The families as rows of the table of families. */
export const WEB_FAMILY_ROWS = ROWS.map(([names, use, widths, line]): readonly [string, FamilySubstitute] => [
  names,
  {
    use,
    kind: use === 'tinos' || use === 'gelasio' ? 'serif' : 'sans',
    ...(typeof widths === 'number' ? { scale: widths } : { widths }),
    line,
  },
])
