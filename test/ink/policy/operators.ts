/**
 * Operators of small pages and drawings.
 *
 * @module
 */

import { streamText } from '../../pdf/make-pdf.js'

/** Width of an `n` in Helvetica, in ems. Its cell reaches from a quarter below the baseline to three quarters above. */
export const N_WIDTH = 0.556
/** The part of a cell below the baseline, in ems. */
export const DESCENT = 0.25

/** Ink of a pen or a stamp: neither print nor paper. */
export const BLUE = '0 0 1 rg'
export const BLACK = '0 g'
export const WHITE = '1 g'

/** Text in Helvetica. */
export function text(letters: string, x: number, y: number, size: number, colour = BLACK): string {
  return `BT ${colour} /F1 ${size} Tf ${x} ${y} Td (${letters}) Tj ET`
}

/** Text that runs upwards by about twelve degrees, as that of stamps does. */
export function slanted(letters: string, x: number, y: number, size: number, colour = BLACK): string {
  return `BT ${colour} /F1 ${size} Tf 0.98 0.2 -0.2 0.98 ${x} ${y} Tm (${letters}) Tj ET`
}

export function rect(x: number, y: number, width: number, height: number, colour = BLUE): string {
  return `${colour} ${x} ${y} ${width} ${height} re f`
}

/** Letters that are shapes, as those of scans are: bars beside each other. */
export function bars(count: number, x: number, y: number, height: number): string {
  const [width, step] = [height / 5, height / 2]
  return Array.from({ length: count }, (_, i) => rect(x + i * step, y, width, height, BLACK)).join('\n')
}

/** A picture of one value, which fills a square. It is so pale that its edges pass for no letters. */
export function picture(x: number, y: number, side: number): string {
  return `q ${side} 0 0 ${side} ${x} ${y} cm BI /W 1 /H 1 /CS /G /BPC 8 /F /AHx ID F0> EI Q`
}

/** Resources in which `/A gs` sets an opacity. */
export function opacity(alpha: number): string {
  return `/ExtGState <</A <</ca ${alpha} /CA ${alpha}>>>>`
}

/** An image whose colours no reader can tell. */
export const UNREADABLE = streamText(
  '/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode',
  'no picture',
)
