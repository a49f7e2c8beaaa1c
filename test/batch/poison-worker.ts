/**
 * Works on a batch until it has finished, and ends in the middle of the document that is named `poison.pdf`, each time.
 *
 * @module
 */

import { fileStore } from '../../adapters/batch/file-store.js'
import { sqliteEngine } from '../../adapters/batch/sqlite-engine.js'
import { createBatches, type DocumentStore, developmentIdentity } from '../../src/index.js'

const [path = '', inputs = '', outputs = '', id = ''] = process.argv.slice(2)
const store = fileStore(inputs)
const deadly: DocumentStore = {
  ...store,
  read(name, options) {
    if (name === 'poison.pdf') process.kill(process.pid, 'SIGKILL')
    return store.read(name, options)
  },
}
const batches = createBatches({
  engine: await sqliteEngine({ path }),
  inputs: deadly,
  outputs: fileStore(outputs),
  identity: await developmentIdentity(),
  workers: false,
  folderOf: () => '',
})
await batches.work({ pollMs: 20, concurrency: 4, leaseMs: 500 })
while ((await batches.status(id)).state !== 'finished') await new Promise((resolve) => setTimeout(resolve, 50))
await batches.close()
