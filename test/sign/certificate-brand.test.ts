/**
 * Brands on the certificate page: logo, colours, languages, and characters that no font has.
 *
 * @module
 */

import { readFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import { createCanvas } from '@napi-rs/canvas'
import jsQR from 'jsqr'
import { describe, expect, it } from 'vitest'
import { convertFile } from '../../src/convert/convert-file.js'
import type { CertificateBrand } from '../../src/sign/certificate/brand.js'
import { signDocument } from '../../src/sign/sign-document.js'
import { EN } from '../../src/texts/en.js'
import { LANGUAGES, loadTexts } from '../../src/texts/texts.js'
import { readPng } from '../../src/typeset/images/png.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { checkAccessible } from '../conformance/check-accessible.js'
import { checkArchive } from '../conformance/check-archive.js'
import { QpdfFile } from '../conformance/qpdf-file.js'
import { pdfinfo, pdftotext, withFiles } from '../support/oracles.js'
import { hasTool, runTool } from '../support/tools.js'
import { makeContract } from '../verify/support/contract.js'
import { codeOf, identityOf, requestWith, sign, WITH_PAGE } from './signing.js'

const contract = makeContract().bytes
const encode = (text: string) => new TextEncoder().encode(text)
const SVG_LOGO = encode(
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="40" height="40" fill="#5b2a86"/><circle cx="80" cy="20" r="15" fill="#5b2a86"/></svg>',
)

/** A PNG of one colour, with opacity of its own. */
function pngLogo(width: number, height: number): Uint8Array {
  const rows = Buffer.alloc(height * (1 + 4 * width), 0x80)
  for (let y = 0; y < height; y++) rows[y * (1 + 4 * width)] = 0
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const framed = Buffer.alloc(body.length + 8)
    framed.writeUInt32BE(data.length, 0)
    body.copy(framed, 4)
    framed.writeUInt32BE(crc32(body), body.length + 4)
    return framed
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

const BRAND: CertificateBrand = {
  logo: { bytes: SVG_LOGO, description: 'Acme' },
  colors: { accent: '#5b2a86' },
  timeZone: 'Europe/Berlin',
  verificationUrl: 'https://sign.example.com/v1/check?e={eventId}',
  qrCode: true,
}

/** Text of all pages, blanks left out. */
function textOf(bytes: Uint8Array): Promise<string> {
  return withFiles({ 'a.pdf': bytes }, async (path) => (await pdftotext(path('a.pdf'))).replace(/\s+/g, ''))
}

describe.runIf(hasTool('pdftotext'))('the certificate page of a brand', () => {
  it.each(LANGUAGES)('speaks %s, and goes on being what the record says', async (language) => {
    const signed = await sign(contract, { serviceName: 'Acme Sign', brand: { ...BRAND, language } }, WITH_PAGE)
    const report = await verifyDocument(signed)
    expect([report.valid, report.signers[0]?.audit?.page]).toEqual([true, 'matches'])
    const { certificate } = await loadTexts(language)
    const text = await textOf(signed)
    for (const label of [certificate.title, certificate.eventId, certificate.chainDigest, certificate.noteAttached]) {
      expect(text).toContain(label.replace(/\s+/g, ''))
    }
    // 12:00 in UTC is 13:00 in Berlin in January.
    expect(text).toContain('2026-01-3112:00:00')
    expect(text).toContain('2026-01-3113:00:00+01:00')
  })

  it('names the service as the host does, and this package with its version', async () => {
    const own = await textOf(await sign(contract, { serviceName: 'Acme Sign' }, WITH_PAGE))
    expect(own).toContain('ServiceAcmeSignCertificate')
    expect(await textOf(await sign(contract, {}, WITH_PAGE))).toMatch(/Servicesealwright\d+\.\d+\.\d+/)
  })

  it('takes labels of any language from a table', async () => {
    const texts = Object.fromEntries(Object.entries(EN.certificate).map(([key, text]) => [key, `${text} (nl)`]))
    const brand = { language: 'nl', texts: texts as typeof EN.certificate }
    expect(await textOf(await sign(contract, { brand }, WITH_PAGE))).toContain('Certificateofsignature(nl)')
  })

  it.runIf(hasTool('pdftoppm'))('has a QR code that a camera reads', async () => {
    const { bytes, eventId } = await signDocument(contract, WITH_PAGE, { identity: await identityOf(), brand: BRAND })
    const link = await withFiles({ 'a.pdf': bytes }, async (path) => {
      const { pages } = await pdfinfo(path('a.pdf'))
      await runTool('pdftoppm', ['-r', '120', '-png', '-f', String(pages), '-singlefile', path('a.pdf'), path('page')])
      const { width, height, data } = readPng(new Uint8Array(await readFile(path('page.png'))), { decode: true })
      const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
      for (let i = 0; i < width * height; i++) pixels.set(data.subarray(3 * i, 3 * i + 3), 4 * i)
      return jsQR(pixels, width, height)?.data
    })
    expect(link).toBe(`https://sign.example.com/v1/check?e=${eventId}`)
  })

  it.runIf(hasTool('qpdf'))('stays tagged and PDF/A with a logo, a code and a link', async () => {
    const { bytes: archive } = await convertFile(
      encode('# Lease\n\nText.'),
      { from: 'md', to: 'pdf' },
      { conformance: 'PDF/A-3u' },
    )
    for (const logo of [SVG_LOGO, pngLogo(60, 20)]) {
      const brand = { ...BRAND, language: 'fr', logo: { bytes: logo } }
      const signed = await sign(archive, { brand }, WITH_PAGE)
      await withFiles({ 'a.pdf': signed }, async (path) => {
        const file = new QpdfFile(path('a.pdf'))
        expect(checkArchive(file, { part: '3' })).toEqual([])
        expect(checkAccessible(file, { claims: false })).toEqual([])
      })
    }
  })

  it('never has the seal alone on a page', async () => {
    for (let events = 1; events <= 40; events++) {
      const auditTrail = Array.from({ length: events }, (_, index) => ({
        timestamp: new Date(1_760_000_000_000 + index * 1000).toISOString(),
        type: index === 0 ? 'submit' : 'view',
        data: { page: index },
      }))
      const signed = await sign(contract, {}, requestWith({ auditTrail, certificate: { enabled: true } }))
      const pages = await withFiles({ 'a.pdf': signed }, async (path) => (await pdftotext(path('a.pdf'))).split('\f'))
      const last = pages.find((page) => /^SEAL$/m.test(page)) ?? ''
      // An event stands above the seal.
      expect([events, /view|submit/.test(last.slice(0, last.search(/^SEAL$/m)))]).toEqual([events, true])
    }
  }, 120_000)
})

/** A JPEG of 200 x 100 pixels, blue with a red corner, and what its camera noted of how it was held (Exif 2.3, 4.6.4). */
function photo(orientation: number): Uint8Array {
  const canvas = createCanvas(200, 100)
  const context = canvas.getContext('2d')
  context.fillStyle = '#00f'
  context.fillRect(0, 0, 200, 100)
  context.fillStyle = '#f00'
  context.fillRect(0, 0, 100, 50)
  const jpeg = canvas.toBuffer('image/jpeg', 95)
  const tiff = Buffer.alloc(26)
  tiff.write('II', 'latin1')
  for (const [value, at] of [
    [42, 2],
    [8, 4],
    [1, 8],
    [274, 10],
    [3, 12],
    [orientation, 18],
  ] as const) {
    tiff.writeUInt16LE(value, at)
  }
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, body.length + 2])
  return new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]))
}

