/**
 * The certificate page: complete, self-contained, and legible.
 *
 * @module
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type ObjectSink, type PdfDict, PdfName, type PdfObject, PdfRef } from '../../src/pdf/objects.js'
import { PdfFileWriter } from '../../src/pdf/writing/file-writer.js'
import type { CertificateContent } from '../../src/sign/certificate/certificate-content.js'
import { addCertificatePages } from '../../src/sign/certificate/certificate-page.js'
import { hasTool, runTool } from '../support/tools.js'
import { certificatePdf, sampleContent, sampleDigest } from './certificate-samples.js'

const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
function saveCertificate(content: CertificateContent, width?: number, height?: number): string {
  const path = join(folder, `${++files}.pdf`)
  writeFileSync(path, certificatePdf(content, width, height))
  return path
}

async function textOf(path: string): Promise<string> {
  const { stdout } = await runTool('pdftotext', ['-raw', path, '-'])
  return stdout
}

/** Without white space, so that values broken over lines are found. */
const squeeze = (text: string) => text.normalize('NFC').replace(/\s/gu, '')

/** An object sink that keeps objects where a test can see them. */
class ObjectStore implements ObjectSink {
  readonly objects = new Map<number, PdfObject>()

  allocate(): PdfRef {
    const ref = new PdfRef(this.objects.size + 1)
    this.objects.set(ref.num, null)
    return ref
  }

  put(ref: PdfRef, object: PdfObject): void {
    this.objects.set(ref.num, object)
  }

  add(object: PdfObject): PdfRef {
    const ref = this.allocate()
    this.put(ref, object)
    return ref
  }
}

const manyEvents = (count: number): CertificateContent['events'] =>
  Array.from({ length: count }, (_, i) => ({
    timestamp: new Date(Date.UTC(2026, 2, 14, 9, 0, i)).toISOString(),
    type: i === count - 1 ? 'submit' : `view${i}`,
    data: { position: i, note: `Note ${i}` },
    digest: sampleDigest(`event ${i}`),
  }))

const LONG_TOKEN = 'a1B2'.repeat(500)

const hardContent = sampleContent({
  documentName:
    'Rahmenvertrag über die Erbringung von Vermögensverwaltungsdienstleistungen und ergänzende Vereinbarungen',
  eventId: 'evt-'.repeat(60),
  signer: {
    name: 'Αλέξανδρος Παπαδόπουλος, Дмитрий Шостакович, Nguyễn Thị Minh Khai, Łukasz Żółć, 張偉, \u{12000}\u{12001}, \u202egpj.exe',
    email: `${'long.'.repeat(20)}name@department.example`,
    ip: '192.0.2.1',
    userAgent: `Mozilla/5.0 ${'x'.repeat(2000)}`,
  },
  events: [
    ...manyEvents(3),
    {
      timestamp: '2026-03-14T10:00:00.5Z',
      type: 'averylongtypeofeventwithoutanyplacetobreakit',
      data: { token: LONG_TOKEN, text: 'One sentence of many. '.repeat(150), deep: { a: [{ b: 1 }, { b: null }] } },
      digest: sampleDigest('hard'),
    },
  ],
})

const SIZES: [name: string, width: number, height: number][] = [
  ['A4', 595.28, 841.89],
  ['Letter', 612, 792],
  ['A4 landscape', 841.89, 595.28],
  ['A6', 297.64, 419.53],
  ['a stamp', 40, 60],
  ['A0', 2384, 3370],
]

