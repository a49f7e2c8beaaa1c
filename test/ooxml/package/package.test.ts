/**
 * Packages and the archives that they come in.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { OOXML_LIMITS } from '../../../src/ooxml/ooxml-limits.js'
import { openPackage } from '../../../src/ooxml/package/package.js'
import { ZipReader } from '../../../src/ooxml/package/zip-reader.js'
import { buildDocx, buildZip } from '../build-docx.js'

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

function codeOf(action: () => unknown): string | undefined {
  try {
    action()
  } catch (error) {
    return (error as { code?: string }).code
  }
  return undefined
}

describe('openPackage', () => {
  it('finds parts through relationships', () => {
    const document = openPackage(buildDocx('<w:p/>', { styles: '' }))
    expect(document.mainPart).toBe('/word/document.xml')
    expect(document.xml(document.mainPart)?.name).toBe('w:document')
    expect(document.relatedPart(document.mainPart, 'styles')).toBe('/word/styles.xml')
    expect(document.part('/WORD/Styles.XML')).toBeDefined()
    expect(document.contentType('/word/document.xml')).toContain('wordprocessingml')
  })

  it('never lets a relationship lead out of the package, and keeps external ones apart', () => {
    const rels =
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
      `<Relationship Id="a" Type="${TYPES}/officeDocument" Target="../../../word/./document.xml"/>` +
      `<Relationship Id="b" Type="${TYPES}/image" Target="http://example.com/a.png"/></Relationships>`
    const document = openPackage(
      buildZip([
        { name: '_rels/.rels', content: rels },
        { name: 'word/document.xml', content: '<a/>' },
      ]),
    )
    expect(document.mainPart).toBe('/word/document.xml')
    expect(document.relationships('/').get('b')).toEqual({
      type: 'image',
      target: 'http://example.com/a.png',
      external: true,
    })
  })

  it('tolerates bytes before and after the archive', () => {
    const bytes = Buffer.concat([Buffer.from('prefix'), buildDocx('<w:p/>'), Buffer.from('suffix')])
    expect(openPackage(bytes).xml('/word/document.xml')?.name).toBe('w:document')
  })

  it('says what else a file is', () => {
    const compound = (stream: string): Uint8Array =>
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from(stream, 'utf16le')])
    expect(codeOf(() => openPackage(compound('EncryptedPackage')))).toBe('document_encrypted')
    expect(codeOf(() => openPackage(compound('WordDocument')))).toBe('unsupported_document')
    expect(codeOf(() => openPackage(Buffer.from('%PDF-1.7')))).toBe('unsupported_document')
    expect(codeOf(() => openPackage(new Uint8Array(0)))).toBe('invalid_document')
    expect(codeOf(() => openPackage(buildZip([{ name: 'mimetype', content: 'x' }])))).toBe('unsupported_document')
    expect(codeOf(() => openPackage(buildZip([{ name: 'a.txt', content: 'x' }])))).toBe('invalid_document')
  })
})

/** Packages that one program reads in one way and another in another. Each has an honest neighbour. */
describe('a package with two readings', () => {
  const main = { name: 'word/document.xml', content: '<signed/>' }
  const other = { name: 'word/other.xml', content: '<other/>' }
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`
  const withRelations = (relations: string, ...parts: readonly { name: string; content: string }[]): Uint8Array => {
    const xmlns = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
    return buildZip([
      { name: '_rels/.rels', content: `<Relationships ${xmlns}>${relations}</Relationships>` },
      ...parts,
    ])
  }
  const known = relation('b', `${TYPES}/officeDocument`, 'word/document.xml')

  it.each(['word/Document.xml', '/word/document.xml', 'word\\document.xml', 'word/%64ocument.xml'])(
    'is refused where a second part is named %s',
    (name) => {
      const twice = withRelations(known, { name, content: '<other/>' }, main)
      expect(codeOf(() => openPackage(twice))).toBe('invalid_document')
      const once = withRelations(known, { name, content: '<signed/>' })
      expect(openPackage(once).xml(openPackage(once).mainPart)?.name).toBe('signed')
    },
  )

  it.each([
    'http://example.org/officeDocument',
    'http://schemas.microsoft.com/office/2007/relationships/officeDocument',
    'http://schemas.openxmlformats.org/package/2006/relationships/metadata/officeDocument',
  ])('never takes the main part from a relationship of type %s', (type) => {
    const forged = withRelations(relation('a', type, 'word/other.xml') + known, other, main)
    expect(openPackage(forged).mainPart).toBe('/word/document.xml')
  })

  it('takes the types of strict files, and those that Microsoft has added', () => {
    const strict = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
    const drawing = 'http://schemas.microsoft.com/office/2007/relationships/diagramDrawing'
    const relations = relation('a', `${strict}/officeDocument`, 'word/document.xml') + relation('b', drawing, 'd.xml')
    const document = openPackage(withRelations(relations, main))
    expect(document.mainPart).toBe('/word/document.xml')
    expect(document.relationships('/').get('b')?.type).toBe('diagramDrawing')
  })

  it('is refused with two main parts, or one id for two relationships, and not where one is told twice', () => {
    const second = (id: string): string => relation(id, `${TYPES}/officeDocument`, 'word/other.xml')
    expect(codeOf(() => openPackage(withRelations(known + second('c'), main, other)))).toBe('invalid_document')
    expect(codeOf(() => openPackage(withRelations(known + second('b'), main, other)))).toBe('invalid_document')
    expect(openPackage(withRelations(known + known, main)).mainPart).toBe('/word/document.xml')
  })
})

describe('ZipReader', () => {
  it('refuses an entry that has another name where it is stored', () => {
    const bytes = Buffer.from(buildZip([{ name: 'a', content: 'x' }]))
    expect(new ZipReader(bytes).read('a')).toBeDefined()
    bytes.write('b', bytes.indexOf('PK\x03\x04', 0, 'latin1') + 30)
    expect(codeOf(() => new ZipReader(bytes).read('a'))).toBe('invalid_document')
  })

  it('refuses a directory with more entries than it says, and two directories', () => {
    const two = [
      { name: 'a', content: 'x' },
      { name: 'b', content: 'y' },
    ]
    const fewer = Buffer.from(buildZip(two))
    expect([...new ZipReader(fewer).names]).toEqual(['a', 'b'])
    fewer.writeUInt16LE(1, fewer.length - 12)
    expect(codeOf(() => new ZipReader(fewer))).toBe('invalid_document')
    // The second directory stands where the offset leads that counts from the start of the file.
    const [first, second] = [Buffer.from(buildZip([{ name: 'a', content: 'x' }])), Buffer.from(buildZip(two.slice(1)))]
    const directoryOf = (bytes: Buffer): number => bytes.readUInt32LE(bytes.length - 6)
    expect(directoryOf(first)).toBe(directoryOf(second))
    const both = Buffer.concat([first.subarray(0, first.length - 22), second])
    expect(codeOf(() => new ZipReader(both))).toBe('invalid_document')
  })

  it('refuses damage, passwords and two entries of one name', () => {
    const intact = Buffer.from(buildZip([{ name: 'a', content: 'hello hello' }]))
    expect(new TextDecoder().decode(new ZipReader(intact).read('a'))).toBe('hello hello')
    const broken = Buffer.from(intact)
    broken.writeUInt32LE(1, intact.indexOf('PK\x01\x02', 0, 'latin1') + 16)
    expect(codeOf(() => new ZipReader(broken).read('a'))).toBe('invalid_document')
    expect(codeOf(() => new ZipReader(intact.subarray(0, intact.length - 30)))).toBe('invalid_document')
    expect(codeOf(() => new ZipReader(buildZip([{ name: 'a', content: 'x', flags: 1 }])))).toBe('document_encrypted')
    const twice = [
      { name: 'a', content: 'x' },
      { name: 'a', content: 'y' },
    ]
    expect(codeOf(() => new ZipReader(buildZip(twice)))).toBe('invalid_document')
  })

  it('reads text that says the same again and again', () => {
    const text = Buffer.from('<w:p><w:r><w:t>Within thirty days.</w:t></w:r></w:p>'.repeat(400_000))
    const archive = buildZip([{ name: 'a', content: text }])
    expect(text.length / archive.length).toBeGreaterThan(OOXML_LIMITS.maxInflateRatio)
    expect(new ZipReader(archive).read('a')?.length).toBe(text.length)
  })

  it('refuses a bomb before inflating it', () => {
    const bomb = buildZip([{ name: 'a', content: Buffer.alloc(OOXML_LIMITS.minInflateAllowance * 4) }])
    expect(codeOf(() => new ZipReader(bomb).read('a'))).toBe('document_too_complex')
  })
})
