/**
 * Archives stay archives when they are signed.
 *
 * @module
 */

import { createCanvas } from '@napi-rs/canvas'
import { beforeAll, describe, expect, it } from 'vitest'
import { convertFile } from '../../src/convert/convert-file.js'
import { PdfDocument } from '../../src/pdf/document.js'
import { PdfDict, PdfName, PdfRef, PdfStream } from '../../src/pdf/objects.js'
import { IncrementWriter } from '../../src/pdf/writing/increment-writer.js'
import type { SignatureAppearance } from '../../src/sign/sign-options.js'
import type { ConformanceChoice } from '../../src/typeset/paint/conformance.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { requestWith, sign, WITH_PAGE } from '../sign/signing.js'
import { withFiles } from '../support/oracles.js'
import { hasTool, runTool } from '../support/tools.js'
import { unexplainedChanges } from '../support/update-rule.js'
import { checkAccessible } from './check-accessible.js'
import { checkAccessible2 } from './check-accessible-2.js'
import { checkIncrementLayout } from './check-additions.js'
import { type ArchiveClaim, checkArchive } from './check-archive.js'
import { QpdfFile } from './qpdf-file.js'

const MARKDOWN = `---
title: Agreement
lang: en
---
# Agreement

between *Ada* and *Charles*

1. one
2. two
`
/** Without a table: LibreOffice 7.4 gives header cells no scope. */
const HTML = `<html lang="en"><head><title>Lease</title></head><body><h1>Lease</h1><p>Of an <b>engine</b>.</p><ul><li>one</li></ul></body></html>`

const UNIVERSAL = 'PDF/UA-1'
const UNIVERSAL_2 = 'PDF/UA-2'
type Claim = ArchiveClaim | typeof UNIVERSAL | typeof UNIVERSAL_2

const LOW: SignatureAppearance = { rectangle: [300, 60, 500, 120] }
const HIGH: SignatureAppearance = { rectangle: [300, 160, 500, 220] }

async function check(bytes: Uint8Array, ...claims: readonly Claim[]): Promise<string[]> {
  const file = await withFiles({ 'a.pdf': bytes }, async (path) => new QpdfFile(path('a.pdf')))
  return claims.flatMap((claim) => {
    if (claim === UNIVERSAL) return checkAccessible(file)
    return claim === UNIVERSAL_2 ? checkAccessible2(file) : checkArchive(file, claim)
  })
}

async function makeOwn(conformance: ConformanceChoice): Promise<Uint8Array> {
  const markdown = new TextEncoder().encode(MARKDOWN)
  return (await convertFile(markdown, { from: 'md', to: 'pdf' }, { conformance })).bytes
}

/** The same file with a lower level claimed, which it keeps as well. */
function claimLevel(bytes: Uint8Array, level: 'A' | 'B'): Uint8Array {
  const copy = Buffer.from(bytes)
  copy.write(level, copy.indexOf('<pdfaid:conformance>') + '<pdfaid:conformance>'.length)
  return new Uint8Array(copy)
}

/** The same file with another XMP packet, in an increment. */
function withPacket(bytes: Uint8Array, edit: (packet: string) => string): Uint8Array {
  const document = PdfDocument.open(bytes)
  const ref = document.catalog.get('Metadata')
  const stream = document.resolve(ref)
  if (!(ref instanceof PdfRef && stream instanceof PdfStream)) throw new Error('It has no metadata.')
  const increment = new IncrementWriter(document)
  const dict = new PdfDict({ Type: PdfName.of('Metadata'), Subtype: PdfName.of('XML') })
  const packet = edit(new TextDecoder().decode(document.decode(stream)))
  increment.put(ref, new PdfStream(dict, new TextEncoder().encode(packet)))
  return new Uint8Array(Buffer.concat([bytes, increment.finish(new Uint8Array(16))]))
}

async function makeByOffice(options: Record<string, { type: string; value: string }>): Promise<Uint8Array> {
  return withFiles({ 'in.html': HTML }, async (path) => {
    const filter = `pdf:writer_web_pdf_Export:${JSON.stringify(options)}`
    const home = `-env:UserInstallation=file://${path('home')}`
    const args = ['--headless', home, '--convert-to', filter, '--outdir', path('out'), path('in.html')]
    const { stderr } = await runTool('soffice', args, { timeoutMs: 120_000 })
    const { readFile } = await import('node:fs/promises')
    return new Uint8Array(await readFile(path('out/in.pdf')).catch(() => Promise.reject(new Error(stderr))))
  })
}

