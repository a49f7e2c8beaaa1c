/**
 * Pictures coded as JPEG (ITU-T T.81; ISO 32000-2, 7.4.8), sequential or progressive, with eight bits, in grey, RGB or CMYK.
 * Decodes all of a picture or a part, at full or reduced size.
 *
 * The decoder serves to tell what a picture shows, and smooths no samples.
 *
 * @module
 */
import {
  type JpegFrame,
  type JpegTables,
  readFrameHeader,
  readHuffman,
  readQuantization,
  wordAt,
} from './jpeg-frame.js'
import { type PictureWindow, Plane, type Reduction, unitsWithin } from './jpeg-samples.js'
import { type ComponentStore, readScan } from './jpeg-scan.js'

/**
 * A picture or a part of one, with rows from the top. A sample has one byte (grey), three (red, green, blue), or four as they are
 * stored, with luminance and colour differences converted to cyan, magenta and yellow.
 */
interface DecodedJpeg {
  readonly width: number
  readonly height: number
  readonly components: 1 | 3 | 4
  readonly samples: Uint8Array
  /** Width and height of the whole picture, in pixels that are not reduced. */
  readonly size: readonly [number, number]
  /** Left edge of the part, in pixels of the reduced picture. */
  readonly left: number
  readonly top: number
}

/** The requested part and size of a picture. */
export interface JpegRequest {
  /** The requested part. The result is larger, up to whole blocks. */
  readonly window: PictureWindow
  /** How many samples in each direction become one. */
  readonly reduction: Reduction
}

/** Most pixels of a picture. An A3 page at 600 dots per inch has 70 million. */
const MAX_PIXELS = 80_000_000
/** Most pixels of a progressive picture: all of its coefficients have to be kept. */
const MAX_PROGRESSIVE_PIXELS = 10_000_000
/** Most samples of the result. Larger pictures are reduced, or not read. */
const MAX_SAMPLES = 6_000_000
/** Most scans of a progressive picture. Honest ones have about ten. */
const MAX_SCANS = 64

const [START, END, SCAN, QUANTIZATION, HUFFMAN, RESTARTS] = [0xd8, 0xd9, 0xda, 0xdb, 0xc4, 0xdd]
const [JFIF, ADOBE] = [0xe0, 0xee]
/** Marker that changes the height afterwards (B.2.5). PDF.js applies it, other viewers do not. */
const LINES = 0xdc
const FRAMES: ReadonlyMap<number, 'sequential' | 'progressive'> = new Map([
  [0xc0, 'sequential'],
  [0xc1, 'sequential'],
  [0xc2, 'progressive'],
])

/** A picture that is being decoded, after its frame header. */
interface Reading {
  readonly frame: JpegFrame
  readonly tables: JpegTables
  readonly stores: readonly ComponentStore[]
  readonly units: PictureWindow
  readonly reduction: Reduction
}

/**
 * Decodes a picture.
 *
 * @returns `undefined` for a picture that is damaged, too large, or coded in a rare way.
 */
export function decodeJpeg(bytes: Uint8Array, request: JpegRequest): DecodedJpeg | undefined {
  const tables: JpegTables = {
    quantization: new Map(),
    huffman: new Map(),
    restartInterval: 0,
    adobeTransform: undefined,
    isJfif: false,
  }
  let reading: Reading | undefined
  let scans = 0
  for (let at = 0; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    at += 2
    if (marker === 0xff) at -= 1
    if (marker === START || marker === 0xff) continue
    if (marker === END) break
    const end = at + wordAt(bytes, at)
    const segment = bytes.subarray(at + 2, end)
    const kind = FRAMES.get(marker)
    if (kind !== undefined && reading === undefined) {
      reading = begin(readFrameHeader(segment, kind === 'progressive'), tables, request)
      if (reading === undefined) return undefined
    } else if (isFrame(marker) || marker === LINES) return undefined
    else if (marker === SCAN) {
      const behind = reading === undefined ? undefined : readScan(bytes, segment, end, reading)
      if (behind === undefined || ++scans > MAX_SCANS) return undefined
      at = markerFrom(bytes, behind)
      continue
    } else readTables(marker, segment, tables)
    at = end
  }
  return reading === undefined ? undefined : assemble(reading)
}

