/**
 * A file with the compiled code of modules.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cachedDataVersionTag } from 'node:v8'
import { crc32 } from 'node:zlib'

/** The compiled code of one module. */
export interface CompiledCode {
  /** CRC-32 of the module's text, by which Node.js 22 tells its compiled code, too. */
  readonly checksum: number
  readonly data: Uint8Array
}

/** Table at the beginning of a file: for each module its name, its checksum, and the number of bytes of its code. */
type Contents = readonly (readonly [name: string, checksum: number, length: number])[]

const CHECKSUM_BYTES = 4
const LENGTH_BYTES = 4
/** Alignment in bytes that V8 needs to use code where it is. The checksum and the length of the table have as many. */
const ALIGNMENT = 8
const ENDING = '.code'

/**
 * Path of the file for the modules of a folder. Its name contains the version of V8, its flags and the processor, since code
 * from another combination would be refused.
 */
export function compiledCodeFile(caches: string, folder: string, purpose: string): string {
  const place = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  return join(caches, `${purpose}-${process.version}-${cachedDataVersionTag().toString(16)}-${place}${ENDING}`)
}

/** The code in a file by the names of the modules. Empty when the file is missing or damaged. */
export function readCompiledCode(file: string): ReadonlyMap<string, CompiledCode> {
  const codes = new Map<string, CompiledCode>()
  try {
    const bytes = readFileSync(file)
    const body = bytes.subarray(CHECKSUM_BYTES)
    // V8 does not check whether the code is damaged before it runs it.
    if (crc32(body) !== bytes.readUInt32LE(0)) return codes
    let offset = LENGTH_BYTES + body.readUInt32LE(0)
    for (const [name, checksum, length] of JSON.parse(body.toString('utf8', LENGTH_BYTES, offset)) as Contents) {
      codes.set(name, { checksum, data: body.subarray(offset, offset + length) })
      offset += length
    }
  } catch {
    // The file does not exist.
  }
  return codes
}

/** Writes a file in one step, and removes files that have not been written for a long time. Errors are ignored. */
export function writeCompiledCode(file: string, codes: ReadonlyMap<string, CompiledCode>): void {
  const contents: Contents = [...codes].map(([name, { checksum, data }]) => [name, checksum, data.length])
  const text = JSON.stringify(contents)
  // V8 copies code that is not aligned. The lengths of all codes are multiples of this.
  const table = Buffer.from(text.padEnd(Math.ceil(text.length / ALIGNMENT) * ALIGNMENT))
  const body = Buffer.concat([numberBytes(table.length), table, ...[...codes.values()].map(({ data }) => data)])
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, Buffer.concat([numberBytes(crc32(body)), body]), { mode: 0o600 })
    renameSync(draft, file)
    removeOld(dirname(file))
  } catch {
    remove(draft)
  }
}

/** Age in milliseconds after which files are removed: other releases of Node.js or of this package left them behind. */
const MAX_AGE_MS = 60 * 24 * 60 * 60 * 1000

function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const isOurs = name.endsWith(ENDING) || /\.code\.\d+$/.test(name)
    if (isOurs && Date.now() - statSync(path).mtimeMs > MAX_AGE_MS) remove(path)
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // Another process removed the file, or it cannot be removed.
  }
}

function numberBytes(value: number): Buffer {
  const bytes = Buffer.alloc(LENGTH_BYTES)
  bytes.writeUInt32LE(value)
  return bytes
}
