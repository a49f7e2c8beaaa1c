/**
 * Reads the orientation of a JPEG file, and removes its private metadata.
 *
 * @module
 */

/** Rotation and mirroring that make the stored picture upright (Exif 2.32, 4.6.4, tag 274). */
export type JpegOrientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** A marker segment: its code, start and end. */
interface Segment {
  readonly marker: number
  readonly start: number
  readonly end: number
}

const APP0 = 0xe0
const APP1 = 0xe1
const APP14 = 0xee
const APP15 = 0xef
const COMMENT = 0xfe
const START_OF_SCAN = 0xda
const ORIENTATION_TAG = 274

/** The orientation in the Exif data; 1 if it is missing or unreadable. */
export function readJpegOrientation(bytes: Uint8Array): JpegOrientation {
  for (const { marker, start, end } of headSegments(bytes)) {
    if (marker !== APP1) continue
    const value = readOrientation(bytes.subarray(start + 4, end))
    if (value !== undefined) return value
  }
  return 1
}

/**
 * The file without comments and application data, such as the place where a photograph was taken. The JFIF and Adobe markers are
 * kept, since decoders use them.
 */
export function withoutJpegMetadata(bytes: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [bytes.subarray(0, 2)]
  let rest = 2
  for (const { marker, start, end } of headSegments(bytes)) {
    const isApplication = marker > APP0 && marker <= APP15 && marker !== APP14
    if (!isApplication && marker !== COMMENT) kept.push(bytes.subarray(start, end))
    rest = end
  }
  return new Uint8Array(Buffer.concat([...kept, bytes.subarray(rest)]))
}

/** The segments before the first scan (ITU-T T.81, B.2). */
function* headSegments(bytes: Uint8Array): Generator<Segment> {
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    // Fill bytes belong to no segment.
    if (marker === 0xff) {
      yield { marker, start: at, end: at + 1 }
      at++
      continue
    }
    if (marker === START_OF_SCAN || marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9)) return
    const end = at + 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0)
    if (end > bytes.length || end < at + 4) return
    yield { marker, start: at, end }
    at = end
  }
}

/** The orientation tag in the first directory of Exif data, which is a TIFF file (Exif 2.32, 4.5). */
function readOrientation(data: Uint8Array): JpegOrientation | undefined {
  if (data.length < 14 || Buffer.from(data.subarray(0, 6)).toString('latin1') !== 'Exif\0\0') return undefined
  const view = new DataView(data.buffer, data.byteOffset + 6, data.length - 6)
  const isLittle = view.getUint16(0) === 0x4949
  const directory = view.getUint32(4, isLittle)
  if (directory + 2 > view.byteLength) return undefined
  const count = view.getUint16(directory, isLittle)
  for (let i = 0; i < count; i++) {
    const entry = directory + 2 + 12 * i
    if (entry + 12 > view.byteLength) return undefined
    if (view.getUint16(entry, isLittle) !== ORIENTATION_TAG) continue
    const value = view.getUint16(entry + 8, isLittle)
    return value >= 1 && value <= 8 ? (value as JpegOrientation) : undefined
  }
  return undefined
}
