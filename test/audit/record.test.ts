/**
 * The audit record: made, written, read back, and refused when anything is wrong with it.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AUDIT_LIMITS } from '../../src/audit/audit-limits.js'
import { type AuditRecordInput, createAuditRecord, serializeAuditRecord } from '../../src/audit/record.js'
import { parseAuditRecord, verifyAuditRecord } from '../../src/audit/verify-record.js'
import { codeOf } from '../support/code-of.js'

const INPUT: AuditRecordInput = {
  eventId: '0190b0a4-0000-7000-8000-000000000000',
  sealedAt: new Date('2025-03-04T05:06:07.089Z'),
  document: { sha256: 'ab'.repeat(32), bytes: 1234, name: 'Vertrag.pdf' },
  signer: { name: 'Žofie Nováková', email: 'zofie@example.com', ip: '2001:db8::1' },
  metadata: { case: 17, tags: ['a', 'b'] },
  auditTrail: [
    { timestamp: '2025-03-04T05:06:00.000Z', type: 'submit', data: { button: 'Sign' } },
    { timestamp: '2025-03-04T05:00:00.000Z', type: 'open', data: {} },
    { timestamp: '2025-03-04T05:00:00.000Z', type: 'view', data: { page: 1 } },
  ],
  softwareVersion: '1.2.3',
}

type Members = Record<string, unknown>

interface MutableRecord extends Members {
  document: Members
  signer: Members
  metadata: Members
  software: Members
  auditTrail: { data: Members }[]
}

/** The record as another program would get it. */
function reread(): MutableRecord {
  return JSON.parse(new TextDecoder().decode(serializeAuditRecord(createAuditRecord(INPUT))))
}

function problemsOf(value: unknown): string[] {
  const result = verifyAuditRecord(value)
  return result.ok ? [] : result.problems.map(({ code, pointer }) => `${code} ${pointer}`)
}

describe('createAuditRecord', () => {
  it('orders the events by time and keeps the order of simultaneous ones', () => {
    const record = createAuditRecord(INPUT)
    expect(record.auditTrail.map(({ type }) => type)).toEqual(['open', 'view', 'submit'])
  })

  it('orders fractions of a second of any length', () => {
    const fractions = ['124', '1235', '123', '123456', '1234']
    const auditTrail = fractions.map((f) => ({ timestamp: `2025-01-01T00:00:00.${f}Z`, type: f, data: {} }))
    const record = createAuditRecord({ ...INPUT, auditTrail })
    expect(record.auditTrail.map(({ type }) => type)).toEqual(['123', '1234', '123456', '1235', '124'])
  })

  it('chains as documented, written out here for one event', () => {
    const record = createAuditRecord({
      ...INPUT,
      metadata: { b: 1, a: 'é' },
      auditTrail: [{ timestamp: '2025-03-04T05:06:00.000Z', type: 'submit', data: { z: [], y: null } }],
    })
    const header =
      `{"document":{"bytes":1234,"name":"Vertrag.pdf","sha256":"${'ab'.repeat(32)}"},` +
      '"eventId":"0190b0a4-0000-7000-8000-000000000000","format":"sealwright.audit-trail","formatVersion":1,' +
      '"metadata":{"a":"é","b":1},"sealedAt":"2025-03-04T05:06:07.089Z",' +
      '"signer":{"email":"zofie@example.com","ip":"2001:db8::1","name":"Žofie Nováková"},' +
      '"software":{"name":"sealwright","version":"1.2.3"}}'
    const event = '{"data":{"y":null,"z":[]},"timestamp":"2025-03-04T05:06:00.000Z","type":"submit"}'
    const first = createHash('sha256').update(header).digest()
    const last = createHash('sha256').update(first).update(event).digest('hex')
    expect(record.auditTrail[0]?.digest).toBe(last)
    expect(record.digest).toBe(last)
  })

  it('leaves out what was not given', () => {
    const { document, signer } = createAuditRecord({ ...INPUT, document: { sha256: '00'.repeat(32), bytes: 0 } })
    expect(Object.keys(document)).toEqual(['sha256', 'bytes'])
    expect(Object.keys(signer)).not.toContain('userAgent')
  })

  it('refuses values that are not JSON, and an impossible time', () => {
    expect(codeOf(() => createAuditRecord({ ...INPUT, metadata: { at: new Date() } }))).toBe('invalid_request')
    expect(codeOf(() => createAuditRecord({ ...INPUT, sealedAt: new Date(Number.NaN) }))).toBe('invalid_request')
  })
})

