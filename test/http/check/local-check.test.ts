/**
 * The verification page where the browser verifies: the file stays on its reader's device, and the verdict is the server's.
 *
 * @module
 */

import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiOptions } from '../../../src/http/api-options.js'
import { LANGUAGES, loadTexts } from '../../../src/texts/texts.js'
import { coverText } from '../../demo/forgeries.js'
import { identityOf, sign } from '../../sign/signing.js'
import { makeContract } from '../../verify/support/contract.js'
import {
  buildEngine,
  type CheckServer,
  dropFile,
  findBarriers,
  hasChromium,
  launchBrowser,
  openCheckPage,
  serveCheckPage,
} from './check-server.js'

const contract = makeContract().bytes
let browser: Browser

/** Every request of a page and its threads. */
async function openWatched(url: string, options: BrowserContextOptions = {}) {
  const { page, faults } = await openCheckPage(browser, url, options)
  const sent: Request[] = []
  page.on('request', (request) => sent.push(request))
  page.context().on('request', (request) => sent.push(request))
  return { page, faults, sent }
}

const privacyOf = (page: Page) => page.textContent('#privacy')

/** Opens the page and waits until it verifies itself. */
async function openLocal(url: string, options: BrowserContextOptions = {}) {
  const opened = await openWatched(url, options)
  await expect.poll(() => opened.page.evaluate('document.querySelectorAll("meta[http-equiv]").length')).toBe(1)
  return opened
}

/** What is shown, but for where it was verified, and when, and for pages, which are drawn later. */
async function shownReport(page: Page): Promise<string> {
  const html = await page.locator('#report').innerHTML()
  return html
    .replace(/<p id="here".*?<\/p>|<p [^>]*id="downloads".*?<\/p>|<section id="pages".*?<\/section>/gs, '')
    .replace(/\d\d:\d\d:\d\d/g, 'time')
    .replace(/\n+/g, '\n')
}

async function withServer<T>(options: Partial<ApiOptions>, act: (server: CheckServer) => Promise<T>): Promise<T> {
  const server = await serveCheckPage(options)
  try {
    return await act(server)
  } finally {
    await server.close()
  }
}

/** The longest task of the page's own thread while something is done, as a share of the work of all its other threads. */
async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', { traceConfig: { includedCategories: ['toplevel', '__metadata'] } })
  await act()
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.end')
  await complete
  const namesOf = ({ name, args, pid, tid }: TraceEvent) =>
    name === 'thread_name' ? [[`${pid} ${tid}`, args?.name] as const] : []
  const threads = new Map(events.flatMap(namesOf))
  const workOn = (thread: string) =>
    events.flatMap(({ tdur, pid, tid }) =>
      tdur !== undefined && threads.get(`${pid} ${tid}`) === thread ? [tdur] : [],
    )
  const tasks = workOn('CrRendererMain')
  const elsewhere = workOn('DedicatedWorker thread')
  expect(tasks.length).toBeGreaterThan(20)
  expect(elsewhere.length).toBeGreaterThan(0)
  return Math.max(...tasks) / elsewhere.reduce((sum, time) => sum + time, 0)
}

/** An entry of Chromium's trace; `tdur` is in microseconds of the processor. */
interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Verifying on the page's own thread would be three tenths of it; drawing a page there, a fiftieth. */
const MAX_TASK_SHARE = 0.2

