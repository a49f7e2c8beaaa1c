/**
 * Archives that lie about what they hold, or hold too much. Not one of them may cost more than its refusal.
 *
 * @module
 */

import { constants, crc32, deflateRawSync } from 'node:zlib'
import { inlinePicture, p, RICH_RELATIONSHIPS, relationshipsPart, richDocxParts, wordPart } from './rich-docx.js'

const MB = 1024 * 1024

/** An entry as its archive tells of it, true or not. */
interface RawEntry {
  readonly name: string
  readonly packed: Uint8Array
  /** Size once inflated, as the directory has it. */
  readonly size: number
  readonly crc: number
  /** Shares the data of the first entry with this name. */
  readonly over?: string
  readonly flags?: number
  readonly method?: number
}

const entryOf = (name: string, content: string | Uint8Array): RawEntry => {
  const data = Buffer.from(content)
  return { name, packed: deflateRawSync(data), size: data.length, crc: crc32(data) }
}

/** A ZIP archive (APPNOTE 4.3), with the ZIP64 sizes of 4.5.3 throughout. */
function rawZip(entries: readonly RawEntry[], comment = 0): Uint8Array {
  const chunks: Buffer[] = []
  const directory: Buffer[] = []
  const places = new Map<string, number>()
  let offset = 0
  for (const { name, packed, size, crc, over, flags = 0x800, method = 8 } of entries) {
    const nameBytes = Buffer.from(name)
    const extra = Buffer.alloc(28)
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(24, 2)
    extra.writeBigUInt64LE(BigInt(size), 4)
    extra.writeBigUInt64LE(BigInt(packed.length), 12)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(45, 0)
    facts.writeUInt16LE(flags, 2)
    facts.writeUInt16LE(method, 4)
    facts.writeUInt32LE(crc, 10)
    facts.writeUInt32LE(0xffffffff, 14)
    facts.writeUInt32LE(0xffffffff, 18)
    facts.writeUInt16LE(nameBytes.length, 22)
    facts.writeUInt16LE(extra.length, 24)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(0xffffffff, 10)
    extra.writeBigUInt64LE(BigInt((over === undefined ? undefined : places.get(over)) ?? offset), 20)
    directory.push(Buffer.from('PK\x01\x02\x2d\x00', 'latin1'), facts, tail, nameBytes, extra)
    if (over !== undefined) continue
    places.set(name, offset)
    chunks.push(Buffer.from('PK\x03\x04', 'latin1'), facts, nameBytes, extra, Buffer.from(packed))
    offset += 30 + nameBytes.length + extra.length + packed.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length % 0x10000, 8)
  end.writeUInt16LE(entries.length % 0x10000, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(comment, 20)
  return new Uint8Array(Buffer.concat([...chunks, central, end, Buffer.alloc(comment)]))
}

/** A deflate stream of as many zeros (RFC 1951): one flushed block over and over. */
function deflatedZeros(megabytes: number): Uint8Array {
  const block = deflateRawSync(Buffer.alloc(MB), { finishFlush: constants.Z_FULL_FLUSH })
  return Buffer.concat([...Array<Buffer>(megabytes).fill(block), deflateRawSync(Buffer.alloc(0))])
}

const richEntries = (besides: readonly string[] = []): RawEntry[] =>
  Object.entries(richDocxParts())
    .filter(([name]) => !besides.includes(name))
    .map(([name, content]) => entryOf(name, content))

/** A document that shows these entries, each as a picture. */
function withPictures(pictures: readonly RawEntry[]): Uint8Array {
  const ids = pictures.map(({ name }) => name.replace(/^word\/media\//, ''))
  const body = ids.map((id) => p(inlinePicture(id, 900_000))).join('')
  return rawZip([
    ...richEntries(['word/document.xml', 'word/_rels/document.xml.rels']),
    entryOf('word/document.xml', wordPart('w:document', `<w:body>${body}</w:body>`)),
    entryOf(
      'word/_rels/document.xml.rels',
      relationshipsPart({
        ...RICH_RELATIONSHIPS,
        ...Object.fromEntries(ids.map((id) => [id, ['image', `media/${id}`] as const])),
      }),
    ),
    ...pictures,
  ])
}

/** By name. */
export const HOSTILE_ARCHIVES: Readonly<Record<string, () => Uint8Array>> = {
  'a main part of 10 GB': () =>
    rawZip([
      ...richEntries(['word/document.xml']),
      { name: 'word/document.xml', packed: deflatedZeros(10_240), size: 10_240 * MB, crc: 0 },
    ]),
  'a main part of 10 GB that claims to have 1 MB': () =>
    rawZip([
      ...richEntries(['word/document.xml']),
      { name: 'word/document.xml', packed: deflatedZeros(10_240), size: MB, crc: 0 },
    ]),
  'a main part that claims to have 8 EB': () =>
    rawZip([
      ...richEntries(['word/document.xml']),
      { ...entryOf('word/document.xml', '<x/>'), size: Number.MAX_SAFE_INTEGER },
    ]),
  'two hundred pictures of 7 MB each': () => {
    const zeros = Buffer.alloc(7 * MB)
    const packed = deflateRawSync(zeros)
    const picture = { packed, size: zeros.length, crc: crc32(zeros) }
    return withPictures(Array.from({ length: 200 }, (_, i) => ({ name: `word/media/i${i}`, ...picture })))
  },
  'thousands of entries over the same data': () => {
    const zeros = Buffer.alloc(7 * MB)
    const first = { name: 'word/media/i0', packed: deflateRawSync(zeros), size: zeros.length, crc: crc32(zeros) }
    return withPictures([
      first,
      ...Array.from({ length: 10_000 }, (_, i) => ({ ...first, name: `word/media/i${i + 1}`, over: first.name })),
    ])
  },
  'sixty thousand entries': () =>
    rawZip([
      ...richEntries(),
      ...Array.from({ length: 60_000 }, (_, i) => ({ name: `x${i}`, packed: new Uint8Array(0), size: 0, crc: 0 })),
    ]),
  'entries with a password': () => rawZip(richEntries().map((entry) => ({ ...entry, flags: 1 }))),
  'an unknown compression': () => rawZip(richEntries().map((entry) => ({ ...entry, method: 14 }))),
  'two entries of the same name': () => rawZip([...richEntries(), entryOf('word/document.xml', '<x/>')]),
  'names that lead out of the archive': () =>
    rawZip([...richEntries(), entryOf('../../../etc/passwd', 'x'), entryOf('/etc/passwd', 'x'), entryOf('C:\\x', 'x')]),
  'an archive in the archive in the place of the main part': () =>
    rawZip([...richEntries(['word/document.xml']), entryOf('word/document.xml', rawZip(richEntries()))]),
  'a directory without its entries': () => rawZip([]),
  'a long comment': () => rawZip(richEntries(), 65_535),
}
