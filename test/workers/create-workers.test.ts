/**
 * The library's functions in other threads.
 *
 * @module
 */

import { afterAll, describe, expect, it } from 'vitest'
import { convertFile } from '../../src/convert/convert-file.js'
import { renderReport } from '../../src/report/render-report.js'
import { listParties } from '../../src/verify/parties/list-parties.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { createWorkers } from '../../src/workers/create-workers.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'
import { ADA, MARY, signAs } from '../sign/parties/party-signing.js'
import { codeOf, identityOf, requestWith } from '../sign/signing.js'
import { until } from '../support/wait.js'

const url = new URL('../http/support/package-worker.mjs', import.meta.url)
const workers = createWorkers({ threads: 1, url })
afterAll(() => workers.close())

const MARKDOWN = '# Lease\n\nThe rent is 100 EUR.'
/** A file as plain bytes: those of the functions are a Buffer now and then. */
const plain = <T extends { readonly bytes: Uint8Array }>(file: T) => ({ ...file, bytes: Uint8Array.from(file.bytes) })
const encode = (text: string) => new TextEncoder().encode(text)

describe('createWorkers', () => {
  it('gives what the functions give', async () => {
    const asked = { from: 'md', to: 'docx', fileName: 'lease.md' } as const
    expect(await workers.convertFile(MARKDOWN, asked)).toEqual(plain(await convertFile(MARKDOWN, asked)))
    const report = await workers.verifyDocument(makePdf(ONE_PAGE))
    expect(report).toEqual(await verifyDocument(makePdf(ONE_PAGE)))
    const options = { format: 'html', verifiedAt: new Date(0), language: 'de' } as const
    expect(await workers.renderReport(report, options)).toEqual(plain(await renderReport(report, options)))
  })

  it('tells who of the parties has signed', async () => {
    const { bytes } = await signAs(makePdf(ONE_PAGE), ADA, { parties: [ADA, MARY] })
    const report = await workers.listParties(bytes)
    expect(report).toMatchObject({
      valid: true,
      complete: false,
      parties: [{ state: 'signed' }, { state: 'unsigned' }],
    })
    expect(report).toEqual(await listParties(bytes))
  })

  it('signs with a key that stays where it is, at the time of the caller’s clock', async () => {
    const identity = await identityOf()
    let calls = 0
    const sign = (data: Uint8Array) => {
      calls++
      return identity.sign(data)
    }
    const time = new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000)
    const now = () => time
    const { bytes } = await workers.signDocument(makePdf(ONE_PAGE), requestWith(), {
      identity: { ...identity, sign },
      now,
    })
    expect(calls).toBe(1)
    const { signers } = await workers.verifyDocument(bytes, { now })
    expect(signers[0]).toMatchObject({ signedAt: time.toISOString().replace('.000', '') })
  })

  it('leaves the input as it is, unless it may be transferred', async () => {
    const bytes = encode(MARKDOWN)
    await workers.convertFile(bytes, { from: 'md', to: 'docx' })
    expect(bytes).toEqual(encode(MARKDOWN))
    await workers.convertFile(bytes, { from: 'md', to: 'docx' }, { transfer: true })
    expect(bytes.length).toBe(0)
  })

  it('takes a part of a larger buffer without the rest of it, a Blob and a stream', async () => {
    const expected = plain(await convertFile(MARKDOWN, { from: 'md', to: 'docx' }))
    const part = encode(`xx${MARKDOWN}xx`).subarray(2, -2)
    const blob = new Blob([MARKDOWN])
    for (const input of [part, blob, blob.stream()]) {
      expect(await workers.convertFile(input, { from: 'md', to: 'docx' })).toEqual(expected)
    }
  })

  it('asks the caller for pictures', async () => {
    const asked: string[] = []
    const loadResource = async (address: string) => {
      asked.push(address)
      return undefined
    }
    await workers.convertFile('![a](https://example.com/a.png)', { from: 'md', to: 'docx' }, { loadResource })
    expect(asked).toEqual(['https://example.com/a.png'])
  })

  it('throws what the functions throw', async () => {
    expect(await codeOf(workers.convertFile(encode('%PDF-1.7'), { to: 'docx' }))).toBe('unsupported_conversion')
    expect(await codeOf(workers.verifyDocument(encode('nothing')))).toBe('invalid_document')
    expect(await codeOf(workers.convertFile('a', { from: 'md' }, { colour: 'red' } as object))).toBe('invalid_request')
  })

  it('refuses options that make no sense', () => {
    expect(() => createWorkers({ threads: 0 })).toThrow('threads')
    expect(() => createWorkers({ heap: 1 } as object)).toThrow('heap')
  })
})

/** A conversion that lasts until somebody ends it. */
const endless = () => new Promise<never>(() => {})
const PICTURE = '![a](https://example.com/a.png)'

describe('jobs that are ended', () => {
  it('reject with the reason of their signal, and the next job has a thread', async () => {
    const reason = new Error('The client left.')
    const controller = new AbortController()
    const loadResource = () => {
      controller.abort(reason)
      return endless()
    }
    const aborted = workers.convertFile(PICTURE, { from: 'md' }, { loadResource, signal: controller.signal })
    await expect(aborted).rejects.toBe(reason)
    const before = workers.convertFile('a', { from: 'md', to: 'docx' }, { signal: AbortSignal.abort(reason) })
    await expect(before).rejects.toBe(reason)
    expect(workers.counts()).toEqual({ running: 0, waiting: 0 })
    expect((await workers.convertFile('a', { from: 'md', to: 'docx' })).warnings).toEqual([])
  })

  it('are told that they took too long', async () => {
    const call = workers.convertFile(PICTURE, { from: 'md' }, { loadResource: endless, timeoutMs: 300 })
    expect(await codeOf(call)).toBe('processing_timeout')
  })

  it('reject when the workers are closed, whether they run, wait or are yet to come', async () => {
    const own = createWorkers({ threads: 1, url })
    const running = own.convertFile(PICTURE, { from: 'md' }, { loadResource: endless })
    const waiting = own.convertFile('a', { from: 'md' })
    const both = Promise.allSettled([running, waiting])
    await until(() => own.counts().waiting > 0, 'a call that waits')
    await own.close()
    for (const result of await both) expect(result).toMatchObject({ reason: { name: 'AbortError' } })
    await expect(own.convertFile('a', { from: 'md' })).rejects.toMatchObject({ name: 'AbortError' })
    await own.close()
  })
})

describe('owners', () => {
  it('take turns: one call of one goes before the third of another', async () => {
    const order: string[] = []
    const call = async (owner: string) => {
      await workers.convertFile(MARKDOWN, { from: 'md', to: 'docx' }, { owner })
      order.push(owner)
    }
    await Promise.all([call('a'), call('a'), call('a'), call('a'), call('b')])
    expect(order.indexOf('b')).toBeLessThan(3)
  })

  it('may have any number of calls waiting, unless there is a limit', async () => {
    const own = createWorkers({ threads: 1, url, maxQueue: 2 })
    const calls = Array.from({ length: 4 }, () => own.convertFile(MARKDOWN, { from: 'md', to: 'docx' }))
    const codes = (await Promise.allSettled(calls)).map((result) =>
      result.status === 'rejected' ? (result.reason as { code: string }).code : 'done',
    )
    expect(codes.filter((code) => code === 'overloaded')).not.toEqual([])
    await own.close()
  })
})
