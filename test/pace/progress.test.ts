/**
 * Reports of how far a call is.
 *
 * @module
 */

import { afterAll, describe, expect, it } from 'vitest'
import { convertFile } from '../../src/convert/convert-file.js'
import type { Progress } from '../../src/pace/pace.js'
import { signDocument } from '../../src/sign/sign-document.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { createWorkers } from '../../src/workers/create-workers.js'
import { identityOf, WITH_PAGE } from '../sign/signing.js'

const workers = createWorkers({ threads: 1, url: new URL('../http/support/package-worker.mjs', import.meta.url) })
afterAll(() => workers.close())

const MARKDOWN = '# Title\n\nSome *words* of text, and a few more of them.\n\n'.repeat(600)
const places = [
  { name: 'in line', place: { convertFile, signDocument, verifyDocument } },
  { name: 'in workers', place: workers },
]

/** Reports are in order, and the last one alone says that all is done. */
function expectSound(reports: readonly Progress[], stages: readonly string[], isThrottled: boolean): void {
  expect(reports.every(({ total }) => total === 100)).toBe(true)
  const done = reports.map((each) => each.done)
  expect(done).toEqual(done.toSorted((a, b) => a - b))
  expect(done.filter((each) => each === 100)).toHaveLength(1)
  expect(done.at(-1)).toBe(100)
  const seen = [...new Set(reports.map(({ stage }) => stage))]
  // Reports of other threads come now and then: a stage may be over before the next one.
  expect(seen).toEqual(isThrottled ? stages.filter((stage) => seen.some((each) => each === stage)) : stages)
  expect(seen[0]).toBe(stages[0])
}

describe.each(places)('onProgress $name', ({ name, place }) => {
  const isThrottled = name === 'in workers'

  it('tells how far a conversion is', async () => {
    const reports: Progress[] = []
    await place.convertFile(MARKDOWN, { from: 'md', to: 'pdf' }, { onProgress: (each) => reports.push(each) })
    expectSound(reports, ['read', 'write', 'layOut'], isThrottled)
    expect(reports.length).toBeGreaterThan(5)
  }, 60_000)

  it('tells how far signing and verifying are', async () => {
    const { bytes: pdf } = await convertFile(MARKDOWN, { from: 'md', to: 'pdf' })
    const signing: Progress[] = []
    const identity = await identityOf()
    const { bytes } = await place.signDocument(pdf, WITH_PAGE, { identity, onProgress: (each) => signing.push(each) })
    expectSound(signing, ['read', 'write', 'sign', 'gather'], isThrottled)
    const verifying: Progress[] = []
    await place.verifyDocument(bytes, { onProgress: (each) => verifying.push(each) })
    expectSound(verifying, ['read', 'gather', 'check'], isThrottled)
  }, 60_000)

  it('goes on whatever the callback does', async () => {
    const plain = await place.convertFile(MARKDOWN, { from: 'md', to: 'docx' })
    const throwing = () => {
      throw new Error('of the host')
    }
    const rejecting = () => Promise.reject(new Error('of the host'))
    for (const onProgress of [throwing, rejecting]) {
      const { bytes } = await place.convertFile(MARKDOWN, { from: 'md', to: 'docx' }, { onProgress })
      expect(Buffer.compare(bytes, plain.bytes)).toBe(0)
    }
  }, 60_000)

  it('refuses what is no function', async () => {
    const wrong = { onProgress: 'yes' } as unknown as { onProgress: () => void }
    await expect(place.convertFile('a', { from: 'md' }, wrong)).rejects.toMatchObject({ code: 'invalid_request' })
  })
})
