/**
 * The module that threads start with.
 *
 * @module
 */

import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import * as nodeModule from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { threadModule } from '../../src/work/thread-module.js'

const CODE = `import { parentPort, workerData } from 'node:worker_threads'
parentPort.on('message', (task) => {
  parentPort.postMessage([import.meta.url, workerData, task])
  parentPort.close()
})`

describe('threadModule', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'thread module '))
  })

  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('is the module itself where no compiled code is kept', () => {
    const url = pathToFileURL(join(folder, 'worker.mjs'))
    expect(threadModule(url, undefined)).toBe(url)
  })

  it('runs the module with its own address and data, and keeps its compiled code where Node.js can', async () => {
    const file = join(folder, `worker '1" %20.mjs`)
    await writeFile(file, CODE)
    const cache = join(folder, 'cache')
    const worker = new Worker(threadModule(pathToFileURL(file), cache), { workerData: 'data' })
    worker.postMessage('task')
    const [[answer]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')])
    expect(answer).toEqual([pathToFileURL(file).href, 'data', 'task'])
    const kept = await readdir(cache, { recursive: true }).catch(() => [])
    expect(kept.length > 0).toBe('enableCompileCache' in nodeModule)
  })

  it('fails as the module does', async () => {
    const worker = new Worker(threadModule(pathToFileURL(join(folder, 'missing.mjs')), join(folder, 'cache')))
    const [error] = await once(worker, 'error')
    expect(error).toMatchObject({ code: 'ERR_MODULE_NOT_FOUND' })
  })
})
