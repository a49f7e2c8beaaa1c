import { api } from './service.js'

const server = Bun.serve({
  port: Number(process.env['PORT'] ?? 3000),
  fetch: (request, server) => api.fetch(request, { clientAddress: server.requestIP(request)?.address }),
})

process.once('SIGTERM', async () => {
  await api.drain()
  await server.stop()
})
