/**
 * Checks the frame sizes in JPEG data before a decoder allocates memory for them.
 *
 * @module
 */

import { damagedImage, tooLargeImage } from './image-error.js'

const MARKER = 0xff
/** Whether a marker is a start of frame (ITU-T T.81, B.1.1.3). Some codes in the range have other meanings. */
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc
/** The marker "define number of lines", which changes the height afterwards. */
const DNL = 0xdc
/** Maximum number of components: grey, three colours, or four inks. */
const MAX_COMPONENTS = 4
/** The largest sampling factor of JPEG (ITU-T T.81, B.2.2). */
const MAX_SAMPLING = 4
/** Factor by which a frame may exceed its part of the image, since frames consist of whole blocks. */
const TOLERANCE = 2

/**
 * Checks every frame in JPEG data. Entropy-coded data contains no marker, so each marker that is found is one.
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

/** Checks one frame header (ITU-T T.81, B.2.2): length, precision, lines, samples, and three bytes for each component. */
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
