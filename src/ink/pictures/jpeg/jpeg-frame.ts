/**
 * The markers of a JPEG (ITU-T T.81, annex B): size, components, tables and scans.
 *
 * @module
 */
import { largest } from '../../../lists.js'
import { buildHuffmanTable, type HuffmanTable } from './huffman.js'

/** A component of the picture. */
export interface JpegComponent {
  readonly id: number
  /** How many samples it has across and down, in relation to the others. */
  readonly across: number
  readonly down: number
  readonly quantization: number
  /** Blocks in a row and rows, as scans that have several components fill them. */
  readonly blocksAcross: number
  readonly blocksDown: number
}

/** What a frame says. */
export interface JpegFrame {
  readonly isProgressive: boolean
  readonly width: number
  readonly height: number
  readonly components: readonly JpegComponent[]
  readonly mostAcross: number
  readonly mostDown: number
}

/** Tables as they are in force where a scan begins. */
export interface JpegTables {
  readonly quantization: Map<number, Uint16Array>
  /** By 16 times the class (0 for DC, 1 for AC) plus the number. */
  readonly huffman: Map<number, HuffmanTable>
  restartInterval: number
  /** What Adobe's marker says about colours: 0 none, 1 YCbCr, 2 YCCK; `undefined` without it. */
  adobeTransform: number | undefined
}

/** Grey, red, green and blue, or four colours of print. */
const COUNTS: readonly number[] = [1, 3, 4]
const MOST_SAMPLING = 4

/** Reads the segment of a frame (B.2.2); `undefined` for one that is out of the ordinary. */
export function readFrameHeader(segment: Uint8Array, isProgressive: boolean): JpegFrame | undefined {
  const height = wordAt(segment, 1)
  const width = wordAt(segment, 3)
  const count = segment[5] ?? 0
  if (segment[0] !== 8 || width * height === 0) return undefined
  if (!COUNTS.includes(count) || segment.length < 6 + 3 * count) return undefined
  const parts = Array.from({ length: count }, (_, i) => {
    const [id = 0, sampling = 0, quantization = 0] = segment.subarray(6 + 3 * i)
    return { id, across: sampling >> 4, down: sampling & 15, quantization }
  })
  const isSound = parts.every(({ across, down }) => [across, down].every((n) => n >= 1 && n <= MOST_SAMPLING))
  if (!isSound) return undefined
  const mostAcross = largest(parts.map(({ across }) => across))
  const mostDown = largest(parts.map(({ down }) => down))
  const [unitsAcross, unitsDown] = [Math.ceil(width / (8 * mostAcross)), Math.ceil(height / (8 * mostDown))]
  const components = parts.map((part) => {
    return { ...part, blocksAcross: unitsAcross * part.across, blocksDown: unitsDown * part.down }
  })
  return { isProgressive, width, height, components, mostAcross, mostDown }
}

/** Reads a segment of quantization tables (B.2.4.1). */
export function readQuantization(segment: Uint8Array, { quantization }: JpegTables): void {
  for (let at = 0; at < segment.length; ) {
    const head = segment[at++] as number
    const size = head >> 4 === 0 ? 1 : 2
    const table = Uint16Array.from({ length: 64 }, (_, i) =>
      size === 1 ? (segment[at + i] ?? 0) : wordAt(segment, at + 2 * i),
    )
    quantization.set(head & 15, table)
    at += 64 * size
  }
}

/** Reads a segment of Huffman tables (B.2.4.2). */
export function readHuffman(segment: Uint8Array, { huffman }: JpegTables): void {
  for (let at = 0; at + 17 <= segment.length; ) {
    const counts = segment.subarray(at + 1, at + 17)
    const size = counts.reduce((sum, count) => sum + count, 0)
    const table = buildHuffmanTable(counts, segment.slice(at + 17, at + 17 + size))
    if (table !== undefined) huffman.set(segment[at] as number, table)
    at += 17 + size
  }
}

/** A number of two bytes, the higher one first. */
export function wordAt(bytes: Uint8Array, at: number): number {
  return 256 * (bytes[at] ?? 0) + (bytes[at + 1] ?? 0)
}
