/**
 * What the frames of JPEG data claim, looked at before a decoder makes room for them.
 *
 * @module
 */

import { damagedImage, tooLargeImage } from './image-error.js'

const MARKER = 0xff
/** Start of frame (ITU-T T.81, B.1.1.3), apart from the markers among them that mean something else. */
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc
/** Define number of lines: changes the height after the fact. */
const DNL = 0xdc
/** Grey, three colours, or four inks. */
const MAX_COMPONENTS = 4
/** The largest sampling factor of JPEG (ITU-T T.81, B.2.2). */
const MAX_SAMPLING = 4
/** Frames are whole blocks, and may be somewhat larger than their part of the image. */
const TOLERANCE = 2

/**
 * Checks every frame in JPEG data. In what is coded between markers, a marker cannot occur, so that each one found
 * is one.
 *
 * @param parts The data, in parts that are decoded together.
 * @throws SealwrightError `document_too_complex` for frames larger than the picture they are part of
 */
export function checkJpegFrames(parts: readonly Uint8Array[], width: number, height: number): void {
  const maxPixels = TOLERANCE * Math.max(64, width + 16) * Math.max(64, height + 16)
  for (const data of parts) {
    for (let at = data.indexOf(MARKER); at >= 0 && at + 1 < data.length; at = data.indexOf(MARKER, at + 1)) {
      const code = data[at + 1] ?? 0
      if (code === DNL) throw damagedImage('TIFF')
      if (isFrame(code)) checkFrame(data.subarray(at + 2), maxPixels)
    }
  }
}

/** ITU-T T.81, B.2.2: length, precision, lines, samples, components of three bytes each. */
function checkFrame(frame: Uint8Array, maxPixels: number): void {
  const uint16 = (at: number) => (frame[at] ?? 0) * 256 + (frame[at + 1] ?? 0)
  const components = frame[7] ?? 0
  if (components === 0 || components > MAX_COMPONENTS) throw damagedImage('TIFF')
  for (let i = 0; i < components; i++) {
    const sampling = frame[9 + 3 * i] ?? 0
    if (sampling >> 4 > MAX_SAMPLING || (sampling & 15) > MAX_SAMPLING) throw damagedImage('TIFF')
  }
  if (uint16(3) * uint16(5) > maxPixels) throw tooLargeImage()
}
