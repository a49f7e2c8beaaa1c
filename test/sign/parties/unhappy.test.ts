/**
 * What goes wrong with several parties: somebody who is none of them, who signs twice, who gives another list.
 *
 * @module
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { createAuditRecord } from '../../../src/audit/record.js'
import { readBox } from '../../../src/pdf/catalog/page-tree.js'
import { PdfDocument } from '../../../src/pdf/document.js'
import { readFields } from '../../../src/pdf/form/acro-form.js'
import type { PartyRequest, SignRequest } from '../../../src/sign/request/request.js'
import { signDocument } from '../../../src/sign/sign-document.js'
import { completeSignature, prepareSignature } from '../../../src/sign/two-phase-signature.js'
import { listParties } from '../../../src/verify/parties/list-parties.js'
import { verifyDocument } from '../../../src/verify/verify-document.js'
import { makePdf, ONE_PAGE } from '../../pdf/make-pdf.js'
import { makeDocx } from '../../support/make-docx.js'
import { codeOf, identityOf } from '../signing.js'
import { ADA, CHARLES, MARY, partiesOf, requestOf, signAs, signByAll } from './party-signing.js'

const file = makePdf(ONE_PAGE)
const MALLORY: PartyRequest = { name: 'Mallory', email: 'mallory@example.com' }

/** Signed by Ada; the row of Charles is empty. */
let first: Uint8Array
beforeAll(async () => {
  first = (await signAs(file, ADA, { parties: [ADA, CHARLES] })).bytes
}, 60_000)

const statesOf = async (bytes: Uint8Array) => (await listParties(bytes)).parties.map(({ state }) => state)

describe('who signs', () => {
  it('has to be one of the parties', async () => {
    const promise = signAs(first, MALLORY)
    await expect(promise).rejects.toMatchObject({ code: 'party_unknown' })
    await expect(promise).rejects.toThrow(/no row for mallory@example\.com.*certificate\.enabled = false/)
  })

  it('may sign without a row, as a witness', async () => {
    const signed = await signAs(first, MALLORY, { enabled: false })
    expect(signed.warnings).toEqual([])
    const { valid, signers, document } = await verifyDocument(signed.bytes)
    expect([valid, signers.length, signers[1]?.party]).toEqual([true, 2, null])
    expect(document.parties?.map(({ state }) => state)).toEqual(['signed', 'unsigned'])
    expect(await statesOf((await signAs(signed.bytes, CHARLES)).bytes)).toEqual(['signed', 'signed'])
  })

  it('may not draw a signature on a row, but beside', async () => {
    const document = PdfDocument.open(first)
    const row = readFields(document).find(({ name }) => name === 'Party2')
    const [left, bottom, right, top] = readBox(document, row?.dict.get('Rect')) ?? [0, 0, 0, 0]
    const draw = (rectangle: readonly [number, number, number, number]) =>
      signAs(first, MALLORY, { enabled: false }, { appearance: { page: 2, rectangle } })
    await expect(draw([left + 90, bottom + 5, right, top - 5])).rejects.toThrow(/lies on a row of the certificate page/)
    expect(await codeOf(draw([right, top, left, bottom]))).toBe('would_invalidate_signatures')
    const beside = { page: 1, rectangle: [10, 10, 200, 60] } as const
    const witnessed = await signAs(first, MALLORY, { enabled: false }, { appearance: beside })
    expect((await verifyDocument(witnessed.bytes)).valid).toBe(true)
  })

  it('is warned when the row stays empty', async () => {
    const { warnings } = await signAs(first, CHARLES, { enabled: false })
    expect(warnings).toEqual([expect.stringContaining('has a row for charles@example.com, which stays empty')])
  })

  it('signs once', async () => {
    const done = (await signAs(first, CHARLES)).bytes
    for (const bytes of [done, first]) {
      const again = signAs(bytes, bytes === done ? CHARLES : ADA)
      await expect(again).rejects.toMatchObject({ code: 'party_signed' })
    }
    await expect(signAs(first, ADA)).rejects.toThrow(/Row 1 of the certificate page, for ada@example\.com, is signed/)
  })

  it('is known by the address, in upper or lower case, and may have another name', async () => {
    const signed = await signAs(first, { name: 'C. Babbage', email: 'Charles@Example.com' })
    expect(signed.warnings).toEqual([expect.stringContaining('is for Charles Babbage, and the signer is C. Babbage')])
    expect(await listParties(signed.bytes)).toMatchObject({ valid: true, complete: true })
  })

  it('need not be a party to make the rows', async () => {
    const service: PartyRequest = { name: 'Notary', email: 'notary@example.com' }
    const bytes = (await signAs(file, service, { parties: [ADA, CHARLES] })).bytes
    expect(await statesOf(bytes)).toEqual(['unsigned', 'unsigned'])
    const done = (await signAs((await signAs(bytes, CHARLES)).bytes, ADA)).bytes
    const { valid, complete, parties } = await listParties(done)
    expect([valid, complete, parties.map(({ row }) => row)]).toEqual([true, true, [1, 2]])
    expect((await verifyDocument(done)).signers.map(({ fieldName }) => fieldName)).toEqual([
      'Signature1',
      'Party2',
      'Party1',
    ])
  })
})

