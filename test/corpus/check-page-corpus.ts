/**
 * Drops every PDF of a folder on the verification page, in a browser, and compares each verdict with the library's. The browser
 * verifies; with `--upload`, the server does.
 *
 *     npx tsx test/corpus/check-page-corpus.ts [--upload] DIR
 *
 * Ends with code 1 when a verdict differs, or the page throws, breaks its policy, asks another host or sends anything.
 *
 * @module
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SealwrightError, verifyDocument } from '../../src/index.js'
import { buildEngine, dropFile, launchBrowser, openCheckPage, serveCheckPage } from '../http/check/check-server.js'

const isUpload = process.argv.includes('--upload')
const [folder] = process.argv.slice(2).filter((argument) => argument !== '--upload')
if (folder === undefined) {
  console.error('Usage: check-page-corpus.ts [--upload] DIR')
  process.exit(2)
}

const names = (await readdir(folder)).filter((name) => name.toLowerCase().endsWith('.pdf')).sort()
if (!isUpload) await buildEngine()
// One machine drops them all: its quota is not what is looked at here.
const server = await serveCheckPage({ quotas: { anonymous: { concurrent: 16 } } })
const browser = await launchBrowser()
const { page, faults } = await openCheckPage(browser, server.url)
page.on('request', (request) => {
  if (!isUpload && request.method() !== 'GET') faults.push(`sent ${request.postDataBuffer()?.length} bytes`)
})
const kinds = new Map<string, number>()
const times: number[] = []
let different = 0
for (const name of names) {
  const bytes = new Uint8Array(await readFile(join(folder, name)))
  const expected = await verdictOf(bytes)
  const start = performance.now()
  const { valid, kind } = await dropFile(page, bytes, name)
  times.push(performance.now() - start)
  const shown = valid ?? kind ?? 'nothing'
  kinds.set(kind ?? '', (kinds.get(kind ?? '') ?? 0) + 1)
  if (shown === expected) continue
  different++
  console.log(`${name}: the page says ${shown}, the library ${expected}`)
}
await browser.close()
await server.close()
times.sort((a, b) => a - b)
const middle = times[Math.floor(times.length / 2)] ?? 0
console.log(`${names.length} files, ${different} with another verdict, ${faults.length} faults of the page.`)
console.log([...kinds].map(([kind, count]) => `${kind} ${count}`).join(', '))
console.log(
  `From the drop to the verdict: median ${middle.toFixed(0)} ms, longest ${(times.at(-1) ?? 0).toFixed(0)} ms.`,
)
for (const fault of faults) console.log(fault)
if (different > 0 || faults.length > 0) process.exitCode = 1

async function verdictOf(bytes: Uint8Array): Promise<string> {
  try {
    return String((await verifyDocument(bytes)).valid)
  } catch (error) {
    if (error instanceof SealwrightError) return error.code
    throw error
  }
}
