/**
 * A page that may connect to nothing verifies a document that somebody chooses: not a byte of it leaves the browser.
 *
 * @module
 */

import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyDocument } from '../../src/index.js'
import { hasChromium, launchBrowser } from '../http/check/check-server.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'
import { sign } from '../sign/signing.js'
import { NOW } from './engines.js'
import { buildForWeb } from './web-bundle.js'

/** Scripts of the page itself, and nothing else: no connection, no code that is made at run time. */
const POLICY = "default-src 'none'; script-src 'self'"

const PAGE = `<!doctype html><input type="file"><pre></pre><script type="module" src="/page.js"></script>`
const SCRIPT = `import { verifyDocument } from './index.js'
document.querySelector('input').addEventListener('change', async ({ target }) => {
  const report = await verifyDocument(target.files[0], { now: () => new Date('${NOW}') })
  document.querySelector('pre').textContent = JSON.stringify(report)
})
`

let folder: string
let server: Server
let browser: Browser

describe.skipIf(!hasChromium)('in Chromium', () => {
  beforeAll(async () => {
    folder = await buildForWeb()
    const scripts = readdirSync(folder)
    server = createServer(({ url = '' }, response) => {
      const script = scripts.find((name) => url === `/${name}`)
      response.setHeader('content-security-policy', POLICY)
      response.setHeader('content-type', url === '/' ? 'text/html' : 'text/javascript')
      response.end(url === '/' ? PAGE : script === undefined ? SCRIPT : readFileSync(join(folder, script)))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    browser = await launchBrowser()
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    server?.closeAllConnections()
    server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('the report is the same, and the page asks for its own scripts alone', async () => {
    const bytes = await sign(makePdf(ONE_PAGE))
    const page = await browser.newPage()
    const faults: string[] = []
    const asked: { readonly method: string; readonly path: string; readonly body: string | null }[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    page.on('request', (request) => {
      asked.push({ method: request.method(), path: new URL(request.url()).pathname, body: request.postData() })
    })
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await page.setInputFiles('input', { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) })
    const shown = page.locator('pre', { hasText: '{' })
    await shown.waitFor({ timeout: 60_000 })
    const report = await shown.textContent()
    expect(report).toBe(JSON.stringify(await verifyDocument(bytes, { now: () => new Date(NOW) })))
    expect(faults).toEqual([])
    expect(asked.filter(({ method, body }) => method !== 'GET' || body !== null)).toEqual([])
    expect(asked.map(({ path }) => path).filter((path) => !/^\/([\w-]+\.js|favicon\.ico)?$/.test(path))).toEqual([])
    // The policy is in force: what the page may not do fails.
    expect(await page.evaluate("fetch('/index.js').then(() => 'connected', () => 'refused')")).toBe('refused')
  }, 120_000)
})
