/**
 * Pictures coded as JPEG (ITU-T T.81; ISO 32000-2, 7.4.8): sequential and progressive ones of eight bits, grey or in
 * colours. Large ones are given in an eighth of their size, which is the mean of each block.
 *
 * This is for telling what a picture shows, not for showing it: no samples are smoothed.
 *
 * @module
 */
import {
  type JpegComponent,
  type JpegFrame,
  type JpegTables,
  readFrameHeader,
  readHuffman,
  readQuantization,
  wordAt,
} from './jpeg-frame.js'
import { type Plane, planeOf } from './jpeg-samples.js'
import { readScan } from './jpeg-scan.js'

/** A picture: one byte (grey) or three (red, green, blue) for each sample, rows from the top. */
export interface DecodedJpeg {
  readonly width: number
  readonly height: number
  readonly components: 1 | 3
  readonly samples: Uint8Array
}

/** Pictures with more pixels are not read. */
const MAX_PIXELS = 5_000_000
/** From this many pixels on the means of blocks are enough. */
const MAX_PIXELS_IN_FULL = 700_000
/** Scans of a progressive picture; honest ones have about ten. */
const MAX_SCANS = 64

const [START, END, SCAN, QUANTIZATION, HUFFMAN, RESTARTS, ADOBE] = [0xd8, 0xd9, 0xda, 0xdb, 0xc4, 0xdd, 0xee]
/** Gives the picture another height after the fact (B.2.5): PDF.js heeds it, other viewers do not. */
const LINES = 0xdc
const FRAMES: ReadonlyMap<number, 'sequential' | 'progressive'> = new Map([
  [0xc0, 'sequential'],
  [0xc1, 'sequential'],
  [0xc2, 'progressive'],
])

/**
 * Decodes a picture.
 *
 * @param maxPixels What the picture may have at most, as somebody has paid for.
 * @returns `undefined` for what is damaged, too large, or coded in a way that few programs write.
 */
export function decodeJpeg(bytes: Uint8Array, maxPixels = MAX_PIXELS): DecodedJpeg | undefined {
  const tables: JpegTables = {
    quantization: new Map(),
    huffman: new Map(),
    restartInterval: 0,
    adobeTransform: undefined,
  }
  let frame: JpegFrame | undefined
  let scans = 0
  for (let at = 0; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] as number
    at += 2
    if (marker === 0xff) at -= 1
    if (marker === START || marker === 0xff) continue
    if (marker === END) break
    const end = at + wordAt(bytes, at)
    const segment = bytes.subarray(at + 2, end)
    const kind = FRAMES.get(marker)
    if (kind !== undefined && frame === undefined) {
      frame = readFrameHeader(segment, kind === 'progressive', Math.min(maxPixels, MAX_PIXELS))
      if (frame === undefined) return undefined
    } else if (isFrame(marker) || marker === LINES) return undefined
    else if (marker === SCAN) {
      const behind = frame === undefined ? undefined : readScan(bytes, segment, end, frame, tables)
      if (behind === undefined || ++scans > MAX_SCANS) return undefined
      at = behind
      continue
    } else readTables(marker, segment, tables)
    at = end
  }
  return frame === undefined || scans === 0 ? undefined : assemble(frame, tables)
}

/** Frames of other kinds, or a second one: C0 to CF without the markers for tables among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== HUFFMAN && marker !== 0xc8 && marker !== 0xcc
}

function readTables(marker: number, segment: Uint8Array, tables: JpegTables): void {
  if (marker === QUANTIZATION) readQuantization(segment, tables)
  else if (marker === HUFFMAN) readHuffman(segment, tables)
  else if (marker === RESTARTS) tables.restartInterval = wordAt(segment, 0)
  else if (marker === ADOBE && String.fromCharCode(...segment.subarray(0, 5)) === 'Adobe') {
    tables.adobeTransform = segment[11]
  }
}

function assemble(frame: JpegFrame, tables: JpegTables): DecodedJpeg | undefined {
  const isSmall = frame.width * frame.height <= MAX_PIXELS_IN_FULL
  const planes = frame.components.map((component: JpegComponent): Plane | undefined => {
    const table = tables.quantization.get(component.quantization)
    return table === undefined ? undefined : planeOf(component, table, isSmall)
  })
  const sound = planes.filter((plane) => plane !== undefined)
  if (sound.length !== planes.length) return undefined
  const width = isSmall ? frame.width : Math.ceil(frame.width / 8)
  const height = isSmall ? frame.height : Math.ceil(frame.height / 8)
  const components = sound.length === 1 ? 1 : 3
  const samples = new Uint8Array(width * height * components)
  const shares = frame.components.map(({ across, down }) => [across / frame.mostAcross, down / frame.mostDown] as const)
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let i = 0; i < components; i++) {
        const [plane, [across, down]] = [sound[i] as Plane, shares[i] as readonly [number, number]]
        samples[to++] = plane.samples[Math.floor(y * down) * plane.stride + Math.floor(x * across)] as number
      }
    }
  }
  // Three components are luminance and colour differences, unless Adobe's marker says otherwise (7.4.8, Table 13).
  if (components === 3 && tables.adobeTransform !== 0) toRgb(samples)
  return { width, height, components, samples }
}

function toRgb(samples: Uint8Array): void {
  const clamped = new Uint8ClampedArray(samples.buffer)
  for (let i = 0; i < samples.length; i += 3) {
    const [y, cb, cr] = [samples[i] as number, (samples[i + 1] as number) - 128, (samples[i + 2] as number) - 128]
    clamped[i] = y + 1.402 * cr
    clamped[i + 1] = y - 0.344136 * cb - 0.714136 * cr
    clamped[i + 2] = y + 1.772 * cb
  }
}
