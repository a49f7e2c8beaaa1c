/**
 * The verification page at an address of this machine, and a browser to open it with.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { nodeListener } from '../../../adapters/node.js'
import { buildCheckEngine } from '../../../build/check-engine.js'
import { useBuiltEngine } from '../../../src/assets/source-assets.js'
import type { ApiOptions } from '../../../src/http/api-options.js'
import { hasTool } from '../../support/tools.js'
import { makeApi } from '../support/api.js'

export const hasChromium = hasTool('chromium')

/** A server with the page on. */
export interface CheckServer {
  /** Of the page. */
  readonly url: string
  close(): Promise<void>
}

/** Serves the page. */
export async function serveCheckPage(options: Partial<ApiOptions> = {}): Promise<CheckServer> {
  const api = await makeApi({ check: true, ...options })
  const server = createServer(nodeListener(api))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1/check`,
    async close() {
      server.closeAllConnections()
      server.close()
      await api.close()
    },
  }
}

/** Builds the modules with which the page verifies files itself. Until then it sends them. */
export async function buildEngine(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sealwright-engine-'))
  for (const [name, bytes] of await buildCheckEngine()) await writeFile(join(folder, name), bytes)
  useBuiltEngine(folder)
}

/** A browser of this machine. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
}

/** A page, and what went wrong on it. */
export interface WatchedPage {
  readonly page: Page
  /** Errors of scripts, violations of the policy, and requests to other hosts. */
  readonly faults: string[]
}

/** Opens the verification page and notes every fault. */
export async function openCheckPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, ...options })
  const page = await context.newPage()
  const faults: string[] = []
  const { origin } = new URL(url)
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) faults.push(message.text())
  })
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (/^https?:$/.test(protocol) && asked !== origin) faults.push(`asked ${request.url()}`)
  })
  await page.goto(url)
  return { page, faults }
}

/** Gives a file to the page and waits for what comes of it: the kind of the verdict, or the code of the error. */
export async function dropFile(
  page: Page,
  bytes: Uint8Array,
  name = 'document.pdf',
): Promise<{ readonly valid: string | null; readonly kind: string | null }> {
  await page.evaluate("document.getElementById('result')?.replaceChildren()")
  await page.setInputFiles('#file', { name, mimeType: 'application/pdf', buffer: Buffer.from(bytes) })
  const result = page.locator('#verdict, #error')
  await result.waitFor()
  return {
    valid: await result.getAttribute('data-valid'),
    kind: (await result.getAttribute('data-kind')) ?? (await result.getAttribute('data-code')),
  }
}

/** What axe-core finds, a line each. */
export async function findBarriers(page: Page): Promise<string[]> {
  const require = createRequire(import.meta.url)
  // The policy of the page keeps scripts from being added to it, but not those of the tools of the browser.
  await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'))
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }> }
    }
    const { violations } = await axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  })
}
