/**
 * Decoding of stream data: the standard filters of ISO 32000-2, 7.4, without the image codecs.
 *
 * The module does not know documents: the caller resolves /Filter and /DecodeParms and passes plain values.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { inflateRawSync, inflateSync, constants as zlib } from '../../platform/compression.js'
import { PDF_LIMITS } from '../syntax/pdf-limits.js'
import { decodeAscii85, decodeAsciiHex, decodeRunLength } from './ascii-filters.js'
import { decodeLzw } from './lzw.js'
import { type PredictorParams, undoPredictor } from './predictor.js'

/** Decode parameters that are used here (ISO 32000-2, tables 8 and 14). Absent ones have their defaults. */
export interface FilterParams extends PredictorParams {
  /** LZWDecode: 1 (the default) when codes grow one entry early. */
  readonly earlyChange?: number | undefined
}

/** One entry of /Filter with its entry of /DecodeParms. */
export interface StreamFilter {
  /** The filter's full name without the slash, such as `FlateDecode`. */
  readonly name: string
  readonly params: FilterParams
}

export interface DecodeOptions {
  /** Largest size of the data after any filter, in bytes. */
  readonly maxBytes: number
  /** Returns what could be decoded of truncated data, or of data with a wrong checksum, instead of throwing. */
  readonly tolerant?: boolean
}

const IMAGE_FILTERS: ReadonlySet<string> = new Set(['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode'])

/**
 * Decodes a stream's data by its filters, first to last.
 *
 * `Crypt` is skipped: decryption, with whatever crypt filter the stream names, has been done before (ISO 32000-2, 7.4.10).
 *
 * @param data The stream's bytes as stored, decrypted. Never changed; returned itself when there is no filter.
 * @throws SealwrightError `document_too_complex` when a limit is exceeded, `unsupported_document` when the chain holds an
 *   image codec (DCT, JPX, CCITT, JBIG2), `invalid_document` for any other fault.
 */
export function decodeStream(data: Uint8Array, filters: readonly StreamFilter[], options: DecodeOptions): Uint8Array {
  if (filters.length > PDF_LIMITS.maxStreamFilters) {
    throw new SealwrightError('document_too_complex', 'A stream in the document has too many filters.')
  }
  const { maxBytes, tolerant = false } = options
  let bytes = data
  for (const { name, params } of filters) {
    bytes = decodeOne(name, params, bytes, maxBytes, tolerant)
    if (bytes.length > maxBytes) throw tooLarge()
  }
  return bytes
}

function decodeOne(
  name: string,
  params: FilterParams,
  data: Uint8Array,
  maxBytes: number,
  tolerant: boolean,
): Uint8Array {
  switch (name) {
    case 'FlateDecode':
      return withPredictor(inflate(data, maxBytes, tolerant), params, tolerant)
    case 'LZWDecode':
      return withPredictor(decodeLzw(data, params.earlyChange !== 0, maxBytes, tolerant), params, tolerant)
    case 'ASCIIHexDecode':
      return decodeAsciiHex(data, tolerant)
    case 'ASCII85Decode':
      return decodeAscii85(data, tolerant)
    case 'RunLengthDecode':
      return decodeRunLength(data, maxBytes, tolerant)
    case 'Crypt':
      return data
    default:
      if (IMAGE_FILTERS.has(name)) {
        throw new SealwrightError('unsupported_document', `A stream is compressed as an image (${name}).`)
      }
      throw new SealwrightError('invalid_document', 'A stream in the document names an unknown filter.')
  }
}

function withPredictor(data: Uint8Array, params: FilterParams, tolerant: boolean): Uint8Array {
  return (params.predictor ?? 1) === 1 ? data : undoPredictor(data, params, tolerant)
}

function inflate(data: Uint8Array, maxBytes: number, tolerant: boolean): Uint8Array {
  try {
    return inflateInOnePiece(maxBytes, data.length, (limits) => inflateSync(data, limits))
  } catch (cause) {
    if (isTooLarge(cause)) throw tooLarge()
    const flushed = inflateFlushed(data, maxBytes)
    if (flushed !== undefined) return flushed
    if (!tolerant) throw badFlate(cause)
  }
  try {
    // The raw format has no checksum, and a sync flush accepts data that stops early.
    const body = hasZlibHeader(data) ? data.subarray(2) : data
    const finishFlush = zlib.Z_SYNC_FLUSH
    return inflateInOnePiece(maxBytes, data.length, (limits) => inflateRawSync(body, { ...limits, finishFlush }))
  } catch (cause) {
    throw isTooLarge(cause) ? tooLarge() : badFlate(cause)
  }
}

