/**
 * Folders, documents and batches for tests.
 *
 * @module
 */

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from 'pdf-lib'
import { afterAll } from 'vitest'
import type { Batches, BatchStatus } from '../../src/index.js'

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
  maxMs = 20_000,
): Promise<BatchStatus> {
  const end = Date.now() + maxMs
  for (;;) {
    const status = await batches.status(id)
    if (status.state === state) return status
    if (Date.now() > end) throw new Error(`The batch is still ${JSON.stringify(status)}.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
