/**
 * Inputs of every shape, within the limit, and given up when aborted.
 *
 * @module
 */

import { Readable } from 'node:stream'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { type FileInput, readInput } from '../../src/input/read-input.js'

const BYTES = Uint8Array.from({ length: 200_000 }, (_, i) => i % 251)
const LIMITS = { maxBytes: 1_000_000 }

async function* pieces(size = 7000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < BYTES.length; at += size) yield BYTES.subarray(at, at + size)
}

/** A source that never ends, and tells whether it was let go of. */
function endless(piece: () => Promise<Uint8Array> | Uint8Array) {
  const state = { pulled: 0, isCancelled: false }
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      state.pulled++
      controller.enqueue(await piece())
    },
    cancel() {
      state.isCancelled = true
    },
  })
  return { state, stream }
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'nothing',
    (error: { code?: string }) => error.code ?? error,
  )

describe('a file', () => {
  it.each<[string, () => unknown]>([
    ['a Uint8Array', () => BYTES],
    ['a Buffer', () => Buffer.from(BYTES)],
    ['an ArrayBuffer', () => BYTES.slice().buffer],
    ['a part of an ArrayBuffer', () => new DataView(new Uint8Array([9, ...BYTES, 9]).buffer, 1, BYTES.length)],
    ['a Uint8Array of another realm', () => runInNewContext('Uint8Array.from(bytes)', { bytes: BYTES })],
    ['a DataView of another realm', () => runInNewContext('new DataView(bytes)', { bytes: BYTES.slice().buffer })],
    ['a Blob', () => new Blob([BYTES])],
    ['a Blob without a stream, as that of jsdom', () => blobWithoutStream()],
    ['a stream of the web', () => new Blob([BYTES]).stream()],
    ['the body of a Response', () => new Response(BYTES).body],
    ['a stream of Node', () => Readable.from(pieces())],
    ['an async iterable', () => pieces()],
    ['an async iterable of single bytes', () => pieces(1)],
  ])('may be %s', async (_, make) => {
    const read = await readInput(make(), LIMITS)
    expect(read).toBeInstanceOf(Uint8Array)
    expect(Buffer.compare(read, BYTES)).toBe(0)
  })

  it('that is there as a whole is not copied', async () => {
    expect(await readInput(BYTES, LIMITS)).toBe(BYTES)
  })

  it.each<[string, () => unknown, string]>([
    ['text', () => 'JVBERi0=', 'as bytes, not as text'],
    ['a promise', () => Promise.resolve(BYTES), 'await it first'],
    ['null', () => null, 'must be a Uint8Array'],
    ['a list', () => [1, 2], 'must be a Uint8Array'],
    ['other numbers', () => new Uint16Array(4), 'must be a Uint8Array'],
    ['a stream of text', () => Readable.from(pieces()).setEncoding('latin1'), 'leave out its encoding'],
    ['a stream of objects', () => Readable.from([{}]), 'something other than bytes'],
  ])('may not be %s', async (_, make, message) => {
    await expect(readInput(make(), LIMITS)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(message),
    })
  })

  it('may not be a stream that was read before', async () => {
    const node = Readable.from(pieces())
    const web = new Blob([BYTES]).stream()
    await readInput(node, LIMITS)
    await readInput(web, LIMITS)
    expect(await codeOf(readInput(node, LIMITS))).toBe('invalid_request')
    expect(await codeOf(readInput(web, LIMITS))).toBe('invalid_request')
  })
})

describe('what has the bytes', () => {
  it.each<[string, unknown, string]>([
    ['a response', new Response(BYTES), 'not an object: give its body.'],
    ['a file of multer', { size: 1, buffer: Buffer.from(BYTES) }, 'not an object: give its buffer.'],
    ['a list of pieces', [BYTES], 'not a list: join its pieces first.'],
    ['another list', [1, 2], 'not a list.'],
    ['another view', new Uint16Array(2), 'not bytes of another kind: give a Uint8Array of its buffer.'],
    ['a Buffer that was JSON', Buffer.from(BYTES).toJSON(), 'that was a Buffer before JSON: Buffer.from(it).'],
    ['an address', new URL('file:///contract.pdf'), 'not an object: read the file first.'],
    ['null', null, 'not null.'],
    ['a number', 7, 'not a number.'],
  ])('is named in the refusal: %s', async (_, input, ending) => {
    const error = await readInput(input, LIMITS).catch((error) => error)
    expect([error.code, error.message.endsWith(ending)]).toEqual(['invalid_request', true])
  })
})

describe('the limit', () => {
  it.each<[string, () => FileInput]>([
    ['Uint8Array', () => BYTES],
    ['Blob', () => new Blob([BYTES])],
    ['Blob without a stream', () => blobWithoutStream()],
    ['stream', () => new Blob([BYTES]).stream()],
    ['stream of Node', () => Readable.from(pieces())],
    ['iterable', () => pieces()],
  ])('holds to the byte for a %s', async (_, make) => {
    expect(await codeOf(readInput(make(), { maxBytes: BYTES.length - 1 }))).toBe('file_too_large')
    expect(await codeOf(readInput(make(), { maxBytes: BYTES.length }))).toBe('nothing')
  })

  it('ends a stream that has no end', async () => {
    const { state, stream } = endless(() => BYTES.subarray(0, 1000))
    expect(await codeOf(readInput(stream, { maxBytes: 10_000 }))).toBe('file_too_large')
    expect(state.isCancelled).toBe(true)
    expect(state.pulled).toBeLessThan(15)
  })

  it('is held before anything of a large Blob is read', async () => {
    const stream = () => expect.unreachable('It was read.')
    expect(await codeOf(readInput({ size: 2e9, stream }, LIMITS))).toBe('file_too_large')
  })
})

describe('an abort', () => {
  const reason = new Error('enough')

  it.each<[string, () => { source: unknown; isLetGo: () => boolean }]>([
    [
      'a stream of the web',
      () => {
        const { state, stream } = endless(() => new Promise(() => undefined))
        return { source: stream, isLetGo: () => state.isCancelled }
      },
    ],
    [
      'a stream of Node',
      () => {
        const source = new Readable({ read: () => undefined })
        return { source, isLetGo: () => source.destroyed }
      },
    ],
  ])('ends the waiting for %s', async (_, make) => {
    const { source, isLetGo } = make()
    const controller = new AbortController()
    setImmediate(() => controller.abort(reason))
    expect(await codeOf(readInput(source, { ...LIMITS, signal: controller.signal }))).toBe(reason)
    expect(isLetGo()).toBe(true)
  })

  it('comes through to an iterable that never waits', async () => {
    async function* nothing() {
      while (true) yield new Uint8Array(0)
    }
    expect(await codeOf(readInput(nothing(), { ...LIMITS, signal: AbortSignal.timeout(20) }))).not.toBe('nothing')
  })

  it('passes on what the stream throws', async () => {
    const failure = Object.assign(new Error('gone'), { code: 'ENOENT' })
    const source = new Readable({ read: () => source.destroy(failure) })
    expect(await codeOf(readInput(source, LIMITS))).toBe('ENOENT')
  })
})

const blobWithoutStream = () => ({ size: BYTES.length, arrayBuffer: async () => BYTES.slice().buffer })
