/**
 * Time stamps in the place of signatures. Public authorities stamp the bytes of anybody, so a forger needs no key for them.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { addAuditAttachment } from '../../src/audit/attachment.js'
import { createAuditRecord, serializeAuditRecord } from '../../src/audit/record.js'
import { PdfDict, type PdfObject } from '../../src/pdf/objects.js'
import { listParties } from '../../src/verify/parties/list-parties.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'
import { ADA, CHARLES, signAs } from '../sign/parties/party-signing.js'
import { makeHolder, makeStamp, toPem } from '../trust/support/dated-pki.js'
import { signRow } from './parties/forge-row.js'
import { dict, stream } from './support/notation.js'
import type { Revision } from './support/revise.js'
import { type HandSigning, sign, signByHand } from './support/sign.js'

const authority = makeHolder('Public authority', { kind: 'tsa', from: '2020-01-01', to: '2044-01-01' })
const timestampAnchors = [toPem(authority)]

/** The forger's signature: a stamp that is trusted by everybody. */
const STAMP = {
  type: 'DocTimeStamp',
  subFilter: 'ETSI.RFC3161',
  cms: async (content: Uint8Array) => makeStamp(authority, content, { at: '2026-11-20T10:00:00Z' }),
} satisfies HandSigning

let signed: Uint8Array
let withRows: Uint8Array
beforeAll(async () => {
  signed = await sign(makePdf(ONE_PAGE))
  withRows = (await signAs(makePdf(ONE_PAGE), ADA, { parties: [ADA, CHARLES] })).bytes
}, 60_000)

it('a page that was there before does not belong to the record whose number it names', async () => {
  // Object 4 is the file of the record, and object 5 what names it.
  const page = '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /AF [5 0 R]>>'
  const { valid, signer } = await verifyDocument(await sign(makePdf({ ...ONE_PAGE, 3: page })))
  expect([valid, signer?.audit?.page]).toEqual([true, 'absent'])
})

describe('a row of the certificate page that was stamped', () => {
  it.each([true, false])('is not signed, its record notwithstanding (unrecorded: %s)', async (isUnrecorded) => {
    const forged = await signRow(withRows, { by: STAMP, isUnrecorded })
    const { valid, signers } = await verifyDocument(forged, { timestampAnchors })
    expect(signers.at(-1)).toMatchObject({ kind: 'document-timestamp', integrity: { status: 'valid' }, audit: null })
    expect(signers.at(-1)?.reasons.map(({ code }) => code)).toEqual(['party_row_stamped'])
    const list = await listParties(forged, { timestampAnchors })
    expect([valid, list.valid, list.complete]).toEqual([false, false, false])
    expect(list.parties[1]?.state).toBe('doubtful')
  })

  it('is signed when a party signs it', async () => {
    const list = await listParties(await signRow(withRows))
    expect([list.complete, list.parties.map(({ state }) => state)]).toEqual([true, ['signed', 'signed']])
  })
})

it('the record beside a time stamp is nobody’s word', async () => {
  const record = createAuditRecord({
    eventId: 'forged',
    sealedAt: new Date('2026-11-20T09:00:00Z'),
    document: { sha256: createHash('sha256').update(signed).digest('hex'), bytes: signed.length },
    signer: { name: 'Charles Babbage', email: 'charles@example.com' },
    metadata: { price: '900 EUR' },
    auditTrail: [{ timestamp: '2026-11-20T08:59:00.000Z', type: 'consent', data: {} }],
    softwareVersion: '1.0.0',
  })
  const stamped = await signByHand(signed, {
    ...STAMP,
    dictionary: (text, { increment }) => {
      const bytes = serializeAuditRecord(record)
      const file = addAuditAttachment(increment, bytes, 'audit-trail-2.json', new Date('2026-11-20T09:00:00Z'))
      return text.replace(
        '/M (',
        `/Name (Charles Babbage) /ContactInfo (charles@example.com) /AF [${file.num} 0 R] /M (`,
      )
    },
  })
  const { document, signers } = await verifyDocument(stamped)
  expect(document.recordedSigner).toMatchObject({ name: 'Ada Lovelace' })
  expect(document.metadata).toEqual({})
  expect(signers.map(({ audit }) => audit?.name ?? null)).toEqual(['Ada Lovelace', null])
})

/** A place on the page with a drawing, as signatures have it. */
function drawn(content: string) {
  return (revision: Revision): Record<string, PdfObject> => {
    const font = '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>'
    const form = dict`<</Type /XObject /Subtype /Form /BBox [0 0 200 40] /Resources <</Font <</F ${font}>>>>>>`
    return { Rect: [300, 100, 500, 140], F: 4, AP: new PdfDict({ N: revision.add(stream(form, content)) }) }
  }
}

const SIGNED_BY = 'BT /F 12 Tf 5 20 Td (Digitally signed by Charles Babbage) Tj ET'

describe('a time stamp on a page', () => {
  const codesOf = async (how: HandSigning) => {
    const { valid, signers } = await verifyDocument(await signByHand(signed, { ...STAMP, ...how }), {
      timestampAnchors,
    })
    return [valid, signers[0]?.reasons.map(({ code }) => code)]
  }

  it.each<[string, HandSigning]>([
    ['says that somebody signed', {}],
    ['is not called a time stamp', { type: 'Sig' }],
    ['is called one, and has the form of a signature', { subFilter: 'ETSI.CAdES.detached' }],
  ])('is refused that %s', async (_, how) => {
    const [valid, codes] = await codesOf({ widget: drawn(SIGNED_BY), ...how })
    expect([valid, codes]).toEqual([false, expect.arrayContaining(['timestamp_drawn'])])
  })

  it.each<[string, HandSigning]>([
    ['has no place', {}],
    ['draws nothing', { widget: drawn('') }],
  ])('is permitted that %s', async (_, how) => {
    expect(await codesOf(how)).toEqual([true, []])
  })
})
