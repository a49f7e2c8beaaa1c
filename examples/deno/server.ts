import process from 'node:process'
import { api } from './service.js'

const server = Deno.serve({ port: Number(process.env['PORT'] ?? 3000) }, (request, { remoteAddr }) =>
  api.fetch(request, { clientAddress: remoteAddr.hostname }),
)

Deno.addSignalListener('SIGTERM', async () => {
  await api.drain()
  await server.shutdown()
  Deno.exit()
})
