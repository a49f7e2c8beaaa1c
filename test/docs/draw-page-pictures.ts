/**
 * Draws the pictures of README into `docs/pictures`: a certificate page, and the page that verifies. Part of
 * `npm run docs:pictures`. Needs `pdftoppm` of poppler and Chromium.
 *
 * @module
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertFile, developmentIdentity, signDocument } from '../../src/index.js'
import { CONTRACT } from '../demo/contract.js'
import { dropFile, launchBrowser, openCheckPage, serveCheckPage } from '../http/check/check-server.js'
import { ROOT } from './code-blocks.js'

const VIEWPORT = { width: 900, height: 760 }
const folder = mkdtempSync(join(tmpdir(), 'pages-'))
const picture = (name: string) => `${ROOT}docs/pictures/${name}`

const { bytes: contract } = await convertFile(CONTRACT, { from: 'md', to: 'pdf' })
const identity = await developmentIdentity({ name: 'Example Service' })
const { bytes: signed } = await signDocument(
  contract,
  {
    signer: { name: 'Ada Lovelace', email: 'ada@example.com', ip: '203.0.113.7' },
    auditTrail: [
      { timestamp: '2026-11-21T09:00:00Z', type: 'open' },
      { timestamp: '2026-11-21T09:03:27Z', type: 'consent', data: { terms: '2026-10' } },
      { timestamp: '2026-11-21T09:04:10Z', type: 'submit' },
    ],
    metadata: { matter: 'AE-1843' },
  },
  { identity, serviceName: 'Example Service' },
)

try {
  const pdf = join(folder, 'signed.pdf')
  writeFileSync(pdf, signed)
  execFileSync('pdftoppm', ['-r', '80', '-f', '2', '-png', '-singlefile', pdf, picture('certificate-page')])
} finally {
  rmSync(folder, { recursive: true })
}

const [browser, server] = await Promise.all([
  launchBrowser(),
  serveCheckPage({ verify: { ownCertificates: identity.certificates } }),
])
try {
  const { page } = await openCheckPage(browser, server.url, { viewport: VIEWPORT })
  await dropFile(page, signed, 'agreement.pdf')
  await page.locator('#verdict').scrollIntoViewIfNeeded()
  await page.screenshot({ path: picture('check-page.png') })
} finally {
  await browser.close()
  await server.close()
}
