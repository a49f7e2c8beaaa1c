/**
 * Adobe's list: a signed PDF with the list attached.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { verifyDocument } from '../../src/index.js'
import { PdfDict, PdfName, PdfString } from '../../src/pdf/objects.js'
import { textString } from '../../src/pdf/syntax/text-string.js'
import { loadAdobeTrustList } from '../../src/trust-lists/load-adobe-trust-list.js'
import { memoryTrustListStore } from '../../src/trust-lists/trust-list-store.js'
import { signDated, storeDated } from '../trust/support/dated-document.js'
import { makeHolder } from '../trust/support/dated-pki.js'
import { makeContract } from '../verify/support/contract.js'
import { dict, stream } from '../verify/support/notation.js'
import { revise } from '../verify/support/revise.js'
import { MadeWeb } from './support/made-web.js'
import { utf8 } from './support/make-list.js'

const root = makeHolder('Adobe root', { from: '2010-01-01', to: '2044-01-01', kind: 'ca' })
const signer = makeHolder('List', { issuer: root, from: '2019-01-01', to: '2040-01-01' })
const member = makeHolder('Member', { from: '2010-01-01', to: '2044-01-01', kind: 'ca' })
const guest = makeHolder('Guest', { from: '2010-01-01', to: '2044-01-01', kind: 'ca' })
const mallory = makeHolder('Mallory', { from: '2019-01-01', to: '2040-01-01' })
const URL_OF_LIST = 'https://lists.example/tl12.acrobatsecuritysettings'
const TIME = new Date('2020-06-01T00:00:00Z')

const identity = (holder: typeof member, { action = '1', isRoot = '1' } = {}) =>
  `<Identity><ImportAction>${action}</ImportAction><Certificate>${Buffer.from(holder.certificate.der).toString('base64')}</Certificate>` +
  `<Trust><Root>${isRoot}</Root><CertifiedDocuments>1</CertifiedDocuments></Trust></Identity>`
const settings = (...identities: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><SecuritySettings minor="1" major="1"><TrustedIdentities>${identities.join('')}</TrustedIdentities></SecuritySettings>`

/** A document with attachments, before it is signed. */
function withFiles(files: readonly (readonly [name: string, text: string])[]): Uint8Array {
  return revise(makeContract().bytes, (revision) => {
    const names = files.flatMap(([name, text], i) => {
      const file = revision.add(stream(dict`<</Type/EmbeddedFile>>`, utf8(text)))
      const specification = new PdfDict({
        Type: PdfName.of('Filespec'),
        F: textString(name),
        UF: textString(name),
        EF: new PdfDict({ F: file }),
      })
      return [new PdfString(utf8(`f${i}`), false), revision.add(specification)]
    })
    const tree = new PdfDict({ EmbeddedFiles: new PdfDict({ Names: names }) })
    revision.set(revision.document.catalogRef, { Names: tree })
  })
}

const LIST = [['SecuritySettings.xml', settings(identity(member), identity(guest, { isRoot: '0' }))]] as const
const sign = (files: Parameters<typeof withFiles>[0], by = signer, claimed = 'D:20200301100000Z') =>
  signDated(by, { certificates: [root], claimed }, withFiles(files))

async function load(bytes: Uint8Array, store = memoryTrustListStore(), options: object = {}) {
  const web = new MadeWeb()
  web.files.set(URL_OF_LIST, bytes)
  return loadAdobeTrustList({
    roots: root.certificate.der,
    url: URL_OF_LIST,
    fetch: web.fetch,
    time: TIME,
    store,
    ...options,
  })
}

const faultOf = (loading: Promise<unknown>) =>
  loading.then(
    () => 'accepted',
    (error) => error.errors?.[0]?.code ?? error.code,
  )

it('gives the roots of its members as anchors that make nothing qualified', async () => {
  const lists = await load(await sign(LIST))
  expect(lists.lists).toMatchObject([
    { kind: 'adobe', operator: 'AATL', services: 1, state: 'fresh', issuedAt: '2020-03-01T10:00:00.000Z' },
  ])
  const by = (issuer: typeof member) => makeHolder('Ada', { issuer, from: '2019-01-01', to: '2030-01-01' })
  const verify = async (issuer: typeof member) =>
    verifyDocument(await signDated(by(issuer), { certificates: [issuer] }), {
      trustAnchors: lists,
      validationTime: TIME,
    })
  const report = await verify(member)
  expect(report).toMatchObject({ valid: true, signer: { trust: { status: 'trusted' } } })
  expect(report.signer?.qualification?.reasons[0]?.code).not.toBe(undefined)
  expect((await verify(guest)).signer?.trust.status).toBe('untrusted')
})

it.each<[string, () => Promise<Uint8Array>, string]>([
  ['by somebody', () => sign(LIST, mallory), 'signature_mismatch'],
  ['that is not signed', async () => withFiles(LIST), 'signature_mismatch'],
  ['that was changed', async () => changed(await sign(LIST)), 'signature_mismatch'],
  [
    'that goes on after its signature',
    async () => storeDated(await sign(LIST), { certs: [root] }),
    'signature_mismatch',
  ],
  ['without settings', () => sign([['Other.xml', settings(identity(member))]]), 'not_a_trusted_list'],
  ['with settings twice', () => sign([...LIST, ...LIST]), 'not_a_trusted_list'],
  ['with other settings', () => sign([['SecuritySettings.xml', '<Settings/>']]), 'not_a_trusted_list'],
  [
    'with an entity',
    () => sign([['SecuritySettings.xml', `<!DOCTYPE x [<!ENTITY e "x">]>${settings()}`]]),
    'document_type',
  ],
  ['that is no PDF', async () => utf8('<x/>'), 'invalid_document'],
])('one %s is refused', async (_, make, fault) => {
  expect(await faultOf(load(await make()))).toBe(fault)
})

function changed(bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice()
  const at = Buffer.from(copy).indexOf('<Certificate>')
  copy[at + 20] = 0x41
  copy[at + 21] = 0x42
  return copy
}

it('identities that are taken away are not anchors', async () => {
  const lists = await load(
    await sign([['SecuritySettings.xml', settings(identity(member, { action: '3' }), identity(guest))]]),
  )
  expect(lists.lists[0]?.services).toBe(1)
})

it('an older one is refused', async () => {
  const store = memoryTrustListStore()
  await load(await sign(LIST), store)
  const older = await sign([['SecuritySettings.xml', settings()]], signer, 'D:20200201100000Z')
  const lists = await load(older, store, { refreshMs: 0 })
  expect(lists.lists[0]).toMatchObject({ services: 1, problem: expect.stringMatching(/newer one/) })
})
