/**
 * Reports for people say what a signature is by the trusted lists, or why it is not more.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { renderReport, verifyDocument } from '../../src/index.js'
import { signDated } from '../trust/support/dated-document.js'
import { makeCrl, makeHolder } from '../trust/support/dated-pki.js'
import { ca, listsOf, makeService, makeSigner, root } from '../trust-lists/qualification/case.js'

const tsa = makeHolder('TSA', { issuer: root, kind: 'tsa', from: '2017-01-01', to: '2035-01-01' })
const crl = (issuer: typeof ca) => makeCrl(issuer, { at: '2020-03-02', next: '2035-01-01' })
const lists = listsOf([makeService('2016-07-01 granted sig,root'), makeService('2016-07-01 TSA/QTST:granted', tsa)])

async function render(words: string, language: 'en' | 'de' | 'fr' | 'es'): Promise<string> {
  const bytes = await signDated(makeSigner(words), {
    certificates: [ca, root],
    store: { certs: [ca, root], crls: [crl(ca), crl(root)] },
    stampedBy: [[tsa, { at: '2020-03-01T10:00:01Z', certificates: [root] }]],
  })
  const report = await verifyDocument(bytes, { trustAnchors: lists, validationTime: new Date('2020-06-01') })
  return new TextDecoder().decode((await renderReport(report, { format: 'html', language })).bytes)
}

it.each([
  ['en', 'Qualified electronic signature', 'The certificate does not say'],
  ['de', 'Qualifizierte elektronische Signatur', 'Das Zertifikat ist kein qualifiziertes.'],
  ['fr', 'Signature électronique qualifiée', 'n’est pas qualifié'],
  ['es', 'Firma electrónica cualificada', 'El certificado no es cualificado.'],
] as const)('%s', async (language, qualified, why) => {
  const good = await render('2018 qc sscd esig', language)
  expect(good).toContain(qualified)
  expect(good).toContain('Provider, DE')
  const plain = (await render('2018 esig', language)).replaceAll('&#39;', '’').replaceAll("'", '’')
  expect(plain).toContain(why)
  expect(plain).not.toContain(qualified)
})

it('without lists nothing is said of it', async () => {
  const bytes = await signDated(makeSigner('2018 qc sscd esig'), { certificates: [ca, root] })
  const report = await verifyDocument(bytes, { trustAnchors: root.certificate.der })
  const { bytes: html } = await renderReport(report, { format: 'html' })
  expect(new TextDecoder().decode(html)).not.toContain('eIDAS')
})
