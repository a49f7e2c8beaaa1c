/**
 * Bodies are read without keeping others from their turn.
 *
 * @module
 */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { ApiRequest } from '../../src/http/api-request.js'
import { readBody } from '../../src/http/body/read-body.js'
import { HTTP_LIMITS } from '../../src/http/http-limits.js'

const CHUNK_BYTES = 64 * 1024
const lease = {
  assign: () => undefined,
  reserve: async () => undefined,
  take: () => undefined,
  give: () => undefined,
  replace: () => undefined,
  release: () => undefined,
}
const limits = { maxBytes: 64 * CHUNK_BYTES * 4, lease, signal: new AbortController().signal }

/** A body whose every piece is there already, as that of a client on a fast line. */
function readyBody(chunks: number, onRead: (bytes: number) => void): ApiRequest {
  let left = chunks
  const read = async () => {
    if (left-- === 0) return { done: true } as const
    onRead(CHUNK_BYTES)
    return { done: false, value: new Uint8Array(CHUNK_BYTES).fill(left) } as const
  }
  return {
    method: 'POST',
    url: 'http://localhost/',
    headers: { get: (name) => (name === 'content-length' ? String(chunks * CHUNK_BYTES) : null) },
    signal: limits.signal,
    bodyUsed: false,
    body: { getReader: () => ({ read, cancel: async () => undefined }) },
  }
}

describe('bodies of many requests', () => {
  it('leave every turn of the event loop to others after a megabyte of all together', async () => {
    const perTurn: number[] = [0]
    const count = (bytes: number) => {
      perTurn[perTurn.length - 1] = (perTurn.at(-1) ?? 0) + bytes
    }
    let isReading = true
    const reading = Promise.all([60, 50, 40].map((chunks) => readBody(readyBody(chunks, count), limits)))
    const watching = (async () => {
      while (isReading) {
        await nextTurn()
        perTurn.push(0)
      }
    })()
    const bodies = await reading
    isReading = false
    await watching

    expect(bodies.map(({ length }) => length / CHUNK_BYTES)).toEqual([60, 50, 40])
    for (const body of bodies) expect(body.at(0)).toBe(body.length / CHUNK_BYTES - 1)
    // Each may have taken the piece that goes past it.
    expect(Math.max(...perTurn)).toBeLessThanOrEqual(HTTP_LIMITS.maxTurnBytes + bodies.length * CHUNK_BYTES)
    expect(perTurn.filter((bytes) => bytes > 0).length).toBeGreaterThan(5)
  })
})

describe('a body that its host breaks off', () => {
  const brokenBody = (error: unknown) =>
    new Request('http://localhost/', {
      method: 'POST',
      body: new ReadableStream({ pull: (controller) => controller.error(error) }),
      duplex: 'half',
    })

  it.each([{ status: 413 }, { statusCode: 413 }])('is too large where the host says so: %o', async (members) => {
    const cause = Object.assign(new Error('limit'), members)
    await expect(readBody(brokenBody(cause), limits)).rejects.toMatchObject({ code: 'file_too_large', cause })
  })

  it.each([new Error('terminated'), { status: 500 }, undefined, null, 'gone'])(
    'is a faulty request otherwise, and no fault of the service: %o',
    async (cause) => {
      await expect(readBody(brokenBody(cause), limits)).rejects.toMatchObject({ code: 'invalid_request' })
    },
  )

  it('gives the reason of an abort, whatever the body says then', async () => {
    const controller = new AbortController()
    const abort = new Error('enough')
    const source = new ReadableStream({
      pull: (body) => {
        controller.abort(abort)
        body.error(new Error('gone'))
      },
    })
    const request = new Request('http://localhost/', { method: 'POST', body: source, duplex: 'half' })
    await expect(readBody(request, { ...limits, signal: controller.signal })).rejects.toBe(abort)
  })
})
