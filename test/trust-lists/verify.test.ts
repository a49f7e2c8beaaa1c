/**
 * Documents that are verified with trusted lists.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { MessageChannel } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { derOctetString } from '../../src/cms/asn1/der-writer.js'
import { verifyDocument } from '../../src/index.js'
import type { TrustLists } from '../../src/trust/qualified.js'
import { attach, HostObjects } from '../../src/work/host-objects.js'
import { signDated } from '../trust/support/dated-document.js'
import { extension, type Holder, makeCrl, makeHolder } from '../trust/support/dated-pki.js'
import { ca, listsOf, makeService, makeSigner, root } from './qualification/case.js'
import type { MadeService } from './support/make-list.js'

const tsa = makeHolder('TSA', { issuer: root, kind: 'tsa', from: '2017-01-01', to: '2035-01-01' })
const signer = makeSigner('2018 qc sscd esig')
const GRANTED = makeService('2016-07-01 granted sig,seal,root')
const QTST = { ...makeService('2016-07-01 TSA/QTST:granted', tsa), name: 'Stamping' }
const NOW = new Date('2020-06-01T00:00:00Z')

const crl = (issuer: Holder) => makeCrl(issuer, { at: '2020-03-02', next: '2035-01-01' })
const FRESH = { certs: [ca, root], crls: [crl(ca), crl(root)] }

/** Signed on 1 March 2020, stamped then, with all that is needed to know that nobody was revoked. */
const signed = (by = signer, stamped = true) =>
  signDated(by, {
    certificates: [ca, root],
    store: FRESH,
    ...(stamped ? { stampedBy: [[tsa, { at: '2020-03-01T10:00:01Z', certificates: [root] }]] } : {}),
  })

async function verify(
  bytes: Uint8Array,
  services: readonly MadeService[],
  options: Parameters<typeof verifyDocument>[1] = {},
) {
  return verifyDocument(bytes, { trustAnchors: listsOf(services), validationTime: NOW, ...options })
}

it('a qualified signature with a qualified time stamp', async () => {
  const report = await verify(await signed(), [GRANTED, QTST])
  expect(report.signer?.reasons).toEqual([])
  expect(report).toMatchObject({ valid: true, signer: { indication: 'TOTAL-PASSED', trust: { status: 'trusted' } } })
  expect(report.signer?.qualification).toMatchObject({
    result: 'QESig',
    provider: 'Provider',
    service: 'Issuing',
    country: 'DE',
    reasons: [],
    atSigning: { time: '2020-03-01T10:00:01.000Z', status: 'granted' },
  })
  expect(report.signer?.timestamp?.qualification).toEqual({
    result: 'QTST',
    provider: 'Provider',
    service: 'Stamping',
    country: 'DE',
    reasons: [],
  })
})

it('without lists nothing is said of it', async () => {
  const report = await verifyDocument(await signed(), { trustAnchors: root.certificate.der, validationTime: NOW })
  expect(report.signer).not.toHaveProperty('qualification')
  expect(report.signer?.timestamp).not.toHaveProperty('qualification')
})

it('lists and certificates go together', async () => {
  const lists = listsOf([])
  const bytes = await signed()
  const report = await verifyDocument(bytes, { trustAnchors: [lists, root.certificate.der], validationTime: NOW })
  expect(report).toMatchObject({ valid: true, signer: { trust: { status: 'trusted' } } })
  expect(report.signer?.qualification).toMatchObject({ result: 'AdESig', reasons: [{ code: 'service_not_listed' }] })
})

it('where the list of the country could not be read, nobody knows whether its issuers and authorities are listed', async () => {
  const greek = makeHolder('Greek CA', {
    from: '2010-01-01',
    to: '2040-01-01',
    kind: 'ca',
    issuer: root,
    country: 'GR',
  })
  const greekTsa = makeHolder('Greek TSA', { from: '2017-01-01', to: '2035-01-01', kind: 'tsa', issuer: greek })
  const bytes = await signDated(makeSigner('2018 qc sscd esig', greek), {
    certificates: [greek, root],
    store: { certs: [greek, root], crls: [crl(greek), crl(root)] },
    stampedBy: [[greekTsa, { at: '2020-03-01T10:00:01Z', certificates: [greek, root] }]],
  })
  const read = listsOf([GRANTED])
  const withMissing = (territory: string) => {
    const [state] = listsOf([]).lists
    if (state === undefined) throw new Error('There is no list.')
    return { ...read, lists: [...read.lists, { ...state, territory, state: 'missing' as const }] }
  }
  const verifyWith = async (lists: TrustLists) => {
    const options = { trustAnchors: [lists, root.certificate.der], validationTime: NOW }
    const { signer: found } = await verifyDocument(bytes, options)
    return [found?.indication, found?.qualification, found?.timestamp?.qualification]
  }
  const unknown = { result: 'indeterminate', reasons: [{ code: 'trust_list_missing' }] }
  expect(await verifyWith(withMissing('EL'))).toMatchObject(['TOTAL-PASSED', unknown, unknown])
  const unlisted = { reasons: [{ code: 'service_not_listed' }] }
  for (const lists of [read, withMissing('GR'), withMissing('IT')]) {
    expect(await verifyWith(lists)).toMatchObject([
      'TOTAL-PASSED',
      { ...unlisted, result: 'AdESig' },
      { ...unlisted, result: 'TST' },
    ])
  }
})

