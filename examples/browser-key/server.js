import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { completeSignature, prepareSignature, SealwrightError } from 'sealwright'

// The page makes a key, which never leaves it. The server prepares what is signed, and completes it.
const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
const secret = process.env.STATE_SECRET ?? randomBytes(32).toString('hex')
// In production: a store that several processes share, with a time limit.
const pending = new Map()

const ROUTES = {
  // Your authority answers with a certificate for the key, once you know who sits in front of the page.
  async 'POST /certificate'(body) {
    const answer = await fetch(process.env.CA_URL, { method: 'POST', body: JSON.stringify(body) })
    return answer.json()
  },
  async 'POST /prepare'({ pdf, certificate, signer }) {
    const request = { signer, auditTrail: [{ timestamp: new Date().toISOString(), type: 'submit' }] }
    const identity = { certificates: [Buffer.from(certificate, 'base64')], algorithm }
    const { toBeSigned, state, document } = await prepareSignature(Buffer.from(pdf, 'base64'), request, {
      identity,
      secret,
    })
    const id = randomUUID()
    pending.set(id, { state, document })
    return { id, toBeSigned: Buffer.from(toBeSigned).toString('base64') }
  },
  async 'POST /complete'({ id, signature }) {
    const { state, document } = pending.get(id) ?? {}
    if (state === undefined) throw new SealwrightError('not_found', 'Nothing was prepared under this id.')
    const { bytes } = await completeSignature(state, Buffer.from(signature, 'base64'), { document, secret })
    pending.delete(id)
    return { pdf: Buffer.from(bytes).toString('base64') }
  },
}

const FILES = { '/': ['index.html', 'text/html'], '/page.js': ['page.js', 'text/javascript'] }

const server = createServer(async (request, response) => {
  const send = (status, type, body) => response.writeHead(status, { 'content-type': type }).end(body)
  try {
    const [name, type] = FILES[request.url] ?? []
    if (request.method === 'GET' && name) return send(200, type, await readFile(new URL(name, import.meta.url)))
    const route = ROUTES[`${request.method} ${request.url}`]
    if (route === undefined) return send(404, 'text/plain', 'There is nothing at this path.')
    const parts = []
    for await (const part of request) parts.push(part)
    const answer = await route(JSON.parse(Buffer.concat(parts).toString()))
    send(200, 'application/json', JSON.stringify(answer))
  } catch (error) {
    const isOurs = error instanceof SealwrightError
    if (!isOurs) console.error(error)
    send(isOurs ? 422 : 500, 'text/plain', isOurs ? error.message : 'Something went wrong.')
  }
})
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1')
process.on('SIGTERM', () => server.close(() => process.exit()))
