/**
 * Certifying signatures and what they permit.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { PdfDocument } from '../../src/pdf/document.js'
import { certificationPermission } from '../../src/pdf/form/signature-permissions.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'
import { docMdpLevel, withFiles } from '../support/oracles.js'
import { hasTool } from '../support/tools.js'
import { codeOf, judge, sign, soundVerdict, WITH_PAGE } from './signing.js'

const TOOLS = ['pdfsig', 'qpdf', 'mutool', 'openssl'].every(hasTool)
const file = makePdf(ONE_PAGE)
const APPEARANCE = { rectangle: [50, 50, 250, 100] } as const

describe('signDocument with certify', () => {
  it.each([1, 2, 3] as const)('certifies with permission %d', async (certify) => {
    const bytes = await sign(file, { certify }, WITH_PAGE)
    expect(certificationPermission(PdfDocument.open(bytes))).toBe(certify)
    if (!TOOLS) return
    expect(await judge(bytes)).toEqual(soundVerdict('Signature1'))
    expect(await withFiles({ 'file.pdf': bytes }, (path) => docMdpLevel(path('file.pdf')))).toBe(certify)
  })

  it.each([2, 3] as const)('lets others sign a document certified with permission %d', async (certify) => {
    const certified = await sign(file, { certify }, WITH_PAGE)
    const signed = await sign(await sign(certified))
    expect(certificationPermission(PdfDocument.open(signed))).toBe(certify)
    if (TOOLS) expect(await judge(signed)).toEqual(soundVerdict('Signature1', 'Signature2', 'Signature3'))
  })

  it('locks a document certified with permission 1', async () => {
    const certified = await sign(file, { certify: 1 })
    expect(await codeOf(sign(certified))).toBe('document_locked')
    expect(await codeOf(sign(certified, {}, WITH_PAGE))).toBe('document_locked')
  })

  it('lets only the first signature certify, and adds no page later', async () => {
    const certified = await sign(file, { certify: 3 })
    expect(await codeOf(sign(certified, { certify: 2 }))).toBe('already_signed')
    expect(await codeOf(sign(certified, {}, WITH_PAGE))).toBe('would_invalidate_signatures')
  })

  it('adds a visible field only where annotations are permitted', async () => {
    const form = await sign(file, { certify: 2 })
    expect(await codeOf(sign(form, { appearance: APPEARANCE }))).toBe('would_invalidate_signatures')
    const annotations = await sign(file, { certify: 3 })
    expect(await codeOf(sign(annotations, { appearance: APPEARANCE }))).toBe('none')
  })

  it('keeps other entries of /Perms', async () => {
    const input = makePdf({ ...ONE_PAGE, 1: '<</Type /Catalog /Pages 2 0 R /Perms 4 0 R>>', 4: '<</Other 5>>' })
    const { catalog } = PdfDocument.open(await sign(input, { certify: 2 }))
    const document = PdfDocument.open(await sign(input, { certify: 2 }))
    expect(document.lookupDict(catalog, 'Perms')?.entries.size).toBe(2)
  })
})
