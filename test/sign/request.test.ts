/**
 * The request for a signature: what it must have, and what it may not.
 *
 * @module
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toJSONSchema } from 'zod'
import { SealwrightError } from '../../src/errors.js'
import { parseSignRequest, signRequestSchema } from '../../src/sign/request/request.js'
import { SIGN_REQUEST_LIMITS } from '../../src/sign/request/sign-request-limits.js'

const SIGNER = { name: 'Ada Lovelace', email: 'ada@example.com' }
const SUBMIT = { timestamp: '2025-03-04T10:00:00Z', type: 'submit' }
const REQUEST = { signer: SIGNER, auditTrail: [SUBMIT] }

type Members = Record<string, unknown>

function request(changes: Members = {}): Members {
  return { ...REQUEST, ...changes }
}

function withEvent(event: unknown): Members {
  return request({ auditTrail: [SUBMIT, event] })
}

/** The faults of a request as `code pointer`; empty when it is accepted. */
async function faults(input: unknown): Promise<string[]> {
  try {
    await parseSignRequest(input)
  } catch (error) {
    if (!(error instanceof SealwrightError) || error.code !== 'invalid_request') throw error
    expect(error.errors.length).toBeGreaterThan(0)
    for (const { message } of error.errors) expect(message).toMatch(/^[A-Z"].*\.$/)
    return error.errors.map(({ code, pointer }) => `${code} ${pointer}`)
  }
  return []
}

async function eventOf(event: Members) {
  const { auditTrail } = await parseSignRequest(withEvent(event))
  return auditTrail[1]
}

describe('times of events', () => {
  it('may be a Date, which is stored as its text is', async () => {
    const event = (timestamp: unknown) => ({ timestamp, type: 'submit' })
    const signer = { name: 'Ada Lovelace', email: 'ada@example.com' }
    const at = new Date('2026-03-04T09:15:00.250Z')
    const { auditTrail } = await parseSignRequest({ signer, auditTrail: [event(at), event('2026-03-04T10:00:00Z')] })
    expect(auditTrail.map(({ timestamp }) => timestamp)).toEqual([
      '2026-03-04T09:15:00.250Z',
      '2026-03-04T10:00:00.000Z',
    ])
    await expect(parseSignRequest({ signer, auditTrail: [event(new Date('never'))] })).rejects.toMatchObject({
      errors: [{ pointer: '/auditTrail/0/timestamp' }],
    })
  })
})

describe('a request', () => {
  it('is completed with defaults', async () => {
    const parsed = await parseSignRequest(REQUEST)
    expect(parsed).toEqual({
      signer: SIGNER,
      auditTrail: [{ timestamp: '2025-03-04T10:00:00.000Z', type: 'submit', data: {} }],
      eventId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      metadata: {},
      certificate: { enabled: true },
    })
  })

  it('keeps everything that is given', async () => {
    const signer = { ...SIGNER, ip: '2001:db8::1', userAgent: 'Mozilla/5.0' }
    const metadata = { a: [1, null, { b: 'Zażółć\n' }], constructor: 'x' }
    const full = request({ signer, eventId: 'order 17', metadata, certificate: { enabled: false } })
    expect(await parseSignRequest(full)).toMatchObject({
      signer,
      eventId: 'order 17',
      metadata,
      certificate: { enabled: false },
    })
    expect((await parseSignRequest(request({ certificate: {} }))).certificate).toEqual({ enabled: true })
  })

  it('treats members that are undefined as absent', async () => {
    const open = { eventId: undefined, metadata: undefined, certificate: undefined }
    const parsed = await parseSignRequest(
      request({ ...open, signer: { ...SIGNER, ip: undefined, userAgent: undefined } }),
    )
    expect(parsed.signer).toEqual(SIGNER)
    expect(Object.keys(parsed.signer)).toEqual(['name', 'email'])
    expect(parsed.metadata).toEqual({})
  })

  it('is copied, so that later changes do not reach it', async () => {
    const metadata = { list: [{ n: 1 }] }
    const data = { deep: { x: 'y' } }
    const parsed = await parseSignRequest(request({ metadata, auditTrail: [{ ...SUBMIT, data }] }))
    metadata.list.push({ n: 2 })
    data.deep.x = 'z'
    expect(parsed.metadata).toEqual({ list: [{ n: 1 }] })
    expect(parsed.auditTrail[0]?.data).toEqual({ deep: { x: 'y' } })
  })

  it('must be an object with its two required members', async () => {
    for (const input of [undefined, null, 7, 'text', [], [REQUEST]])
      expect(await faults(input)).toEqual(['invalid_type '])
    expect(await faults({})).toEqual(['required /signer', 'required /auditTrail'])
  })

  it.each(['event', 'eventType', 'action', 'name', 'kind'])('may name the kind of an event by "%s"', async (name) => {
    const { auditTrail } = await parseSignRequest(
      request({ auditTrail: [{ timestamp: SUBMIT.timestamp, [name]: 'SUBMIT' }] }),
    )
    expect(auditTrail).toEqual([{ timestamp: expect.any(String), type: 'SUBMIT', data: {} }])
    const inside = { timestamp: SUBMIT.timestamp, data: { [name]: 'Submit' } }
    // In data, a name may be anybody's.
    if (name === 'name')
      expect(await faults(request({ auditTrail: [inside] }))).toContain('required /auditTrail/0/type')
    else expect((await parseSignRequest(request({ auditTrail: [inside] }))).auditTrail[0]?.type).toBe('Submit')
    const both = { ...SUBMIT, type: 'submit', [name]: 'Submit' }
    expect((await parseSignRequest(request({ auditTrail: [both] }))).auditTrail[0]?.type).toBe('submit')
    expect(await faults(request({ auditTrail: [{ ...both, [name]: 'open' }] }))).toEqual([
      `conflicting_type /auditTrail/0/${name}`,
    ])
  })

  it('may not have fields that are not known', async () => {
    expect(await faults(request({ certifcate: { enabled: false } }))).toEqual(['unknown_field /certifcate'])
    expect(await faults(request({ document: { base64: '' } }))).toEqual(['unknown_field /document'])
    expect(await faults(request({ signer: { ...SIGNER, 'a/b~': 1 } }))).toEqual(['unknown_field /signer/a~1b~0'])
    expect(await faults(request({ certificate: { enabled: true, page: 1 } }))).toEqual([
      'unknown_field /certificate/page',
    ])
    expect(await faults(withEvent({ ...SUBMIT, kinds: 'x' }))).toEqual(['unknown_field /auditTrail/1/kinds'])
    expect(await faults(JSON.parse(JSON.stringify(REQUEST).replace('{', '{"__proto__":{"eventId":"x"},')))).toEqual([
      'unknown_field /__proto__',
    ])
    expect(await faults(request({ ['x'.repeat(100_000)]: 1 }))).toEqual(['unknown_field '])
  })

  it('gets all its faults listed at once', async () => {
    const input = {
      signer: { name: ' ', email: 'nobody', ip: '1.2.3' },
      auditTrail: [{ type: 'open' }, { timestamp: 'yesterday', data: { a: '\0' } }, 5],
      eventId: '',
      metadata: [],
      certificate: { enabled: 'no' },
    }
    expect((await faults(input)).sort()).toEqual([
      'blank /eventId',
      'blank /signer/name',
      'invalid_email /signer/email',
      'invalid_ip /signer/ip',
      'invalid_text /auditTrail/1/data/a',
      'invalid_timestamp /auditTrail/1/timestamp',
      'invalid_type /auditTrail/2',
      'invalid_type /certificate/enabled',
      'invalid_type /metadata',
      'missing_submit_event /auditTrail',
      'required /auditTrail/0/timestamp',
      'required /auditTrail/1/type',
    ])
  })

  it('gets a limited number of faults listed', async () => {
    const auditTrail = new Array(500).fill({ timestamp: 'x', type: '' })
    expect(await faults(request({ auditTrail }))).toHaveLength(SIGN_REQUEST_LIMITS.maxReportedIssues)
    const fields = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`field${i}`, i]))
    expect(await faults(request(fields))).toHaveLength(SIGN_REQUEST_LIMITS.maxReportedIssues)
  })

  it('of any shape is accepted or refused with a SealwrightError', async () => {
    const keys = fc.constantFrom('signer', 'auditTrail', 'eventId', 'metadata', 'certificate', '__proto__', 'x')
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(keys, fc.anything({ withDate: true, withBigInt: true, withMap: true })),
        async (c) => {
          const list = await faults({ ...REQUEST, ...c })
          expect(list.length).toBeLessThanOrEqual(SIGN_REQUEST_LIMITS.maxReportedIssues)
        },
      ),
    )
  })
})