const archive = (version: string) => makeByOffice({ SelectPdfVersion: { type: 'long', value: version } })

const OWN: readonly (readonly [name: string, claim: Claim | readonly Claim[], make: () => Promise<Uint8Array>])[] = [
  ['PDF/A-2b', { part: '2', level: 'B' }, async () => claimLevel(await makeOwn('PDF/A-2u'), 'B')],
  ['PDF/A-2u', { part: '2' }, () => makeOwn('PDF/A-2u')],
  ['PDF/A-2a', { part: '2', level: 'A' }, async () => claimLevel(await makeOwn('PDF/A-2u'), 'A')],
  ['PDF/A-3b', { part: '3', level: 'B' }, async () => claimLevel(await makeOwn('PDF/A-3u'), 'B')],
  ['PDF/A-3u', { part: '3' }, () => makeOwn('PDF/A-3u')],
  ['PDF/A-4', { part: '4' }, () => makeOwn('PDF/A-4')],
  ['PDF/UA-1', UNIVERSAL, () => makeOwn('PDF/UA-1')],
  ['PDF/UA-2', UNIVERSAL_2, () => makeOwn('PDF/UA-2')],
  ['PDF/A-4 and PDF/UA-2', [{ part: '4' }, UNIVERSAL_2], () => makeOwn(['PDF/A-4', 'PDF/UA-2'])],
  ['PDF/A-2u and PDF/UA-1', [{ part: '2' }, UNIVERSAL], () => makeOwn(['PDF/A-2u', 'PDF/UA-1'])],
]

const OFFICE: typeof OWN = [
  ['PDF/A-1a of LibreOffice', { part: '1', level: 'A' }, () => archive('1')],
  ['PDF/A-1b of LibreOffice', { part: '1', level: 'B' }, async () => claimLevel(await archive('1'), 'B')],
  ['PDF/A-2b of LibreOffice', { part: '2', level: 'B' }, () => archive('2')],
  ['PDF/A-3b of LibreOffice', { part: '3', level: 'B' }, () => archive('3')],
  ['PDF/UA-1 of LibreOffice', UNIVERSAL, () => makeByOffice({ PDFUACompliance: { type: 'boolean', value: 'true' } })],
]

const WAYS = [
  ['not to be seen', undefined, false],
  ['not to be seen, with the page', undefined, true],
  ['to be seen', LOW, false],
  ['to be seen, with the page', LOW, true],
] as const

/** Signs in every way, and once more, and holds each file against the standard and against our own verifier. */
function describeSigned(cases: typeof OWN): void {
  describe.each(cases)('a signed %s', (_, claim, make) => {
    const claims = [claim].flat() as readonly Claim[]
    let input: Uint8Array
    beforeAll(async () => {
      input = await make()
    }, 150_000)

    it('followed the standard before', async () => {
      expect(await check(input, ...claims)).toEqual([])
    })

    it.each(WAYS)('stays one when it is signed %s, and counter-signed', async (_, appearance, hasPage) => {
      const place = (appearance: SignatureAppearance | undefined) => (appearance === undefined ? {} : { appearance })
      const once = await sign(input, place(appearance), hasPage ? WITH_PAGE : requestWith())
      expect(await check(once, ...claims)).toEqual([])
      expect(checkIncrementLayout(once, input.length)).toEqual([])
      const twice = await sign(once, place(appearance && HIGH), requestWith({ eventId: 'event-2' }))
      expect(await check(twice, ...claims)).toEqual([])
      expect(checkIncrementLayout(twice, once.length)).toEqual([])
      for (const [bytes, count] of [
        [once, 1],
        [twice, 2],
      ] as const) {
        const report = await verifyDocument(bytes)
        expect(report.reason).toMatch(count === 1 ? /intact/ : /2 signatures are intact/)
        expect(report.valid).toBe(true)
        expect(report.signers.map(({ audit }) => audit?.status)).toEqual(Array(count).fill('valid'))
        expect(report.signers[0]?.audit?.page).toBe(hasPage ? 'matches' : 'absent')
      }
    })
  })
}

