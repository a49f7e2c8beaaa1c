/**
 * The scans of a JPEG: coefficients of blocks, all at once or bit by bit (ITU-T T.81, F.2 and G.1).
 *
 * @module
 */
import { type HuffmanTable, ScanBits } from './huffman.js'
import type { JpegComponent, JpegFrame, JpegTables } from './jpeg-frame.js'

/** What the header of a scan says (B.2.3). */
interface Scan {
  readonly isProgressive: boolean
  readonly parts: readonly ScanPart[]
  readonly spectralStart: number
  readonly spectralEnd: number
  /** Bits that earlier scans have left out, and that this one leaves to later ones. */
  readonly high: number
  readonly low: number
}

interface ScanPart {
  readonly component: JpegComponent
  readonly dc: HuffmanTable | undefined
  readonly ac: HuffmanTable | undefined
  /** The DC coefficient of the block before. */
  previous: number
}

/** Blocks of which nothing more comes (G.1.2.2). */
interface EndOfBand {
  run: number
}

/** Part of the bits of a scan that may be missing at its end: viewers show what is there. */
const MAX_MISSING_BITS = 4096

/**
 * Reads a scan into the coefficients of its components.
 *
 * @param segment The header, without its length.
 * @param start Where the coded data begin.
 * @returns Where they end, or `undefined` when the scan cannot be understood.
 */
export function readScan(
  bytes: Uint8Array,
  segment: Uint8Array,
  start: number,
  frame: JpegFrame,
  tables: JpegTables,
): number | undefined {
  const scan = readScanHeader(segment, frame, tables)
  if (scan === undefined) return undefined
  const bits = new ScanBits(bytes, start)
  const band: EndOfBand = { run: 0 }
  let left = tables.restartInterval
  for (const blocks of unitsOf(scan, frame)) {
    if (tables.restartInterval > 0 && left-- === 0) {
      bits.restart()
      band.run = 0
      for (const part of scan.parts) part.previous = 0
      left = tables.restartInterval - 1
    }
    for (const [part, block] of blocks) readBlock(bits, scan, part, 64 * block, band)
    if (bits.missing > MAX_MISSING_BITS) return undefined
  }
  return bits.position
}

function readScanHeader(segment: Uint8Array, frame: JpegFrame, tables: JpegTables): Scan | undefined {
  const count = segment[0] ?? 0
  const parts = Array.from({ length: count }, (_, i): ScanPart | undefined => {
    const component = frame.components.find(({ id }) => id === segment[1 + 2 * i])
    const choice = segment[2 + 2 * i] ?? 0
    if (component === undefined) return undefined
    const [dc, ac] = [tables.huffman.get(choice >> 4), tables.huffman.get(16 + (choice & 15))]
    return { component, dc, ac, previous: 0 }
  })
  const [spectralStart = 0, spectralEnd = 0, approximation = 0] = segment.subarray(1 + 2 * count)
  const [high, low] = [approximation >> 4, approximation & 15]
  const sound = parts.filter((part) => part !== undefined)
  const isInRange = spectralStart <= spectralEnd && spectralEnd <= 63 && low <= 13
  if (sound.length !== count || count === 0 || !isInRange) return undefined
  const needsDc = spectralStart === 0 && high === 0
  const needsAc = spectralEnd > 0
  const hasTables = sound.every(({ dc, ac }) => (!needsDc || dc !== undefined) && (!needsAc || ac !== undefined))
  const { isProgressive } = frame
  return hasTables ? { isProgressive, parts: sound, spectralStart, spectralEnd, high, low } : undefined
}

/** The blocks of a scan in their order: a component of its own goes row by row, several are interleaved (A.2). */
function* unitsOf({ parts }: Scan, frame: JpegFrame): Generator<readonly (readonly [ScanPart, number])[]> {
  const [only] = parts
  if (parts.length === 1 && only !== undefined) {
    const { across, down, blocksAcross } = only.component
    const columns = Math.ceil(Math.ceil((frame.width * across) / frame.mostAcross) / 8)
    const rows = Math.ceil(Math.ceil((frame.height * down) / frame.mostDown) / 8)
    for (let i = 0; i < rows * columns; i++) {
      yield [[only, Math.floor(i / columns) * blocksAcross + (i % columns)]]
    }
    return
  }
  const columns = Math.ceil(frame.width / (8 * frame.mostAcross))
  const rows = Math.ceil(frame.height / (8 * frame.mostDown))
  for (let i = 0; i < rows * columns; i++) {
    const [x, y] = [i % columns, Math.floor(i / columns)]
    yield parts.flatMap((part) => {
      const { across, down, blocksAcross } = part.component
      return Array.from({ length: across * down }, (_, k) => {
        return [part, (y * down + Math.floor(k / across)) * blocksAcross + x * across + (k % across)] as const
      })
    })
  }
}

function readBlock(bits: ScanBits, scan: Scan, part: ScanPart, at: number, band: EndOfBand): void {
  const { coefficients } = part.component
  if (!scan.isProgressive) {
    readDc(bits, part, at, 0)
    readSequentialAc(bits, part, at)
  } else if (scan.spectralStart > 0) {
    if (scan.high === 0) readFirstAc(bits, scan, part, at, band)
    else refineAc(bits, scan, part, at, band)
  } else if (scan.high === 0) readDc(bits, part, at, scan.low)
  else if (bits.bits(1) === 1) coefficients[at] = (coefficients[at] as number) | (1 << scan.low)
}

function readDc(bits: ScanBits, part: ScanPart, at: number, low: number): void {
  if (part.dc === undefined) return
  part.previous += bits.signed(bits.symbol(part.dc) & 15)
  part.component.coefficients[at] = part.previous << low
}

function readSequentialAc(bits: ScanBits, { ac, component }: ScanPart, at: number): void {
  if (ac === undefined) return
  for (let k = 1; k < 64; k++) {
    const symbol = bits.symbol(ac)
    const [zeros, length] = [symbol >> 4, symbol & 15]
    if (length === 0 && zeros < 15) return
    k += zeros
    if (length > 0 && k < 64) component.coefficients[at + k] = bits.signed(length)
  }
}

function readFirstAc(bits: ScanBits, scan: Scan, { ac, component }: ScanPart, at: number, band: EndOfBand): void {
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
    if (length > 0 && k < 64) component.coefficients[at + k] = bits.signed(length) << scan.low
  }
}

/** G.1.2.3: one more bit of coefficients that are known, and new ones between them. */
function refineAc(bits: ScanBits, scan: Scan, { ac, component }: ScanPart, at: number, band: EndOfBand): void {
  const { coefficients } = component
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
  const value = coefficients[at] as number
  if (bits.bits(1) === 1 && (Math.abs(value) & step) === 0) coefficients[at] = value + (value > 0 ? step : -step)
}