describe('the signer', () => {
  const signer = (changes: Members) => faults(request({ signer: { ...SIGNER, ...changes } }))

  it('needs a name and an address', async () => {
    expect(await faults(request({ signer: {} }))).toEqual(['required /signer/email', 'required /signer/name'])
    expect(await faults(request({ signer: 'Ada' }))).toEqual(['invalid_type /signer'])
    expect(await signer({ name: 5, email: null })).toEqual(['invalid_type /signer/email', 'invalid_type /signer/name'])
  })

  it('may have a name in any script', async () => {
    for (const name of ['Ōe Kenzaburō', '大江 健三郎', 'محمد\u200f', "O'Neil-Smith, Jr.", '😀', 'नाम']) {
      expect(await signer({ name })).toEqual([])
    }
  })

  it('may not have a name that is blank, too long, or more than one line', async () => {
    for (const name of ['', ' \u00a0\u3000', '\u200b\u200e'])
      expect(await signer({ name })).toEqual(['blank /signer/name'])
    for (const name of ['a\nb', 'a\rb', 'a\tb', 'a\0b', 'a\u0085b', 'a\u2028b', 'a\ud800b']) {
      expect(await signer({ name })).toEqual(['invalid_text /signer/name'])
    }
    expect(await signer({ name: 'x'.repeat(201) })).toEqual(['too_long /signer/name'])
  })

  it.each([
    'a@b.cd',
    'first.last+tag@sub.example.co.uk',
    "o'neil@example.com",
    'user@xn--bcher-kva.example',
    'pelé@bücher.example',
    `${'a'.repeat(64)}@example.com`,
  ])('may have the address %s', async (email) => {
    expect(await signer({ email })).toEqual([])
  })

  it.each([
    '',
    'a',
    '@example.com',
    'a@',
    'a@localhost',
    'a@b@c.de@',
    'a b@example.com',
    'a@exa mple.com',
    'a@-b.com',
    'a@b-.com',
    'a@b..com',
    '.a@b.com',
    'a.@b.com',
    'a..b@c.de',
    'a@b.com\r\nBcc: x@y.z',
    'a@b.com\n',
    '<a@b.com>',
    'Ada <a@b.com>',
    'a@[192.0.2.1]',
    'a@b.com\0',
    'a\u200b@b.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(130)}com`,
  ])('may not have the address %j', async (email) => {
    expect(await signer({ email })).toEqual(['invalid_email /signer/email'])
  })

  it('may have an IPv4 or IPv6 address, and nothing else there', async () => {
    for (const ip of ['192.0.2.1', '::1', '::ffff:192.0.2.1', 'fe80::1%eth0', '2001:DB8::a'])
      expect(await signer({ ip })).toEqual([])
    for (const ip of [
      '',
      '1.2.3',
      '256.1.1.1',
      '192.0.2.1:80',
      '[::1]',
      'localhost',
      '1.2.3.4\n',
      '::1\n',
      ':\t:1',
      '1::2::3',
      '1.2.3.4%e',
      '::1]/x[',
      '01.2.3.4',
    ]) {
      expect(await signer({ ip })).toEqual(['invalid_ip /signer/ip'])
    }
  })

  it('may have a user agent of a sane length', async () => {
    expect(await signer({ userAgent: '' })).toEqual([])
    expect(await signer({ userAgent: 'a\r\nb' })).toEqual(['invalid_text /signer/userAgent'])
    expect(await signer({ userAgent: 'x'.repeat(2049) })).toEqual(['too_long /signer/userAgent'])
  })
})