describe.runIf(hasTool('qpdf'))('archives and accessible documents', () => {
  describeSigned(OWN)

  it('become PDF/A-4f with the record, where that is what they claim', async () => {
    const input = withPacket(await makeOwn('PDF/A-4'), (packet) =>
      packet.replace('</pdfaid:rev>', '</pdfaid:rev><pdfaid:conformance>F</pdfaid:conformance>'),
    )
    const claim = { part: '4', level: 'F' } as const
    expect(await check(input, claim)).toEqual(['19005-4 6.9: no embedded file'])
    const once = await sign(input, { appearance: LOW }, WITH_PAGE)
    expect(await check(once, claim)).toEqual([])
    expect(await check(await sign(once, { appearance: HIGH }), claim)).toEqual([])
    expect((await verifyDocument(once)).valid).toBe(true)
  })

  it('hold pictures, with nothing that shows through where nothing may', async () => {
    const canvas = createCanvas(60, 30)
    canvas.getContext('2d').fillRect(0, 0, 30, 15)
    const image = { bytes: canvas.toBuffer('image/png'), position: 'behind' } as const
    const appearance = { ...LOW, image }
    const archives: readonly (readonly [ArchiveClaim, ConformanceChoice])[] = [
      [{ part: '2' }, 'PDF/A-2u'],
      [{ part: '4' }, 'PDF/A-4'],
    ]
    for (const [claim, conformance] of archives) {
      const bytes = await sign(await makeOwn(conformance), { appearance })
      expect(await check(bytes, claim)).toEqual([])
      expect(Buffer.from(bytes).includes('/SMask')).toBe(true)
    }
    const first = withPacket(await makeOwn('PDF/A-2u'), (packet) => packet.replace('part>2<', 'part>1<'))
    const opaque = await sign(first, { appearance })
    expect(Buffer.from(opaque.subarray(first.length)).includes('/SMask')).toBe(false)
    expect(Buffer.from(opaque.subarray(first.length)).includes('/CIDSet')).toBe(true)
    expect(Buffer.from(opaque.subarray(first.length)).includes('/ca ')).toBe(false)
  })

  it('get one Form element for a later signature that is drawn, and no other change of their structure', async () => {
    const once = await sign(await makeOwn('PDF/UA-1'), { appearance: LOW })
    const twice = await sign(once, { appearance: HIGH })
    expect(await unexplainedChanges(once, twice, { mayTag: true })).toEqual([])
    expect(await unexplainedChanges(once, twice)).toContainEqual(expect.stringContaining('/StructTreeRoot'))
    expect(await unexplainedChanges(once, await sign(once))).toEqual([])
    const plain = await sign(once, { appearance: HIGH, conformance: 'ignore' })
    expect(await unexplainedChanges(once, plain)).toEqual([])
  })

  it('would be found out when signing paid no heed', async () => {
    const careless = async (input: Uint8Array, claim: Claim) =>
      check(await sign(input, { appearance: LOW, conformance: 'ignore' }, WITH_PAGE), claim)
    const clauses = (faults: readonly string[]) => [...new Set(faults.map((fault) => fault.split(':')[0]))].sort()
    const archived = await careless(claimLevel(await makeOwn('PDF/A-2u'), 'B'), { part: '2', level: 'B' })
    expect(clauses(archived)).toEqual(['19005-2 6.8'])
    expect(clauses(await careless(await makeOwn('PDF/A-4'), { part: '4' }))).toEqual(['19005-4 6.9'])
    const accessible = await careless(await makeOwn('PDF/UA-1'), UNIVERSAL)
    expect(clauses(accessible)).toEqual(['Matterhorn 01-005', 'Matterhorn 28-005', 'Matterhorn 28-011'])
  })
})

describe.runIf(hasTool('qpdf') && hasTool('soffice'))('archives of another writer', () => {
  describeSigned(OFFICE)

  it('of part 1 hold pictures that are opaque', async () => {
    const canvas = createCanvas(60, 30)
    canvas.getContext('2d').fillRect(0, 0, 30, 15)
    for (const position of ['beside', 'behind', 'alone'] as const) {
      const appearance = { ...LOW, image: { bytes: canvas.toBuffer('image/png'), position } }
      const bytes = await sign(await archive('1'), { appearance }, WITH_PAGE)
      expect(await check(bytes, { part: '1', level: 'A' })).toEqual([])
    }
  }, 150_000)

  it('of part 1 would be found out when signing paid no heed', async () => {
    const faults = await check(await sign(await archive('1'), { conformance: 'ignore' }, WITH_PAGE), {
      part: '1',
      level: 'B',
    })
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(
      expect.arrayContaining(['19005-1 6.1.11', '19005-1 6.3.5', '19005-1 6.3.3']),
    )
  }, 150_000)
})
