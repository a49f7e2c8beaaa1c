import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApi, developmentIdentity } from 'sealwright'
import { createBatches, fileStore, sqliteEngine } from 'sealwright/batch'

// In production: your own identity, and folders that stay.
const folder = mkdtempSync(join(tmpdir(), 'contracts-'))
const identity = await developmentIdentity()

const batches = createBatches({
  engine: await sqliteEngine({ path: join(folder, 'batches.db') }),
  inputs: fileStore(join(folder, 'inputs')),
  outputs: fileStore(join(folder, 'results')),
  identity,
  workers: false,
})
const worker = await batches.work()
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => worker.close())

// Without `keys`: whoever is signed in here may use it, and nobody else.
export const api = createApi({ identity, batches })