describe('serializeAuditRecord', () => {
  it('gives the same readable bytes every time, which read back as the record', () => {
    const record = createAuditRecord(INPUT)
    const bytes = serializeAuditRecord(record)
    expect(serializeAuditRecord(createAuditRecord(INPUT))).toEqual(bytes)
    expect(new TextDecoder().decode(bytes)).toMatch(/^\{\n {2}"format": "sealwright.audit-trail",\n/)
    expect(parseAuditRecord(bytes)).toEqual(record)
  })
})

describe('parseAuditRecord', () => {
  it('refuses what is not JSON in UTF-8, and what is too large', () => {
    expect(codeOf(() => parseAuditRecord(new TextEncoder().encode('{"a":')))).toBe('invalid_document')
    expect(codeOf(() => parseAuditRecord(Uint8Array.of(0x22, 0xff, 0x22)))).toBe('invalid_document')
    expect(codeOf(() => parseAuditRecord(new Uint8Array(AUDIT_LIMITS.maxRecordBytes + 1)))).toBe('document_too_complex')
  })

  it('refuses a member that is there twice, however it is spelled: two readers could take different facts from it', () => {
    const text = new TextDecoder().decode(serializeAuditRecord(createAuditRecord(INPUT)))
    const twice = text.replace('"signer": {', '"signer": {}, "sign\\u0065r": {')
    expect(twice).not.toBe(text)
    expect(() => parseAuditRecord(new TextEncoder().encode(twice))).toThrow('has a member twice: /signer.')
  })

  it('reads names as they are written, whatever was read before them', () => {
    // A parser that takes a name for one of an object of the same shape (V8 13.6) gets the second wrong.
    const metadata = [
      { plan: 1, '\\': 'backslash' },
      { plan: 1, '"': 'quote' },
      { plan: 1, '\n': 'line' },
    ]
    const records = metadata.map((each) => createAuditRecord({ ...INPUT, metadata: each }))
    for (const record of records) {
      const read = parseAuditRecord(serializeAuditRecord(record))
      expect(read).toEqual(record)
      expect(problemsOf(read)).toEqual([])
    }
  })

  it('refuses nesting that no record has, and so does verification', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000)
    expect(codeOf(() => parseAuditRecord(new TextEncoder().encode(deep)))).toBe('invalid_document')
    let value: unknown = 1
    for (let level = 0; level < 10_000; level++) value = [value]
    expect(problemsOf(value)).toEqual(['malformed '])
    const record = { ...createAuditRecord(INPUT), metadata: { value } }
    expect(problemsOf(record)).toEqual(['malformed '])
  })
})

describe('verifyAuditRecord', () => {
  it('accepts a record that was read back', () => {
    expect(verifyAuditRecord(reread())).toEqual({ ok: true, record: createAuditRecord(INPUT) })
  })

  it('accepts a record without events, whose digest is that of its head', () => {
    const record = createAuditRecord({ ...INPUT, auditTrail: [] })
    expect(problemsOf(record)).toEqual([])
    expect(problemsOf({ ...record, eventId: 'other' })).toEqual(['digest_mismatch /digest'])
  })

  it('does not depend on the order of members', () => {
    const reversed = Object.fromEntries(Object.entries(reread()).reverse())
    expect(problemsOf(reversed)).toEqual([])
  })

  it('reports a changed event at that event alone', () => {
    const record = reread()
    Object.assign(record.auditTrail[1]?.data ?? {}, { page: 2 })
    expect(problemsOf(record)).toEqual(['event_digest_mismatch /auditTrail/1'])
  })

  it('reports a change in any member of the head', () => {
    const changes: ((record: MutableRecord) => void)[] = [
      (r) => Object.assign(r, { eventId: 'x' }),
      (r) => Object.assign(r, { sealedAt: '2025-03-04T05:06:07.090Z' }),
      (r) => Object.assign(r, { added: true }),
      (r) => Object.assign(r.document, { bytes: 1235 }),
      (r) => Object.assign(r.signer, { name: 'Somebody else' }),
      (r) => Object.assign(r.metadata, { case: 18 }),
      (r) => Object.assign(r.software, { version: '9' }),
    ]
    for (const change of changes) {
      const record = reread()
      change(record)
      expect(problemsOf(record)).toEqual(['event_digest_mismatch /auditTrail/0'])
    }
  })

  it('reports events that were removed, added, swapped or extended', () => {
    const removed = reread()
    removed.auditTrail.splice(1, 1)
    expect(problemsOf(removed)).toEqual(['event_digest_mismatch /auditTrail/1'])
    const shortened = reread()
    shortened.auditTrail.pop()
    expect(problemsOf(shortened)).toEqual(['digest_mismatch /digest'])
    const swapped = reread()
    swapped.auditTrail.reverse()
    expect(problemsOf(swapped)).toContain('events_out_of_order /auditTrail/1/timestamp')
    const extended = reread()
    Object.assign(extended.auditTrail[2] ?? {}, { note: 'x' })
    expect(problemsOf(extended)).toEqual(['event_digest_mismatch /auditTrail/2'])
  })

  it('names the members that are missing or of a wrong form', () => {
    expect(problemsOf(null)).toEqual(['malformed '])
    expect(problemsOf([])).toEqual(['malformed '])
    expect(problemsOf({})).toEqual(['malformed /format'])
    expect(problemsOf({ ...reread(), formatVersion: 2 })).toEqual(['unsupported_version /formatVersion'])
    const { signer: _, ...unsigned } = reread()
    expect(problemsOf({ ...unsigned, digest: 'AB'.repeat(32) })).toEqual(['malformed /signer', 'malformed /digest'])
    expect(problemsOf({ ...reread(), auditTrail: {} })).toEqual(['malformed /auditTrail'])
    const events = [7, { timestamp: '2025-03-04T05:06:07Z', type: 1, data: [], digest: '' }]
    expect(problemsOf({ ...reread(), auditTrail: events })).toEqual([
      'malformed /auditTrail/0',
      'malformed /auditTrail/1/timestamp',
      'malformed /auditTrail/1/type',
      'malformed /auditTrail/1/data',
      'malformed /auditTrail/1/digest',
    ])
  })

  it('reports a limited number of problems', () => {
    const events = new Array(10_000).fill(0)
    expect(problemsOf({ ...reread(), auditTrail: events }).length).toBeLessThan(200)
  })

  it('never throws, whatever the JSON', () => {
    const { auditTrail, ...head } = reread()
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...Object.keys(head), 'auditTrail', 'x'), fc.jsonValue()),
        (changes) => {
          const result = verifyAuditRecord({ ...head, auditTrail, ...changes })
          expect(result.ok || result.problems.length > 0).toBe(true)
        },
      ),
    )
    fc.assert(fc.property(fc.jsonValue(), (value) => !verifyAuditRecord(value).ok))
  })
})
