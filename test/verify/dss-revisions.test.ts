/**
 * Validation data that several revisions wrote.
 *
 * @module
 */

import { beforeAll, describe, expect, it, vi } from 'vitest'
import { verifyDocument } from '../../src/index.js'
import { readDss, readDssOfRevisions } from '../../src/pdf/catalog/dss.js'
import { PdfDocument } from '../../src/pdf/document.js'
import type { PdfRef } from '../../src/pdf/objects.js'
import { readRevisionViews } from '../../src/verify/revision-views.js'
import { buildCms } from '../cms/build-cms.js'
import { makeCredential, pemToDer, type TestCredential } from '../cms/openssl-keys.js'
import { CA_EXTENSIONS } from '../cms/test-ca.js'
import { hasTool } from '../support/tools.js'
import { makeContract } from './support/contract.js'
import { dict, stream } from './support/notation.js'
import { type Revision, revise } from './support/revise.js'
import { signByHand } from './support/sign.js'

const { bytes: CONTRACT, refs: REFS } = makeContract()

/** Appends a revision in which /DSS of the catalog has these lists. */
function store(bytes: Uint8Array, lists: (revision: Revision) => Record<string, PdfRef[]>): Uint8Array {
  return revise(bytes, (revision) => revision.set(REFS.catalog, { DSS: dict`<<>>`.with(lists(revision)) }))
}

const add = (revision: Revision, text: string) => revision.add(stream(dict`<<>>`, text))

function stored(bytes: Uint8Array) {
  const document = PdfDocument.open(bytes)
  const chain = readRevisionViews(document)
  if ('code' in chain) throw new Error(chain.message)
  const { certificates, crls, ocsps, isMalformed } = readDssOfRevisions(chain.views)
  const texts = (items: readonly Uint8Array[]) => items.map((item) => Buffer.from(item).toString())
  return { certificates: texts(certificates), crls: texts(crls), ocsps: texts(ocsps), isMalformed }
}

describe('validation data of all revisions', () => {
  it('are read together, the oldest first and each once', () => {
    let kept: PdfRef | undefined
    const first = store(CONTRACT, (revision) => {
      kept = add(revision, 'kept')
      return { Certs: [kept, add(revision, 'lost')], CRLs: [add(revision, 'crl')] }
    })
    const second = store(first, (revision) => ({ Certs: [kept as PdfRef, add(revision, 'new')] }))
    expect(stored(second)).toEqual({
      certificates: ['kept', 'lost', 'new'],
      crls: ['crl'],
      ocsps: [],
      isMalformed: false,
    })
    expect(readDss(PdfDocument.open(second)).certificates).toHaveLength(2)
  })

  it('are found where the store was removed, and where only a stream was replaced', () => {
    let ref: PdfRef | undefined
    const first = store(CONTRACT, (revision) => {
      ref = add(revision, 'old')
      return { OCSPs: [ref] }
    })
    const replaced = revise(first, (revision) => revision.put(ref as PdfRef, stream(dict`<<>>`, 'new')))
    expect(stored(replaced).ocsps).toEqual(['old', 'new'])
    const removed = revise(replaced, (revision) => revision.set(REFS.catalog, { DSS: undefined }))
    expect(stored(removed).ocsps).toEqual(['old', 'new'])
  })

  it('do not make the store of one revision be read again for others', () => {
    let bytes = store(CONTRACT, (revision) => ({ Certs: [add(revision, 'one')] }))
    for (let i = 0; i < 5; i++) bytes = revise(bytes, (revision) => revision.set(REFS.page1, { Rotate: 90 * (i % 4) }))
    const document = PdfDocument.open(bytes)
    const chain = readRevisionViews(document)
    if ('code' in chain) throw new Error(chain.message)
    const read = vi.spyOn(PdfDocument.prototype, 'catalog', 'get')
    readDssOfRevisions(chain.views)
    const places = read.mock.contexts.map((document) => chain.views.findIndex((view) => view.document === document))
    read.mockRestore()
    // The original, which has none, and the revision that wrote the store: none of the others touches it.
    expect(places).toEqual([0, 1])
  })

  it('are read from the first on, however many revisions follow', () => {
    let bytes = store(CONTRACT, (revision) => ({ CRLs: [add(revision, 'revoked')] }))
    for (let i = 0; i < 210; i++) bytes = store(bytes, () => ({}))
    expect(stored(bytes)).toMatchObject({ crls: ['revoked'], isMalformed: false })
  })

  it('leave out what cannot be read, and say so once', () => {
    const bytes = store(CONTRACT, () => ({ Certs: [REFS.page1] }))
    const fixed = store(bytes, (revision) => ({ Certs: [add(revision, 'one')] }))
    expect(stored(fixed)).toMatchObject({ certificates: ['one'], isMalformed: true })
  })
})

describe.skipIf(!hasTool('openssl'))('a chain', () => {
  let root: TestCredential
  let issuer: TestCredential
  let leaf: TestCredential

  beforeAll(() => {
    const kind = 'p256'
    root = makeCredential({ kind, subject: '/CN=Root', extensions: CA_EXTENSIONS })
    issuer = makeCredential({ kind, subject: '/CN=Issuer', issuer: root, extensions: CA_EXTENSIONS })
    leaf = makeCredential({ kind, subject: '/CN=Ada', issuer })
  })

  it('is found by a certificate that the newest store no longer has', async () => {
    const options = { trustAnchors: [root.certificate] }
    const signed = await signByHand(CONTRACT, {
      subFilter: 'adbe.pkcs7.detached',
      dictionary: (text) => text.replace(/ \/M .*(?=>>$)/, ''),
      cms: async (content) => buildCms({ credential: leaf, content }),
    })
    expect((await verifyDocument(signed, options)).signer?.trust.status).toBe('untrusted')
    const issuerDer = pemToDer(issuer.certificate)
    const kept = store(signed, (revision) => ({ Certs: [revision.add(stream(dict`<<>>`, issuerDer))] }))
    const lost = revise(kept, (revision) => revision.set(REFS.catalog, { DSS: dict`<</Certs []>>` }))
    for (const bytes of [kept, lost]) {
      const { signer } = await verifyDocument(bytes, options)
      expect(signer?.trust).toMatchObject({ status: 'trusted', chain: ['CN=Ada', 'CN=Issuer', 'CN=Root'] })
    }
  })
})
