/**
 * Small DOCX files for tests and benchmarks.
 *
 * @module
 */

import { crc32, deflateRawSync } from 'node:zlib'

const CONTENT_TYPES = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Default Extension="png" ContentType="image/png"/>
<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>
</Types>`

/** What the types of relationships begin with. */
export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006'

/** The customary prefixes of Word's parts, as attributes of a root element. */
export const NAMESPACES = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  `xmlns:r="${OFFICE}"`,
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:o="urn:schemas-microsoft-com:office:office"',
  `xmlns:wp="${DRAWING}/wordprocessingDrawing"`,
  `xmlns:a="${DRAWING}/main"`,
  `xmlns:pic="${DRAWING}/picture"`,
  `xmlns:c="${DRAWING}/chart"`,
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:wpg="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
].join(' ')

const ROOT_RELATIONSHIPS = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/>
</Relationships>`

/** Wraps the content of w:body in a main part. */
export function documentXml(body: string): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}"><w:body>${body}</w:body></w:document>`
}

/** A paragraph of plain text; `properties` is the content of w:pPr. */
export function paragraphXml(text: string, properties = ''): string {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${escaped}</w:t></w:r></w:p>`
}

/** A DOCX with that body and, beside it or in its place, other parts by name. */
export function makeDocx(body: string, parts: Readonly<Record<string, string | Uint8Array>> = {}): Uint8Array {
  return makeZip({
    '[Content_Types].xml': CONTENT_TYPES,
    '_rels/.rels': ROOT_RELATIONSHIPS,
    'word/document.xml': documentXml(body),
    ...parts,
  })
}

/** A zip archive (APPNOTE.TXT 4.3) of deflated entries. */
export function makeZip(entries: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const chunks: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(entries)) {
    const data = Buffer.from(content)
    const packed = deflateRawSync(data)
    const nameBytes = Buffer.from(name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(0x0800, 2)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(data), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(data.length, 18)
    facts.writeUInt16LE(nameBytes.length, 22)
    chunks.push(Buffer.from('PK\x03\x04'), facts, nameBytes, packed)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), facts, tail, nameBytes)
    offset += 30 + nameBytes.length + packed.length
  }
  const size = directory.reduce((sum, chunk) => sum + chunk.length, 0)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(Object.keys(entries).length, 8)
  end.writeUInt16LE(Object.keys(entries).length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...chunks, ...directory, end]))
}
