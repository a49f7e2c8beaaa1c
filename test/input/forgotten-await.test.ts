/**
 * What is given in the place of something else: a promise that nobody awaited, an object of another kind, bytes that are
 * gone. Each is told in words, before anything is signed or believed.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import * as sealwright from '../../src/index.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'

const request = {
  signer: { name: 'Ada', email: 'ada@example.com' },
  auditTrail: [{ timestamp: '2026-11-22T12:00:00Z', type: 'submit' }],
}
const pdf = makePdf(ONE_PAGE)

/** What a call says of its arguments; the call fails with `invalid_request`. */
async function fault(call: () => unknown): Promise<string> {
  try {
    await call()
  } catch (error) {
    expect(error).toMatchObject({ name: 'SealwrightError', code: 'invalid_request' })
    return error instanceof Error ? error.message : ''
  }
  throw new Error('The call did not fail.')
}

async function all<T>(entries: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const entry of entries) found.push(entry)
  return found
}

describe('a promise that nobody awaited', () => {
  it('is told as the identity of a signature and of an API', async () => {
    const identity = sealwright.developmentIdentity() as never
    expect(await fault(() => sealwright.signDocument(pdf, request, { identity }))).toMatch(/identity.*await/)
    const keys = new sealwright.KeyIssuer({
      store: sealwright.memoryStore(),
      mailer: { send: async () => undefined },
      secret: 'x'.repeat(32),
    })
    expect(await fault(() => sealwright.createApi({ identity, keys }))).toMatch(/identity.*await/)
  })

  it('is told as options, where it would count as an object without members', async () => {
    const options = Promise.resolve({ maxBytes: 1 }) as never
    expect(await fault(() => sealwright.verifyDocument(pdf, options))).toMatch(/options.*await/)
    expect(await fault(() => sealwright.convertFile('# x', options))).toMatch(/request.*await/)
  })

  it('is told as a document', async () => {
    expect(await fault(() => sealwright.verifyDocument(Promise.resolve(pdf) as never))).toMatch(/await/)
  })
})

it.each([
  ['a date', new Date()],
  ['bytes', new Uint8Array(3)],
  ['an address', new URL('https://example.com')],
  ['a map', new Map([['maxBytes', 1]])],
])('options are not %s', async (_, options) => {
  expect(await fault(() => sealwright.verifyDocument(pdf, options as never))).toMatch(/must be an object/)
})

it('options may come from a class, from a module, or have no prototype', async () => {
  class Settings {
    readonly from = 'md'
  }
  const bare = Object.assign(Object.create(null), { from: 'md' })
  for (const settings of [new Settings(), bare]) {
    expect((await sealwright.convertFile('# x', settings)).contentType).toBe('application/pdf')
  }
})

it.each([
  ['nothing', {}],
  ['a key', { key: 'k', certificate: 'c' }],
])('%s is no identity', async (_, identity) => {
  expect(await fault(() => sealwright.signDocument(pdf, request, { identity: identity as never }))).toMatch(
    /identityFromPem/,
  )
})

it('bytes that were handed to a thread are told', async () => {
  const gone = pdf.slice()
  structuredClone(gone.buffer, { transfer: [gone.buffer] })
  expect(await fault(() => sealwright.verifyDocument(gone))).toMatch(/another thread/)
})

it.each<[string, () => unknown]>([
  ['a PKCS#12 file that is a name', () => sealwright.identityFromPkcs12('seal.p12' as never, 'x')],
  ['a passphrase that is a number', () => sealwright.identityFromPkcs12(new Uint8Array(4), 1234 as never)],
  ['a signer that cannot sign', () => sealwright.identityFromSignpdf({} as never)],
  ['a limiter that is not made by a function', () => sealwright.flexibleRateLimiter({} as never)],
  ['a webhook without a message', () => sealwright.webhookHeaders('whsec_x', undefined as never)],
  [
    'a webhook without a secret',
    () => sealwright.webhookHeaders(undefined as never, { id: 'a', timestamp: 1, body: '' }),
  ],
  ['an address that is a symbol', () => sealwright.timestampAuthority(Symbol('x') as never)],
  ['a list of entries that is one name', () => all(sealwright.fromList('contract.pdf' as never))],
  ['no list of entries', () => all(sealwright.fromList(undefined as never))],
  ['a manifest that is a number', () => all(sealwright.fromCsv(5 as never))],
  ['a manifest in pieces that are numbers', () => all(sealwright.fromJsonLines([1, 2] as never))],
])('%s is refused', async (_, call) => {
  expect(await fault(call)).not.toBe('')
})

it('manifests are taken as text, as bytes and in pieces of either', async () => {
  const text = 'input\na.pdf\n"b ü.pdf"\n'
  const bytes = new TextEncoder().encode(text)
  const expected = await all(sealwright.fromCsv([bytes]))
  expect(expected).toHaveLength(2)
  for (const source of [
    text,
    bytes,
    Buffer.from(bytes),
    [text.slice(0, 9), text.slice(9)],
    [bytes.subarray(0, 17), bytes.subarray(17)],
  ]) {
    expect(await all(sealwright.fromCsv(source))).toEqual(expected)
  }
})