describe('the order', () => {
  it('is up to the parties', async () => {
    const parties = partiesOf(4)
    let bytes = (await signAs(file, MARY, { parties })).bytes
    for (const i of [3, 0, 1]) bytes = (await signAs(bytes, parties[i] as PartyRequest)).bytes
    expect(await listParties(bytes)).toMatchObject({ valid: true, complete: true })
  })

  it('does not matter to replicas, of which only one wins', async () => {
    const parties = [ADA, CHARLES, MARY]
    const start = (await signAs(file, ADA, { parties })).bytes
    // What a store does that replaces a document only if it is still the one that was read.
    let stored = start
    const signAndStore = async (party: PartyRequest): Promise<number> => {
      for (let tries = 1; ; tries++) {
        const read = stored
        const { bytes } = await signAs(read, party)
        if (stored !== read) continue
        stored = bytes
        return tries
      }
    }
    const tries = await Promise.all([signAndStore(CHARLES), signAndStore(MARY)])
    expect(tries.toSorted()).toEqual([1, 2])
    expect(await listParties(stored)).toMatchObject({ valid: true, complete: true })
  })
})

describe('the list of parties', () => {
  it('may be sent again, and not changed', async () => {
    const again = (await signAs(first, CHARLES, { parties: [ADA, CHARLES] })).bytes
    expect(await statesOf(again)).toEqual(['signed', 'signed'])
    for (const parties of [[ADA], [CHARLES, ADA], [ADA, { ...CHARLES, role: 'Witness' }], [ADA, MARY]]) {
      expect(await codeOf(signAs(first, CHARLES, { parties }))).toBe('already_signed')
    }
  })

  it('cannot be given to a document that is signed without one', async () => {
    const signed = (await signAs(file, ADA, { enabled: false })).bytes
    expect(await codeOf(signAs(signed, CHARLES, { parties: [ADA, CHARLES] }))).toBe('would_invalidate_signatures')
    expect(await codeOf(signAs(signed, CHARLES, { party: 1 }))).toBe('party_unknown')
  })

  const FAULTS: readonly (readonly [string, SignRequest['certificate'], string, string])[] = [
    ['nobody', { parties: [] }, '/certificate/parties', 'too_few'],
    [
      'somebody without a name',
      { parties: [{ name: ' ', email: 'a@example.com' }] },
      '/certificate/parties/0/name',
      'blank',
    ],
    ['no address', { parties: [{ name: 'A', email: 'a' }] }, '/certificate/parties/0/email', 'invalid_email'],
    ['the same one twice', { parties: [ADA, { ...ADA }] }, '/certificate/parties/1', 'duplicate'],
    ['too many', { parties: Array.from({ length: 101 }, () => ADA) }, '/certificate/parties', 'too_many'],
    ['a row that there is none of', { parties: [ADA], party: 2 }, '/certificate/party', 'too_big'],
    ['a row 0', { parties: [ADA], party: 0 }, '/certificate/party', 'too_small'],
    ['no page for them', { enabled: false, parties: [ADA] }, '/certificate/parties', 'exactly_one'],
    ['no page for a row', { enabled: false, party: 1 }, '/certificate/party', 'exactly_one'],
  ]
  it.each(FAULTS)('is refused with %s', async (_, certificate, pointer, code) => {
    await expect(signAs(file, ADA, certificate)).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [expect.objectContaining({ pointer, code })],
    })
  })

  it('is refused with members that nobody knows', async () => {
    const stranger: PartyRequest = Object.assign({ phone: '1' }, ADA)
    const certificate = { parties: [stranger] }
    expect(await codeOf(signAs(file, ADA, certificate))).toBe('invalid_request')
  })

  it('needs a certification that lets the others sign', async () => {
    const parties = [ADA, CHARLES]
    await expect(signAs(file, ADA, { parties }, { certify: 1 })).rejects.toThrow(/certify: 1 permits no later change/)
    const alone = await signAs(file, ADA, { parties: [ADA] }, { certify: 1 })
    expect(await listParties(alone.bytes)).toMatchObject({ valid: true, complete: true })
  })
})

