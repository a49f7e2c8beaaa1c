/**
 * A process that serves the built package's API with its defaults, and tells its parent how much memory it takes. Every
 * key is good: its id is the key itself. One proxy is trusted, so that the parent can be many clients.
 *
 * @module
 */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const DIST = new URL('../../dist/', import.meta.url)
const library: typeof import('../../src/index.js') = await import(new URL('index.js', DIST).href)
const adapter: typeof import('../../adapters/node.js') = await import(new URL('node.js', DIST).href)
const { createApi, developmentIdentity } = library
const { nodeListener } = adapter

const api = createApi({
  identity: await developmentIdentity(),
  keys: { authenticate: async (id) => ({ id }) },
  fetchDocument: { allowLoopback: true },
  logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
})
const server = createServer(nodeListener(api, { trustProxy: 1 })).listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port })
})
setInterval(() => process.send?.({ rss: process.memoryUsage.rss() }), 50)
