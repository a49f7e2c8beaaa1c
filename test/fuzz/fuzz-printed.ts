/**
 * Converts generated pages of HTML and Markdown to DOCX and PDF, and holds them against what Chromium shows and prints: no
 * word that can be read there may be lost, broken, off the page or covered, and none that it hides may appear.
 *
 *     npx tsx test/fuzz/fuzz-printed.ts [--count N] [--seed N] [--start N] [--from html|md] [--keep DIR]
 *
 * `--start N --count 1` repeats one case, `--keep` writes the page, both results and Chromium's print of those with faults.
 * Ends with code 1 when there was a fault.
 *
 * @module
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { convertFile } from '../../src/convert/convert-file.js'
import { createRandom } from '../support/mutate.js'
import { compareMarkdown, comparePage, type Results } from './compare-printed.js'
import { generatePrinted, type PrintedPage } from './generate-printed.js'
import { generatePrintedMarkdown } from './generate-printed-markdown.js'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    start: { type: 'string', default: '0' },
    from: { type: 'string' },
    keep: { type: 'string' },
  },
})
const [count, seed, start] = [Number(values.count), Number(values.seed), Number(values.start)]
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'fuzz-printed-'))
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
// Without scripts, as here: `noscript` is shown.
const page = await browser.newPage({ viewport: { width: 680, height: 900 }, javaScriptEnabled: false })
await page.emulateMedia({ media: 'print' })

let faulty = 0
let words = 0
const kinds = new Map<string, number>()
for (let index = start; index < start + count; index++) {
  const isMarkdown = values.from === undefined ? index % 3 === 2 : values.from === 'md'
  const random = createRandom(seed * 1_000_003 + index)
  const faults = isMarkdown ? await judgeMarkdown(random, index) : await judgePage(random, index)
  if (faults.length === 0) continue
  faulty++
  for (const fault of faults) {
    const kind = fault.replace(/ \(.*|^\d+ /g, '')
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  console.log(`FAULT: case ${index}: ${faults.join('; ')}`)
}
await browser.close()
if (values.keep === undefined) rmSync(folder, { recursive: true })
console.log(`${count} pages, ${words} words; faults in ${faulty}.`)
for (const [kind, times] of kinds) console.log(`${String(times).padStart(6)}  ${kind}`)
process.exit(faulty === 0 ? 0 : 1)

async function judgePage(random: (limit: number) => number, index: number): Promise<string[]> {
  const generated = generatePrinted(random)
  words += generated.words.length
  const results = await convert(generated, index)
  if (typeof results === 'string') return [results]
  const shown = await print(page, generated.source, join(folder, `${index}-browser.pdf`))
  return forget(index, comparePage(generated, shown, join(folder, `${index}-browser.pdf`), results))
}

async function judgeMarkdown(random: (limit: number) => number, index: number): Promise<string[]> {
  const generated = generatePrintedMarkdown(random)
  words += generated.words.length
  const results = await convert(generated, index)
  return typeof results === 'string' ? [results] : forget(index, compareMarkdown(generated, results))
}

async function convert({ source, from }: PrintedPage, index: number): Promise<Results | string> {
  writeFileSync(join(folder, `${index}.${from}`), source)
  try {
    const input = new TextEncoder().encode(source)
    const options = from === 'md' ? { markdownExtensions: ['all' as const] } : {}
    const docx = await convertFile(input, { from, to: 'docx' }, options)
    const pdf = await convertFile(input, { from, to: 'pdf' }, options)
    const path = join(folder, `${index}.pdf`)
    writeFileSync(path, pdf.bytes)
    writeFileSync(join(folder, `${index}.docx`), docx.bytes)
    return { docx: docx.bytes, pdf: path, warnings: [...docx.warnings, ...pdf.warnings] }
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  }
}

/** What the browser shows as text, and a file with its print. */
async function print(page: Page, html: string, path: string): Promise<string> {
  await page.setContent(html)
  await page.pdf({ path, preferCSSPageSize: true, printBackground: true, format: 'A4' })
  return String(await page.evaluate('document.body.innerText'))
}

/** Removes the files of a case without faults. */
function forget(index: number, faults: string[]): string[] {
  if (faults.length > 0) return faults
  for (const end of ['.html', '.md', '.pdf', '.docx', '-browser.pdf'])
    rmSync(join(folder, `${index}${end}`), { force: true })
  return faults
}
