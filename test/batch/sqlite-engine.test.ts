/**
 * The engine over SQLite, held against its contract.
 *
 * @module
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { sqliteEngine } from '../../adapters/batch/sqlite-engine.js'
import type { BatchEngine } from '../../src/index.js'
import { batchEngineContract } from '../../src/testing/entry.js'
import { describeContract } from '../support/describe-contract.js'
import { itKeepsNames } from './support.js'

let folder: string
let engine: BatchEngine

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sealwright-batch-'))
  engine = await sqliteEngine({ path: join(folder, 'batches.db') })
})

afterAll(async () => {
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
})

// With node-sqlite3-wasm the file belongs to one process, so there is one engine.
describeContract(
  'sqliteEngine',
  batchEngineContract(() => engine),
)

itKeepsNames(() => engine)
