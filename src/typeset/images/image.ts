/**
 * An image after it was read: samples, a JPEG or JPEG 2000 file, or drawing operations.
 *
 * @module
 */

import type { DisplayList } from '../display/display-list.js'

/** An image ready to be put into a PDF. */
export type Image = RasterImage | JpegImage | JpxImage | VectorImage

/** Samples as PDF takes them (ISO 32000-2, 8.9.5). */
export interface RasterImage {
  readonly kind: 'raster'
  readonly width: number
  readonly height: number
  /** For indexed colours: red, green and blue of each entry. */
  readonly colors: 'gray' | 'rgb' | { readonly palette: Uint8Array }
  readonly bits: 1 | 2 | 4 | 8 | 16
  /** Rows from the top, each padded to whole bytes. */
  readonly data: Uint8Array
  /** `png`: `data` is a zlib stream of filtered rows, as PNG has it. */
  readonly encoding: 'raw' | 'png'
  /** Opacity, one byte for each pixel. */
  readonly alpha?: Uint8Array
}

/** A JPEG file that goes into the PDF as it is. */
export interface JpegImage {
  readonly kind: 'jpeg'
  readonly width: number
  readonly height: number
  readonly components: 1 | 3 | 4
  /** Adobe programs write CMYK samples inverted. */
  readonly inverted: boolean
  readonly bytes: Uint8Array
}

/** A JPEG 2000 file that goes into the PDF as it is (ISO 32000-2, 7.4.9). */
export interface JpxImage {
  readonly kind: 'jpeg2000'
  readonly width: number
  readonly height: number
  /** `own`: a space that only the file can name, such as sYCC. */
  readonly colors: 'gray' | 'rgb' | 'cmyk' | 'own'
  readonly bytes: Uint8Array
}

/** A metafile or SVG as drawing operations; lengths in twips. */
export interface VectorImage {
  readonly kind: 'vector'
  readonly width: number
  readonly height: number
  readonly items: DisplayList
  /** Bitmaps that `items` name. */
  readonly images: ReadonlyMap<string, RasterImage | JpegImage>
  /** What the file asks for and `items` do not show: elements and properties by name. */
  readonly missing?: ReadonlySet<string>
}
