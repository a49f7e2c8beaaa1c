/**
 * The quick way to read a request, held against the schema.
 *
 * @module
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signRequestSchema } from '../../src/sign/request/request.js'
import { SIGN_REQUEST_LIMITS } from '../../src/sign/request/sign-request-limits.js'
import { readSoundRequest } from '../../src/sign/request/sound-request.js'

const SIGNER = { name: 'Ada Lovelace', email: 'ada@example.com', ip: '192.0.2.17', userAgent: 'Mozilla/5.0' }
const SUBMIT = { timestamp: '2025-03-04T10:00:00Z', type: 'submit', data: { a: [1] } }
const REQUEST = {
  signer: SIGNER,
  auditTrail: [SUBMIT, { timestamp: '2025-03-04T11:00:00+01:00', event: 'opened', kind: 'opened' }],
  eventId: 'order 17',
  metadata: { b: 'Zażółć' },
  certificate: { enabled: false },
}

/** Values of which each is in order somewhere, wrong elsewhere, or nearly right. */
const VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  '',
  ' ',
  'submit',
  'two\nlines',
  'half \ud800',
  '\u200b',
  'ada@example.com',
  'ada@example',
  '2025-03-04T10:00:00Z',
  '2025-02-30T10:00:00Z',
  '192.0.2.17',
  '192.0.2.256',
  '192.0.02.1',
  '::1',
  'fe80::1%eth0',
  {},
  { enabled: true },
  { enabled: undefined },
  [],
  [SUBMIT],
  new Date(0),
  'x'.repeat(SIGN_REQUEST_LIMITS.maxEventTypeLength),
  'x'.repeat(SIGN_REQUEST_LIMITS.maxNameLength + 1),
  'x'.repeat(SIGN_REQUEST_LIMITS.maxUserAgentLength + 1),
]
const NAMES = [...Object.keys(REQUEST), ...Object.keys(SIGNER), ...Object.keys(SUBMIT), 'action', 'enabled', 'other']

const change = fc.record({
  place: fc.constantFrom('', 'signer', 'auditTrail', 'certificate'),
  name: fc.constantFrom(...NAMES),
  value: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...VALUES) }, { weight: 1, arbitrary: fc.string() }),
  isRemoval: fc.boolean(),
})

/** The request with some members put in, changed or taken out. */
function changed(changes: readonly { place: string; name: string; value: unknown; isRemoval: boolean }[]) {
  const request: Record<string, unknown> = structuredClone(REQUEST)
  for (const { place, name, value, isRemoval } of changes) {
    const at = place === '' ? request : place === 'auditTrail' ? (request[place] as unknown[])?.[1] : request[place]
    if (typeof at !== 'object' || at === null) continue
    if (isRemoval) Reflect.deleteProperty(at, name)
    else Reflect.set(at, name, value)
  }
  return request
}

describe('a request that is read without the schema', () => {
  it('is one that the schema takes, and reads the same', async () => {
    const schema = await signRequestSchema()
    let read = 0
    fc.assert(
      fc.property(fc.array(change, { maxLength: 3 }), (changes) => {
        const request = changed(changes)
        const sound = readSoundRequest(request)
        if (sound === undefined) return
        read++
        expect(schema.safeParse(request)).toMatchObject({ success: true })
        expect(sound).toEqual(schema.parse(request))
      }),
      { numRuns: 5000 },
    )
    expect(read).toBeGreaterThan(500)
  })

  it.each(VALUES.map((value) => [value]))('is none with %o in a place where the schema refuses it', async (value) => {
    const schema = await signRequestSchema()
    for (const place of ['', 'signer', 'auditTrail', 'certificate']) {
      for (const name of NAMES) {
        const request = changed([{ place, name, value, isRemoval: false }])
        if (!schema.safeParse(request).success) expect(readSoundRequest(request)).toBeUndefined()
      }
    }
  })

  it('is the usual one', () => {
    expect(readSoundRequest(REQUEST)).toEqual(REQUEST)
    expect(readSoundRequest({ signer: SIGNER, auditTrail: [SUBMIT] })).toBeDefined()
  })

  it('is a copy: what is changed afterwards was not looked at', () => {
    const request = structuredClone(REQUEST)
    const sound = readSoundRequest(request)
    request.signer.name = '\n'
    request.auditTrail.length = 0
    expect(sound).toEqual(REQUEST)
  })

  it('takes nothing from prototypes', () => {
    const signer = Object.create({ ip: '192.0.2.1' }) as object
    expect(readSoundRequest({ ...REQUEST, signer: Object.assign(signer, SIGNER) })).toBeUndefined()
    const polluted = JSON.parse('{"__proto__":{"email":"eve@example.com"},"name":"Ada"}')
    expect(readSoundRequest({ ...REQUEST, signer: polluted })).toBeUndefined()
  })

  it('has no more events than any other', () => {
    const auditTrail = Array.from({ length: SIGN_REQUEST_LIMITS.maxEvents + 1 }, () => SUBMIT)
    expect(readSoundRequest({ ...REQUEST, auditTrail })).toBeUndefined()
    expect(readSoundRequest({ ...REQUEST, auditTrail: [] })).toBeUndefined()
  })
})
