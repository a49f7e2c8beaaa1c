/**
 * Reads the scans of a JPEG: the coefficients of blocks, sequential or progressive (ITU-T T.81, F.2 and G.1).
 *
 * @module
 */
import { type HuffmanTable, type JpegComponent, type JpegFrame, type JpegTables, ScanBits } from './jpeg-frame.js'
import type { Plane } from './jpeg-samples.js'

/** Stores what scans contain of a component. */
export interface ComponentStore {
  readonly component: JpegComponent
  /** For a progressive picture, sixty-four coefficients for each block in zigzag order. */
  readonly coefficients: Int16Array | undefined
  readonly plane: Plane
  /** The quantization table in force at the component's first scan. Later tables of this number are for other components. */
  quantization: Uint16Array | undefined
  /** Number of scans read for the component. */
  scans: number
}

/** Header of a scan (B.2.3). */
interface Scan {
  readonly isProgressive: boolean
  readonly parts: readonly ScanPart[]
  readonly spectralStart: number
  readonly spectralEnd: number
  /** Point transform of the scan before (0 in a first scan) and of this one, in bits (G.1.2.1). */
  readonly high: number
  readonly low: number
}

interface ScanPart {
  readonly store: ComponentStore
  /** Coefficients of the whole component, or of the current block only. */
  readonly coefficients: Int16Array
  readonly dc: HuffmanTable | undefined
  readonly ac: HuffmanTable | undefined
  /** The DC coefficient of the block before. */
  previous: number
}

/** Number of following blocks without coefficients in this band (G.1.2.2). */
interface EndOfBand {
  run: number
}

/** Most bits of a scan that may be missing at its end. Viewers show what is there. */
const MAX_MISSING_BITS = 4096

/**
 * Reads a scan into the stores of its components.
 *
 * @param segment The header, without its length.
 * @param start Index of the first byte of coded data.
 * @returns Index where reading ended, or `undefined` when the scan cannot be read. The data may continue after it, since rows
 *   below the requested part are not read.
 */
export function readScan(
  bytes: Uint8Array,
  segment: Uint8Array,
  start: number,
  picture: { readonly frame: JpegFrame; readonly tables: JpegTables; readonly stores: readonly ComponentStore[] },
): number | undefined {
  const { frame, tables, stores } = picture
  const scan = readScanHeader(segment, frame, tables, stores)
  if (scan === undefined) return undefined
  const bits = new ScanBits(bytes, start)
  const band: EndOfBand = { run: 0 }
  const { columns, rows } = gridOf(scan, frame)
  let left = tables.restartInterval
  for (let row = 0; row < rows; row++) {
    if (isBelow(scan, row)) break
    for (let column = 0; column < columns; column++) {
      if (tables.restartInterval > 0 && left-- === 0) {
        bits.restart()
        band.run = 0
        for (const part of scan.parts) part.previous = 0
        left = tables.restartInterval - 1
      }
      for (const part of scan.parts) readUnit(bits, scan, part, [column, row], band)
      if (bits.missing > MAX_MISSING_BITS) return undefined
    }
  }
  return bits.position
}

function readScanHeader(
  segment: Uint8Array,
  frame: JpegFrame,
  tables: JpegTables,
  stores: readonly ComponentStore[],
): Scan | undefined {
  const count = segment[0] ?? 0
  const { isProgressive } = frame
  const parts = Array.from({ length: count }, (_, i): ScanPart | undefined => {
    const store = stores.find(({ component }) => component.id === segment[1 + 2 * i])
    const choice = segment[2 + 2 * i] ?? 0
    if (store === undefined) return undefined
    store.quantization ??= tables.quantization.get(store.component.quantization)
    // When a sequential picture codes a component twice, viewers differ in which they show.
    if (++store.scans > 1 && !isProgressive) return undefined
    const [dc, ac] = [tables.huffman.get(choice >> 4), tables.huffman.get(16 + (choice & 15))]
    const coefficients = store.coefficients ?? new Int16Array(64)
    return store.quantization === undefined ? undefined : { store, coefficients, dc, ac, previous: 0 }
  })
  const [spectralStart = 0, spectralEnd = 0, approximation = 0] = segment.subarray(1 + 2 * count)
  const [high, low] = [approximation >> 4, approximation & 15]
  const sound = parts.filter((part) => part !== undefined)
  const isInRange = spectralStart <= spectralEnd && spectralEnd <= 63 && low <= 13
  if (sound.length !== count || count === 0 || !isInRange) return undefined
  const needsDc = spectralStart === 0 && high === 0
  const needsAc = spectralEnd > 0
  const hasTables = sound.every(({ dc, ac }) => (!needsDc || dc !== undefined) && (!needsAc || ac !== undefined))
  return hasTables ? { isProgressive, parts: sound, spectralStart, spectralEnd, high, low } : undefined
}

