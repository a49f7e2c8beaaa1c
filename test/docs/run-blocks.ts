/**
 * Runs the modules that it is given, in their order, with what `names.d.ts` says that a host has, and writes into
 * `outcomes.json` for each "done", or its error.
 *
 *     KEY_PASSPHRASE=… tsx test/docs/run-blocks.ts block.ts …
 *
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { identityFromPkcs12 } from '../../src/index.js'
import { REQUEST } from './write-files.js'

const read = (name: string) => new Uint8Array(readFileSync(name))

const names = {
  pdf: read('contract.pdf'),
  signed: read('contract-signed.pdf'),
  bytes: read('contract-signed.pdf'),
  markdown: read('contract.md'),
  html: new TextEncoder().encode('<h1>Contract</h1><img src="logo.png" alt="logo"><p>One hundred pounds.'),
  request: REQUEST,
  identity: await identityFromPkcs12(read('key.p12'), process.env['KEY_PASSPHRASE']),
  trustAnchors: [read('certificate.pem')],
  secret: '0123456789abcdef0123456789abcdef',
  myCache: { get: async () => undefined },
}
Object.assign(globalThis, names)

// A block that fails does not keep others from running.
const outcomes: Record<string, string> = {}
for (const path of process.argv.slice(2)) {
  outcomes[path] = await import(pathToFileURL(resolve(path)).href).then(
    () => 'done',
    (error: unknown) => inspect(error),
  )
}
writeFileSync('outcomes.json', JSON.stringify(outcomes))
