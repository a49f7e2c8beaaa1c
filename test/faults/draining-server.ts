/**
 * A process that serves the API behind one of the adapters and drains it at SIGTERM. Says its port on a line of its own.
 *
 * @module
 */

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import express from 'express'
import { Hono } from 'hono'
import { expressHandler } from '../../adapters/express.js'
import { honoHandler } from '../../adapters/hono.js'
import { drainOnSignal, nodeListener } from '../../adapters/node.js'
import { createApi, developmentIdentity } from '../../src/index.js'

const [kind = 'node', noticeMs = '2000', graceMs = '20000'] = process.argv.slice(2)

const api = createApi({
  identity: await developmentIdentity(),
  keys: { authenticate: async () => ({ id: 'key_1' }) },
  workers: { url: new URL('../http/support/package-worker.mjs', import.meta.url) },
  quotas: { sign: { concurrent: 100 }, verify: { concurrent: 100 } },
})

async function start(): Promise<Server> {
  if (kind === 'express') return express().use(expressHandler(api)).listen(0, '127.0.0.1')
  if (kind === 'hono') {
    const app = new Hono().all('/*', honoHandler(api))
    return new Promise((resolve) => {
      const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(server as Server))
    })
  }
  return createServer(nodeListener(api)).listen(0, '127.0.0.1')
}

const server = await start()
const sayPort = () => console.log(`port ${(server.address() as AddressInfo).port}`)
if (server.listening) sayPort()
else server.once('listening', sayPort)
drainOnSignal(server, api, {
  noticeMs: Number(noticeMs),
  graceMs: Number(graceMs),
  onDrained: ({ aborted }) => console.log(`drained ${aborted}`),
})