describe('rows with one address', () => {
  const ADA_FOR_ACME = { name: 'Acme, by Ada Lovelace', email: ADA.email, role: 'Seller' }

  it('are told apart by the name', async () => {
    const parties = [ADA, ADA_FOR_ACME]
    const bytes = (await signAs(file, ADA_FOR_ACME, { parties })).bytes
    expect(await statesOf(bytes)).toEqual(['unsigned', 'signed'])
    expect(await statesOf((await signAs(bytes, ADA)).bytes)).toEqual(['signed', 'signed'])
  })

  it('or by their number', async () => {
    const parties = [ADA, { ...ADA, role: 'Witness' }]
    const promise = signAs(file, ADA, { parties })
    await expect(promise).rejects.toThrow(/rows 1, 2 are all for ada@example\.com: say which with certificate\.party/)
    const bytes = (await signAs(file, ADA, { parties, party: 2 })).bytes
    expect(await statesOf(bytes)).toEqual(['unsigned', 'signed'])
    expect(await statesOf((await signAs(bytes, ADA)).bytes)).toEqual(['signed', 'signed'])
  })

  it('a number does not open the row of another', async () => {
    await expect(signAs(first, MALLORY, { party: 2 })).rejects.toThrow(/Row 2 .* is for charles@example\.com/)
    expect(await codeOf(signAs(first, CHARLES, { party: 3 }))).toBe('party_unknown')
  })
})

describe('the field of a row', () => {
  it('may be named, by the party that it is for', async () => {
    for (const certificate of [{}, { enabled: false }]) {
      const bytes = (await signAs(first, CHARLES, certificate, { field: 'Party2' })).bytes
      expect(await listParties(bytes)).toMatchObject({ valid: true, complete: true })
      expect(await codeOf(signAs(first, MALLORY, certificate, { field: 'Party2' }))).toBe('party_unknown')
    }
  })

  it('is the only place of the signature', async () => {
    for (const options of [{ field: 'Other' }, { appearance: { rectangle: [10, 10, 200, 60] as const } }]) {
      expect(await codeOf(signAs(first, CHARLES, {}, options))).toBe('invalid_request')
    }
  })

  it('takes a name that the form does not have', async () => {
    const form = makePdf({
      ...ONE_PAGE,
      1: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [9 0 R]>>>>',
      9: '<</FT /Tx /T (Party1)>>',
    })
    const stages = await signByAll(form, [ADA, CHARLES])
    const { valid, parties } = await listParties(stages[1] as Uint8Array)
    expect([valid, parties.map(({ fieldName }) => fieldName)]).toEqual([true, ['Party2', 'Party3']])
  })
})

