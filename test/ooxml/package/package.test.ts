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
      '<Relationship Id="a" Type="x/officeDocument" Target="../../../word/./document.xml"/>' +
      '<Relationship Id="b" Type="x/image" Target="http://example.com/a.png"/></Relationships>'
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

describe('ZipReader', () => {
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