describe('addCertificatePages', () => {
  it('gives pages that inherit nothing', () => {
    const sink = new ObjectStore()
    const parent = sink.allocate()
    const { pages } = addCertificatePages(sink, sampleContent(), { width: 612, height: 792, parent })
    expect(pages.length).toBeGreaterThan(0)
    for (const { ref } of pages) {
      const page = sink.objects.get(ref.num) as PdfDict
      expect(page.get('Type')).toEqual(PdfName.of('Page'))
      expect(page.get('Parent')).toBe(parent)
      expect(page.get('MediaBox')).toEqual([0, 0, 612, 792])
      expect(page.get('CropBox')).toEqual([0, 0, 612, 792])
      expect(page.get('Rotate')).toBe(0)
      expect(page.get('Resources')).toBeInstanceOf(PdfRef)
      expect(page.get('Contents')).toBeInstanceOf(PdfRef)
    }
  })

  it('makes the same bytes of the same content', () => {
    expect(Buffer.compare(certificatePdf(sampleContent()), certificatePdf(sampleContent()))).toBe(0)
  })

  it('adds a small increment: fonts are subset', () => {
    expect(certificatePdf(sampleContent()).length).toBeLessThan(30_000)
  })

  it('refuses text without end', () => {
    const metadata = { text: 'x'.repeat(1_000_000) }
    const sink = new PdfFileWriter()
    const options = { width: 612, height: 792, parent: sink.allocate() }
    expect(() => addCertificatePages(sink, sampleContent({ metadata }), options)).toThrow(
      expect.objectContaining({ code: 'document_too_complex' }),
    )
  })
})

describe.skipIf(!hasTool('pdftotext'))('the text of the certificate', () => {
  it('has every value', async () => {
    const content = sampleContent()
    const text = squeeze(await textOf(saveCertificate(content)))
    const { signer } = content
    const expected = [
      content.documentName,
      content.inputSha256,
      '1,284,113 bytes',
      content.eventId,
      signer.name,
      signer.email,
      signer.ip ?? '',
      signer.userAgent ?? '',
      content.chainDigest,
      content.certificateSubject ?? '',
      content.signatureAlgorithm ?? '',
      'Sealed2026-03-14 09:26:54.120 UTC',
      'ServiceSealwright 0.1.0',
      'geo.city: Zürich',
      'pages: 1, 2, 3, 4, 5, 6',
      'mandate.desk Private Clients',
      'tags custody, fees',
      'audit-trail.json',
      ...content.events.map((event) => event.type),
      ...content.events.map((event) => event.digest.slice(0, 16)),
      ...content.events.map((event) => event.timestamp.replace('T', ' ').replace('.000', '').replace('Z', '')),
    ]
    for (const value of expected) expect(text).toContain(squeeze(value))
  })

  it('has the digest on one line on A4 and Letter', async () => {
    const content = sampleContent()
    for (const [width, height] of [
      [595.28, 841.89],
      [612, 792],
    ] as const) {
      expect(await textOf(saveCertificate(content, width, height))).toContain(content.inputSha256)
    }
  })

  it('has names in many scripts, and by number what has no glyph or would act on the line', async () => {
    const text = squeeze(await textOf(saveCertificate(hardContent)))
    const names = ['Αλέξανδρος Παπαδόπουλος', 'Дмитрий Шостакович', 'Nguyễn Thị Minh Khai', 'Łukasz Żółć']
    for (const name of names) expect(text).toContain(squeeze(name))
    expect(text).toContain('張偉')
    expect(text).toContain('‹U+12000›‹U+12001›')
    expect(text).toContain('‹U+202E›gpj.exe')
  })

  it.each(SIZES)('has long values in full on %s', async (_name, width, height) => {
    const text = squeeze(await textOf(saveCertificate(hardContent, width, height)))
    // Page heads and feet stand between the parts of a value that goes over a page.
    const body = text.replace(/Eventevt-[evt-]*…?Page\d+of\d+(?:\f)?/g, '').replaceAll('Certificateofsignature', '')
    expect(body.split('a1B2').length - 1).toBeGreaterThanOrEqual(490)
    expect(body.split('Onesentenceofmany').length - 1).toBeGreaterThanOrEqual(130)
    expect((body.match(/x/g) ?? []).length).toBeGreaterThanOrEqual(2000)
    expect(text).toContain(squeeze(hardContent.chainDigest))
  })

  it('repeats the table header and numbers the pages', async () => {
    const events = manyEvents(200)
    const path = saveCertificate(sampleContent({ events }))
    const pages = (await textOf(path)).split('\f').slice(0, -1)
    expect(pages.length).toBeGreaterThan(6)
    expect(pages.length).toBeLessThan(14)
    pages.forEach((page, index) => {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
      expect(page).toContain('Event 019a4f6e-2d1b-7c3a-9b5e-0f1e2d3c4b5a')
    })
    const text = pages.join('')
    for (const event of events) expect(text).toContain(event.digest.slice(0, 16))
    for (let i = 0; i < events.length; i++) expect(text).toContain(`note: Note ${i}\n`)
    const withEvents = pages.filter((page) => page.includes('note: '))
    for (const page of withEvents) expect(page).toContain('Time (UTC)')
  })

  it.each(SIZES)('keeps within the margins and apart on %s', async (_name, width, height) => {
    const { stdout } = await runTool('pdftotext', ['-bbox', saveCertificate(hardContent, width, height), '-'])
    const pages = stdout.split('<page ').slice(1)
    expect(pages.length).toBeGreaterThan(0)
    for (const page of pages) {
      const size = /width="([\d.]+)" height="([\d.]+)"/.exec(page)
      const [pageWidth, pageHeight] = [Number(size?.[1]), Number(size?.[2])]
      for (const word of page.matchAll(/xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)"/g)) {
        const [left = 0, top = 0, right = 0, bottom = 0] = word.slice(1).map(Number)
        expect(left).toBeGreaterThanOrEqual(25)
        expect(right).toBeLessThanOrEqual(pageWidth - 25)
        expect(top).toBeGreaterThanOrEqual(20)
        expect(bottom).toBeLessThanOrEqual(pageHeight - 10)
      }
    }
  })

  it('never leaves a heading alone at the foot of a page', async () => {
    for (let count = 1; count < 30; count++) {
      const { stdout } = await runTool('pdftotext', [
        '-layout',
        saveCertificate(sampleContent({ events: manyEvents(count) })),
        '-',
      ])
      for (const page of stdout.split('\f')) {
        const lines = page
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== '')
        expect(lines.at(-2) ?? '').not.toMatch(/^(DOCUMENT|SIGNER|EVENTS|METADATA|SEAL|Time \(UTC\).*)$/)
      }
    }
  })
})

