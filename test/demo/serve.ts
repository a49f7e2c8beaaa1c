/**
 * The API on this machine, to try it out: keys in an SQLite file that outlives the process, a development identity, and
 * codes printed here instead of being e-mailed.
 *
 *     npm start
 *     PORT=8080 npm start
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { drainOnSignal, nodeListener } from '../../adapters/node.js'
import { createSqliteTables, openSqlite, sqliteStore } from '../../adapters/sqlite-store.js'
import { consoleMailer, createApi, developmentIdentity, KeyIssuer } from '../../src/index.js'

const FOLDER = process.env['OUT'] ?? 'out'
const DATABASE = join(FOLDER, 'keys.db')
const SECRET = join(FOLDER, 'keys.secret')
const HOST = '127.0.0.1'
const GRACE_MS = 30_000
const port = Number(process.env['PORT'] ?? 3000)

/** The same after a restart, so that codes that were sent before still count. */
function loadSecret(): Uint8Array {
  if (!existsSync(SECRET)) writeFileSync(SECRET, randomBytes(32), { mode: 0o600 })
  return readFileSync(SECRET)
}

mkdirSync(FOLDER, { recursive: true })
const database = await openSqlite(DATABASE)
createSqliteTables(database)
const keys = new KeyIssuer({ store: sqliteStore(database), mailer: consoleMailer(), secret: loadSecret() })
const identity = await developmentIdentity()
const log = (entry: Readonly<Record<string, unknown>>) => console.error(JSON.stringify(entry))
const workers = { url: new URL('./worker.mjs', import.meta.url) }
const api = createApi({ identity, keys, workers, logger: { info: log, warn: log, error: log } })

const server = createServer(nodeListener(api))
server.once('error', (error) => {
  console.error(`The port ${port} cannot be used: ${error.message}`)
  process.exitCode = 1
  void stop()
})
server.listen(port, HOST, () => {
  console.log(`sealwright is at      http://${HOST}:${port}/v1`)
  console.log(`read and try it at    http://${HOST}:${port}/v1/docs`)
  console.log(`keys are kept in      ${DATABASE}`)
  console.log('It signs with a development identity, which nobody trusts. Codes are printed here. Ctrl+C ends it.\n')
})

async function stop(): Promise<void> {
  server.close()
  await api.close()
  server.closeAllConnections()
  database.close()
}

// Requests that go on are finished first; a second Ctrl+C ends at once.
drainOnSignal(server, api, { graceMs: GRACE_MS, onDrained: () => database.close() })
// When npm is killed, it cannot pass the signal on.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 500).unref()