/** The grid of a scan's units: blocks for a single component, interleaved units for several (A.2). */
function gridOf(
  scan: Scan,
  { width, height, mostAcross, mostDown }: JpegFrame,
): { readonly columns: number; readonly rows: number } {
  const [only] = scan.parts
  if (!isAlone(scan) || only === undefined) {
    return { columns: Math.ceil(width / (8 * mostAcross)), rows: Math.ceil(height / (8 * mostDown)) }
  }
  const { across, down } = only.store.component
  const columns = Math.ceil(Math.ceil((width * across) / mostAcross) / 8)
  return { columns, rows: Math.ceil(Math.ceil((height * down) / mostDown) / 8) }
}

/** True for a row of units below the requested part. Progressive pictures need all rows, since later scans refine them. */
function isBelow(scan: Scan, row: number): boolean {
  if (scan.isProgressive) return false
  const isOwn = isAlone(scan)
  return scan.parts.every(({ store: { plane, component } }) => (isOwn ? row : row * component.down) >= plane.blocks.y1)
}

/** True for a single component, which is coded block by block. */
function isAlone({ parts }: Scan): boolean {
  return parts.length === 1
}

function readUnit(
  bits: ScanBits,
  scan: Scan,
  part: ScanPart,
  [column, row]: readonly [number, number],
  band: EndOfBand,
): void {
  const { across, down } = part.store.component
  if (isAlone(scan)) {
    readBlock(bits, scan, part, [column, row], band)
    return
  }
  for (let y = row * down; y < (row + 1) * down; y++) {
    for (let x = column * across; x < (column + 1) * across; x++) readBlock(bits, scan, part, [x, y], band)
  }
}

function readBlock(
  bits: ScanBits,
  scan: Scan,
  part: ScanPart,
  [column, row]: readonly [number, number],
  band: EndOfBand,
): void {
  const { coefficients } = part
  if (!scan.isProgressive) {
    coefficients.fill(0)
    readDc(bits, part, 0, 0)
    readSequentialAc(bits, part)
    const { plane, quantization } = part.store
    if (quantization !== undefined) plane.put(column, row, coefficients, 0, quantization)
    return
  }
  const at = 64 * (row * part.store.component.blocksAcross + column)
  if (scan.spectralStart > 0) {
    if (scan.high === 0) readFirstAc(bits, scan, part, at, band)
    else refineAc(bits, scan, part, at, band)
  } else if (scan.high === 0) readDc(bits, part, at, scan.low)
  else if (bits.bits(1) === 1) coefficients[at] = (coefficients[at] ?? 0) | (1 << scan.low)
}

function readDc(bits: ScanBits, part: ScanPart, at: number, low: number): void {
  if (part.dc === undefined) return
  part.previous += bits.signed(bits.symbol(part.dc) & 15)
  part.coefficients[at] = part.previous << low
}

function readSequentialAc(bits: ScanBits, { ac, coefficients }: ScanPart): void {
  if (ac === undefined) return
  for (let k = 1; k < 64; k++) {
    const symbol = bits.symbol(ac)
    const [zeros, length] = [symbol >> 4, symbol & 15]
    if (length === 0 && zeros < 15) return
    k += zeros
    if (length > 0 && k < 64) coefficients[k] = bits.signed(length)
  }
}

function readFirstAc(bits: ScanBits, scan: Scan, { ac, coefficients }: ScanPart, at: number, band: EndOfBand): void {
  if (band.run > 0) {
    band.run--
    return
  }
  if (ac === undefined) return
  for (let k = scan.spectralStart; k <= scan.spectralEnd; k++) {
    const symbol = bits.symbol(ac)
    const [zeros, length] = [symbol >> 4, symbol & 15]
    if (length === 0 && zeros < 15) {
      band.run = (1 << zeros) - 1 + bits.bits(zeros)
      return
    }
    k += zeros
    if (length > 0 && k < 64) coefficients[at + k] = bits.signed(length) << scan.low
  }
}

/** Adds one more bit to known coefficients, and new coefficients between them (G.1.2.3). */
function refineAc(bits: ScanBits, scan: Scan, { ac, coefficients }: ScanPart, at: number, band: EndOfBand): void {
  const step = 1 << scan.low
  let k = scan.spectralStart
  if (band.run === 0 && ac !== undefined) {
    for (; k <= scan.spectralEnd; k++) {
      const symbol = bits.symbol(ac)
      const length = symbol & 15
      let zeros = symbol >> 4
      if (length === 0 && zeros < 15) {
        band.run = (1 << zeros) + bits.bits(zeros)
        break
      }
      const value = length === 0 ? 0 : bits.bits(1) === 1 ? step : -step
      for (; k <= scan.spectralEnd; k++) {
        if (coefficients[at + k] !== 0) refine(bits, coefficients, at + k, step)
        else if (zeros-- === 0) break
      }
      if (value !== 0 && k <= scan.spectralEnd) coefficients[at + k] = value
    }
  }
  if (band.run === 0) return
  for (; k <= scan.spectralEnd; k++) if (coefficients[at + k] !== 0) refine(bits, coefficients, at + k, step)
  band.run--
}

function refine(bits: ScanBits, coefficients: Int16Array, at: number, step: number): void {
  const value = coefficients[at] ?? 0
  if (bits.bits(1) === 1 && (Math.abs(value) & step) === 0) coefficients[at] = value + (value > 0 ? step : -step)
}
