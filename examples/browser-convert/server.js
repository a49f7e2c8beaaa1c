import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'

// Any static host will do. What it should do is compress fonts and WebAssembly: they become half as long.
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
}
const folder = join(import.meta.dirname, 'public')

const server = createServer(async ({ url }, response) => {
  const path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname))
  try {
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path)
    const body = gzipSync(await readFile(file), { level: 1 })
    const type = TYPES[extname(file)] ?? 'application/octet-stream'
    const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip', 'content-security-policy': policy })
    response.end(body)
  } catch {
    response.writeHead(404).end()
  }
})
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1')
process.on('SIGTERM', () => server.close(() => process.exit()))
