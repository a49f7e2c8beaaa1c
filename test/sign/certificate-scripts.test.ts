/**
 * The certificate page in scripts that need a shaper, and in those that do not.
 * Needs a process of its own: whether the shaper was loaded is a fact of the process.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { isShaperLoaded } from '../../src/typeset/fonts/shaper.js'
import { loadShaperFor } from '../../src/typeset/load-shaper-for.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'
import { pdftotext, withFiles } from '../support/oracles.js'
import { hasTool } from '../support/tools.js'
import { certificatePdf, sampleContent } from './certificate-samples.js'
import { requestWith, sign, WITH_PAGE } from './signing.js'

const NAMES = {
  Arabic: 'محمد',
  Hebrew: 'שלום',
  Hindi: 'नमस्ते',
  Thai: 'สวัสดี',
  Chinese: '张伟',
  Japanese: '山田たろう',
  Korean: '김민수',
  emoji: '👨\u200d👩\u200d👧',
}

// In this order: the shaper stays loaded.
describe('a certificate in Latin letters', () => {
  it('does without a shaper, and signing too', async () => {
    await loadShaperFor('Zoë Łukasz Nguye\u0302\u0303n Αλέξανδρος Дмитрий “€”')
    certificatePdf(sampleContent())
    await sign(makePdf(ONE_PAGE), { appearance: { rectangle: [10, 10, 200, 60] } }, WITH_PAGE)
    expect(isShaperLoaded()).toBe(false)
  })
})

describe.skipIf(!hasTool('pdftotext'))('a certificate in other scripts', () => {
  it.each(Object.entries(NAMES))('shows a name in %s as it is', async (_, name) => {
    const request = requestWith({
      signer: { name, email: 'a@example.com' },
      auditTrail: [{ timestamp: '2026-01-31T12:00:00Z', type: 'submit', data: { [name]: `1 ${name}` } }],
      certificate: { enabled: true },
    })
    const bytes = await sign(makePdf(ONE_PAGE), { appearance: { rectangle: [10, 10, 200, 60] } }, request)
    const text = (await withFiles({ 'file.pdf': bytes }, (path) => pdftotext(path('file.pdf')))).replace(
      /[\s\u202a-\u202e]/g,
      '',
    )
    expect(text).not.toContain('‹U+')
    // On the signature, beside "Name", and as key and value of the event.
    expect(text.split(name.normalize('NFC'))).toHaveLength(5)
    const report = await verifyDocument(bytes)
    expect(report.signers[0]?.audit).toMatchObject({ status: 'valid', page: 'matches' })
  })

  it('does not let a value reorder its neighbours', async () => {
    const request = requestWith({
      signer: { name: NAMES.Hebrew, email: 'a@example.com' },
      metadata: { note: `${NAMES.Hebrew} 12\u202e34` },
      certificate: { enabled: true },
    })
    const bytes = await sign(makePdf(ONE_PAGE), {}, request)
    const text = await withFiles({ 'file.pdf': bytes }, (path) => pdftotext(path('file.pdf')))
    expect(text).toContain('‹U+202E›')
    expect(text).toContain('a@example.com')
  })
})
