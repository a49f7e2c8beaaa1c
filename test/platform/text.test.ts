/**
 * Buffers, texts and kinds of values in builds without Node.js behave as those of Node.js.
 *
 * @module
 */

import { isUtf8 } from 'node:buffer'
import { domainToASCII } from 'node:url'
import { types } from 'node:util'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Buffer as WebBuffer } from '../../src/platform/web/buffer.js'
import * as webText from '../../src/platform/web/text.js'
import * as webTurns from '../../src/platform/web/turns.js'
import { types as webTypes } from '../../src/platform/web/value-types.js'

/** Few different bytes, so that searches find something. */
const dense = fc.uint8Array({ max: 3, maxLength: 40 })
const position = fc.option(fc.integer({ min: -45, max: 45 }), { nil: undefined })

it('buffers are searched alike', () => {
  fc.assert(
    fc.property(dense, fc.uint8Array({ max: 3, maxLength: 4 }), position, (bytes, needle, from) => {
      const [own, native] = [WebBuffer.from(bytes), Buffer.from(bytes)]
      expect(own.indexOf(WebBuffer.from(needle), from)).toBe(native.indexOf(needle, from))
      if (needle.length > 0)
        expect(own.lastIndexOf(WebBuffer.from(needle), from)).toBe(native.lastIndexOf(needle, from))
      const [first = 0] = needle
      expect(own.indexOf(first, from)).toBe(native.indexOf(first, from))
      const text = String.fromCharCode(...needle)
      expect(own.indexOf(text, from, 'latin1')).toBe(native.indexOf(text, from, 'latin1'))
      expect(own.includes(text)).toBe(native.includes(text))
    }),
    { numRuns: 2000 },
  )
})

it('buffers are read as text alike', () => {
  const encodings = ['utf8', 'latin1', 'hex', 'base64', 'utf16le'] as const
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(60), fc.nat(60), (bytes, start, end) => {
      for (const encoding of encodings) {
        const [own, native] = [WebBuffer.from(bytes), Buffer.from(bytes)]
        expect(own.toString(encoding)).toBe(native.toString(encoding))
        if (encoding !== 'utf16le' && start <= end)
          expect(own.toString(encoding, start, end)).toBe(native.toString(encoding, start, end))
      }
      expect(webText.isUtf8(bytes)).toBe(isUtf8(bytes))
    }),
  )
  const long = Buffer.alloc(100_000, 'é', 'latin1')
  expect(WebBuffer.from(long).toString('latin1')).toBe(long.toString('latin1'))
  expect(WebBuffer.from('\ufeffa', 'utf8').toString()).toBe('\ufeffa')
})

it('buffers are compared and made alike', () => {
  fc.assert(
    fc.property(dense, dense, (a, b) => {
      expect(WebBuffer.from(a).equals(WebBuffer.from(b))).toBe(Buffer.from(a).equals(b))
      expect(WebBuffer.compare(a, b)).toBe(Buffer.compare(a, b))
      expect(Uint8Array.from(WebBuffer.concat([a, b]))).toEqual(Uint8Array.from(Buffer.concat([a, b])))
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, plain) => {
      expect(WebBuffer.from(text).toString('hex')).toBe(Buffer.from(text).toString('hex'))
      for (const encoding of ['hex', 'base64', 'latin1'] as const)
        expect(WebBuffer.from(plain, encoding).toString('hex')).toBe(Buffer.from(plain, encoding).toString('hex'))
    }),
  )
})

it.each([
  'example.com',
  'no-host.invalid',
  'NO-HOST.invalid',
  'Bücher.example',
  'xn--bcher-kva.example',
  'x',
  'X',
  '',
  'a b',
  '例え.テスト',
  '192.168.1.1',
  'a..b',
  'xn--a',
])('the domain "%s" has the same ASCII form', (domain) => {
  expect(webText.domainToASCII(domain)).toBe(domainToASCII(domain))
})

it('values are told apart alike, of this realm and of another', () => {
  const values: unknown[] = [
    ...[new Uint8Array(1), Buffer.alloc(1), new Uint16Array(1), new DataView(new ArrayBuffer(1)), new ArrayBuffer(1)],
    ...[new SharedArrayBuffer(1), new Date(), new Date(Number.NaN), Promise.resolve(), new Error('x'), {}, [], null],
    ...[undefined, 'x', 1, { [Symbol.toStringTag]: 'Uint8Array' }, Object.create(Uint8Array.prototype)],
    ...['new Uint8Array(1)', 'new ArrayBuffer(1)', 'new Date()', 'Promise.resolve()', 'new TypeError("x")'].map(
      (code) => runInNewContext(code),
    ),
  ]
  for (const name of [
    'isUint8Array',
    'isArrayBuffer',
    'isAnyArrayBuffer',
    'isDate',
    'isPromise',
    'isNativeError',
  ] as const)
    for (const value of values) expect([name, webTypes[name](value)]).toEqual([name, types[name](value)])
})

it('lets other work go first', async () => {
  const order: string[] = []
  setTimeout(() => order.push('timer'), 0)
  void Promise.resolve().then(() => order.push('microtask'))
  expect(await webTurns.setImmediate('value')).toBe('value')
  expect(order[0]).toBe('microtask')
})
