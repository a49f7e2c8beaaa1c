/**
 * How long do the functions hold the event loop of their caller, in line?
 *
 *     npx tsx bench/event-loop.ts [--only TEXT] [--profile]
 *
 * For each function and format: the processor time of the whole call, and the longest that the thread computed without a turn
 * of its event loop. With `--profile`, what it did in the blocks that were too long. 3,000 paragraphs, tables of 3,000 rows, a
 * megabyte of markup, files of 25 MB.
 *
 * @module
 */

import { parseArgs } from 'node:util'
import { convertFile, developmentIdentity, renderReport, signDocument, verifyDocument } from '../src/index.js'
import { BlockProfile } from './support/block-profile.js'
import { makeLargePdf } from './support/large-pdf.js'
import { printTable, verdict } from './support/measure.js'
import { makeReport } from './support/sample-docx.js'
import { makeMarkup } from './support/sample-markup.js'

const { values } = parseArgs({ options: { only: { type: 'string' }, profile: { type: 'boolean', default: false } } })

const MAX_BLOCK_MS = 30
const MB = 1024 * 1024
const ROUNDS = 3
const LENGTH = 3000

const line = (index: number) =>
  `Paragraph ${index} of *many*, with \`code\` and more words than before, so that it is longer than a line.`
const markdown = Array.from({ length: LENGTH }, (_, index) => `${line(index)}\n`).join('\n')
const html = `<main>${Array.from({ length: LENGTH }, (_, index) => `<p>${line(index)} <b>Bold</b>`).join('\n')}</main>`
const table = `<table>${Array.from({ length: LENGTH }, (_, index) => `<tr><td>${index}<td>${line(index)}<td>1`).join('')}</table>`
const request = {
  signer: { name: 'Ada Lovelace', email: 'ada@example.com' },
  auditTrail: [{ type: 'submit', timestamp: '2026-01-01T00:00:00Z' }],
}
const bare = { ...request, certificate: { enabled: false } }
const identity = await developmentIdentity()
const docx = (await convertFile(markdown, { from: 'md', to: 'docx' })).bytes
const tableDocx = (await convertFile(table, { from: 'html', to: 'docx' })).bytes
const pdf = (await convertFile(docx)).bytes
const signed = (await signDocument(pdf, request, { identity })).bytes
const twice = (await signDocument(signed, bare, { identity })).bytes
const report = await verifyDocument(twice)
const large = makeLargePdf(24 * MB)
const largeOptions = { identity, maxBytes: 30 * MB }
const largeSigned = (await signDocument(large, request, largeOptions)).bytes

const CALLS: readonly (readonly [name: string, call: () => Promise<unknown>])[] = [
  ['Markdown to DOCX, 3,000 paragraphs', () => convertFile(markdown, { from: 'md', to: 'docx' })],
  ['Markdown to PDF, 3,000 paragraphs', () => convertFile(markdown, { from: 'md', to: 'pdf' })],
  ['HTML to DOCX, 3,000 paragraphs', () => convertFile(html, { from: 'html', to: 'docx' })],
  ['HTML to PDF, 3,000 paragraphs', () => convertFile(html, { from: 'html', to: 'pdf' })],
  ['HTML to PDF, a table of 3,000 rows', () => convertFile(table, { from: 'html', to: 'pdf' })],
  ['DOCX to PDF, 3,000 paragraphs', () => convertFile(docx)],
  ['DOCX to PDF, a table of 3,000 rows', () => convertFile(tableDocx)],
  ['DOCX to PDF, 120 pages', () => convertFile(REPORT)],
  ['Markdown to PDF, 1 MB', () => convertFile(LONG_MARKDOWN, { from: 'md', to: 'pdf' })],
  ['HTML to DOCX, 1 MB', () => convertFile(LONG_HTML, { from: 'html', to: 'docx' })],
  ['signing the DOCX', () => signDocument(docx, request, { identity })],
  ['signing the PDF', () => signDocument(pdf, request, { identity })],
  ['signing it once more', () => signDocument(signed, bare, { identity })],
  ['verifying two signatures', () => verifyDocument(twice)],
  ['its report as PDF', () => renderReport(report, { format: 'pdf' })],
  ['signing 25 MB', () => signDocument(large, request, largeOptions)],
  ['signing 25 MB once more', () => signDocument(largeSigned, bare, largeOptions)],
  ['verifying 25 MB', () => verifyDocument(largeSigned, { maxBytes: 30 * MB })],
]
const REPORT = makeReport(120)
const LONG_MARKDOWN = makeMarkup('md', MB)
const LONG_HTML = makeMarkup('html', MB)

const rows = [['function', 'processor time', 'longest block', 'target', '']]
for (const [name, call] of CALLS) {
  if (values.only !== undefined && !name.includes(values.only)) continue
  await call()
  let longest = 0
  let total = 0
  for (let round = 0; round < ROUNDS; round++) {
    const profile = new BlockProfile({ least: values.profile && round === 0 ? MAX_BLOCK_MS / 2 : undefined })
    const { worstMs, totalMs } = await profile.watch(call)
    longest = Math.max(longest, worstMs)
    total += totalMs / ROUNDS
  }
  const cells = [`${total.toFixed(0)} ms`, `${longest.toFixed(1)} ms`, `${MAX_BLOCK_MS} ms`]
  rows.push([name, ...cells, verdict(longest, MAX_BLOCK_MS)])
}
printTable(rows)
