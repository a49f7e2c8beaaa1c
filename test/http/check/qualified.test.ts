/**
 * The check page says what a signature is by the trusted lists that the host gave, or why it is not more, in all
 * languages; in the host's own thread and in another one.
 *
 * @module
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api } from '../../../src/http/api-options.js'
import { LANGUAGES, type Language } from '../../../src/texts/texts.js'
import { signDated } from '../../trust/support/dated-document.js'
import { makeCrl } from '../../trust/support/dated-pki.js'
import { ca, listsOf, makeService, makeSigner, root } from '../../trust-lists/qualification/case.js'
import { ask, makeApi } from '../support/api.js'

const DAY = 86_400_000
const lists = listsOf([makeService('2016-07-01 granted sig,root')])
const crl = makeCrl(ca, {
  at: new Date(Date.now() - DAY).toISOString(),
  next: new Date(Date.now() + DAY).toISOString(),
})

const sign = (words: string, crls: readonly Uint8Array[]) =>
  signDated(makeSigner(words), { certificates: [ca, root], store: { certs: [ca, root], crls } })

const QUALIFIED: Readonly<Record<Language, string>> = {
  en: 'Qualified electronic signature',
  de: 'Qualifizierte elektronische Signatur',
  fr: 'Signature électronique qualifiée',
  es: 'Firma electrónica cualificada',
}

/** Why it is none: nobody knows about revocation; the certificate is not qualified. */
const REASONS: Readonly<Record<Language, readonly [string, string]>> = {
  en: ['Whether the certificate had been revoked is not known', 'does not say that it is qualified'],
  de: ['davon hängt die Wirkung ab', 'Das Zertifikat ist kein qualifiziertes.'],
  fr: ['On ignore si le certificat était révoqué', 'n’est pas qualifié'],
  es: ['No se sabe si el certificado estaba revocado', 'El certificado no es cualificado.'],
}

async function check(api: Api, language: Language, bytes: Uint8Array): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([Uint8Array.from(bytes)], { type: 'application/pdf' }), 'a.pdf')
  const response = await ask(api, `/v1/check?language=${language}`, { body, key: null })
  expect(response.status).toBe(200)
  return (await response.text()).replaceAll('&#39;', '’').replaceAll("'", '’')
}

const url = new URL('../support/package-worker.mjs', import.meta.url)

describe.each([
  ['the host’s own thread', false],
  ['a thread of its own', { url, threads: 1 }],
] as const)('in %s', (_, workers) => {
  let api: Api
  beforeAll(async () => {
    api = await makeApi({ check: true, verify: { trustAnchors: lists }, workers })
  })
  afterAll(() => api.close())

  it.each(LANGUAGES)('%s', async (language) => {
    const qualified = await check(api, language, await sign('2018 qc sscd esig', [crl]))
    expect(qualified).toContain(QUALIFIED[language])
    expect(qualified).toContain('Provider, DE')

    const unknown = await check(api, language, await sign('2018 qc sscd esig', []))
    expect(unknown).not.toContain(QUALIFIED[language])
    expect(unknown).toContain(REASONS[language][0])
    expect(unknown).toContain('Provider, DE')

    const plain = await check(api, language, await sign('2018 esig', [crl]))
    expect(plain).not.toContain(QUALIFIED[language])
    expect(plain).toContain(REASONS[language][1])
  })
})

it('a page without lists says nothing of it', async () => {
  const api = await makeApi({ check: true, verify: { trustAnchors: root.certificate.der } })
  expect(await check(api, 'en', await sign('2018 qc sscd esig', [crl]))).not.toContain('eIDAS')
  await api.close()
})