describe.skipIf(!hasTool('qpdf'))('the file with the certificate', () => {
  it.each(SIZES)('passes qpdf --check on %s', async (_name, width, height) => {
    const { code, stdout, stderr } = await runTool('qpdf', ['--check', saveCertificate(hardContent, width, height)])
    expect(stderr).toBe('')
    expect(stdout).toContain('No syntax or stream encoding errors found')
    expect(code).toBe(0)
  })
})

describe.skipIf(!hasTool('pdffonts'))('the fonts of the certificate', () => {
  it('are embedded subsets with a map to Unicode', async () => {
    const { stdout, stderr } = await runTool('pdffonts', [saveCertificate(hardContent)])
    expect(stderr).toBe('')
    const fonts = stdout.trim().split('\n').slice(2)
    // Regular, bold, fixed pitch, and one for Chinese characters.
    expect(fonts).toHaveLength(4)
    for (const font of fonts) expect(font).toMatch(/^[A-Z]{6}\+\S+\s+CID TrueType\s+Identity-H\s+yes\s+yes\s+yes/)
  })
})

describe.skipIf(!hasTool('mutool'))('the certificate in MuPDF', () => {
  it('draws without a warning', async () => {
    const path = saveCertificate(hardContent)
    const { code, stderr } = await runTool('mutool', ['draw', '-r', '30', '-o', join(folder, 'page-%d.png'), path])
    // Builds of MuPDF without colour management say so each time.
    expect(stderr.replace('warning: ICC support is not available', '')).not.toMatch(/warning|error/i)
    expect(code).toBe(0)
  })
})
