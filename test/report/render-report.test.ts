/**
 * Reports as web pages and as PDF.
 *
 * @module
 */

import { parse } from 'parse5'
import { describe, expect, it } from 'vitest'
import { renderReport } from '../../src/report/render-report.js'
import { LANGUAGES } from '../../src/texts/texts.js'
import type { VerificationReport } from '../../src/verify/report.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { checkAccessible } from '../conformance/check-accessible.js'
import { checkArchive } from '../conformance/check-archive.js'
import { QpdfFile } from '../conformance/qpdf-file.js'
import { codeOf, requestWith, sign, WITH_PAGE } from '../sign/signing.js'
import { pdftotext, withFiles } from '../support/oracles.js'
import { hasTool } from '../support/tools.js'
import { makeContract } from '../verify/support/contract.js'
import { hostileReport } from './hostile-report.js'

const contract = makeContract().bytes
const verifiedAt = new Date('2026-11-22T12:00:00Z')

async function html(report: VerificationReport, language: (typeof LANGUAGES)[number] = 'en'): Promise<string> {
  const { bytes, contentType } = await renderReport(report, { format: 'html', language, verifiedAt, fileName: 'a.pdf' })
  expect(contentType).toBe('text/html; charset=utf-8')
  return new TextDecoder().decode(bytes)
}

interface Element {
  readonly nodeName: string
  readonly attrs?: readonly { readonly name: string }[]
  readonly childNodes?: readonly Element[]
}

function elementsOf(node: Element): Element[] {
  return [node, ...(node.childNodes ?? []).flatMap(elementsOf)]
}

