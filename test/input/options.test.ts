/**
 * Options of wrong types and values, and inputs in every shape.
 *
 * @module
 */

import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { CONVERT_OPTIONS } from '../../src/convert/convert-file.js'
import {
  completeSignature,
  convertFile,
  developmentIdentity,
  extendDocument,
  prepareSignature,
  SealwrightError,
  type SignOptions,
  signDocument,
  verifyDocument,
} from '../../src/index.js'
import { type OptionTable, TEXT } from '../../src/input/check-options.js'
import { SIGN_OPTIONS } from '../../src/sign/sign-options.js'
import { VERIFY_OPTIONS } from '../../src/verify/verify-options.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'

const request = {
  signer: { name: 'Ada', email: 'ada@example.com' },
  auditTrail: [{ timestamp: '2026-11-22T12:00:00Z', type: 'submit' }],
}
const identity = await developmentIdentity()
const { certificates, algorithm } = identity
const secret = 'x'.repeat(32)
const pdf = makePdf(ONE_PAGE)

const FUNCTIONS: Record<string, (options: never) => Promise<unknown>> = {
  signDocument: (options) => signDocument(pdf, request, options),
  verifyDocument: (options) => verifyDocument(pdf, options),
  convertFile: (options) => convertFile('# x', { from: 'md' }, options),
  extendDocument: (options) => extendDocument(pdf, options),
  prepareSignature: (options) => prepareSignature(pdf, request, options),
  completeSignature: (options) => completeSignature(pdf, pdf, options),
}
const NEEDED: Record<string, object> = {
  signDocument: { identity },
  prepareSignature: { identity: { certificates, algorithm }, secret },
  completeSignature: { document: pdf, secret },
}

async function faultOf(name: string, options: unknown): Promise<SealwrightError> {
  const error = await FUNCTIONS[name]?.(options as never).catch((each: unknown) => each)
  expect(error).toBeInstanceOf(SealwrightError)
  return error as SealwrightError
}

describe.each(Object.keys(FUNCTIONS))('the options of %s', (name) => {
  it.each([null, 'x', 5, []])('may not be %j', async (options) => {
    expect((await faultOf(name, options)).code).toBe('invalid_request')
  })

  it('have known names and sound values alone, and every fault is told with its place', async () => {
    const { code, errors } = await faultOf(name, { ...NEEDED[name], tsa: 'https://tsa.test', signal: 'now' })
    expect(code).toBe('invalid_request')
    expect(errors.map(({ pointer, code: kind }) => [pointer, kind])).toEqual([
      ['/tsa', 'unknown_option'],
      ['/signal', 'invalid'],
    ])
  })
})

describe('an option', () => {
  it('that is misspelt is told with the nearest name', async () => {
    const { message } = await faultOf('signDocument', { identity, tsa: 'https://tsa.test' })
    expect(message).toBe('tsa: unknown option; did you mean timestampAuthorities?')
    expect((await faultOf('verifyDocument', { trustAnchor: [] })).message).toContain('did you mean trustAnchors?')
    expect((await faultOf('verifyDocument', { tsa: 'x' })).message).toBe('tsa: unknown option.')
    expect((await faultOf('convertFile', { stylesheet: '' })).message).toContain('did you mean styleSheet?')
  })

  it.each([
    ['signDocument', { maxBytes: Number.NaN }, '/maxBytes'],
    ['verifyDocument', { maxBytes: Number.NaN }, '/maxBytes'],
    ['convertFile', { maxBytes: Number.NaN }, '/maxBytes'],
    ['convertFile', { fonts: 'x' }, '/fonts'],
    ['convertFile', { fonts: [{ family: 'A', bytes: 'x' }] }, '/fonts/0/bytes'],
    ['convertFile', { styles: { paragraph: {} } }, '/styles/paragraph'],
    ['convertFile', { assets: {} }, '/assets/url'],
    ['signDocument', { appearance: { rectangle: [0, 0, 10] } }, '/appearance/rectangle'],
    ['signDocument', { appearance: { rectangle: [0, 0, 99, 99], image: { bytes: 'x' } } }, '/appearance/image/bytes'],
    ['signDocument', { brand: { colors: { accent: 'red' } } }, '/brand/colors/accent'],
    ['signDocument', { brand: { logos: {} } }, '/brand/logos'],
    ['signDocument', { level: 'B-T' }, '/timestampAuthorities'],
    ['signDocument', { reason: null }, '/reason'],
    ['verifyDocument', { trustAnchors: 'pem' }, '/trustAnchors'],
    ['verifyDocument', { trustAnchors: [pdf] }, '/trustAnchors/0'],
    ['verifyDocument', { timestampAnchors: ['no PEM'] }, '/timestampAnchors/0'],
    ['verifyDocument', { proofs: [{ since: 'May' }] }, '/proofs/0/since'],
    ['verifyDocument', { revocationFreshness: { mode: 'never' } }, '/revocationFreshness/mode'],
    ['verifyDocument', { policy: { requireTrsut: true } }, '/policy/requireTrsut'],
    ['verifyDocument', { signaturePolicies: [{ id: 'x' }] }, '/signaturePolicies/0/id'],
    ['prepareSignature', { lifetimeMs: Number.NaN }, '/lifetimeMs'],
    ['completeSignature', { document: 'x' }, '/document'],
    ['extendDocument', { level: 'B-B' }, '/level'],
  ])('of %s may not be %j', async (name, options, pointer) => {
    const { code, errors } = await faultOf(name, { ...NEEDED[name], ...options })
    expect([code, errors.map((each) => each.pointer)]).toEqual(['invalid_request', [pointer]])
  })

  it('that draws outside of the page is refused', async () => {
    const draw = (rectangle: SignOptions['appearance']) => faultOf('signDocument', { identity, appearance: rectangle })
    for (const rectangle of [
      [700, 100, 900, 160],
      [-300, 100, -100, 160],
      [100, 842, 200, 900],
    ] as const) {
      const { code, message, errors } = await draw({ rectangle })
      expect([code, errors[0]?.pointer]).toEqual(['invalid_request', '/appearance/rectangle'])
      expect(message).toContain('outside page 1')
    }
  })
})

