/**
 * Makes ZIP archives without compression.
 *
 * @module
 */

import { crc32 } from 'node:zlib'

/** A ZIP of stored files (APPNOTE.TXT, 4.3). */
export function storedZip(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [path, data] of Object.entries(files)) {
    const name = Buffer.from(path)
    // Version needed, flags, method, time and date, CRC-32, sizes, length of name, length of extra field.
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(data.length, 18)
    common.writeUInt16LE(name.length, 22)
    const header = [Buffer.from('PK\x03\x04', 'latin1'), common, name, Buffer.from(data)]
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    central.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, name)
    local.push(...header)
    offset += header.reduce((sum, piece) => sum + piece.length, 0)
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...local, directory, end]))
}
