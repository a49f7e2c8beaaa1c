/**
 * Reads the properties of a JPEG file that a PDF needs.
 *
 * @module
 */

import type { JpegImage } from './image.js'
import { damagedImage, unsupportedImage } from './image-error.js'

/**
 * Reads the properties of a JPEG file (ITU-T T.81) for its image dictionary: size and components from the frame header, and
 * whether CMYK is inverted from the Adobe marker. The file itself is not changed.
 */
export function readJpeg(bytes: Uint8Array): JpegImage {
  let isAdobe = false
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) {
      at++
      continue
    }
    const marker = bytes[at + 1] ?? 0
    // Fill bytes and markers without a length field: TEM, RST0 to RST7, SOI.
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === 0x00 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2
      continue
    }
    // The end of the image, or the first scan before any frame header.
    if (marker === 0xd9 || marker === 0xda) break
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
    if (isFrameHeader(marker)) return describe(bytes, at + 4, marker, isAdobe)
    if (marker === 0xee && startsWithAdobe(bytes, at + 4)) isAdobe = true
    at += 2 + Math.max(2, length)
  }
  throw damagedImage('JPEG')
}

/** Whether a marker is one of SOF0 to SOF15, which exclude DHT (C4), JPG (C8) and DAC (CC). */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function describe(bytes: Uint8Array, at: number, marker: number, isAdobe: boolean): JpegImage {
  const precision = bytes[at] ?? 0
  const height = ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
  const width = ((bytes[at + 3] ?? 0) << 8) | (bytes[at + 4] ?? 0)
  const components = bytes[at + 5] ?? 0
  // DCTDecode supports baseline, extended and progressive coding with 8 bits (ISO 32000-2, 7.4.8).
  if (marker > 0xc2 || precision !== 8) throw unsupportedImage('JPEG (lossless or of more than 8 bits)')
  if (width === 0 || height === 0) throw damagedImage('JPEG')
  if (components !== 1 && components !== 3 && components !== 4) throw damagedImage('JPEG')
  return { kind: 'jpeg', width, height, components, inverted: components === 4 && isAdobe, bytes }
}

function startsWithAdobe(bytes: Uint8Array, at: number): boolean {
  return [0x41, 0x64, 0x6f, 0x62, 0x65].every((byte, index) => bytes[at + index] === byte)
}