describe('the audit trail', () => {
  it('needs at least one event of type submit', async () => {
    expect(await faults(request({ auditTrail: [] }))).toEqual(['too_few /auditTrail'])
    const open = { ...SUBMIT, type: 'open' }
    expect(await faults(request({ auditTrail: [open] }))).toEqual(['missing_submit_event /auditTrail'])
    expect(await faults(request({ auditTrail: [open, SUBMIT] }))).toEqual([])
  })

  it('may not have more events than the limit', async () => {
    const auditTrail = new Array(SIGN_REQUEST_LIMITS.maxEvents).fill(SUBMIT)
    expect(await faults(request({ auditTrail }))).toEqual([])
    expect(await faults(request({ auditTrail: [...auditTrail, {}] }))).toEqual(['too_many /auditTrail'])
  })

  it('takes the type of an event by its synonym, at the event or inside its data', async () => {
    const { timestamp } = SUBMIT
    expect(await eventOf({ timestamp, event: 'open' })).toMatchObject({ type: 'open', data: {} })
    expect(await eventOf({ timestamp, data: { event: 'open', x: 1 } })).toMatchObject({
      type: 'open',
      data: { event: 'open', x: 1 },
    })
    expect(await eventOf({ timestamp, data: { type: 'open' } })).toMatchObject({ type: 'open' })
    expect(await eventOf({ timestamp, data: { type: 'button', event: 'click' } })).toMatchObject({ type: 'click' })
    expect(await faults(request({ auditTrail: [{ timestamp, data: { event: 'submit' } }] }))).toEqual([])
  })

  it('refuses a type and a synonym that differ, but leaves data alone when there is a type', async () => {
    expect(await faults(withEvent({ ...SUBMIT, event: 'submit' }))).toEqual([])
    expect(await faults(withEvent({ ...SUBMIT, event: 'open' }))).toEqual(['conflicting_type /auditTrail/1/event'])
    expect(await eventOf({ ...SUBMIT, data: { event: 'click' } })).toMatchObject({ type: 'submit' })
  })

  it('refuses an event without a type, or with one that is no short text', async () => {
    const { timestamp } = SUBMIT
    expect(await faults(withEvent({ timestamp }))).toEqual(['required /auditTrail/1/type'])
    expect(await faults(withEvent({ timestamp, type: 5 }))).toEqual(['invalid_type /auditTrail/1/type'])
    expect(await faults(withEvent({ timestamp, type: ' ' }))).toEqual(['blank /auditTrail/1/type'])
    expect(await faults(withEvent({ timestamp, data: { event: 5 } }))).toEqual([
      'invalid_type /auditTrail/1/data/event',
    ])
    expect(await faults(withEvent({ timestamp, data: { event: 'a\nb' } }))).toEqual([
      'invalid_text /auditTrail/1/data/event',
    ])
    expect(await faults(withEvent({ timestamp, type: 'x'.repeat(101) }))).toEqual(['too_long /auditTrail/1/type'])
  })

  it.each([
    ['2025-03-04T10:00:00Z', '2025-03-04T10:00:00.000Z'],
    ['2025-03-04T10:00Z', '2025-03-04T10:00:00.000Z'],
    ['2025-03-04T10:00:00+01:00', '2025-03-04T09:00:00.000Z'],
    ['2025-03-01T00:30:00.5+01:00', '2025-02-28T23:30:00.500Z'],
    ['2024-02-29T23:59:59.999-0030', '2024-03-01T00:29:59.999Z'],
    ['2025-12-31T20:00:00-05', '2026-01-01T01:00:00.000Z'],
    ['2025-03-04T10:00:00.123456789+00:00', '2025-03-04T10:00:00.123456789Z'],
    ['2025-03-04t10:00:00,25z', '2025-03-04T10:00:00.250Z'],
  ])('shows %s in UTC', async (timestamp, utc) => {
    expect(await eventOf({ ...SUBMIT, timestamp })).toMatchObject({ timestamp: utc })
  })

  it.each([
    '',
    '2025-03-04',
    '2025-03-04T10:00:00',
    '2025-02-29T10:00:00Z',
    '2025-04-31T10:00:00Z',
    '2025-13-01T10:00:00Z',
    '2025-00-10T10:00:00Z',
    '2025-01-00T10:00:00Z',
    '2025-01-01T24:00:00Z',
    '2025-01-01T10:60:00Z',
    '2025-01-01T10:00:60Z',
    '2025-01-01T10:00:00+24:00',
    '2025-01-01T10:00:00+01:60',
    '2025-01-01T10:00:00.1234567890Z',
    '2025-01-01 10:00:00Z',
    ' 2025-01-01T10:00:00Z',
    '2025-01-01T10:00:00Z\n',
    '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    'Tue, 04 Mar 2025 10:00:00 GMT',
    '1741082400000',
  ])('refuses the time %j', async (timestamp) => {
    expect(await faults(withEvent({ ...SUBMIT, timestamp }))).toEqual(['invalid_timestamp /auditTrail/1/timestamp'])
  })
})

