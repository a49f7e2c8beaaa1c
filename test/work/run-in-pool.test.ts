/**
 * Threads that the host may not start.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { runInPool } from '../../src/work/run-in-pool.js'

async function refusalOf(cause: Error): Promise<unknown> {
  const threads = { run: () => Promise.reject(cause) }
  const job = { job: { kind: 'call' }, bytes: undefined }
  const memory = { add: () => () => undefined }
  const options = { signal: new AbortController().signal, timeoutMs: 60_000 }
  return runInPool(threads as never, memory as never, job as never, options as never).catch((error) => error)
}

it('are refused with the permission that is missing', async () => {
  const error = await refusalOf(Object.assign(new Error('restricted'), { code: 'ERR_ACCESS_DENIED' }))
  expect(error).toMatchObject({ code: 'missing_dependency', message: expect.stringContaining('--allow-worker') })
})

it('are an internal error for any other reason', async () => {
  const error = await refusalOf(Object.assign(new Error('no memory'), { code: 'ERR_WORKER_INIT_FAILED' }))
  expect(error).toMatchObject({ code: 'internal_error' })
})
