/**
 * Folders, documents and batches for tests.
 *
 * @module
 */

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from 'pdf-lib'
import { afterAll, expect, it } from 'vitest'
import { packJob, unpackJob } from '../../src/batch/jobs/job-spec.js'
import type { BatchEngine, Batches, BatchRequest, BatchStatus } from '../../src/index.js'
import { makeBatch } from '../../src/testing/batch-engine/batch-context.js'

export const SIGNER = { name: 'Ada Lovelace', email: 'ada@example.com' }

/** A folder of its own, removed after the tests of the file. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sealwright-batch-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A PDF of one page, different for each title. */
export async function makePdf(title: string): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.setTitle(title)
  document.addPage([300, 200])
  return document.save()
}

/** All files below a folder, hidden ones too. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort()
}

/** Waits until a batch is in a state. */
export async function waitFor(
  batches: Batches,
  id: string,
  state: BatchStatus['state'],
  maxMs = 60_000,
): Promise<BatchStatus> {
  const end = Date.now() + maxMs
  for (;;) {
    const status = await batches.status(id)
    if (status.state === state) return status
    if (Date.now() > end) throw new Error(`The batch is still ${JSON.stringify(status)}.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** What must hold of an engine over any parser: V8 13.6 (Node 24) takes some of these names for others. */
export function itKeepsNames(open: () => BatchEngine): void {
  it('keeps names of metadata as they are, in batches and in jobs', async () => {
    const metadata = ['\\', '"', '\n'].map((name) => ({ plan: 1, [name]: name }))
    const worker = await open().openWorker({ leaseMs: 60_000, maxAbandonments: 1, onError: () => undefined })
    for (const each of metadata) {
      const sign = { metadata: each } as unknown as NonNullable<BatchRequest['sign']>
      const batch = await open().createBatch(makeBatch({ request: { steps: ['sign'], sign } }))
      expect((await open().findBatch(batch.id))?.request.sign).toEqual(sign)
      const spec = { input: 'a.pdf', version: '1', output: undefined }
      await open().addJobs(batch.id, [{ id: 'job-0', data: packJob(spec, { sign }) }])
      const claimed = await worker.claim(batch.id)
      expect(unpackJob(claimed?.data ?? {}, { steps: ['sign'] }).options).toEqual({ sign })
      await claimed?.done({})
    }
    await worker.close()
  })
}
