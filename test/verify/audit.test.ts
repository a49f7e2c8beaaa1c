/**
 * The audit record, held against the file that it is in.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { chooseAttachmentName } from '../../src/audit/attachment.js'
import { findAuditRecord } from '../../src/audit/find-record.js'
import { createAuditRecord } from '../../src/audit/record.js'
import { developmentIdentity, type SignRequest, signDocument, verifyDocument } from '../../src/index.js'
import { finishSteps } from '../../src/pace/turns.js'
import { PdfDocument } from '../../src/pdf/document.js'
import { readFields } from '../../src/pdf/form/acro-form.js'
import { PdfDict } from '../../src/pdf/objects.js'
import { checkCertificatePages } from '../../src/verify/certificate-page-check.js'
import { createContract } from './support/form-contract.js'

const REQUEST: SignRequest = {
  signer: { name: 'Ada Lovelace', email: 'ada@example.com' },
  auditTrail: [{ timestamp: '2026-11-20T10:00:00Z', type: 'submit', data: { consent: true } }],
  eventId: 'event-1',
}

async function sign(input: Uint8Array, request: SignRequest = REQUEST): Promise<Uint8Array> {
  return (await signDocument(input, request, { identity: await developmentIdentity() })).bytes
}

describe('check 39: the audit record is held against the file', () => {
  it('gives back the record, its chain and its page', async () => {
    const report = await verifyDocument(await sign(createContract()))
    expect(report.signer?.audit).toMatchObject({ status: 'valid', page: 'matches' })
    expect(report.document).toMatchObject({
      eventId: 'event-1',
      recordedSigner: REQUEST.signer,
      auditTrail: [{ type: 'submit', data: { consent: true } }],
    })
    expect(report.signer).toMatchObject({ name: 'Ada Lovelace', email: 'ada@example.com' })
  })

  it('says that there is no page when it was left out', async () => {
    const report = await verifyDocument(await sign(createContract(), { ...REQUEST, certificate: { enabled: false } }))
    expect(report.signer?.audit).toMatchObject({ status: 'valid', page: 'absent' })
  })

  it('finds a page that shows another record', async () => {
    const document = PdfDocument.open(await sign(createContract()))
    const [field] = readFields(document).filter(({ type, value }) => type === 'Sig' && value instanceof PdfDict)
    const found = findAuditRecord(document, field?.value as PdfDict)
    if (found?.record === undefined) throw new Error('the record is missing')
    expect(finishSteps(checkCertificatePages(document, found.ref, found.record))).toBe('matches')
    const other = createAuditRecord({
      ...found.record,
      sealedAt: new Date(found.record.sealedAt),
      signer: { name: 'Charles Babbage', email: 'charles@example.com' },
      softwareVersion: '0',
    })
    expect(finishSteps(checkCertificatePages(document, found.ref, other))).toBe('mismatch')
    expect(finishSteps(checkCertificatePages(document, undefined, other))).toBe('absent')
  })

  it('finds the record of a counter-signature by the form that its field shows', async () => {
    const twice = await sign(await sign(createContract()), { ...REQUEST, certificate: { enabled: false } })
    const document = PdfDocument.open(twice)
    const field = readFields(document).findLast(({ type, value }) => type === 'Sig' && value instanceof PdfDict)
    const { value, ref } = field ?? {}
    if (!(value instanceof PdfDict) || ref === undefined) throw new Error('the signature is missing')
    const bare = value.with({ AF: undefined })
    expect(findAuditRecord(document, bare)).toBeUndefined()
    expect(findAuditRecord(document, bare, ref)).toEqual(findAuditRecord(document, value))
  })

  it('keeps the record of each counter-signature apart', async () => {
    const once = await sign(createContract())
    const twice = await sign(once, { ...REQUEST, eventId: 'event-2', certificate: { enabled: false } })
    const report = await verifyDocument(twice)
    expect(report.valid).toBe(true)
    expect(report.signers.map(({ audit }) => audit?.record?.eventId)).toEqual(['event-1', 'event-2'])
    expect(report.document.eventId).toBe('event-2')
    expect(chooseAttachmentName(PdfDocument.open(twice))).toBe('audit-trail-2.json')
  })

  it('notices a record that is about another document', async () => {
    const contract = createContract()
    const signed = await sign(contract)
    const forged = signed.slice()
    // One byte of the input: the digest of the signature and that in the record both stop fitting.
    forged[20] = (forged[20] ?? 0) ^ 1
    const report = await verifyDocument(forged)
    expect(report.valid).toBe(false)
    expect(report.signers.flatMap(({ reasons }) => reasons.map(({ code }) => code))).toContain('audit_input_mismatch')
  })
})