describe('all the rest', () => {
  it('a DOCX is signed by several parties', async () => {
    const [one, two] = await signByAll(makeDocx('<w:p><w:r><w:t>Agreement</w:t></w:r></w:p>'), [ADA, CHARLES])
    expect(await listParties(one as Uint8Array)).toMatchObject({ valid: true, complete: false })
    expect(await listParties(two as Uint8Array)).toMatchObject({ valid: true, complete: true })
  })

  it('long names and addresses stay whole', { timeout: 60_000 }, async () => {
    const long: PartyRequest = {
      name: `Jos\u00e9 \u00c1ngel ${'de la Vega y Montenegro '.repeat(7)}`.trim(),
      email: `${'a'.repeat(60)}@${`${'b'.repeat(60)}.`.repeat(2)}example.com`,
      role: 'Guarantor of everything '.repeat(4).trim(),
    }
    const stages = await signByAll(file, [ADA, long])
    expect(await listParties(stages[1] as Uint8Array)).toMatchObject({ valid: true, complete: true })
    const longer = { ...CHARLES, name: `${'Charles Babbage '.repeat(12)}`.trim() }
    expect(await listParties((await signAs(first, longer)).bytes)).toMatchObject({ valid: true, complete: true })
  })

  it('names of all scripts are read back', { timeout: 60_000 }, async () => {
    const names = [
      '\u5f20\u4f1f',
      '\u0645\u062d\u0645\u062f \u0628\u0646 \u0645\u0648\u0633\u0649',
      '\u0926\u092e\u092f\u0928\u094d\u0924\u0940',
      '\u0e2a\u0e21\u0e0a\u0e32\u0e22',
      '\u05d3\u05d5\u05d3',
      'Zo\u0308e \u0141ukasz',
      '\u{1F600} A',
      'a\u200bbc',
    ]
    const parties = names.map((name, i) => ({ name, email: `p${i}@example.com` }))
    const last = (await signByAll(file, parties)).at(-1) as Uint8Array
    expect(await listParties(last)).toMatchObject({ valid: true, complete: true })
  })

  it('time zone, language and colours are those of the first signature', async () => {
    const brand = { language: 'de', timeZone: 'Asia/Kolkata', colors: { accent: '#5b2a86' } }
    const one = (await signAs(file, ADA, { parties: [ADA, CHARLES] }, { brand })).bytes
    const two = (await signAs(one, CHARLES, {}, { brand: { language: 'fr' } })).bytes
    const report = await verifyDocument(two)
    expect(report.valid).toBe(true)
    expect(report.signers[0]?.audit?.record?.parties).toMatchObject({
      language: 'de',
      timeZone: 'Asia/Kolkata',
      colors: { accent: '5B2A86' },
    })
  })

  it('a signature in two steps fills a row in', async () => {
    const identity = await identityOf()
    const secret = 'x'.repeat(32)
    const prepared = await prepareSignature(first, requestOf(CHARLES), { identity, secret })
    const value = await (identity as { sign(bytes: Uint8Array): Promise<Uint8Array> }).sign(prepared.toBeSigned)
    const { bytes } = await completeSignature(prepared.state, value, { document: prepared.document, secret })
    expect(await listParties(bytes)).toMatchObject({ valid: true, complete: true })
  })

  it('a document without rows has no parties', async () => {
    const { bytes } = await signDocument(file, requestOf(ADA), { identity: await identityOf() })
    const { document, signer } = await verifyDocument(bytes)
    expect([document.parties, signer?.party]).toEqual([undefined, null])
    expect(await listParties(bytes)).toMatchObject({ valid: true, complete: false, parties: [] })
    expect(await listParties(file)).toMatchObject({ valid: false, complete: false, parties: [] })
  })

  it('records without parties have the digest that they always had', () => {
    const { digest } = createAuditRecord({
      eventId: 'event-1',
      sealedAt: new Date('2026-01-31T12:00:00Z'),
      document: { sha256: '0'.repeat(64), bytes: 1 },
      signer: { name: 'Ada', email: 'ada@example.com' },
      metadata: {},
      auditTrail: [],
      softwareVersion: '0.1.0',
    })
    expect(digest).toMatch(/^[0-9a-f]{64}$/)
    expect(PdfDocument.open(file).revisions).toHaveLength(1)
  })
})