describe('inputs of every shape', () => {
  it('are signed, extended and verified', async () => {
    const { bytes } = await signDocument(new Blob([pdf]), request, { identity })
    const report = await verifyDocument(Readable.from([bytes.subarray(0, 100), bytes.subarray(100)]))
    expect(report.valid).toBe(true)
    const { toBeSigned } = await prepareSignature(new Blob([pdf]).stream(), request, {
      identity: { certificates, algorithm },
      secret,
    })
    expect(toBeSigned.length).toBeGreaterThan(100)
    expect(await extendDocument(pdf.slice().buffer, {}).catch(({ code }) => code)).toBe('unsupported_document')
  })

  it('leave a stream alone when the options are refused', async () => {
    const stream = Readable.from([pdf])
    await verifyDocument(stream, { maxBytes: -1 }).catch(() => undefined)
    expect(stream.readableDidRead).toBe(false)
  })
})

describe('text', () => {
  it('is converted, with every character, whatever encoding the page names', async () => {
    const html = '<!doctype html><meta charset="windows-1252"><p>Zażółć 漢字 €</p>'
    const { bytes } = await convertFile(html, { to: 'docx' })
    const back = await convertFile(bytes, { to: 'md' })
    expect(Buffer.from(back.bytes).toString()).toContain('Zażółć 漢字 €')
  })

  it('is taken with a content type that has parameters', async () => {
    const { contentType } = await convertFile('# x', { contentType: 'Text/Markdown; charset=utf-8', to: 'docx' })
    expect(contentType).toContain('wordprocessingml')
  })

  it.each([
    ['\ud83d half', { from: 'md' }, {}, 'invalid_document'],
    ['# long', { from: 'md' }, { maxBytes: 3 }, 'file_too_large'],
    ['PK', { from: 'docx' }, {}, 'invalid_request'],
    ['plain', {}, {}, 'unsupported_conversion'],
  ] as const)('%j with %j is refused', async (text, what, options, code) => {
    expect(await convertFile(text, what, options).catch((error) => error.code)).toBe(code)
  })
})

describe('an option that is undefined', () => {
  it.each([
    ['signDocument', SIGN_OPTIONS],
    ['verifyDocument', VERIFY_OPTIONS],
    ['convertFile', CONVERT_OPTIONS],
  ])('is one that was left out: %s', async (name, table) => {
    const all = Object.fromEntries(Object.keys(table).map((option) => [option, undefined]))
    expect(await FUNCTIONS[name]?.({ ...all, ...NEEDED[name] } as never)).toBeTypeOf('object')
  })

  it('is permitted by the types, or no table can be written', () => {
    interface Strict {
      readonly title?: string
    }
    // @ts-expect-error A host with `exactOptionalPropertyTypes` could not give `string | undefined`.
    const table: OptionTable<Strict> = { title: TEXT }
    const permitted: OptionTable<{ readonly title?: string | undefined; readonly needed: string }> = {
      title: TEXT,
      needed: TEXT,
    }
    expect(Object.keys({ ...table, ...permitted })).toEqual(['title', 'needed'])
  })
})

describe('an error', () => {
  it('has its name, prints with it, and says whether it may pass', () => {
    const error = new SealwrightError('overloaded', 'Later.')
    expect([error.name, error.retryable, error.constructor.name]).toEqual(['SealwrightError', true, 'SealwrightError'])
    expect(error.stack).toMatch(/^SealwrightError: Later\./)
    expect(new SealwrightError('invalid_document', 'x').retryable).toBe(false)
  })
})
