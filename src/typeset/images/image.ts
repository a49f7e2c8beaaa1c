/**
 * An image after reading: samples, a JPEG or JPEG 2000 file, or drawing operations.
 *
 * @module
 */

import type { DisplayList } from '../display/display-list.js'

/** An image that can be written to a PDF. */
export type Image = RasterImage | JpegImage | JpxImage | VectorImage

/** Samples in a form that PDF supports (ISO 32000-2, 8.9.5). */
export interface RasterImage {
  readonly kind: 'raster'
  readonly width: number
  readonly height: number
  /** Colour model. For indexed colours, the red, green and blue values of each entry. */
  readonly colors: 'gray' | 'rgb' | { readonly palette: Uint8Array }
  readonly bits: 1 | 2 | 4 | 8 | 16
  /** Rows from the top, each padded to whole bytes. */
  readonly data: Uint8Array
  /** With `png`, `data` is a zlib stream of filtered rows, as in PNG. */
  readonly encoding: 'raw' | 'png'
  /** Opacity, one byte for each pixel. */
  readonly alpha?: Uint8Array
}

/** A JPEG file that is written to the PDF unchanged. */
export interface JpegImage {
  readonly kind: 'jpeg'
  readonly width: number
  readonly height: number
  readonly components: 1 | 3 | 4
  /** Whether CMYK samples are inverted, as Adobe programs write them. */
  readonly inverted: boolean
  readonly bytes: Uint8Array
}

/** A JPEG 2000 file that is written to the PDF unchanged (ISO 32000-2, 7.4.9). */
export interface JpxImage {
  readonly kind: 'jpeg2000'
  readonly width: number
  readonly height: number
  /** Colour space; `own` is one that only the file can describe, such as sYCC. */
  readonly colors: 'gray' | 'rgb' | 'cmyk' | 'own'
  readonly bytes: Uint8Array
}

/** A metafile or SVG as drawing operations; lengths in twips. */
export interface VectorImage {
  readonly kind: 'vector'
  readonly width: number
  readonly height: number
  readonly items: DisplayList
  /** Bitmaps that `items` refer to. */
  readonly images: ReadonlyMap<string, RasterImage | JpegImage>
  /** What the file asks for and `items` do not show: elements and properties by name. */
  readonly missing?: ReadonlySet<string>
}
