/**
 * The verification page as a folder, on a host that serves files and nothing else.
 *
 * @module
 */

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkPageFiles, verifyDocument } from '../../../src/index.js'
import { LANGUAGES, loadTexts } from '../../../src/texts/texts.js'
import { coverText } from '../../demo/forgeries.js'
import { codeOf, identityOf, sign } from '../../sign/signing.js'
import { makeContract } from '../../verify/support/contract.js'
import { buildEngine, dropFile, findBarriers, hasChromium, launchBrowser, openCheckPage } from './check-server.js'

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  mjs: 'text/javascript',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
}

const contract = makeContract().bytes

beforeAll(buildEngine, 60_000)

it('is a folder of files that lead to each other', async () => {
  const files = new Map((await checkPageFiles()).map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]))
  for (const page of ['index.html', 'de.html', 'fr.html', 'es.html']) {
    const html = (files.get(page) ?? '').replaceAll('&#39;', "'")
    expect(html).toContain("connect-src 'none'")
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=|javascript:|action=/)
    const links = Array.from(html.matchAll(/(?:src|href)="([^"]+)"/g), ([, link = '']) => link)
    expect(links.filter((link) => !files.has(link))).toEqual([])
  }
  const listed: string[] = JSON.parse(/const FILES = (.*)/.exec(files.get('service-worker.js') ?? '')?.[1] ?? '[]')
  expect(listed.filter((file) => file !== './').sort()).toEqual(
    [...files.keys()].filter((path) => path !== 'service-worker.js').sort(),
  )
  // The same files have the same version; others another one.
  const versionOf = async (options = {}) =>
    new TextDecoder().decode((await checkPageFiles(options)).at(-1)?.bytes).split('\n')[0]
  expect(await versionOf()).toBe(await versionOf())
  expect(await versionOf({ verify: { policy: { requireTimestamp: true } } })).not.toBe(await versionOf())
})

it('refuses what a page cannot have', async () => {
  const lists = { lists: [], findServices: async () => [] }
  expect(await codeOf(checkPageFiles({ verify: { trustAnchors: lists } }))).toBe('invalid_request')
  expect(await codeOf(checkPageFiles({ verify: { fetchRevocation: async () => ({}) } as object }))).toBe(
    'invalid_request',
  )
  expect(await codeOf(checkPageFiles({ maxBytes: -1 }))).toBe('invalid_request')
})

describe.runIf(hasChromium)('in a browser', () => {
  let browser: Browser
  let server: Server
  let url: string
  let signed: Uint8Array
  const asked: string[] = []

  beforeAll(async () => {
    const { certificates } = await identityOf()
    const files = new Map(
      (await checkPageFiles({ verify: { trustAnchors: certificates } })).map(({ path, bytes }) => [path, bytes]),
    )
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      const path = (request.url ?? '').replace(/^\/folder\//, '').replace(/\?.*/, '') || 'index.html'
      const bytes = files.get(path)
      const type = TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
      response.writeHead(bytes === undefined ? 404 : 200, { 'content-type': type }).end(bytes)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/folder/`
    signed = await sign(await sign(contract), { appearance: { page: 1, rectangle: [300, 40, 500, 90] } })
    browser = await launchBrowser()
  }, 60_000)

  afterAll(async () => {
    await browser?.close()
    server?.closeAllConnections()
    server?.close()
  })

  it('verifies by the anchors that it was made with, draws pages, and works without the network', async () => {
    const { page, faults } = await openCheckPage(browser, url, { locale: 'en-GB' })
    await expect.poll(() => page.textContent('#privacy')).toContain('works without the network')
    await page.context().setOffline(true)
    const before = asked.length
    await page.reload()
    await expect.poll(() => page.textContent('#privacy')).toContain('stays on this device')
    const forged = coverText(signed, 'The fee is 900 pounds.')
    expect((await dropFile(page, signed)).kind).toBe('valid')
    expect(await findBarriers(page)).toEqual([])
    expect((await dropFile(page, forged)).valid).toBe(String((await verifyDocument(forged)).valid))
    await page.locator('figure.now canvas').waitFor()
    await expect.poll(() => page.locator('figure.now .area.refused').count()).toBe(1)
    // The browser itself looks for a newer version of that one.
    expect(asked.slice(before).filter((line) => line !== 'GET /folder/service-worker.js')).toEqual([])
    expect(asked.filter((line) => !line.startsWith('GET /folder/'))).toEqual([])
    expect(faults).toEqual([])
  }, 90_000)

  it('keeps its threads from sending anything, too', async () => {
    const { page } = await openCheckPage(browser, url)
    await expect.poll(() => page.textContent('#privacy')).toContain('stays on this device')
    const sent = await page.evaluate(`new Promise((done) => {
      const script = new Blob(["fetch('" + location.href + "').then(() => postMessage('sent'), () => postMessage('refused'))"], { type: 'text/javascript' })
      new Worker(URL.createObjectURL(script), { type: 'module' }).onmessage = ({ data }) => done(data)
    })`)
    expect(sent).toBe('refused')
  })

  it.each(LANGUAGES)(
    'comes in %s to whoever reads that',
    async (language) => {
      const { page } = await openCheckPage(browser, url, { locale: language, viewport: { width: 390, height: 800 } })
      const { page: texts } = await loadTexts(language)
      await expect.poll(() => page.textContent('h1')).toBe(texts.title)
      await expect.poll(() => page.textContent('#privacy')).toContain(texts.privacyHere)
      expect(await findBarriers(page)).toEqual([])
      await dropFile(page, signed, 'contract.pdf')
      const other = language === 'es' ? 'fr' : 'es'
      await page.click(`.languages a[hreflang=${other}]`)
      await expect.poll(() => page.getAttribute('html', 'lang')).toBe(other)
      expect(await page.textContent('#document')).toContain('contract.pdf')
    },
    60_000,
  )

  it('shows where changes are on outlines of the pages where nothing draws them', async () => {
    const { page, faults } = await openCheckPage(browser, url, { locale: 'en-GB' })
    await page.route('**/index.html', async (route) => {
      const html = await (await fetch(`${url}index.html`)).text()
      const body = html.replace('&quot;hasViewer&quot;:true', '&quot;hasViewer&quot;:false')
      await route.fulfill({ body, contentType: 'text/html' })
    })
    await page.goto(`${url}index.html`)
    await expect.poll(() => page.textContent('#privacy')).toContain('stays on this device')
    await dropFile(page, coverText(signed, 'The fee is 900 pounds.'))
    expect(await page.locator('#pages canvas, #show-pages').count()).toBe(0)
    expect(await page.textContent('#pages figcaption')).toMatch(/^Page 1 of \d$/)
    expect(await page.locator('.outline .refused rect').count()).toBe(1)
    expect(await page.textContent('.outline .legend')).toBe('After Test rsa signed, a text note was laid on page 1.')
    const [sheet, mark] = await Promise.all(
      ['.outline svg', '.outline .refused rect'].map((each) => page.locator(each).boundingBox()),
    )
    expect(mark && sheet && mark.x > sheet.x && mark.y > sheet.y && mark.width < sheet.width).toBe(true)
    expect(await findBarriers(page)).toEqual([])
    expect(faults).toEqual([])
  }, 60_000)

  it('says what it needs where there are no scripts', async () => {
    const { page } = await openCheckPage(browser, url, { javaScriptEnabled: false })
    expect(await page.textContent('#privacy')).toContain('needs JavaScript')
  })
})
