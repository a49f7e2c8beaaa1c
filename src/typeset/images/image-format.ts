/**
 * Tells the format of an image by its first bytes.
 *
 * @module
 */

/** Formats that image parts come in; `gzip` stands for compressed metafiles (EMZ, WMZ) and SVGZ. */
export type ImageFormat =
  | 'PNG'
  | 'JPEG'
  | 'GIF'
  | 'BMP'
  | 'TIFF'
  | 'EMF'
  | 'WMF'
  | 'SVG'
  | 'gzip'
  | 'WebP'
  | 'JPEG XR'
  | 'PDF'
  | 'PICT'
  | 'unknown'

const SIGNATURES: readonly (readonly [format: ImageFormat, offset: number, bytes: readonly number[]])[] = [
  ['PNG', 0, [0x89, 0x50, 0x4e, 0x47]],
  ['JPEG', 0, [0xff, 0xd8, 0xff]],
  ['GIF', 0, [0x47, 0x49, 0x46, 0x38]],
  ['BMP', 0, [0x42, 0x4d]],
  ['JPEG XR', 0, [0x49, 0x49, 0xbc]],
  ['TIFF', 0, [0x49, 0x49, 0x2a, 0]],
  ['TIFF', 0, [0x4d, 0x4d, 0, 0x2a]],
  ['EMF', 40, [0x20, 0x45, 0x4d, 0x46]],
  // With the header of placeable metafiles, and without: type 1 or 2, header of 9 words.
  ['WMF', 0, [0xd7, 0xcd, 0xc6, 0x9a]],
  ['WMF', 0, [1, 0, 9, 0]],
  ['WMF', 0, [2, 0, 9, 0]],
  ['gzip', 0, [0x1f, 0x8b]],
  ['WebP', 8, [0x57, 0x45, 0x42, 0x50]],
  ['PDF', 0, [0x25, 0x50, 0x44, 0x46]],
  ['PICT', 522, [0, 0x11, 2, 0xff]],
]

/** Tells the format of an image by its first bytes; media types and names of parts are often wrong. */
export function sniffImage(bytes: Uint8Array): ImageFormat {
  for (const [format, offset, signature] of SIGNATURES) {
    if (signature.every((byte, index) => bytes[offset + index] === byte)) return format
  }
  const start = new TextDecoder().decode(bytes.subarray(0, 1024))
  return /<(?:svg|svg:svg)[\s>]/i.test(start) || /<!DOCTYPE svg/i.test(start) ? 'SVG' : 'unknown'
}
