/**
 * Reads ZIP archives (PKWARE APPNOTE 6.3.10) with the features that office documents use: stored and deflated entries, ZIP64.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { crc32, inflateRawSync } from '../../platform/compression.js'
import { OOXML_LIMITS } from '../ooxml-limits.js'

const END_OF_DIRECTORY = 0x06054b50
const END_OF_DIRECTORY_64 = 0x06064b50
const LOCATOR_64 = 0x07064b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50

const UTF_8 = new TextDecoder()

const IN_ZIP64 = 0xffffffff
const STORED = 0
const DEFLATED = 8

/** Smallest chunk size that zlib accepts, in bytes. */
const MIN_INFLATE_CHUNK = 64

interface Entry {
  readonly name: string
  readonly flags: number
  readonly method: number
  readonly crc: number
  readonly compressedSize: number
  readonly size: number
  readonly offset: number
}

interface Directory {
  /** Offset of the first entry. */
  readonly start: number
  readonly end: number
  readonly count: number
  /** Bytes before the archive that its offsets do not count. */
  readonly prefix: number
}

/** Bytes that may still be expanded. Embedded documents share it with the outer one. */
export interface ExpansionBudget {
  remaining: number
}

/** The files of a package by their names. */
export interface PartArchive {
  /** Stored names of all files, without folders. */
  readonly names: Iterable<string>
  /** The content of a file; `undefined` where no file has exactly this name. */
  read(name: string): Uint8Array | undefined
}

/** An archive. Its entries are inflated on request, within {@link OOXML_LIMITS}. */
export class ZipReader implements PartArchive {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #prefix: number
  readonly #entries: ReadonlyMap<string, Entry>
  readonly #contents = new Map<string, Uint8Array>()
  readonly #budget: ExpansionBudget

  /**
   * Reads the central directory.
   *
   * @throws {SealwrightError} `invalid_document` for a damaged archive, `document_encrypted` for entries with a
   * password, `document_too_complex` past a limit
   */
  constructor(bytes: Uint8Array, budget: ExpansionBudget = { remaining: OOXML_LIMITS.maxExpandedBytes }) {
    this.#bytes = bytes
    this.#budget = budget
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const directory = findDirectory(bytes, this.#view)
    this.#prefix = directory.prefix
    this.#entries = readDirectory(bytes, this.#view, directory)
  }

  /** Stored names of all entries, without folders. */
  get names(): Iterable<string> {
    return this.#entries.keys()
  }

  /** The content of an entry; `undefined` where no entry has exactly this name. */
  read(name: string): Uint8Array | undefined {
    const entry = this.#entries.get(name)
    if (entry === undefined) return undefined
    let content = this.#contents.get(name)
    if (content === undefined) {
      content = this.#inflate(entry)
      this.#contents.set(name, content)
    }
    return content
  }

  #inflate(entry: Entry): Uint8Array {
    const header = entry.offset + this.#prefix
    if (header + 30 > this.#bytes.length || this.#view.getUint32(header, true) !== LOCAL_HEADER) {
      throw damaged(`its entry ${quote(entry.name)} is not where the directory says`)
    }
    const nameLength = this.#view.getUint16(header + 26, true)
    // Readers of streams see only this name, and not that of the directory.
    if (decodeName(this.#bytes, header + 30, nameLength) !== entry.name) {
      throw damaged(`its entry ${quote(entry.name)} has another name where it is stored`)
    }
    const start = header + 30 + nameLength + this.#view.getUint16(header + 28, true)
    const stored = this.#bytes.subarray(start, start + entry.compressedSize)
    if (stored.length < entry.compressedSize) throw damaged(`its entry ${quote(entry.name)} is cut off`)
    const content = entry.method === STORED ? stored : this.#inflateDeflated(entry, stored)
    this.#budget.remaining -= content.length
    if (this.#budget.remaining < 0) throw tooLarge()
    if (content.length !== entry.size || crc32(content) !== entry.crc) {
      throw damaged(`its entry ${quote(entry.name)} does not match its checksum`)
    }
    return content
  }

  #inflateDeflated(entry: Entry, stored: Uint8Array): Uint8Array {
    if (entry.method !== DEFLATED) {
      throw new SealwrightError(
        'unsupported_document',
        `The entry ${quote(entry.name)} is compressed by method ${entry.method}; office documents use deflate.`,
      )
    }
    const allowance = Math.min(
      Math.max(OOXML_LIMITS.minInflateAllowance, stored.length * OOXML_LIMITS.maxInflateRatio),
      this.#budget.remaining,
    )
    if (entry.size > allowance) throw tooLarge()
    try {
      // With one byte more than the size, the buffer is never full, so zlib does not have to join pieces.
      const chunkSize = Math.max(entry.size + 1, MIN_INFLATE_CHUNK)
      return inflateRawSync(stored, { maxOutputLength: Math.max(entry.size, 1), chunkSize })
    } catch (cause) {
      // More data than the directory says is damage, since the size itself is within the limits.
      throw damaged(`its entry ${quote(entry.name)} cannot be inflated`, cause)
    }
  }
}

function findDirectory(bytes: Uint8Array, view: DataView): Directory {
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).lastIndexOf(
    'PK\x05\x06',
    undefined,
    'latin1',
  )
  if (end < 0 || end + 22 > bytes.length || view.getUint32(end, true) !== END_OF_DIRECTORY) {
    throw damaged('the end of its directory is missing')
  }
  let count = view.getUint16(end + 10, true)
  let size = view.getUint32(end + 12, true)
  let start = view.getUint32(end + 16, true)
  let directoryEnd = end
  const locator = end - 20
  if (locator >= 0 && view.getUint32(locator, true) === LOCATOR_64) {
    const record = findEndOfDirectory64(bytes, view, locator)
    count = readUint64(view, record + 32)
    size = readUint64(view, record + 40)
    start = readUint64(view, record + 48)
    directoryEnd = record
  }
  // Other data may precede an archive. Offsets then count from the start of the archive, or from that of the file.
  const prefix = directoryEnd - size - start
  if (prefix > 0 && count > 0 && isEntry(view, start, count) && isEntry(view, start + prefix, count)) {
    throw damaged('it has two directories')
  }
  if (prefix >= 0 && isEntry(view, start + prefix, count)) {
    return { start: start + prefix, end: directoryEnd, count, prefix }
  }
  if (start < directoryEnd && isEntry(view, start, count)) return { start, end: directoryEnd, count, prefix: 0 }
  throw damaged('its directory is not where it should be')
}

