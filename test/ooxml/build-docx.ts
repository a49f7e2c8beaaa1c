/**
 * Makes DOCX files and other archives for tests.
 *
 * @module
 */

import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of an archive as {@link buildZip} takes it. */
export interface ZipEntry {
  readonly name: string
  readonly content: Uint8Array | string
  readonly flags?: number
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A ZIP archive of deflated entries. */
export function buildZip(entries: readonly ZipEntry[]): Uint8Array {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, flags = 0x800 } of entries) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const nameBytes = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(nameBytes.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    local.push(Buffer.from('PK\x03\x04'), common, nameBytes, packed)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, nameBytes)
    offset += 30 + nameBytes.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, ...directory, end])
}

/** A DOCX with a body and, by type (`styles`, `numbering`, `settings`, `theme`), the content of other parts. */
export function buildDocx(body: string, parts: Readonly<Record<string, string>> = {}): Uint8Array {
  const root = (name: string, content: string): string => `<w:${name} ${W}>${content}</w:${name}>`
  const others = Object.entries(parts).map(([type, content]) => ({
    name: `word/${type}.xml`,
    content: type === 'theme' ? content : root(type, content),
  }))
  const related = Object.keys(parts).map(
    (type, index) => `<Relationship Id="rId${index}" Type="${RELATIONSHIPS}/${type}" Target="${type}.xml"/>`,
  )
  const relationships = (content: string): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`
  const mainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
  return buildZip([
    {
      name: '[Content_Types].xml',
      content:
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
        `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${mainType}"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: relationships(
        `<Relationship Id="r" Type="${RELATIONSHIPS}/officeDocument" Target="word/document.xml"/>`,
      ),
    },
    { name: 'word/_rels/document.xml.rels', content: relationships(related.join('')) },
    { name: 'word/document.xml', content: root('document', `<w:body>${body}</w:body>`) },
    ...others,
  ])
}

/** Wraps markup of WordprocessingML into one element and gives it as bytes. */
export function markup(content: string, namespaces = ''): Uint8Array {
  return Buffer.from(`<w:r ${W} ${namespaces}>${content}</w:r>`)
}
