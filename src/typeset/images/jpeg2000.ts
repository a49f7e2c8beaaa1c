/**
 * Reads the properties of a JPEG 2000 file (ISO/IEC 15444-1) that a PDF needs.
 *
 * @module
 */

import { concatBytes } from '../../bytes.js'
import type { JpxImage } from './image.js'
import { damagedImage, unsupportedImage } from './image-error.js'
import { measureCodestream } from './jpeg2000-codestream.js'
import { checkSize } from './raster.js'

const FORMAT = 'JPEG 2000'
/** Enumerated colour spaces (I.5.3.3). */
const SPACES: ReadonlyMap<number, { readonly colors: JpxImage['colors']; readonly channels: number }> = new Map([
  [12, { colors: 'cmyk', channels: 4 }],
  [16, { colors: 'rgb', channels: 3 }],
  [17, { colors: 'gray', channels: 1 }],
  [18, { colors: 'own', channels: 3 }],
])
const SRGB = 16
const GREY = 17
/** Methods of specifying a colour space: by number, by a restricted profile, or by any profile (I.5.3.3, JPX). */
const ENUMERATED = 1
const ANY_PROFILE = 3
/** Types of channels (I.5.3.6). */
const OPACITY = 1
const MULTIPLIED_OPACITY = 2
/** Maximum number of bits of a channel that PDF/A permits (ISO 19005-2, 6.2.8.3). The header contains one less. */
const MAX_BITS = 38
const SIGNATURE = Uint8Array.of(0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20, 0x0d, 0x0a, 0x87, 0x0a)
const FILE_TYPE = box('ftyp', Buffer.from('jp2 \0\0\0\0jp2 ', 'latin1'))

/** The boxes that describe the samples, and the samples. */
interface Jp2File {
  readonly colors: readonly Uint8Array[]
  readonly palette: Uint8Array | undefined
  readonly mapping: Uint8Array | undefined
  readonly channels: Uint8Array | undefined
  readonly codestream: Uint8Array
}

/**
 * Reads a file or a bare code stream. The code stream is not changed. It gets new boxes that contain only what PDF and PDF/A
 * permit: one colour space by its number (ISO 19005-2, 6.2.8.3). A profile is replaced by sRGB or grey, as in other pictures.
 */
export function readJpeg2000(bytes: Uint8Array): JpxImage {
  const file = bytes[0] === 0xff ? bareCodestream(bytes) : readBoxes(bytes)
  const { width, height, components, depth } = measureCodestream(file.codestream)
  checkSize(FORMAT, width, height, components)
  if (depth === undefined || (depth & 0x7f) + 1 > MAX_BITS)
    throw unsupportedImage(`${FORMAT} with channels of several depths`)
  const count = file.palette?.[2] ?? components
  // PDF supports this (SMaskInData), but poppler takes the opacity for a further colour.
  if (hasOpacity(file.channels)) throw unsupportedImage(`${FORMAT} with transparency`)
  const space = chooseSpace(file.colors, count)
  const header = concatBytes([
    box('ihdr', imageHeader(width, height, components, depth)),
    box('colr', Uint8Array.of(ENUMERATED, 0, 0, 0, 0, 0, space.number)),
    ...(file.palette === undefined ? [] : [box('pclr', file.palette)]),
    ...(file.mapping === undefined ? [] : [box('cmap', file.mapping)]),
    ...(file.channels === undefined ? [] : [box('cdef', file.channels)]),
  ])
  const whole = concatBytes([SIGNATURE, FILE_TYPE, box('jp2h', header), box('jp2c', file.codestream)])
  return { kind: 'jpeg2000', width, height, colors: space.colors, bytes: whole }
}

function bareCodestream(codestream: Uint8Array): Jp2File {
  return { colors: [], palette: undefined, mapping: undefined, channels: undefined, codestream }
}

function readBoxes(bytes: Uint8Array): Jp2File {
  const boxes = [...boxesOf(bytes)]
  const header = boxes.find(([type]) => type === 'jp2h')?.[1]
  const codestream = boxes.find(([type]) => type === 'jp2c')?.[1]
  if (header === undefined || codestream === undefined) throw damagedImage(FORMAT)
  const inner = [...boxesOf(header)]
  const find = (name: string) => inner.find(([type]) => type === name)?.[1]
  return {
    colors: inner.filter(([type]) => type === 'colr').map(([, content]) => content),
    palette: find('pclr'),
    mapping: find('cmap'),
    channels: find('cdef'),
    codestream,
  }
}

/** The type and content of consecutive boxes (I.4). */
function* boxesOf(bytes: Uint8Array): Iterable<readonly [type: string, content: Uint8Array]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + 8 <= bytes.length; ) {
    let length = view.getUint32(at)
    let start = at + 8
    if (length === 1) {
      if (at + 16 > bytes.length) throw damagedImage(FORMAT)
      length = view.getUint32(at + 8) * 2 ** 32 + view.getUint32(at + 12)
      start = at + 16
    } else if (length === 0) length = bytes.length - at
    const end = at + length
    if (end < start) throw damagedImage(FORMAT)
    yield [String.fromCharCode(...bytes.subarray(at + 4, at + 8)), bytes.subarray(start, end)]
    at = end
  }
}

/** The first colour space of the file that has this number of channels. A profile is replaced by sRGB or grey. */
function chooseSpace(boxes: readonly Uint8Array[], channels: number) {
  for (const content of boxes) {
    const method = content[0] ?? 0
    const number = method === ENUMERATED ? (content[6] ?? 0) : plainSpace(channels)
    const known = SPACES.get(number)
    if (known?.channels === channels && method <= ANY_PROFILE) return { number, colors: known.colors }
  }
  const number = boxes.length === 0 ? plainSpace(channels) : 0
  const known = SPACES.get(number)
  if (known === undefined) throw unsupportedImage(`${FORMAT} with colours of this kind`)
  return { number, colors: known.colors }
}

function plainSpace(channels: number): number {
  return channels === 3 ? SRGB : channels === 1 ? GREY : 0
}

/** Whether a channel is opacity (I.5.3.6). */
function hasOpacity(channels: Uint8Array | undefined): boolean {
  for (let at = 2; channels !== undefined && at + 6 <= channels.length; at += 6) {
    const kind = channels[at + 3] ?? 0
    if (kind === OPACITY || kind === MULTIPLIED_OPACITY) return true
  }
  return false
}

/** Creates the image header box (I.5.3.1). */
function imageHeader(width: number, height: number, components: number, depth: number): Uint8Array {
  const bytes = new Uint8Array(14)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, height)
  view.setUint32(4, width)
  view.setUint16(8, components)
  // The compression type is always 7, the colour space is known, and there is no rights information.
  bytes.set([depth, 7, 0, 0], 10)
  return bytes
}

function box(type: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + content.length)
  new DataView(bytes.buffer).setUint32(0, bytes.length)
  bytes.set(Buffer.from(type, 'latin1'), 4)
  bytes.set(content, 8)
  return bytes
}