describe.runIf(hasTool('pdftoppm'))('a photograph as a logo', () => {
  it.each([
    [1, [true, false, false, false]],
    [2, [false, true, false, false]],
    [3, [false, false, false, true]],
    [4, [false, false, true, false]],
    [5, [true, false, false, false]],
    [6, [false, true, false, false]],
    [7, [false, false, false, true]],
    [8, [false, false, true, false]],
  ] as const)('is turned as the camera was held (%i)', async (orientation, redCorners) => {
    const brand = { logo: { bytes: photo(orientation) } }
    const signed = await sign(contract, { brand }, WITH_PAGE)
    const found = await withFiles({ 'a.pdf': signed }, async (path) => {
      const { pages } = await pdfinfo(path('a.pdf'))
      await runTool('pdftoppm', ['-r', '72', '-png', '-f', String(pages), '-singlefile', path('a.pdf'), path('page')])
      const { width, data } = readPng(new Uint8Array(await readFile(path('page.png'))), { decode: true })
      const isRed = (x: number, y: number) =>
        (data[3 * (y * width + x)] ?? 0) > 200 && (data[3 * (y * width + x) + 1] ?? 0) < 60
      const isBlue = (x: number, y: number) =>
        (data[3 * (y * width + x) + 2] ?? 0) > 200 && (data[3 * (y * width + x)] ?? 0) < 60
      const places: [number, number][] = []
      for (let i = 0; i < data.length / 3; i++) {
        const [x, y] = [i % width, Math.floor(i / width)]
        if (isRed(x, y) || isBlue(x, y)) places.push([x, y])
      }
      const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)]
      const at = (values: number[], share: number) =>
        Math.round(Math.min(...values) + share * (Math.max(...values) - Math.min(...values)))
      return [
        [0.25, 0.25],
        [0.75, 0.25],
        [0.25, 0.75],
        [0.75, 0.75],
      ].map(([x = 0, y = 0]) => isRed(at(xs, x), at(ys, y)))
    })
    expect(found).toEqual(redCorners)
  })
})

