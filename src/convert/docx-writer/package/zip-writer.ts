/**
 * Writes ZIP archives (PKWARE APPNOTE 6.3.10) as OPC requires: names in ASCII, deflated entries, no data descriptors.
 *
 * @module
 */

import { SealwrightError } from '../../../errors.js'
import type { Pace } from '../../../pace/pace.js'
import { crc32 } from '../../../platform/compression.js'
import { deflateRaw, deflateRawSync } from '../../../platform/deflation.js'

/** A file of an archive. */
export interface ZipFile {
  readonly name: string
  readonly bytes: Uint8Array
  /** Whether the file is stored uncompressed, since it is compressed already. */
  readonly stored?: boolean
}

const LOCAL_HEADER = 0x04034b50
const DIRECTORY_ENTRY = 0x02014b50
const END_OF_DIRECTORY = 0x06054b50
const VERSION = 20
const DEFLATED = 8
/** Compression level. On XML, it takes half the time of zlib's default for 10% more bytes. */
const LEVEL = 5
/** Size in bytes below which files are not compressed. */
const LEAST_DEFLATED = 600
/** The date of all entries: 1980-01-01, the earliest one. The same input thus gives the same archive. */
const DOS_DATE = 0x21
/** Largest archive without ZIP64, in bytes (APPNOTE.TXT, 4.3.9 and 4.4.21). */
const MAX_ARCHIVE_BYTES = 0xffff_ffff
/** Largest number of files without ZIP64 (APPNOTE.TXT, 4.4.22). */
const MAX_FILES = 0xffff

/**
 * @throws {SealwrightError} `document_too_complex` for an archive that would need ZIP64, which some readers of DOCX do not
 * support
 */
export function writeZip(files: readonly ZipFile[]): Uint8Array {
  return joinEntries(files.map((file) => ({ ...file, data: isStored(file) ? file.bytes : deflate(file.bytes) })))
}

/**
 * {@link writeZip} for large files. Threads of Node.js compress them, while the event loop turns.
 *
 * @throws {SealwrightError} as `writeZip`; the signal's reason when aborted
 */
export async function packZip(files: readonly ZipFile[], pace: Pace): Promise<Uint8Array> {
  const entries: Entry[] = []
  for (const file of files) {
    await pace.pause()
    const { bytes } = file
    const isLarge = bytes.length > LEAST_APART
    const data = isStored(file) ? bytes : isLarge ? await deflateRaw(bytes, { level: LEVEL }) : deflate(bytes)
    entries.push({ ...file, data })
  }
  await pace.pause()
  return joinEntries(entries)
}

/** Largest file in bytes that is compressed in this thread, since handing it over and waiting takes as long. */
const LEAST_APART = 64 * 1024

function deflate(bytes: Uint8Array): Uint8Array {
  return deflateRawSync(bytes, { level: LEVEL })
}

function isStored({ bytes, stored = bytes.length < LEAST_DEFLATED }: ZipFile): boolean {
  return stored
}

/** A file with its compressed data. */
interface Entry extends ZipFile {
  readonly data: Uint8Array
}

function joinEntries(files: readonly Entry[]): Uint8Array {
  const body: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const file of files) {
    const { name, bytes, data } = file
    const stored = isStored(file)
    const fields = entryFields(name, bytes, data, stored)
    const local = Buffer.concat([uint32(LOCAL_HEADER), fields, Buffer.from(name, 'latin1')])
    directory.push(directoryEntry(fields, offset, name))
    body.push(local, data)
    offset += local.length + data.length
    if (offset > MAX_ARCHIVE_BYTES) throw tooLarge()
  }
  if (files.length > MAX_FILES) throw tooLarge()
  const size = directory.reduce((sum, entry) => sum + entry.length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(END_OF_DIRECTORY, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...body, ...directory, end])
}

/** The fields that the header before a file and its entry in the directory have in common (APPNOTE 4.3.7, 4.3.12). */
function entryFields(name: string, bytes: Uint8Array, data: Uint8Array, stored: boolean): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(VERSION, 0)
  fields.writeUInt16LE(stored ? 0 : DEFLATED, 4)
  fields.writeUInt16LE(DOS_DATE, 8)
  fields.writeUInt32LE(crc32(bytes), 10)
  fields.writeUInt32LE(data.length, 14)
  fields.writeUInt32LE(bytes.length, 18)
  fields.writeUInt16LE(name.length, 22)
  return fields
}

function directoryEntry(fields: Uint8Array, offset: number, name: string): Uint8Array {
  const start = Buffer.alloc(6)
  start.writeUInt32LE(DIRECTORY_ENTRY, 0)
  start.writeUInt16LE(VERSION, 4)
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(offset, 10)
  return Buffer.concat([start, fields, rest, Buffer.from(name, 'latin1')])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value, 0)
  return bytes
}

function tooLarge(): SealwrightError {
  return new SealwrightError('document_too_complex', 'The DOCX would be larger than a ZIP archive can be.')
}
