/**
 * The standards that a file claims to follow.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { readConformanceClaims } from '../../src/pdf/catalog/conformance-claims.js'
import { PdfDocument } from '../../src/pdf/document.js'
import { makePdf, ONE_PAGE, streamText } from './make-pdf.js'

const NAMESPACE = 'http://www.aiim.org/pdfa/ns/id/'

function claimsOf(packet: string): ReturnType<typeof readConformanceClaims> {
  const catalog = ONE_PAGE[1]?.replace('<<', '<< /Metadata 9 0 R ') ?? ''
  return readConformanceClaims(PdfDocument.open(makePdf({ ...ONE_PAGE, 1: catalog, 9: streamText('', packet) })))
}

const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return (isBig ? bytes.swap16() : bytes).toString('latin1')
}

describe('readConformanceClaims', () => {
  const elements = `<rdf:Description xmlns:pdfaid="${NAMESPACE}"><pdfaid:part>2</pdfaid:part><pdfaid:conformance>b</pdfaid:conformance>`

  it.each([
    ['elements', elements],
    [
      'white space',
      elements
        .replaceAll(/>(\w)</g, '> $1\n<')
        .replaceAll('part>', 'part >')
        .replaceAll('</pdfaid:part ', '</pdfaid:part'),
    ],
    ['attributes', `<rdf:Description xmlns:pdfaid="${NAMESPACE}" pdfaid:part="2" pdfaid:conformance='B'/>`],
    ['another prefix', `<rdf:Description xmlns:a-1='${NAMESPACE}' a-1:part = "2" a-1:conformance="B"/>`],
    [
      'the last of forty prefixes',
      Array.from({ length: 40 }, (_, n) => `<a xmlns:p${n}="${NAMESPACE}"/>`).join('') +
        '<p39:part>2</p39:part><p39:conformance>B</p39:conformance>',
    ],
    ['UTF-16, big end first', utf16(elements, true)],
    ['UTF-16, little end first', utf16(elements, false)],
    ['a look-alike before', `<x:part>4</x:part><xpdfaid:part>1</xpdfaid:part>${elements}`],
  ])('reads %s', (_, packet) => {
    expect(claimsOf(packet)).toEqual({ archive: { part: 2, level: 'B' }, accessible: undefined })
  })

  it('reads PDF/A-4, which needs no level, and PDF/UA beside it', () => {
    const packet = `<a xmlns:pdfaid="${NAMESPACE}" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" pdfaid:part="4" pdfaid:rev="2020"><pdfuaid:part>2</pdfuaid:part>`
    expect(claimsOf(packet)).toEqual({ archive: { part: 4, level: '' }, accessible: 2 })
  })

  it.each([
    ['nothing', ''],
    ['no number', elements.replace('>2<', '>two<')],
    ['a negative one', elements.replace('>2<', '>-2<')],
    ['another namespace', elements.replace('pdfa/ns/id/', 'pdfa/ns/extension/')],
    ['no XMP at all', '\u0000\u0001\u0002'.repeat(1000)],
    ['a prefix without end', `xmlns:${'p'.repeat(100_000)}="${NAMESPACE}"`],
  ])('finds no claim in %s', (_, packet) => {
    expect(claimsOf(packet)).toEqual({ archive: undefined, accessible: undefined })
  })

  it('finds none where there are no metadata, and where they cannot be decoded', () => {
    const none = { archive: undefined, accessible: undefined }
    expect(readConformanceClaims(PdfDocument.open(makePdf(ONE_PAGE)))).toEqual(none)
    const catalog = ONE_PAGE[1]?.replace('<<', '<< /Metadata 9 0 R ') ?? ''
    const broken = makePdf({ ...ONE_PAGE, 1: catalog, 9: streamText('/Filter /FlateDecode', 'not deflated') })
    expect(readConformanceClaims(PdfDocument.open(broken))).toEqual(none)
  })

  it('takes time in proportion to the packet', () => {
    const many = `<x xmlns:p="${NAMESPACE}">${'<p:part'.repeat(200_000)}`
    const start = process.cpuUsage()
    claimsOf(many)
    const { user } = process.cpuUsage(start)
    expect(user / 1000).toBeLessThan(1500)
  })
})
