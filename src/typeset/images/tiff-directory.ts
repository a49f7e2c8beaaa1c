/**
 * Reads the directory of the first image in a TIFF file (TIFF 6.0, section 2). Every count is checked before use.
 *
 * @module
 */

import { damagedImage, unsupportedImage } from './image-error.js'

/** Fields needed to decode an image (TIFF 6.0, sections 3 to 22), with the names used there. */
const TAGS = {
  imageWidth: 256,
  imageLength: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  planarConfiguration: 284,
  t4Options: 292,
  predictor: 317,
  colorMap: 320,
  tileWidth: 322,
  tileLength: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  extraSamples: 338,
  sampleFormat: 339,
  jpegTables: 347,
  jpegOffset: 513,
  jpegLength: 514,
  ycbcrSubSampling: 530,
} as const

const NAMES: ReadonlyMap<number, keyof typeof TAGS> = new Map(
  (Object.keys(TAGS) as (keyof typeof TAGS)[]).map((name) => [TAGS[name], name]),
)

/** Value sizes in bytes of the types of these fields: BYTE, SHORT, LONG, UNDEFINED. */
const TYPE_SIZES: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 7: 1 }

type Fields = Partial<Record<keyof typeof TAGS, readonly number[]>>

/** The fields of a directory with their values. */
export type TiffDirectory = Readonly<Fields> & { readonly littleEndian: boolean }

/** Maximum number of entries of a directory. Usual directories have a dozen entries, and some private ones. */
const MAX_ENTRIES = 1000
const ENTRY_BYTES = 12

/** Reads the first directory. Fields that are not needed or have other types are left out. */
export function readTiffDirectory(bytes: Uint8Array): TiffDirectory {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 8) throw damagedImage('TIFF')
  const order = view.getUint16(0)
  const littleEndian = order === 0x4949
  if (!littleEndian && order !== 0x4d4d) throw damagedImage('TIFF')
  if (view.getUint16(2, littleEndian) === 43) throw unsupportedImage('BigTIFF')
  const start = view.getUint32(4, littleEndian)
  if (start + 2 > bytes.length) throw damagedImage('TIFF')
  const count = view.getUint16(start, littleEndian)
  if (count > MAX_ENTRIES || start + 2 + count * ENTRY_BYTES > bytes.length) throw damagedImage('TIFF')
  const fields: Fields = {}
  for (let i = 0; i < count; i++) {
    const at = start + 2 + i * ENTRY_BYTES
    const name = NAMES.get(view.getUint16(at, littleEndian))
    if (name !== undefined) fields[name] = readValues(view, at, littleEndian)
  }
  return { littleEndian, ...fields }
}

function readValues(view: DataView, entry: number, littleEndian: boolean): number[] {
  const size = TYPE_SIZES[view.getUint16(entry + 2, littleEndian)] ?? 0
  const count = view.getUint32(entry + 4, littleEndian)
  const isInside = count * size <= 4
  const start = isInside ? entry + 8 : view.getUint32(entry + 8, littleEndian)
  // The number of values cannot exceed the number of bytes.
  if (size === 0 || count === 0 || start + count * size > view.byteLength) throw damagedImage('TIFF')
  return Array.from({ length: count }, (_, i) => {
    const at = start + i * size
    return size === 1
      ? view.getUint8(at)
      : size === 2
        ? view.getUint16(at, littleEndian)
        : view.getUint32(at, littleEndian)
  })
}
