// Calls the handler as the gateway does, for trying it out.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { handler } from './handler.js'
import { api } from './service.js'

const server = createServer(async (request, response) => {
  const url = new URL(request.url, 'http://localhost')
  const body = await buffer(request)
  const answer = await handler({
    version: '2.0',
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    headers: request.headers,
    requestContext: {
      domainName: 'localhost',
      http: { method: request.method, sourceIp: request.socket.remoteAddress },
    },
    ...(body.length > 0 ? { body: body.toString('base64'), isBase64Encoded: true } : {}),
  })
  response.writeHead(answer.statusCode, answer.headers).end(Buffer.from(answer.body, 'base64'))
}).listen(process.env.PORT ?? 3000)

await once(process, 'SIGTERM')
server.close()
await api.close()
