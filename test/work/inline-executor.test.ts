/**
 * Work in the thread that asks.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { ConversionJob } from '../../src/jobs/conversion-job.js'
import { jobKinds } from '../../src/jobs/job-kinds.js'
import { createInlineExecutor } from '../../src/work/inline-executor.js'

const owner = { id: 'somebody', isAnonymous: false }

function convert(signal: AbortSignal, onBegin = () => {}, text = '# Lease') {
  const input = new TextEncoder().encode(text)
  const job: ConversionJob = { kind: 'convert', input, from: 'md', to: 'docx', options: {} }
  return createInlineExecutor(jobKinds()).run(job, { owner, signal, timeoutMs: 30_000, onBegin })
}

describe('work in the thread that asks', () => {
  it('gives what the work came to', async () => {
    const { reply } = await convert(new AbortController().signal)
    expect(new TextDecoder().decode(reply.subarray(0, 2))).toBe('PK')
  })

  it('is left when its caller leaves just when it has its turn', async () => {
    const controller = new AbortController()
    const reason = new Error('The client left.')
    await expect(convert(controller.signal, () => controller.abort(reason))).rejects.toBe(reason)
  })
})