it('a signer whose issuer is in no list is not trusted, and its effect is not known', async () => {
  const report = await verify(await signed(), [QTST])
  expect(report).toMatchObject({ valid: false, signer: { trust: { findings: [{ code: 'chain_not_found' }] } } })
  expect(report.signer?.qualification).toMatchObject({ result: 'indeterminate', ofCertificate: 'AdESig' })
})

it('a service that was withdrawn before the certificate was issued is no anchor', async () => {
  const report = await verify(await signed(), [makeService('2017-01-01 withdrawn sig'), QTST])
  expect(report).toMatchObject({ valid: false, signer: { trust: { findings: [{ code: 'anchor_not_approved' }] } } })
  expect(report.signer).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'NO_CERTIFICATE_CHAIN_FOUND' })
})

it('one that was withdrawn afterwards is, and the signature is an advanced one', async () => {
  const withdrawn = makeService('2019-01-01 withdrawn sig|2016-07-01 granted sig')
  const report = await verify(await signed(), [withdrawn, QTST])
  expect(report).toMatchObject({ valid: true, signer: { indication: 'TOTAL-PASSED' } })
  expect(report.signer?.qualification).toMatchObject({ result: 'AdESig', reasons: [{ code: 'service_not_granted' }] })
})

it('without a proof of its time the lists are asked about the present', async () => {
  const withdrawn = makeService('2020-05-01 withdrawn sig|2016-07-01 granted sig')
  expect((await verify(await signed(), [withdrawn, QTST])).signer?.qualification?.result).toBe('QESig')
  const report = await verify(await signed(signer, false), [withdrawn, QTST])
  expect(report.signer?.qualification).toMatchObject({ result: 'AdESig', atSigning: { time: NOW.toISOString() } })
})

it('an authority that is not listed makes no proof, one that is not qualified a plain time stamp', async () => {
  const unlisted = await verify(await signed(), [GRANTED])
  expect(unlisted.signer?.timestamp?.trust.status).not.toBe('trusted')
  const plain = await verify(await signed(), [GRANTED, makeService('2016-07-01 TSA:recognisedatnationallevel', tsa)])
  expect(plain.signer?.timestamp?.trust.status).toBe('trusted')
  expect(plain.signer?.timestamp?.qualification).toMatchObject({
    result: 'TST',
    reasons: [{ code: 'service_not_granted' }],
  })
})

it.each([
  ['withdrawn before it stamped', '2019-01-01 TSA/QTST:withdrawn|2016-07-01 TSA/QTST:granted', false],
  ['withdrawn afterwards', '2020-05-01 TSA/QTST:withdrawn|2016-07-01 TSA/QTST:granted', true],
  ['withdrawn and granted again before it stamped', '2020-01-01 TSA/QTST:granted|2019-01-01 TSA/QTST:withdrawn', true],
])('a listed time-stamping unit that was %s', async (_, periods, isTrusted) => {
  const { signer: found } = await verify(await signed(), [GRANTED, makeService(periods, tsa)])
  expect(found?.timestamp?.trust.status === 'trusted').toBe(isTrusted)
  expect(found?.timestamp?.qualification?.result).toBe(isTrusted ? 'QTST' : 'TST')
})

describe('of several entries about one authority', () => {
  const entry = (periods: string, holder: Holder = tsa) => makeService(periods, holder)
  const UNKNOWN = '<Extension Critical="true"><x:New xmlns:x="urn:new"></x:New></Extension>'
  const granted = entry('2016-07-01 TSA/QTST:granted')
  const strange = { ...granted, periods: granted.periods.map((period) => ({ ...period, extensions: UNKNOWN })) }

  it.each<[string, MadeService[], string]>([
    ['that agree', [granted, granted], 'QTST'],
    ['one withdraws it', [granted, entry('2017-01-01 TSA/QTST:withdrawn')], 'indeterminate'],
    ['one is for other time stamps', [granted, entry('2017-01-01 TSA:withdrawn')], 'QTST'],
    [
      'one withdraws its unit, and one grants its root',
      [entry('2017-01-01 TSA/QTST:withdrawn'), entry('2016-07-01 TSA/QTST:granted', root)],
      'TST',
    ],
    ['one says something critical that is not known', [granted, strange], 'indeterminate'],
  ])('%s', async (_, services, result) => {
    const { signer: found } = await verify(await signed(), [GRANTED, ...services])
    expect(found?.timestamp?.qualification?.result).toBe(result)
  })
})

