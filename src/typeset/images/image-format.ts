/**
 * Detects the format of an image from its first bytes.
 *
 * @module
 */

/** Formats of image parts. `gzip` is used for compressed metafiles (EMZ, WMZ) and SVGZ. */
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
  | 'ICO'
  | 'JPEG 2000'
  | 'WebP'
  | 'AVIF'
  | 'HEIC'
  | 'JPEG XL'
  | 'JPEG XR'
  | 'Photoshop'
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
  // Files with the header of placeable metafiles, and without it: type 1 or 2, and a header of 9 words.
  ['WMF', 0, [0xd7, 0xcd, 0xc6, 0x9a]],
  ['WMF', 0, [1, 0, 9, 0]],
  ['WMF', 0, [2, 0, 9, 0]],
  ['gzip', 0, [0x1f, 0x8b]],
  ['WebP', 8, [0x57, 0x45, 0x42, 0x50]],
  // A file with boxes, and a bare code stream (ISO/IEC 15444-1, I.5.1 and A.4.1).
  ['JPEG 2000', 0, [0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20]],
  ['JPEG 2000', 0, [0xff, 0x4f, 0xff, 0x51]],
  ['JPEG XL', 0, [0, 0, 0, 12, 0x4a, 0x58, 0x4c, 0x20]],
  ['JPEG XL', 0, [0xff, 0x0a]],
  // The third byte distinguishes icons from cursors.
  ['ICO', 0, [0, 0, 1, 0]],
  ['ICO', 0, [0, 0, 2, 0]],
  ['Photoshop', 0, [0x38, 0x42, 0x50, 0x53]],
  ['PDF', 0, [0x25, 0x50, 0x44, 0x46]],
  ['PICT', 522, [0, 0x11, 2, 0xff]],
]

/** Brands of still images and image sequences in the HEIF container (ISO/IEC 23008-12, annex B; AV1 Image File Format, 8). */
const BRANDS: ReadonlyMap<string, ImageFormat> = new Map([
  ['avif', 'AVIF'],
  ['avis', 'AVIF'],
  ...['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'].map((brand) => [brand, 'HEIC'] as const),
])

/** Maximum number of brands of a file that are read. */
const MAX_BRANDS = 32

/** Detects the format of an image from its first bytes, since media types and part names are often wrong. */
export function sniffImage(bytes: Uint8Array): ImageFormat {
  for (const [format, offset, signature] of SIGNATURES) {
    if (signature.every((byte, index) => bytes[offset + index] === byte)) return format
  }
  const contained = sniffContainer(bytes)
  if (contained !== undefined) return contained
  const start = new TextDecoder().decode(bytes.subarray(0, 1024))
  return /<(?:svg|svg:svg)[\s>]/i.test(start) || /<!DOCTYPE svg/i.test(start) ? 'SVG' : 'unknown'
}

/** The format of a file that begins with a box `ftyp` (ISO/IEC 14496-12, 4.3), from its major brand or a compatible brand. */
function sniffContainer(bytes: Uint8Array): ImageFormat | undefined {
  const word = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))
  if (word(4) !== 'ftyp') return undefined
  const end = Math.min((bytes[2] ?? 0) * 256 + (bytes[3] ?? 0), 16 + 4 * MAX_BRANDS)
  for (let at = 8; at < end; at += 4) {
    // The second word is a version and no brand.
    const format = at === 12 ? undefined : BRANDS.get(word(at))
    if (format !== undefined) return format
  }
  return undefined
}