describe.runIf(hasChromium)('the verification page, verifying in the browser', () => {
  let signed: Uint8Array
  let forged: Uint8Array

  beforeAll(async () => {
    signed = await sign(await sign(contract), { appearance: { page: 1, rectangle: [300, 40, 500, 90] } })
    forged = coverText(signed, 'The fee is 900 pounds.')
    ;[browser] = await Promise.all([launchBrowser(), buildEngine()])
  }, 120_000)
  afterAll(() => browser?.close())

  it('sends not a byte, and shows what the server shows', async () => {
    await withServer({}, async ({ url }) => {
      const { page, faults, sent } = await openLocal(url)
      expect(await privacyOf(page)).toContain('stays on this device')
      const broken = Uint8Array.from(signed)
      broken[broken.indexOf(0x2f, 20) + 1] = 0x58
      const { page: other } = await openCheckPage(browser, `${url}?where=server`)
      for (const [name, bytes] of Object.entries({ signed, forged, broken, contract })) {
        await dropFile(page, bytes, `${name}.pdf`)
        await dropFile(other, bytes, `${name}.pdf`)
        expect([name, await shownReport(page)]).toEqual([name, await shownReport(other)])
        expect(await page.textContent('#here')).toContain('The file did not leave this device.')
        expect([name, await findBarriers(page)]).toEqual([name, []])
      }
      expect(sent.filter((request) => request.method() !== 'GET' || request.postData() !== null)).toEqual([])
      expect(sent.filter((request) => new URL(request.url()).search !== '')).toEqual([])
      expect(faults).toEqual([])
    })
  }, 120_000)

  it('draws the pages and marks changes without sending anything, and stays responsive', async () => {
    await withServer({}, async ({ url }) => {
      const { page, faults, sent } = await openLocal(url)
      const longest = await longestTask(page, async () => {
        await dropFile(page, forged)
        await page.locator('figure.now canvas').waitFor()
        await expect.poll(() => page.locator('figure.now .area.refused').count()).toBe(1)
      })
      expect(longest).toBeLessThan(MAX_TASK_SHARE)
      expect(sent.filter((request) => request.method() !== 'GET')).toEqual([])
      expect(faults).toEqual([])
    })
  }, 60_000)

  it('has no way left to send anything', async () => {
    await withServer({}, async ({ url }) => {
      const { page } = await openLocal(url)
      const attempts = [
        "fetch('/v1/health').then(() => 'sent', () => 'refused')",
        "new Promise((done) => { const r = new XMLHttpRequest(); r.onload = () => done('sent'); r.onerror = () => done('refused'); r.open('POST', '/v1/verify'); r.send('x') })",
        "new Promise((done) => { const i = new Image(); i.onload = () => done('sent'); i.onerror = () => done('refused'); i.src = '/v1/check?x' })",
        "navigator.sendBeacon('/v1/verify', 'x') ? 'asked' : 'refused'",
        "new Promise((done) => { addEventListener('securitypolicyviolation', () => done('refused'), { once: true }); document.getElementById('form').submit() })",
      ]
      const posted: string[] = []
      page.on('requestfinished', (request) => posted.push(`${request.method()} ${request.url()}`))
      for (const attempt of attempts) expect([attempt, await page.evaluate(attempt)]).not.toEqual([attempt, 'sent'])
      expect(posted).toEqual([])
    })
  })

  it.each(LANGUAGES)(
    'changes to %s with the report, on a telephone in the dark, without barriers',
    async (language) => {
      await withServer({}, async ({ url }) => {
        const options = { viewport: { width: 390, height: 800 }, colorScheme: 'dark' } as const
        const { page, faults, sent } = await openLocal(`${url}?language=${language === 'en' ? 'de' : 'en'}`, options)
        await dropFile(page, signed, 'contract.pdf')
        const before = sent.length
        await page.click(`.languages a[hreflang=${language}]`)
        const { report, page: texts } = await loadTexts(language)
        await expect.poll(() => page.textContent('#verdict h2')).toBe(report.verdictUnchecked)
        expect(await page.textContent('#here strong')).toBe(texts.stayedHere)
        expect(await page.textContent('#document')).toContain('contract.pdf')
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
        expect(await findBarriers(page)).toEqual([])
        expect(
          sent
            .slice(before)
            .map((request) => request.url())
            .filter((each) => !each.includes('/engine/')),
        ).toEqual([])
        const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-format=html]')])
        expect(download.suggestedFilename()).toBe('contract-report.html')
        expect(await page.locator('[data-format=pdf]').count()).toBe(0)
        expect(faults).toEqual([])
      })
    },
    60_000,
  )

  it('judges by the anchors and the policy of the host', async () => {
    const kindWith = (verify: ApiOptions['verify'] & {}) =>
      withServer({ verify }, async ({ url }) => {
        const { page } = await openLocal(url)
        return (await dropFile(page, signed)).kind
      })
    const { certificates } = await identityOf()
    expect(await kindWith({ trustAnchors: certificates })).toBe('valid')
    expect(await kindWith({ trustAnchors: [(await identityOf('ec')).certificates[0] ?? ''] })).toBe('unproved')
    expect(await kindWith({ policy: { requireTimestamp: true } })).toBe('unproved')
  }, 60_000)

  it('says what was not asked, and offers to send the file where that is asked', async () => {
    await withServer({ verify: { fetchRevocation: async () => ({}) } }, async ({ url }) => {
      const { page } = await openLocal(url)
      await dropFile(page, signed)
      expect(await page.textContent('#here')).toContain('Nobody was asked whether a certificate has been revoked')
      await page.click('#here a')
      await page.locator('#privacy').waitFor({ state: 'detached' })
      expect(await page.textContent('#form .quiet')).toContain('goes to this service only')
      await page.click('#form .quiet a')
      await expect.poll(() => privacyOf(page)).toContain('stays on this device')
      await page.goBack()
      const { kind } = await dropFile(page, signed)
      expect([kind, await page.locator('#here').count()]).toEqual(['unchecked', 0])
    })
  })

  it('sends files where the host wants it so, or the page cannot have what the server has', async () => {
    const lists = { lists: [], findServices: async () => [] }
    const all: Partial<ApiOptions>[] = [
      { check: { inPage: false } },
      { verify: { trustAnchors: lists } },
      { verify: { proofs: [{ since: new Date() }] } },
      { verify: { fetchRevocation: async () => ({}), requireRevocation: true } },
      { verify: { fetchRevocation: async () => ({}), policy: { requireTotalPassed: true } } },
    ]
    for (const options of all) {
      await withServer(options, async ({ url }) => {
        const html = await (await fetch(url)).text()
        expect(html).not.toContain('data-local')
        expect(html).not.toContain('id="privacy"')
      })
    }
  })

  it('sends files, and says so, where the browser cannot run the thread or has no scripts', async () => {
    await withServer({}, async ({ url }) => {
      const { page, sent } = await openWatched(url)
      await page.route(/verify-pdf-/, (route) => route.abort())
      await page.reload()
      await dropFile(page, signed)
      expect(await privacyOf(page)).toContain('goes to this service only')
      expect(await page.locator('#here').count()).toBe(0)
      expect(sent.filter((request) => request.method() === 'POST').length).toBeGreaterThan(0)
      const { page: plain } = await openWatched(url, { javaScriptEnabled: false })
      await plain.setInputFiles('#file', { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from(signed) })
      await plain.click('button.main')
      await plain.locator('#verdict').waitFor()
      expect(await plain.getAttribute('#verdict', 'data-valid')).toBe('true')
    })
  }, 60_000)

  it('asks for a password, says what is no PDF, and gives up what is cancelled', async () => {
    await withServer({}, async ({ url }) => {
      const { page, faults } = await openLocal(url)
      expect((await dropFile(page, new TextEncoder().encode('Dear Sir'))).kind).toBe('invalid_document')
      expect(await page.textContent('#error p')).toBe('This is not a PDF that can be read.')
      const drop = page.setInputFiles('#file', {
        name: 'a.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from(signed),
      })
      await drop
      await page.evaluate("document.getElementById('cancel').click()")
      expect((await dropFile(page, signed)).valid).toBe('true')
      expect(faults).toEqual([])
    })
  }, 60_000)
})