function findEndOfDirectory64(bytes: Uint8Array, view: DataView, locator: number): number {
  const told = readUint64(view, locator + 8)
  for (const record of [told, locator - 56]) {
    if (record >= 0 && record + 56 <= bytes.length && view.getUint32(record, true) === END_OF_DIRECTORY_64)
      return record
  }
  throw damaged('the end of its ZIP64 directory is missing')
}

function isEntry(view: DataView, offset: number, count: number): boolean {
  if (count === 0) return true
  return offset >= 0 && offset + 46 <= view.byteLength && view.getUint32(offset, true) === DIRECTORY_ENTRY
}

function readDirectory(bytes: Uint8Array, view: DataView, directory: Directory): Map<string, Entry> {
  if (directory.count > OOXML_LIMITS.maxZipEntries) {
    throw new SealwrightError(
      'document_too_complex',
      `The archive has more than ${OOXML_LIMITS.maxZipEntries} entries.`,
    )
  }
  const entries = new Map<string, Entry>()
  let offset = directory.start
  for (let index = 0; index < directory.count; index++) {
    if (offset + 46 > directory.end || !isEntry(view, offset, 1)) throw damaged('its directory is cut off')
    const nameLength = view.getUint16(offset + 28, true)
    const extraLength = view.getUint16(offset + 30, true)
    const next = offset + 46 + nameLength + extraLength + view.getUint16(offset + 32, true)
    if (next > directory.end) throw damaged('its directory is cut off')
    if (nameLength > OOXML_LIMITS.maxZipNameBytes) {
      throw new SealwrightError('document_too_complex', 'The archive has an entry with an overlong name.')
    }
    const entry = readEntry(bytes, view, offset, nameLength, extraLength)
    if (!entry.name.endsWith('/')) {
      if ((entry.flags & 1) !== 0) {
        throw new SealwrightError('document_encrypted', `The entry ${quote(entry.name)} of the archive has a password.`)
      }
      // Readers disagree about which of the two counts, and the content must not depend on the reader.
      if (entries.has(entry.name)) throw damaged(`it has two entries named ${quote(entry.name)}`)
      entries.set(entry.name, entry)
    }
    offset = next
  }
  if (offset < directory.end && isEntry(view, offset, 1)) throw damaged('its directory has more entries than it says')
  return entries
}

function readEntry(bytes: Uint8Array, view: DataView, offset: number, nameLength: number, extraLength: number): Entry {
  let compressedSize = view.getUint32(offset + 20, true)
  let size = view.getUint32(offset + 24, true)
  let headerOffset = view.getUint32(offset + 42, true)
  if (compressedSize === IN_ZIP64 || size === IN_ZIP64 || headerOffset === IN_ZIP64) {
    let field = findZip64Extra(view, offset + 46 + nameLength, extraLength)
    // Only the values that did not fit are stored here, in this order (APPNOTE 4.5.3).
    const take = (value: number): number => {
      if (value !== IN_ZIP64) return value
      if (field.start + 8 > field.end) throw damaged('a ZIP64 size is missing')
      field = { start: field.start + 8, end: field.end }
      return readUint64(view, field.start - 8)
    }
    size = take(size)
    compressedSize = take(compressedSize)
    headerOffset = take(headerOffset)
  }
  return {
    name: decodeName(bytes, offset + 46, nameLength),
    flags: view.getUint16(offset + 8, true),
    method: view.getUint16(offset + 10, true),
    crc: view.getUint32(offset + 16, true),
    compressedSize,
    size,
    offset: headerOffset,
  }
}

function decodeName(bytes: Uint8Array, start: number, length: number): string {
  return UTF_8.decode(bytes.subarray(start, start + length)).replaceAll('\\', '/')
}

function findZip64Extra(view: DataView, start: number, length: number): { start: number; end: number } {
  const end = start + length
  for (let field = start; field + 4 <= end; ) {
    const next = field + 4 + view.getUint16(field + 2, true)
    if (view.getUint16(field, true) === 1 && next <= end) return { start: field + 4, end: next }
    field = next
  }
  return { start: end, end }
}

function readUint64(view: DataView, offset: number): number {
  return view.getUint32(offset + 4, true) * 0x1_0000_0000 + view.getUint32(offset, true)
}

function quote(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}...` : name)
}

function damaged(what: string, cause?: unknown): SealwrightError {
  const options = cause === undefined ? {} : { cause }
  return new SealwrightError('invalid_document', `The archive is damaged: ${what}.`, options)
}

function tooLarge(): SealwrightError {
  return new SealwrightError('document_too_complex', 'The archive expands to more than the limit.')
}