describe('free-form data', () => {
  const metadata = (value: unknown) => faults(request({ metadata: value }))

  it('may hold any JSON, and leaves out members without a value', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 5 })),
        async (object) => {
          const clean = JSON.parse(JSON.stringify(object).replaceAll('\\u0000', '').replaceAll('__proto__', 'proto'))
          expect((await parseSignRequest(request({ metadata: clean }))).metadata).toEqual(clean)
        },
      ),
    )
    expect((await parseSignRequest(request({ metadata: { a: undefined, b: 1 } }))).metadata).toEqual({ b: 1 })
  })

  it('may not hold what JSON has no value for', async () => {
    for (const value of [
      Number.NaN,
      1n,
      new Date(0),
      new Map(),
      () => 1,
      Symbol('s'),
      [undefined],
      new Uint8Array(1),
    ]) {
      const pointer = Array.isArray(value) ? '/metadata/x/0' : '/metadata/x'
      expect(await metadata({ x: value })).toEqual([`invalid_type ${pointer}`])
    }
    for (const value of [null, [], 'text', new Date(0)])
      expect(await metadata(value)).toEqual(['invalid_type /metadata'])
  })

  it('may not hold NUL or half of a surrogate pair, in values or names', async () => {
    expect(await metadata({ a: ['x\0'], b: '\udc00' })).toEqual([
      'invalid_text /metadata/a/0',
      'invalid_text /metadata/b',
    ])
    expect(await metadata({ '\ud800': 1 })).toHaveLength(1)
    expect(await metadata({ a: '\ud83d\ude00\n\t\u0007' })).toEqual([])
  })

  it('may not have a member named __proto__, at any depth', async () => {
    const value = JSON.parse('{"a":{"__proto__":{"polluted":true}}}')
    expect(await metadata(value)).toEqual(['forbidden_key /metadata/a/__proto__'])
    expect(await faults(withEvent({ ...SUBMIT, data: value }))).toEqual([
      'forbidden_key /auditTrail/1/data/a/__proto__',
    ])
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it('may not be nested too deep or contain itself', async () => {
    let value: unknown = 1
    for (let i = 0; i < SIGN_REQUEST_LIMITS.maxDataDepth; i++) value = { a: value }
    expect(await metadata(value)).toEqual([])
    expect(await metadata({ a: value })).toEqual([expect.stringMatching(/^too_deep \/metadata(\/a)+$/)])
    const loop: Members = {}
    loop['self'] = loop
    expect(await metadata(loop)).toEqual([expect.stringMatching(/^too_deep /)])
  })

  it('may not be too large, in one place or in all', async () => {
    const size = SIGN_REQUEST_LIMITS.maxDataBytes
    expect(await metadata({ a: 'x'.repeat(size - 20) })).toEqual([])
    expect(await metadata({ a: 'x'.repeat(size) })).toEqual(['too_large /metadata'])
    expect(await metadata({ a: 'é'.repeat(size / 2) })).toEqual(['too_large /metadata'])
    const sparse: unknown[] = []
    sparse.length = 4_000_000_000
    expect((await metadata({ sparse })).length).toBeLessThanOrEqual(SIGN_REQUEST_LIMITS.maxReportedIssues)
    const data = { a: 'x'.repeat(size - 20) }
    const auditTrail = new Array(17).fill({ ...SUBMIT, data })
    expect(await faults(request({ auditTrail: auditTrail.slice(0, 16) }))).toEqual([])
    expect(await faults(request({ auditTrail }))).toEqual(['too_large /auditTrail/16/data'])
  })
})