it('anchors for time stamps may be others', async () => {
  const report = await verify(await signed(), [GRANTED], { timestampAnchors: tsa.certificate.der })
  expect(report.signer?.timestamp?.trust.status).toBe('trusted')
  expect(report.signer?.timestamp).not.toHaveProperty('qualification')
  expect(report.signer?.qualification?.result).toBe('QESig')
})

it('lists outside of the EU are anchors and make nothing qualified', async () => {
  const report = await verifyDocument(await signed(), {
    trustAnchors: listsOf([GRANTED, QTST], 'CHlist'),
    validationTime: NOW,
  })
  expect(report).toMatchObject({ valid: true, signer: { qualification: { result: 'AdESig' } } })
  expect(report.signer?.timestamp?.qualification?.result).toBe('TST')
})

it('a service without a certificate is known by the digest of its key, and not by what a certificate says of itself', async () => {
  const { keyBytes } = ca.certificate.publicKey
  const identifier = new Uint8Array(createHash('sha1').update(keyBytes).digest())
  const service = { ...GRANTED, holders: [], keyIdentifiers: [identifier], subjectNames: ['CN=CA'] }
  expect((await verify(await signed(), [service, QTST])).signer).toMatchObject({
    ...{ indication: 'TOTAL-PASSED', qualification: { result: 'QESig' } },
  })
  const stated = extension('2.5.29.14', derOctetString(identifier))
  const life = { from: '2010-01-01', to: '2040-01-01' } as const
  const forged = makeHolder('CA', { ...life, kind: 'ca', extensions: [stated] })
  const store = { certs: [forged, root], crls: [crl(forged), crl(root)] }
  const stampedBy = [[tsa, { at: '2020-03-01T10:00:01Z', certificates: [root] }]] as const
  const by = makeSigner('2018 qc sscd esig', forged)
  const report = await verify(await signDated(by, { certificates: [forged], store, stampedBy }), [service, QTST])
  expect(report).toMatchObject({ valid: false, signer: { trust: { findings: [{ code: 'chain_not_found' }] } } })
  expect(report.signer?.qualification?.result).toBe('indeterminate')
})

it('a changed document is not even an advanced signature', async () => {
  const bytes = await signed()
  const at = Buffer.from(bytes).indexOf('/MediaBox')
  bytes[at + 1] = 0x4e
  const report = await verify(bytes, [GRANTED, QTST])
  expect(report.signer?.qualification).toMatchObject({ result: 'not AdES', ofCertificate: 'QESig' })
})

it.each([
  ['2018 qc sscd esig', 'signature', true],
  ['2018 qc sscd esig', 'any', true],
  ['2018 qc sscd esig', 'seal', false],
  ['2018 qc sscd eseal', 'seal', true],
  ['2018 qc sscd eseal', 'any', true],
  ['2018 qc sscd eseal', 'signature', false],
  ['2018 qc esig', 'any', false],
  ['2018 esig', 'any', false],
] as const)('%s: a policy that requires %s: %s', async (words, requireQualified, isAccepted) => {
  const bytes = await signed(makeSigner(words))
  const report = await verify(bytes, [GRANTED, QTST], { policy: { requireQualified } })
  expect(report.valid).toBe(isAccepted)
  if (isAccepted) return
  expect(report.signer?.policy.findings).toMatchObject([{ code: 'policy_qualified' }])
  expect(report.reason).toContain('qualified electronic')
})

it('a policy that requires it needs lists', async () => {
  const policy = { requireQualified: 'any' } as const
  const report = await verifyDocument(await signed(), {
    trustAnchors: root.certificate.der,
    validationTime: NOW,
    policy,
  })
  expect(report.reason).toContain('no trusted lists were given')
})

it('the lists are asked about the certificates of the document alone', async () => {
  const lists = listsOf([GRANTED, QTST])
  const asked: number[] = []
  const spy = {
    lists: lists.lists,
    findServices: (certificates: readonly Uint8Array[]) => {
      asked.push(certificates.length)
      return lists.findServices(certificates)
    },
  }
  const report = await verifyDocument(await signed(), { trustAnchors: [spy], validationTime: NOW })
  expect(report.signer?.qualification?.result).toBe('QESig')
  expect(asked).toEqual([4])
})

it('lists stay in the thread that has them, and are asked from another one', async () => {
  const conditional = makeService('2016-07-01 granted sig,seal,root QCWithQSCD@nested')
  const lists = listsOf([conditional, QTST])
  const { port1, port2 } = new MessageChannel()
  const host = new HostObjects()
  const detached = structuredClone(host.detachOptions({ trustAnchors: [lists, root.certificate.der] }))
  host.serve(port1, { signal: new AbortController().signal })
  try {
    const options = attach(detached, port2)
    const report = await verifyDocument(await signed(makeSigner('2018 qc esig own')), {
      ...options,
      validationTime: NOW,
    })
    expect(report.signer?.qualification?.result).toBe('QESig')
    expect(report.signer?.timestamp?.qualification?.result).toBe('QTST')
  } finally {
    port2.close()
  }
})
