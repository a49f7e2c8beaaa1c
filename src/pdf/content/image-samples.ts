/**
 * The samples of images (ISO 32000-2, 8.9.5), as they stand in the file.
 *
 * @module
 */
import type { PdfDict, PdfStream } from '../objects.js'
import type { ContentSource } from './content-source.js'

/** Widest and highest image, as most viewers have it. */
const MAX_SIDE = 32_768
/** A page of A4 that was scanned at 500 dots per inch has 24 million samples. */
const MAX_SAMPLE_BYTES = 32 * 1024 * 1024

/** Columns, rows, and bits of a sample. */
export interface SampleSize {
  readonly width: number
  readonly height: number
  readonly bits: number
}

/** The size of an image whose samples can be read; `undefined` for one that is coded as a picture, or out of the ordinary. */
export function readSize(source: ContentSource, dict: PdfDict, bits: number): SampleSize | undefined {
  const width = source.lookupNumber(dict, 'Width') ?? 0
  const height = source.lookupNumber(dict, 'Height') ?? 0
  const isSound =
    [width, height].every((side) => Number.isInteger(side) && side > 0 && side <= MAX_SIDE) &&
    [1, 2, 4, 8, 16].includes(bits)
  return isSound && !isImageCoded(source, dict) ? { width, height, bits } : undefined
}

/** Samples of a row from 0 to 1. */
export function readRow(bytes: Uint8Array, bits: number, row: Float64Array): void {
  const highest = 2 ** bits - 1
  for (let x = 0; x < row.length; x++) {
    if (bits === 8) row[x] = (bytes[x] as number) / highest
    else if (bits === 16) row[x] = ((bytes[2 * x] as number) * 256 + (bytes[2 * x + 1] as number)) / highest
    else {
      const bit = x * bits
      const shift = 8 - bits - (bit & 7)
      row[x] = (((bytes[bit >> 3] as number) >> shift) & highest) / highest
    }
  }
}

const IMAGE_CODECS: ReadonlySet<string> = new Set(['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode'])

function isImageCoded(source: ContentSource, dict: PdfDict): boolean {
  const filter = source.lookup(dict, 'Filter')
  const last = Array.isArray(filter) ? source.resolve(filter.at(-1)) : filter
  return last !== null && typeof last === 'object' && 'value' in last && IMAGE_CODECS.has(String(last.value))
}

/** The decoded bytes of an image; `undefined` where they cannot be decoded within the limits. */
export function decodeSamples(source: ContentSource, stream: PdfStream): Uint8Array | undefined {
  const report = source.onUnreadable
  // Reported once, as an image that is not understood.
  source.onUnreadable = undefined
  const bytes = source.decode(stream, MAX_SAMPLE_BYTES)
  source.onUnreadable = report
  return bytes
}
