/**
 * How fast is DOCX to PDF, against LibreOffice?
 *
 *     npm run build && npx tsx bench/docx.ts [DIR]
 *
 * Both convert the same documents in one run: those of DIR, or a few that are made here. Cold: a new process for one
 * document. Warm: LibreOffice converts all documents in one process, from which the time of a start is taken off; the
 * ratio is the median over documents of its time over ours, as far as it tells them apart. Then, for us alone: pages
 * per second, whether cost grows in step with pages, and peak memory beyond the document.
 *
 * @module
 */

import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { convertFile } from '../src/convert/convert-file.js'
import { median, printTable, time } from './support/measure.js'
import { BUILT_ESM, runNode } from './support/processes.js'
import { makeReport } from './support/sample-docx.js'

const execute = promisify(execFile)
const MB = 1024 * 1024
const least = (value: number, target: number) => (value >= target ? 'ok' : 'MISSED')

const folder = await mkdtemp(join(tmpdir(), 'bench-docx-'))
try {
  const documents = await chooseDocuments(process.argv[2])
  await compareCold(documents)
  await compareWarm(documents)
  await measureLength()
  await measureMemory()
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function chooseDocuments(from: string | undefined): Promise<string[]> {
  if (from !== undefined) {
    const names = (await readdir(from)).filter((name) => name.endsWith('.docx')).sort()
    return names.map((name) => join(from, name))
  }
  const paths: string[] = []
  for (const pages of [1, 2, 5, 20]) {
    const path = join(folder, `report-${pages}.docx`)
    await writeFile(path, makeReport(pages))
    paths.push(path)
  }
  return paths
}

/** A new process for each conversion of the first few documents. */
async function compareCold(documents: readonly string[]): Promise<void> {
  const rows = [['cold, one document', 'LibreOffice', 'sealwright', 'ratio', 'target', '']]
  const ratios: number[] = []
  const bases: number[] = []
  const ours: number[] = []
  for (const path of documents.slice(0, 5)) {
    const base = await time(() => runLibreOffice([path]))
    const script = `
      import { readFileSync, writeFileSync } from 'node:fs'
      import { convertFile } from ${JSON.stringify(BUILT_ESM.href)}
      const { bytes } = await convertFile(readFileSync(${JSON.stringify(path)}))
      writeFileSync(${JSON.stringify(join(folder, 'cold.pdf'))}, bytes)`
    const own = await time(() => runNode(['--input-type=module', '-e', script]))
    bases.push(base)
    ours.push(own)
    ratios.push(base / own)
  }
  const ratio = median(ratios)
  rows.push(['median', ms(median(bases)), ms(median(ours)), `${ratio.toFixed(1)}x`, '8x', least(ratio, 8)])
  printTable(rows)
}

/** LibreOffice's time for one document is what it adds to a run: batches with it twice and once. */
async function compareWarm(documents: readonly string[]): Promise<void> {
  const inputs = await Promise.all(
    documents.map(async (path) => ({ path, bytes: new Uint8Array(await readFile(path)) })),
  )
  for (const { bytes } of inputs) await convertFile(bytes).catch(() => undefined)
  const own: number[] = []
  for (const { bytes } of inputs) {
    const rounds: number[] = []
    for (let i = 0; i < 3; i++) rounds.push(await time(() => convertFile(bytes).catch(() => undefined)))
    own.push(median(rounds))
  }
  const start = await time(() => runLibreOffice([]))
  const whole = await time(() => runLibreOffice(documents))
  const sum = own.reduce((total, value) => total + value, 0)
  const base = Math.max(0, whole - start)
  const ratio = base / sum
  printTable([
    [`warm, ${documents.length} documents`, 'LibreOffice', 'sealwright', 'ratio', 'target', '', 'our median'],
    ['all together', ms(base), ms(sum), `${ratio.toFixed(1)}x`, '8x', least(ratio, 8), ms(median(own))],
  ])
}

async function measureLength(): Promise<void> {
  const rows = [['report', 'pages', 'time', 'pages/s', 'target', '']]
  for (const length of [50, 100, 250, 500]) {
    const input = makeReport(length)
    await convertFile(input)
    let pages = 0
    const took = await time(async () => {
      const { bytes } = await convertFile(input)
      pages =
        Buffer.from(bytes)
          .toString('latin1')
          .match(/\/Type ?\/Page\b/g)?.length ?? 0
    })
    const speed = (length * 1000) / took
    rows.push([`${length} sections`, String(pages), ms(took), speed.toFixed(0), '100', least(speed, 100)])
  }
  printTable(rows)
}

/** Peak resident size of a process that converts one document, beside 150 MB and twenty times the document. */
async function measureMemory(): Promise<void> {
  const rows = [['memory', 'document', 'peak', 'target', '']]
  for (const length of [1, 20, 100]) {
    const path = join(folder, `memory-${length}.docx`)
    const input = makeReport(length)
    await writeFile(path, input)
    const script = `
      import { readFileSync } from 'node:fs'
      import { convertFile } from ${JSON.stringify(BUILT_ESM.href)}
      await convertFile(readFileSync(${JSON.stringify(path)}))
      console.log(process.resourceUsage().maxRSS / 1024)`
    const peak = Number.parseFloat(await runNode(['--input-type=module', '-e', script]))
    const target = 150 + (20 * input.length) / MB
    const cells = [`${(input.length / 1024).toFixed(0)} KB`, `${peak.toFixed(0)} MB`, `${target.toFixed(0)} MB`]
    rows.push([`${length} sections`, ...cells, peak <= target ? 'ok' : 'MISSED'])
  }
  printTable(rows)
}

async function runLibreOffice(documents: readonly string[]): Promise<void> {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  const args =
    documents.length === 0 ? ['--terminate_after_init'] : ['--convert-to', 'pdf', '--outdir', folder, ...documents]
  await execute('soffice', [profile, '--headless', ...args], { maxBuffer: 64 * MB })
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`
}