/** An empty stored block without the bits of its header (RFC 1951, 3.2.4), which a sync flush of zlib ends with. */
const FLUSH_END = Uint8Array.of(0, 0, 0xff, 0xff)

/** Data of the block by which `inflateFlushed` looks whether the block before it was over. */
const PROBE_DATA = new TextEncoder().encode('is that block over')
/** A last block that stores `PROBE_DATA`. */
const PROBE = Uint8Array.of(1, PROBE_DATA.length, 0, ~PROBE_DATA.length, 0xff, ...PROBE_DATA)

/**
 * Inflates data that was flushed and never finished: whole blocks, the last one empty, with neither an end nor a checksum.
 * Some versions of Acrobat Reader write it, and all readers take the end of the data for its end. Data that merely stop, in the
 * middle of a block, are cut by each reader in another place: of those, a further block could not be read.
 *
 * @returns `undefined` for other data.
 */
function inflateFlushed(data: Uint8Array, maxBytes: number): Uint8Array | undefined {
  const isFlushed = FLUSH_END.every((byte, i) => data[data.length - FLUSH_END.length + i] === byte)
  if (!isFlushed || !hasZlibHeader(data)) return undefined
  try {
    const body = data.subarray(2)
    const probed = new Uint8Array(body.length + PROBE.length)
    probed.set(body)
    probed.set(PROBE, body.length)
    const longer = inflateInOnePiece(maxBytes + PROBE_DATA.length, probed.length, (limits) =>
      inflateRawSync(probed, limits),
    )
    const finishFlush = zlib.Z_SYNC_FLUSH
    const bytes = inflateInOnePiece(maxBytes, data.length, (limits) => inflateRawSync(body, { ...limits, finishFlush }))
    const isWhole = longer.length === bytes.length + PROBE_DATA.length
    return isWhole && PROBE_DATA.every((byte, i) => longer[bytes.length + i] === byte) ? bytes : undefined
  } catch (cause) {
    if (isTooLarge(cause)) throw tooLarge()
    return undefined
  }
}

interface InflateLimits {
  readonly maxOutputLength: number
  readonly chunkSize: number
}

/** Largest output of zlib, in bytes, whose chunks are joined, which takes twice the memory for a moment. */
const MAX_JOINED_BYTES = 2 * 1024 * 1024

/** Inflates large data again, into one buffer of the largest possible size. Unwritten pages of it take no memory. */
function inflateInOnePiece(
  maxBytes: number,
  encodedBytes: number,
  inflateWithin: (limits: InflateLimits) => Uint8Array,
): Uint8Array {
  // zlib refuses a limit of 0. The caller compares the result with the real limit.
  const maxOutputLength = Math.max(1, maxBytes)
  const usual = inflateChunkSize(encodedBytes)
  if (maxOutputLength <= MAX_JOINED_BYTES) return plain(inflateWithin({ maxOutputLength, chunkSize: usual }))
  try {
    return plain(inflateWithin({ maxOutputLength: MAX_JOINED_BYTES, chunkSize: usual }))
  } catch (cause) {
    if (!isTooLarge(cause)) throw cause
  }
  const most = Math.min(maxOutputLength, encodedBytes * PDF_LIMITS.maxInflateRatio)
  const bytes = plain(inflateWithin({ maxOutputLength, chunkSize: most + 1 }))
  // A small result must not keep the whole buffer alive.
  return bytes.length * LARGEST_BUFFER_SHARE < most ? bytes.slice() : bytes
}

/** Largest ratio of a kept buffer's size to its contents. */
const LARGEST_BUFFER_SHARE = 4

/**
 * Size of zlib's output chunks. One chunk usually suffices, so that zlib need not join several; small data gets small chunks.
 */
function inflateChunkSize(encodedBytes: number): number {
  return Math.min(1024 * 1024, Math.max(1024, encodedBytes * 6))
}

/** True for a zlib header: method 8, and both bytes together a multiple of 31 (RFC 1950, 2.2). */
function hasZlibHeader(data: Uint8Array): boolean {
  const cmf = data[0] ?? 0
  const flags = data[1] ?? 0
  return (cmf & 0x0f) === 8 && ((cmf << 8) | flags) % 31 === 0
}

function plain(buffer: Uint8Array): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength)
}

function isTooLarge(cause: unknown): boolean {
  return cause instanceof RangeError && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE'
}

export function tooLarge(): SealwrightError {
  return new SealwrightError('document_too_complex', 'A stream in the document is longer than the limit.')
}

function badFlate(cause: unknown): SealwrightError {
  return new SealwrightError('invalid_document', 'A compressed stream in the document is damaged.', { cause })
}
