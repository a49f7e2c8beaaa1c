/**
 * Works on the batches of a file until a result is written and not published yet; then it tells, and waits to be killed.
 *
 * @module
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileStore } from '../../adapters/batch/file-store.js'
import { sqliteEngine } from '../../adapters/batch/sqlite-engine.js'
import { createBatches, type DocumentStore, developmentIdentity } from '../../src/index.js'

const [path = '', inputs = '', outputs = ''] = process.argv.slice(2)
const store = fileStore(outputs)
const halting: DocumentStore = {
  ...store,
  write(_, bytes, { job }) {
    // As far as the store comes before the result is in its place.
    mkdirSync(join(outputs, '.drafts'), { recursive: true })
    writeFileSync(join(outputs, '.drafts', `${job}.killed`), bytes)
    process.send?.('written')
    return new Promise(() => undefined)
  },
}
const batches = createBatches({
  engine: await sqliteEngine({ path }),
  inputs: fileStore(inputs),
  outputs: halting,
  identity: await developmentIdentity(),
  workers: false,
  folderOf: () => '',
})
// What it claims counts as abandoned soon after it died.
await batches.work({ pollMs: 20, concurrency: 1, leaseMs: 1000 })
