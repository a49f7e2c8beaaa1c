/**
 * Contents of certificate pages, for tests and benchmarks.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { PdfDict, PdfName } from '../../src/pdf/objects.js'
import { PdfFileWriter } from '../../src/pdf/writing/file-writer.js'
import type { CertificateContent } from '../../src/sign/certificate/certificate-content.js'
import { addCertificatePages } from '../../src/sign/certificate/certificate-page.js'

/** 64 hexadecimal digits that depend on the text. */
export function sampleDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

const USER_AGENT =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15'

/** A usual certificate with five events; `changes` replace its parts. */
export function sampleContent(changes: Partial<CertificateContent> = {}): CertificateContent {
  const event = (timestamp: string, type: string, data: Record<string, unknown>) => ({
    timestamp,
    type,
    data,
    digest: sampleDigest(timestamp + type),
  })
  return {
    documentName: 'Custody agreement and fee schedule 2026',
    inputSha256: sampleDigest('input'),
    inputBytes: 1_284_113,
    eventId: '019a4f6e-2d1b-7c3a-9b5e-0f1e2d3c4b5a',
    signer: {
      name: 'Eleonore von Rothenbühl',
      email: 'eleonore@rothenbuehl.example',
      ip: '2001:db8:85a3::8a2e:370:7334',
      userAgent: USER_AGENT,
    },
    events: [
      event('2026-03-14T09:21:07.000Z', 'open', { page: 1, source: 'invitation e-mail' }),
      event('2026-03-14T09:23:48.310Z', 'view', { pages: [1, 2, 3, 4, 5, 6], seconds: 161 }),
      event('2026-03-14T09:25:02.114Z', 'consent', {
        text: 'I agree to sign this document electronically.',
        checkbox: true,
        locale: 'en-GB',
      }),
      event('2026-03-14T09:26:31.002Z', 'sign', {
        field: 'Signature 1',
        method: 'typed',
        geo: { city: 'Zürich', country: 'CH' },
      }),
      event('2026-03-14T09:26:53.589Z', 'submit', { durationMs: 346589, attempt: 1 }),
    ],
    metadata: { client: 'CH-20871', mandate: { desk: 'Private Clients', region: 'EMEA' }, tags: ['custody', 'fees'] },
    sealedAt: new Date('2026-03-14T09:26:54.120Z'),
    service: { name: 'Sealwright', version: '0.1.0' },
    certificateSubject: 'CN=Document Sealing 01, O=Example Bank AG, C=CH',
    signatureAlgorithm: 'RSASSA-PKCS1-v1_5 with SHA-256',
    chainDigest: sampleDigest('chain'),
    ...changes,
  }
}

/** The certificate alone as a PDF file. */
export function certificatePdf(content: CertificateContent, width = 595.28, height = 841.89): Uint8Array {
  const file = new PdfFileWriter()
  const parent = file.allocate()
  const { pages } = addCertificatePages(file, content, { width, height, parent })
  file.put(parent, new PdfDict({ Type: PdfName.of('Pages'), Kids: pages.map(({ ref }) => ref), Count: pages.length }))
  return file.finish({ Root: file.add(new PdfDict({ Type: PdfName.of('Catalog'), Pages: parent })) })
}
