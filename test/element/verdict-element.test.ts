/**
 * `<sealwright-verdict>` in a real browser, in a page of a host with a strict policy.
 *
 * @module
 */

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyDocument } from '../../src/index.js'
import { LANGUAGES, loadTexts } from '../../src/texts/texts.js'
import { buildForWeb } from '../anywhere/web-bundle.js'
import { coverText } from '../demo/forgeries.js'
import { findBarriers, hasChromium, launchBrowser } from '../http/check/check-server.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'
import { hostileDocument } from '../report/hostile-report.js'
import { identityOf, sign } from '../sign/signing.js'

const POLICY = "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'"

/** Bytes of the module that a page loads at once, as it is sent without compression. */
const MAX_BYTES = 20_000

let folder: string
let server: Server
let browser: Browser
let origin: string
const documents = new Map<string, Uint8Array>()

const page = (body: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A host</title>
<script type="module" src="/web/element.js"></script></head><body><main><h1>A contract</h1>${body}</main></body></html>`

function serve(url: string): readonly [type: string, body: string | Uint8Array, status?: number] {
  const script = readdirSync(folder).find((name) => url === `/web/${name}`)
  if (script !== undefined) return ['text/javascript', readFileSync(join(folder, script))]
  const document = documents.get(url)
  if (document !== undefined) return ['application/pdf', document]
  const [path, body = ''] = url.split('?')
  return path === '/' ? ['text/html', page(decodeURIComponent(body))] : ['text/plain', 'Nothing is here.', 404]
}

async function open(body: string, options: BrowserContextOptions = {}): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options })
  const opened = await context.newPage()
  const faults: string[] = []
  opened.on('pageerror', ({ message }) => faults.push(message))
  opened.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) faults.push(message.text())
  })
  await opened.goto(`${origin}/?${encodeURIComponent(body)}`)
  return { page: opened, faults }
}

const verdictOf = async (opened: Page) => {
  const box = opened.locator('sealwright-verdict [part=verdict], sealwright-verdict [part=failure]')
  await box.waitFor()
  return (await box.getAttribute('data-kind')) ?? (await box.textContent())
}

it.runIf(hasChromium)('is one module of less than 20 kB', async () => {
  const own = await buildForWeb()
  expect(statSync(join(own, 'element.js')).size).toBeLessThan(MAX_BYTES)
  expect(readFileSync(join(own, 'element.js'), 'utf8')).not.toMatch(/\bfrom"|import"/)
  await rm(own, { recursive: true })
})

it('can be imported where there are no elements', async () => {
  const own = await buildForWeb()
  expect(Object.keys(await import(join(own, 'element.js')))).toEqual(['VerdictElement'])
  await rm(own, { recursive: true })
})

describe.runIf(hasChromium)('in Chromium', () => {
  beforeAll(async () => {
    folder = await buildForWeb()
    const signed = await sign(makePdf(ONE_PAGE))
    documents.set('/signed.pdf', signed)
    documents.set('/forged.pdf', coverText(signed, 'The fee is 900 pounds.'))
    documents.set('/unsigned.pdf', makePdf(ONE_PAGE))
    documents.set('/hostile.pdf', await hostileDocument())
    documents.set('/letter.pdf', new TextEncoder().encode('Dear Sir or Madam'))
    server = createServer(({ url = '' }, response) => {
      const [type, body, status = 200] = serve(url)
      response.writeHead(status, { 'content-type': type, 'content-security-policy': POLICY }).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    browser = await launchBrowser()
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    server?.closeAllConnections()
    server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('shows the verdict on an address, tells the page, and is no barrier', async () => {
    const kinds = {
      '/signed.pdf': 'unchecked',
      '/forged.pdf': 'invalid',
      '/unsigned.pdf': 'unsigned',
      '/hostile.pdf': 'unchecked',
    }
    for (const [src, kind] of Object.entries(kinds)) {
      const { page: opened, faults } = await open(`<sealwright-verdict src="${src}"></sealwright-verdict>`)
      expect([src, await verdictOf(opened)]).toEqual([src, kind])
      expect([src, await findBarriers(opened)]).toEqual([src, []])
      const valid = await opened.evaluate("document.querySelector('sealwright-verdict').report.valid")
      expect(valid).toBe((await verifyDocument(documents.get(src) ?? new Uint8Array())).valid)
      expect(await opened.locator('sealwright-verdict img, sealwright-verdict script').count()).toBe(0)
      expect(faults).toEqual([])
      await opened.context().close()
    }
  }, 120_000)

  it.each(LANGUAGES)(
    'speaks %s on a telephone in the dark',
    async (language) => {
      const options = { viewport: { width: 390, height: 800 }, colorScheme: 'dark' } as const
      const { page: opened } = await open(
        `<sealwright-verdict src="/signed.pdf" lang="${language}"></sealwright-verdict>`,
        options,
      )
      await verdictOf(opened)
      const { report } = await loadTexts(language)
      expect(await opened.textContent('sealwright-verdict [part=title]')).toBe(report.verdictUnchecked)
      expect(await opened.getAttribute('sealwright-verdict #status', 'role')).toBe('status')
      expect(await opened.textContent('sealwright-verdict #status')).toContain(report.verdictUnchecked)
      expect(await opened.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
      expect(await findBarriers(opened)).toEqual([])
    },
    60_000,
  )

  it('takes a file and options, one after the other, and tells of each outcome once', async () => {
    const { page: opened } = await open(
      '<label>PDF <input type="file"></label><sealwright-verdict></sealwright-verdict>',
    )
    expect(await opened.textContent('sealwright-verdict #status')).toBe('')
    await opened.evaluate(`globalThis.told = []
      globalThis.element = document.querySelector('sealwright-verdict')
      element.addEventListener('verdict', ({ detail }) => told.push(detail.valid))
      element.addEventListener('failure', ({ detail }) => told.push(detail.code))
      document.querySelector('input').addEventListener('change', ({ target }) => (element.file = target.files[0]))`)
    const give = (name: string) =>
      opened.setInputFiles('input', {
        name,
        mimeType: 'application/pdf',
        buffer: Buffer.from(documents.get(`/${name}`) ?? []),
      })
    await give('signed.pdf')
    expect(await verdictOf(opened)).toBe('unchecked')
    const [anchor] = (await identityOf()).certificates
    await opened.evaluate(
      `element.options = { trustAnchors: [Uint8Array.from(${JSON.stringify([...(anchor ?? [])])})] }`,
    )
    await expect.poll(() => opened.evaluate('told')).toEqual([true, true])
    expect(await verdictOf(opened)).toBe('valid')
    // What no thread can be given is judged in the page.
    await opened.evaluate(`element.options = { now: () => new Date('2031-01-01') }`)
    await expect.poll(() => opened.evaluate('told.length')).toBe(3)
    await give('letter.pdf')
    await expect.poll(() => opened.evaluate('told.at(-1)')).toBe('invalid_document')
    expect(await opened.textContent('sealwright-verdict [part=failure] p')).toBe('This is not a PDF that can be read.')
    await opened.evaluate('element.focus()')
    expect(await opened.evaluate('element.shadowRoot.activeElement.tagName')).toBe('H2')
    expect(await findBarriers(opened)).toEqual([])
  }, 60_000)

  it('says so when an address gives nothing, an option makes no sense, or a thread cannot be had', async () => {
    const { page: opened } = await open('<sealwright-verdict src="/missing.pdf"></sealwright-verdict>')
    expect(await verdictOf(opened)).toContain('It could not be loaded.')
    await opened.evaluate(`document.querySelector('sealwright-verdict').src = '/signed.pdf'
      document.querySelector('sealwright-verdict').options = { trustAnchor: [] }`)
    await expect.poll(() => opened.textContent('sealwright-verdict #result')).toContain('did you mean trustAnchors')
    const { page: other } = await open('<p>Nothing yet</p>')
    await other.route('**/judge-thread.js', (route) => route.abort())
    await other.evaluate(
      `document.querySelector('main').insertAdjacentHTML('beforeend', '<sealwright-verdict src="/signed.pdf"></sealwright-verdict>')`,
    )
    expect(await verdictOf(other)).toBe('unchecked')
  }, 60_000)

  it('shows and tells nothing of a file once another one is set', async () => {
    const { page: opened } = await open('<sealwright-verdict></sealwright-verdict>')
    await opened.evaluate(`globalThis.told = []
      globalThis.element = document.querySelector('sealwright-verdict')
      element.addEventListener('verdict', ({ detail }) => told.push(detail.valid))
      element.addEventListener('failure', ({ detail }) => told.push(detail.code))`)
    // The verdict on the first file waits for its style.
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await opened.route('**/web/verdict-style*', async (route) => {
      await held
      await route.continue()
    })
    const asked = opened.waitForRequest('**/web/verdict-style*')
    await opened.evaluate("element.src = '/signed.pdf'")
    const style = (await asked).url()
    await opened.evaluate("element.src = '/missing.pdf'")
    await expect.poll(() => opened.evaluate('told')).toEqual(['fetch_failed'])
    release()
    await opened.evaluate(`import(${JSON.stringify(style)})`)
    expect(await verdictOf(opened)).toContain('It could not be loaded.')
    expect(await opened.evaluate('told')).toEqual(['fetch_failed'])
    // The report goes with its file, at once and outside of the page.
    await opened.evaluate("element.src = '/signed.pdf'")
    await expect.poll(() => opened.evaluate('element.report?.valid')).toBe(true)
    const reports = `[
      (element.src = '/forged.pdf', element.report),
      (element.remove(), element.src = '/unsigned.pdf', element.report),
    ].map((report) => report === undefined)`
    expect(await opened.evaluate(reports)).toEqual([true, true])
  }, 60_000)

  it('is styled by custom properties, parts and the theme', async () => {
    const { page: opened } = await open('<sealwright-verdict src="/signed.pdf" theme="dark"></sealwright-verdict>')
    await verdictOf(opened)
    const styleOf = (part: string, name: string) =>
      opened
        .locator(`sealwright-verdict [part=${part}]`)
        .first()
        .evaluate(
          (element, property) =>
            (globalThis as unknown as { getComputedStyle(e: unknown): Record<string, string> }).getComputedStyle(
              element,
            )[property],
          name,
        )
    expect(await styleOf('title', 'color')).toBe('rgb(240, 195, 109)')
    await opened.evaluate(`{ const sheet = new CSSStyleSheet()
      sheet.replaceSync('sealwright-verdict { --open: rgb(1, 2, 3) } sealwright-verdict::part(verdict) { border-radius: 7px }')
      document.adoptedStyleSheets = [sheet] }`)
    expect(await styleOf('title', 'color')).toBe('rgb(1, 2, 3)')
    expect(await styleOf('verdict', 'borderTopLeftRadius')).toBe('7px')
  }, 60_000)
})
