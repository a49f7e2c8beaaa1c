/**
 * The verification page in a real browser.
 *
 * @module
 */

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES, loadTexts } from '../../../src/texts/texts.js'
import { verifyDocument } from '../../../src/verify/verify-document.js'
import { coverText } from '../../demo/forgeries.js'
import { hostileDocument } from '../../report/hostile-report.js'
import { requestWith, sign, WITH_PAGE } from '../../sign/signing.js'
import { withFiles } from '../../support/oracles.js'
import { runTool } from '../../support/tools.js'
import { makeContract } from '../../verify/support/contract.js'
import {
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
let server: CheckServer

/** Drops a file on the page, outside of the field. */
function dropBeside(page: Page, name: string, file: Uint8Array): Promise<unknown> {
  return page.evaluate(
    `(() => {
      const bytes = Uint8Array.from(atob(${JSON.stringify(Buffer.from(file).toString('base64'))}), (c) => c.charCodeAt(0))
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([bytes], ${JSON.stringify(name)}, { type: 'application/pdf' }))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    })()`,
  )
}

/** Signed twice: the second signature is drawn on the page, which the first one permits. */
async function signedTwice(): Promise<Uint8Array> {
  const once = await sign(contract)
  return sign(once, { appearance: { page: 1, rectangle: [300, 40, 500, 90] } })
}

describe.runIf(hasChromium)('the verification page in a browser', () => {
  beforeAll(async () => {
    ;[browser, server] = await Promise.all([launchBrowser(), serveCheckPage()])
  })
  afterAll(async () => {
    await browser.close()
    await server.close()
  })

  it('says of each kind of document what the library says, and nothing of it is a barrier', async () => {
    const broken = await sign(contract)
    broken[broken.indexOf(0x2f, 20) + 1] = 0x58
    const files = {
      intact: await sign(contract, {}, WITH_PAGE),
      twice: await signedTwice(),
      broken,
      unsigned: contract,
    }
    const { page, faults } = await openCheckPage(browser, server.url)
    expect(await findBarriers(page)).toEqual([])
    for (const [name, bytes] of Object.entries(files)) {
      const { valid } = await dropFile(page, bytes, `${name}.pdf`)
      expect([name, valid]).toEqual([name, String((await verifyDocument(bytes)).valid)])
      expect([name, await findBarriers(page)]).toEqual([name, []])
    }
    expect(faults).toEqual([])
  })

  it.each(LANGUAGES)('fits a telephone in the dark in %s, without barriers', async (language) => {
    const options = { viewport: { width: 390, height: 800 }, colorScheme: 'dark' } as const
    const { page, faults } = await openCheckPage(browser, `${server.url}?language=${language}`, options)
    await dropFile(page, await sign(contract, {}, WITH_PAGE))
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    const { report } = await loadTexts(language)
    expect(await page.textContent('#verdict h2')).toBe(report.verdictUnchecked)
    expect(await findBarriers(page)).toEqual([])
    expect(faults).toEqual([])
  })

  it('folds what is long, with each verdict and each fault in sight, and prints all of it', async () => {
    const auditTrail = Array.from({ length: 30 }, (_, index) => ({
      timestamp: '2026-01-31T12:00:00Z',
      type: index === 0 ? 'submit' : `read page ${index}`,
    }))
    let bytes = await sign(contract, {}, requestWith({ auditTrail }))
    for (let index = 0; index < 5; index++) bytes = await sign(bytes)
    const options = { viewport: { width: 390, height: 800 } }
    const { page, faults } = await openCheckPage(browser, server.url, options)
    await dropFile(page, bytes)
    // Each signer with a verdict, and what to do, in sight; everything else can be opened.
    expect(await page.locator('.people .status:visible').count()).toBe(6)
    expect(await page.locator('.answer > p:visible').count()).toBe(1)
    const covered = page.locator('#signature-6 dt', { hasText: 'Covers' })
    expect(await covered.isVisible()).toBe(false)
    for (const name of ['Signatures', 'More: Signature 6 of 6']) {
      await page.locator('summary', { hasText: name }).focus()
      await page.keyboard.press('Enter')
    }
    expect(await page.locator('#signatures h3').count()).toBe(6)
    expect(await covered.isVisible()).toBe(true)
    expect(await page.locator('summary', { hasText: 'Events: 22 more' }).count()).toBe(1)
    expect(await findBarriers(page)).toEqual([])
    const printed = await withFiles({ page: await page.pdf() }, (path) => runTool('pdftotext', [path('page'), '-']))
    expect(printed.stdout).toContain('read page 29')
    expect(printed.stdout).not.toContain('More: Signature')
    await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    expect(await findBarriers(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    expect(faults).toEqual([])
  })

  it('draws pages before and after, and marks what differs', async () => {
    const { page, faults } = await openCheckPage(browser, server.url)
    await dropFile(page, await signedTwice())
    await page.click('#show-pages')
    await page.locator('figure.now canvas').waitFor()
    await expect.poll(() => page.textContent('#comparison output')).toMatch(/Page 1 of 3\. .*differ/)
    expect(await page.locator('figure.now .area.permitted').count()).toBe(1)
    expect(await page.locator('.area.refused').count()).toBe(0)
    expect(await page.textContent('.legend')).toBe('After Ada Lovelace signed, Ada Lovelace signed as well.')
    const area = await page
      .locator('figure.now .area')
      .first()
      .evaluate((element) => {
        const { left, top } = (element as unknown as { style: Record<'left' | 'top', string> }).style
        return { left: Number.parseFloat(left), top: Number.parseFloat(top) }
      })
    // The rectangle begins at 300 of 612 or 595 points, near the foot.
    expect(area.left).toBeGreaterThan(45)
    expect(area.top).toBeGreaterThan(80)
    await page.check('input[name=layout] >> nth=1')
    expect(await page.locator('#slider').isVisible()).toBe(true)
    expect(await findBarriers(page)).toEqual([])
    expect(faults).toEqual([])
  })

  it('shows at once what was changed, what is permitted in grey and what is not in red', async () => {
    const { page, faults } = await openCheckPage(browser, server.url, { viewport: { width: 1200, height: 900 } })
    await dropFile(page, coverText(await signedTwice(), 'The fee is 900 pounds.'))
    // Everything that has to be known stands on one screen.
    const advice = await page.locator('.answer > p').boundingBox()
    expect((advice?.y ?? 9999) + (advice?.height ?? 0)).toBeLessThan(900)
    await page.locator('figure.now canvas').waitFor()
    await expect.poll(() => page.locator('figure.now .area').count()).toBe(1)
    expect(await page.textContent('.legend .refused')).toBe(
      'After Ada Lovelace signed, a text note was laid on page 1.',
    )
    await page.selectOption('#revision', { index: 1 })
    await expect.poll(() => page.locator('figure.now .area').count()).toBe(2)
    expect(await page.locator('figure.now .area.refused').count()).toBe(1)
    expect(await page.locator('figure.now .area.permitted').count()).toBe(1)
    expect(await findBarriers(page)).toEqual([])
    expect(faults).toEqual([])
  })

  it('works by keyboard alone', async () => {
    const { page } = await openCheckPage(browser, server.url)
    await page.focus('#file')
    const order: (string | null)[] = []
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press('Tab')
      order.push(await page.evaluate('document.activeElement.id || document.activeElement.textContent'))
    }
    expect(order.slice(0, 2)).toEqual(['password', 'Check'])
    await page.focus('button.main')
    await page.keyboard.press('Enter')
    expect(await page.textContent('#error p')).toBe('Choose a PDF file first.')
    await dropFile(page, contract)
    // Whoever does not see the page is led to the verdict.
    expect(await page.evaluate('document.activeElement.id')).toBe('verdict-title')
  })

  it('takes a file that is dropped beside the field, the last of two', async () => {
    const { page } = await openCheckPage(browser, server.url)
    const signed = await sign(contract)
    await Promise.all([dropBeside(page, 'first.pdf', contract), dropBeside(page, 'second.pdf', signed)])
    await page.locator('#verdict').waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.textContent('#document')).toContain('second.pdf')
    expect(await page.getAttribute('#verdict', 'data-valid')).toBe('true')
  })

  it('shows no verdict but that on the file that was chosen last', async () => {
    const { page } = await openCheckPage(browser, server.url)
    const choose = (name: string, buffer: Buffer) =>
      page.setInputFiles('#file', { name, mimeType: 'application/pdf', buffer })
    const verdicts = () => page.locator('#verdict').count()
    const signed = await sign(contract)
    await dropFile(page, signed, 'first.pdf')
    // The button checks what was dropped, although the field holds an earlier file.
    await dropBeside(page, 'second.pdf', contract)
    await expect.poll(() => page.textContent('#document')).toContain('second.pdf')
    await page.click('button.main')
    await expect.poll(verdicts).toBe(1)
    expect(await page.textContent('#document')).toContain('second.pdf')
    // While a file is checked, and after that was cancelled.
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/v1/check?**', async (route) => {
      await held
      await route.continue().catch(() => undefined)
    })
    let ended = 0
    for (const event of ['requestfinished', 'requestfailed'] as const) {
      page.on(event as 'requestfailed', (request) => {
        if (request.method() === 'POST') ended++
      })
    }
    await choose('third.pdf', Buffer.from(signed))
    expect(await verdicts()).toBe(0)
    await page.click('#cancel')
    expect(await verdicts()).toBe(0)
    // After a file that is refused at once, while another one is checked.
    await choose('fourth.pdf', Buffer.from(signed))
    await choose('empty.pdf', Buffer.alloc(0))
    release()
    await expect.poll(() => ended).toBe(2)
    expect([await verdicts(), await page.textContent('#error p')]).toEqual([0, 'The file is empty.'])
  })

  it('keeps hostile names from becoming markup', async () => {
    const { page, faults } = await openCheckPage(browser, server.url)
    let dialogs = 0
    page.on('dialog', (dialog) => {
      dialogs++
      void dialog.dismiss()
    })
    await dropFile(page, await hostileDocument(), `"'><img src=x onerror=alert(3)>.pdf`)
    expect(await page.locator('#result img, #result script').count()).toBe(0)
    expect(await page.textContent('#result')).toContain('<script>alert(2)</script>')
    expect([dialogs, faults]).toEqual([0, []])
  })

  it('tells of files that cannot be checked, and goes on', async () => {
    const { page, faults } = await openCheckPage(browser, server.url)
    const kindOf = async (bytes: Uint8Array) => (await dropFile(page, bytes)).kind
    expect(await kindOf(new TextEncoder().encode('no PDF'))).toBe('invalid_document')
    expect(await findBarriers(page)).toEqual([])
    await dropFile(page, new Uint8Array())
    expect(await page.textContent('#error p')).toBe('The file is empty.')
    expect(await kindOf(await sign(contract))).toBe('unchecked')
    expect(faults).toEqual([])
  })

  it('says that the service is gone, busy or spent', async () => {
    const { page, faults } = await openCheckPage(browser, server.url)
    const answers = [
      [
        { status: 429, headers: { 'retry-after': '7' }, body: '{}', contentType: 'application/problem+json' },
        /in 7 seconds/,
      ],
      [{ status: 503, body: '{}', contentType: 'application/problem+json' }, /busy/],
      [{ status: 502, body: '<html>', contentType: 'text/html' }, /went wrong/],
    ] as const
    for (const [answer, text] of answers) {
      await page.route('**/v1/check?**', (route) => route.fulfill(answer))
      await dropFile(page, contract)
      expect(await page.textContent('#error p')).toMatch(text)
      await page.unroute('**/v1/check?**')
    }
    await page.route('**/v1/check?**', (route) => route.abort())
    await dropFile(page, contract)
    expect(await page.textContent('#error p')).toMatch(/cannot be reached/)
    expect(faults).toEqual([])
  })

  it('can be told to stop, and then checks again', async () => {
    const { page } = await openCheckPage(browser, server.url)
    await page.route('**/v1/check?**', () => undefined)
    await page.setInputFiles('#file', { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from(contract) })
    await page.click('#cancel')
    expect(await page.textContent('#status')).toBe('Cancelled.')
    expect(await page.locator('#cancel').isVisible()).toBe(false)
    await page.unroute('**/v1/check?**')
    expect((await dropFile(page, contract)).kind).toBe('unsigned')
  })

  it('keeps the report when the language is changed, and gives it as a file', async () => {
    const { page, faults } = await openCheckPage(browser, server.url)
    await dropFile(page, await sign(contract), 'contract.pdf')
    await page.click('.languages a[lang=de]')
    await expect.poll(() => page.textContent('#verdict h2')).toMatch(/^Unversehrt/)
    expect(await page.getAttribute('html', 'lang')).toBe('de')
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-format=pdf]')])
    expect(download.suggestedFilename()).toBe('contract-report.pdf')
    expect(faults).toEqual([])
  })

  it('works without scripts', async () => {
    const { page } = await openCheckPage(browser, server.url, { javaScriptEnabled: false })
    await page.setInputFiles('#file', {
      name: 'a.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(await sign(contract)),
    })
    await Promise.all([page.waitForNavigation(), page.click('button.main')])
    expect(await page.getAttribute('#verdict', 'data-valid')).toBe('true')
    expect(await page.locator('#show-pages').isVisible()).toBe(false)
  })
})
