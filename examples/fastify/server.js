import Fastify from 'fastify'
import { drainOnSignal, nodeListener } from 'sealwright/node'
import { api } from './service.js'

const fastify = Fastify()
const listen = nodeListener(api)
// Before Fastify reads the body: it is left to the API.
fastify.addHook('onRequest', (request, reply, done) => {
  if (!request.url.startsWith('/v1/')) return done()
  reply.hijack()
  listen(request.raw, reply.raw)
})
fastify.get('/', () => 'The application itself.')

await fastify.listen({ port: Number(process.env.PORT ?? 3000) })
drainOnSignal(fastify.server, api)