/** True for the marker of any frame: C0 to CF, without the markers of tables among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== HUFFMAN && marker !== 0xc8 && marker !== 0xcc
}

function readTables(marker: number, segment: Uint8Array, tables: JpegTables): void {
  if (marker === QUANTIZATION) readQuantization(segment, tables)
  else if (marker === HUFFMAN) readHuffman(segment, tables)
  else if (marker === RESTARTS) tables.restartInterval = wordAt(segment, 0)
  else if (marker === JFIF) tables.isJfif ||= startsWith(segment, 'JFIF')
  else if (marker === ADOBE && startsWith(segment, 'Adobe')) tables.adobeTransform = segment[11]
}

function startsWith(segment: Uint8Array, text: string): boolean {
  return String.fromCharCode(...segment.subarray(0, text.length)) === text
}

/** The next marker that is not part of a scan, unlike a stuffed FF or a restart marker (B.1.1.5). */
function markerFrom(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

/** Allocates memory for the requested part; `undefined` if it is too large, or the frame is unknown. */
function begin(
  frame: JpegFrame | undefined,
  tables: JpegTables,
  { window, reduction }: JpegRequest,
): Reading | undefined {
  if (frame === undefined) return undefined
  const { width, height, isProgressive } = frame
  if (width * height > (isProgressive ? MAX_PROGRESSIVE_PIXELS : MAX_PIXELS)) return undefined
  const units = unitsWithin(window, frame)
  const pixels = (units.x1 - units.x0) * (units.y1 - units.y0) * 64 * frame.mostAcross * frame.mostDown
  if (pixels / reduction ** 2 > MAX_SAMPLES) return undefined
  const stores = frame.components.map((component): ComponentStore => {
    const blocks = component.blocksAcross * component.blocksDown
    const coefficients = isProgressive ? new Int16Array(64 * blocks) : undefined
    return { component, coefficients, plane: new Plane(component, units, reduction), quantization: undefined, scans: 0 }
  })
  return { frame, tables, stores, units, reduction }
}

function assemble({ frame, tables, stores, units, reduction }: Reading): DecodedJpeg | undefined {
  if (stores.some(({ scans }) => scans === 0) || hasDoubtfulColours(frame, tables)) return undefined
  for (const store of stores) finish(store)
  const [across, down] = [(8 * frame.mostAcross) / reduction, (8 * frame.mostDown) / reduction]
  const [left, top] = [units.x0 * across, units.y0 * down]
  const width = Math.min(units.x1 * across, Math.ceil(frame.width / reduction)) - left
  const height = Math.min(units.y1 * down, Math.ceil(frame.height / reduction)) - top
  const components = stores.length as DecodedJpeg['components']
  const samples = new Uint8Array(width * height * components)
  stores.forEach(({ component, plane }, i) => {
    const [stepX, stepY] = [component.across / frame.mostAcross, component.down / frame.mostDown]
    for (let y = 0, to = i; y < height; y++) {
      const row = Math.floor(y * stepY) * plane.stride
      for (let x = 0; x < width; x++, to += components) samples[to] = plane.samples[row + Math.floor(x * stepX)] ?? 0
    }
  })
  toColours(samples, components, tables.adobeTransform)
  return { width, height, components, samples, size: [frame.width, frame.height], left, top }
}

/** Converts the coefficients of a progressive picture to samples, after all its scans. */
function finish({ component, coefficients, plane, quantization }: ComponentStore): void {
  if (coefficients === undefined || quantization === undefined) return
  const { x0, y0, x1, y1 } = plane.blocks
  for (let row = y0; row < y1; row++) {
    for (let column = x0; column < x1; column++) {
      plane.put(column, row, coefficients, 64 * (row * component.blocksAcross + column), quantization)
    }
  }
}

/** Identifiers of components that are red, green and blue to some viewers. */
const RGB_NAMES = 'RGB'

/** True for three components that some viewers take for YCbCr and others for RGB. */
function hasDoubtfulColours({ components }: JpegFrame, { adobeTransform, isJfif }: JpegTables): boolean {
  if (components.length !== 3) return false
  const names = String.fromCharCode(...components.map(({ id }) => id))
  return adobeTransform === undefined ? names === RGB_NAMES : adobeTransform === 0 && isJfif
}

/**
 * Converts luminance and colour differences to colours. Three components are so coded unless Adobe's marker denies it, and the
 * first three of four only if it says so (7.4.8, Table 13).
 */
function toColours(samples: Uint8Array, components: number, transform: number | undefined): void {
  const isCoded = components === 3 ? transform !== 0 : components === 4 && transform === 2
  if (!isCoded) return
  const clamped = new Uint8ClampedArray(samples.buffer)
  for (let i = 0; i < samples.length; i += components) {
    const [y, cb, cr] = [samples[i] ?? 0, (samples[i + 1] ?? 0) - 128, (samples[i + 2] ?? 0) - 128]
    const colours = [y + 1.402 * cr, y - 0.344136 * cb - 0.714136 * cr, y + 1.772 * cb]
    for (let c = 0; c < 3; c++) clamped[i + c] = components === 3 ? (colours[c] ?? 0) : 255 - (colours[c] ?? 0)
  }
}
