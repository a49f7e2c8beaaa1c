/**
 * Aborted calls reject with their signal's reason, wherever they are, and leave nothing behind.
 *
 * @module
 */

import { afterAll, describe, expect, it } from 'vitest'
import { convertFile } from '../../src/convert/convert-file.js'
import { renderReport } from '../../src/report/render-report.js'
import { extendDocument } from '../../src/sign/extend-document.js'
import { signDocument } from '../../src/sign/sign-document.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { createWorkers } from '../../src/workers/create-workers.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'
import { identityOf, requestWith } from '../sign/signing.js'
import { abortCalls } from '../support/abort-rounds.js'
import { abortableCalls } from '../support/abortable-calls.js'
import { createRandom } from '../support/mutate.js'

const inLine = { convertFile, signDocument, extendDocument, verifyDocument, renderReport }
const workers = createWorkers({ threads: 1, url: new URL('../http/support/package-worker.mjs', import.meta.url) })
afterAll(() => workers.close())

describe('an aborted call', () => {
  it('rejects with its reason in line, whenever it is aborted', async () => {
    const { aborted, faults } = await abortCalls(await abortableCalls(inLine, undefined), 60, createRandom(7))
    expect(faults).toEqual([])
    expect(aborted).toBe(60)
  }, 120_000)

  it('rejects with its reason in workers, which are free then', async () => {
    const { faults } = await abortCalls(await abortableCalls(workers, undefined), 12, createRandom(8))
    expect(faults).toEqual([])
    expect(workers.counts()).toEqual({ running: 0, waiting: 0 })
  }, 120_000)

  it('rejects even if all work is done', async () => {
    const identity = await identityOf()
    const pdf = makePdf(ONE_PAGE)
    const calls = [inLine, workers].flatMap((place) => [
      (options: object) => place.convertFile('text', { from: 'md', to: 'docx' }, options),
      (options: object) => place.verifyDocument(pdf, options),
      (options: object) => place.signDocument(pdf, requestWith(), { identity, ...options }),
    ])
    for (const call of calls) {
      const controller = new AbortController()
      const reason = new Error('too late')
      const onProgress = ({ done, total }: { done: number; total: number }) => {
        if (done === total) controller.abort(reason)
      }
      await expect(call({ signal: controller.signal, onProgress })).rejects.toBe(reason)
    }
  }, 60_000)

  it('is ended by a timer that becomes due while it computes', async () => {
    const markdown = 'Some *words* of text.\n\n'.repeat(3000)
    const call = convertFile(markdown, { from: 'md', to: 'pdf' }, { signal: AbortSignal.timeout(1) })
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' })
  }, 60_000)
})