describe('an event id', () => {
  it('may be any line of text of a sane length', async () => {
    expect(await faults(request({ eventId: 'Auftrag 17/б' }))).toEqual([])
    expect(await faults(request({ eventId: '\t' }))).toEqual(['invalid_text /eventId', 'blank /eventId'])
    expect(await faults(request({ eventId: 'x'.repeat(201) }))).toEqual(['too_long /eventId'])
    expect(await faults(request({ eventId: 17 }))).toEqual(['invalid_type /eventId'])
  })

  it('that is made sorts by time and does not repeat', async () => {
    const first = (await parseSignRequest(REQUEST, Date.UTC(2025, 0, 1))).eventId
    const second = (await parseSignRequest(REQUEST, Date.UTC(2025, 0, 1))).eventId
    const later = (await parseSignRequest(REQUEST, Date.UTC(2025, 0, 2))).eventId
    expect(first.startsWith('01941f29-7c00-7')).toBe(true)
    expect(second).not.toBe(first)
    expect(later > first && later > second).toBe(true)
  })
})

describe('the schema', () => {
  it('is made once, and gives a JSON Schema that closes what is closed', async () => {
    expect(signRequestSchema()).toBe(signRequestSchema())
    const json = toJSONSchema(await signRequestSchema(), { io: 'input' })
    expect(json).toMatchObject({
      type: 'object',
      required: ['signer', 'auditTrail'],
      additionalProperties: false,
      properties: {
        signer: {
          required: ['email', 'name'],
          additionalProperties: false,
          properties: { email: { format: 'email' } },
        },
        auditTrail: {
          type: 'array',
          minItems: 1,
          maxItems: 1000,
          items: {
            additionalProperties: false,
            required: ['timestamp'],
            properties: { timestamp: { format: 'date-time' }, data: { type: 'object', additionalProperties: true } },
          },
        },
        metadata: { type: 'object', additionalProperties: true },
        certificate: { additionalProperties: false, properties: { enabled: { type: 'boolean', default: true } } },
      },
    })
  })
})