describe('a report as a web page', () => {
  it('tells the verdict, the signer, the time and what proves it', async () => {
    const report = await verifyDocument(await sign(contract, {}, WITH_PAGE))
    const page = await html(report)
    expect(page).toContain('data-valid="true" data-kind="unchecked"')
    expect(page).toContain('Who signed was not checked')
    expect(page).toContain('31 January 2026 at 12:00:00 UTC')
    expect(page).toContain('The signer&#39;s own clock. Nothing proves it.')
    expect(page).toContain(report.document.sha256)
    expect(page).toContain('The certificate page shows what the record says.')
    expect(page).toContain('sealwright ')
  })

  it('is valid only where the signer is known, and says whose key it was', async () => {
    const signed = await sign(contract)
    const { certificate } = (await verifyDocument(signed)).signers[0] ?? {}
    expect(certificate).toBeDefined()
    const { identityOf } = await import('../sign/signing.js')
    const own = (await identityOf()).certificates
    const page = await html(await verifyDocument(signed, { ownCertificates: own }), 'de')
    expect(page).toContain('data-kind="valid"')
    expect(page).toContain('Dieser Dienst, der mit seinem eigenen Schlüssel signiert hat.')
  })

  it('names what speaks against a document, in every language', async () => {
    const bytes = await sign(contract)
    bytes[bytes.indexOf(0x2f, 20) + 1] = 0x58
    const report = await verifyDocument(bytes)
    expect(report.valid).toBe(false)
    for (const language of LANGUAGES) {
      const page = await html(report, language)
      expect(page).toContain(`<html lang="${language}">`)
      expect(page).toContain('data-valid="false"')
      // The verifier's own sentence is there in each of them.
      expect(page).toContain('digest_mismatch')
    }
    expect(await html(report, 'fr')).toContain('L’empreinte est fausse')
  })

  it('shows the building blocks to those who ask for them, in every language', async () => {
    const report = await verifyDocument(await sign(contract))
    const titles: string[] = []
    for (const language of LANGUAGES) {
      const { bytes } = await renderReport(report, { format: 'html', language, buildingBlocks: true })
      const page = new TextDecoder().decode(bytes)
      expect(page).toMatch(/X\.509[^<]*<\/bdi><\/dt><dd>[^<]*: NO_CERTIFICATE_CHAIN_FOUND/)
      titles.push(/id="signature-1-blocks-title"><bdi>([^<]*)</.exec(page)?.[1] ?? '')
    }
    expect(new Set(titles).size).toBe(LANGUAGES.length)
    expect(await html(report)).not.toContain('signature-1-blocks')
  })

  it('says of an unsigned document that it is not signed', async () => {
    expect(await html(await verifyDocument(contract), 'es')).toContain('data-kind="unsigned"')
  })

  it('lets nothing out of a file become markup', async () => {
    const page = await html(await hostileReport())
    const elements = elementsOf(parse(page) as unknown as Element)
    expect(elements.filter(({ nodeName }) => /^(?:img|script|iframe|object|svg|#comment)$/.test(nodeName))).toEqual([])
    const attributes = elements.flatMap(({ attrs = [] }) => attrs.map(({ name }) => name))
    expect(attributes.filter((name) => name.startsWith('on') || name === 'style')).toEqual([])
    expect(elements.filter(({ nodeName }) => nodeName === 'style')).toHaveLength(1)
    // What would reorder text is shown by number.
    expect(page).not.toContain('\u202e')
    expect(page).toContain('‹U+202E›')
  })

  it('cuts what is endless, and says by how much', async () => {
    const report = await verifyDocument(await sign(contract, { reason: 'x'.repeat(5000) }))
    expect(await html(report)).toContain(`${'x'.repeat(2000)}… (+3000)`)
  })

  it('tells the policy', async () => {
    const policy = { requireTimestamp: true, laterChanges: 'form-filling' } as const
    const report = await verifyDocument(await sign(contract), { policy })
    const { bytes } = await renderReport(report, { format: 'html', policy })
    const page = new TextDecoder().decode(bytes)
    expect(page).toContain('A trusted time stamp must prove the time.')
    expect(page).toContain('Later changes go no further than: filling in forms and signing.')
    expect(page).toContain('data-kind="unproved"')
    expect(page).toContain('Intact, but not accepted by this service')
  })
})

describe.runIf(hasTool('qpdf') && hasTool('pdftotext'))('a report as a PDF', () => {
  it.each(LANGUAGES)('is tagged and PDF/A in %s, and holds what the web page does', async (language) => {
    const report = await verifyDocument(await sign(contract, {}, WITH_PAGE))
    const { bytes } = await renderReport(report, { format: 'pdf', language, verifiedAt, fileName: 'Vertrag.pdf' })
    await withFiles({ 'report.pdf': bytes }, async (path) => {
      const file = new QpdfFile(path('report.pdf'))
      expect(checkArchive(file, { part: '2' })).toEqual([])
      expect(checkAccessible(file, { claims: false })).toEqual([])
      const text = (await pdftotext(path('report.pdf'))).replace(/\s+/g, '')
      expect(text).toContain(report.document.sha256)
      expect(text).toContain('AdaLovelace')
      expect(text).toContain('Vertrag.pdf')
    })
  })

  it('shows names in any script, and by number what would lie', async () => {
    const { bytes } = await renderReport(await hostileReport(), { format: 'pdf' })
    await withFiles({ 'report.pdf': bytes }, async (path) => {
      expect(await pdftotext(path('report.pdf'))).toContain('‹U+202E›')
    })
  })
})

describe('renderReport', () => {
  it('refuses options and reports that make no sense', async () => {
    const report = await verifyDocument(contract)
    const wrong: [unknown, unknown][] = [
      [report, { format: 'docx' }],
      [report, undefined],
      [report, { format: 'pdf', language: 'xx' }],
      [report, { format: 'pdf', verifiedAt: new Date(Number.NaN) }],
      [{}, { format: 'html' }],
      [null, { format: 'html' }],
    ]
    for (const [given, options] of wrong) {
      expect(await codeOf(renderReport(given as never, options as never))).toBe('invalid_request')
    }
  })

  it('takes a report that went through JSON', async () => {
    const report = await verifyDocument(await sign(contract, {}, requestWith()))
    const again = JSON.parse(JSON.stringify(report)) as VerificationReport
    expect(await html(again)).toBe(await html(report))
  })

  it('is given up when its signal is aborted', async () => {
    const report = await verifyDocument(contract)
    const signal = AbortSignal.abort(new Error('no more'))
    await expect(renderReport(report, { format: 'pdf', signal })).rejects.toThrow('no more')
  })
})
