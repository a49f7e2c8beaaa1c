import { createServer } from 'node:http'
import { drainOnSignal, nodeListener } from 'sealwright/node'
import { api } from './service.js'

const server = createServer(nodeListener(api)).listen(process.env.PORT ?? 3000)
drainOnSignal(server, api)