describe('brands', () => {
  it('that make no sense are refused', async () => {
    const wrong: unknown[] = [
      null,
      'x',
      { logos: {} },
      { logo: {} },
      { logo: { bytes: encode('no picture') } },
      { logo: { bytes: encode('<svg xmlns="http://www.w3.org/2000/svg"/>') } },
      { colors: { accent: 'red' } },
      { colors: { ground: '#ffffff' } },
      { language: 'it' },
      { language: 'it', texts: {} },
      { language: 'it', texts: { ...EN.certificate, bytes: 'bytes' } },
      { language: '!', texts: EN.certificate },
      { timeZone: 'Mars/Olympus' },
      { verificationUrl: 'javascript:alert(1)' },
      { verificationUrl: `https://example.com/${'x'.repeat(600)}` },
      { qrCode: true },
    ]
    for (const brand of wrong) {
      const refused = codeOf(sign(contract, { brand: brand as CertificateBrand }, WITH_PAGE))
      expect([brand, await refused]).toEqual([brand, 'invalid_request'])
    }
  })

  it('do not show through where an archive forbids it', async () => {
    const svg = encode(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" opacity="0.5"/></svg>',
    )
    const { prepareLogo } = await import('../../src/sign/certificate/logo.js')
    const { createFontLibrary } = await import('../../src/typeset/fonts/font-library.js')
    const fonts = createFontLibrary()
    expect(prepareLogo(svg, { isOpaque: false, isArchive: true }, fonts).image.kind).toBe('vector')
    expect(() => prepareLogo(svg, { isOpaque: true, isArchive: true }, fonts)).toThrow(/translucent/)
  })
})

describe('characters that no font has', () => {
  const strange = requestWith({
    signer: { name: 'Ada \u{12000}', email: 'ada@example.com' },
    certificate: { enabled: true },
  })
  const call = async (options = {}, request = strange) =>
    signDocument(contract, request, { identity: await identityOf(), ...options })

  it('are told of', async () => {
    const { warnings } = await call()
    expect(warnings).toEqual(['No font has the character U+12000: what is drawn shows it by number.'])
    // Once more: fonts that were used before remember what they lack.
    expect((await call()).warnings).toHaveLength(1)
    expect((await call({}, WITH_PAGE)).warnings).toEqual([])
  })

  it('are told of where the signature is drawn, and where nothing is drawn nothing is said', async () => {
    const request = { ...strange, certificate: { enabled: false } }
    const appearance = { page: 1, rectangle: [300, 40, 500, 90] } as const
    expect((await call({ appearance }, request)).warnings).toHaveLength(1)
    expect((await call({}, request)).warnings).toEqual([])
  })

  it('keep a document from being signed where the host wants that', async () => {
    expect(await codeOf(call({ unshowableText: 'refuse' }))).toBe('text_not_showable')
    expect(await codeOf(call({ unshowableText: 'refuse' }, WITH_PAGE))).toBe('none')
    expect(await codeOf(call({ unshowableText: 'maybe' }))).toBe('invalid_request')
  })
})
