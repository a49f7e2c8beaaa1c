/**
 * How fast is DOCX to PDF, against LibreOffice?
 *
 *     npm run build && npx tsx bench/docx.ts [DIR]
 *
 * Both convert the same documents in one run: those of DIR, or a few that are made here. Cold: a new process for one
 * document, for five of them; where Node.js can keep compiled code (22 and later), the second of two is counted. Warm:
 * LibreOffice converts all documents in one process, and the time between two of its files is that of a document; we
 * convert each one three times. Ratios are medians over documents. Then, for us alone: pages per second, whether cost
 * grows in step with pages, and peak memory of a process.
 *
 * @module
 */

import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import * as nodeModule from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { convertFile } from '../src/convert/convert-file.js'
import { verifyDocument } from '../src/verify/verify-document.js'
import { median, printTable, time } from './support/measure.js'
import { BUILT_ESM, PEAK_MB, runNode } from './support/processes.js'
import { makeReport } from './support/sample-docx.js'

const execute = promisify(execFile)
const MB = 1024 * 1024
const least = (value: number, target: number) => (value >= target ? 'ok' : 'MISSED')

const folder = await mkdtemp(join(tmpdir(), 'bench-docx-'))
const PROFILE = [`-env:UserInstallation=file://${join(folder, 'profile')}`]
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

/** A new process for each conversion of five documents, from all over the list. */
async function compareCold(documents: readonly string[]): Promise<void> {
  const rows = [['cold, one document', 'LibreOffice', 'sealwright', 'ratio', 'target', '']]
  const target = 'enableCompileCache' in nodeModule ? 9 : 6
  const ratios: number[] = []
  const bases: number[] = []
  const ours: number[] = []
  const step = Math.max(1, Math.floor(documents.length / 5))
  for (const path of documents.filter((_, index) => index % step === step >> 1).slice(0, 5)) {
    const base = await time(() => runLibreOffice(path))
    const script = `
      import { readFileSync, writeFileSync } from 'node:fs'
      import * as nodeModule from 'node:module'
      nodeModule.enableCompileCache?.(${JSON.stringify(join(folder, 'compiled'))})
      const { convertFile } = await import(${JSON.stringify(BUILT_ESM.href)})
      const { bytes } = await convertFile(readFileSync(${JSON.stringify(path)}))
      writeFileSync(${JSON.stringify(join(folder, 'cold.pdf'))}, bytes)`
    const start = () => runNode(['--input-type=module', '-e', script])
    // Fills the cache of compiled code, as the first run of a program does.
    if ('enableCompileCache' in nodeModule) await start()
    const own = await time(start)
    bases.push(base)
    ours.push(own)
    ratios.push(base / own)
  }
  const ratio = median(ratios)
  rows.push(['median', ms(median(bases)), ms(median(ours)), `${ratio.toFixed(1)}x`, `${target}x`, least(ratio, target)])
  printTable(rows)
}

async function compareWarm(documents: readonly string[]): Promise<void> {
  const rounds = new Map<string, number[]>()
  for (const path of documents) {
    const input = new Uint8Array(await readFile(path))
    const times: number[] = []
    for (let i = 0; i < 4; i++) times.push(await time(() => convertFile(input).catch(() => undefined)))
    rounds.set(basename(path), times.slice(1))
  }
  const bases = await timeLibreOffice(documents)
  const pairs = [...bases].map(([name, base]) => ({ base, own: median(rounds.get(name) ?? []) }))
  const ratio = median(pairs.map(({ base, own }) => base / own))
  const [base, own] = [median(pairs.map((pair) => pair.base)), median(pairs.map((pair) => pair.own))]
  const sum = (pick: (pair: { base: number; own: number }) => number) =>
    pairs.reduce((all, pair) => all + pick(pair), 0)
  const whole = sum((pair) => pair.base) / sum((pair) => pair.own)
  printTable([
    [`warm, ${pairs.length} documents`, 'LibreOffice', 'sealwright', 'ratio', 'target', '', 'all together'],
    ['median', ms(base), ms(own), `${ratio.toFixed(1)}x`, '12x', least(ratio, 12), `${whole.toFixed(1)}x`],
  ])
}

/**
 * How long each document takes LibreOffice in one process: the time between the last writes of two files in a row, so
 * nothing is said of the first one, which bears the start.
 */
async function timeLibreOffice(documents: readonly string[]): Promise<Map<string, number>> {
  const out = join(folder, 'warm')
  await execute('soffice', [...PROFILE, '--headless', '--convert-to', 'pdf', '--outdir', out, ...documents], {
    maxBuffer: 64 * MB,
  })
  const times = new Map<string, number>()
  let last: number | undefined
  for (const path of documents) {
    const written = await stat(join(out, basename(path).replace(/docx$/, 'pdf'))).catch(() => undefined)
    if (written !== undefined && last !== undefined) times.set(basename(path), written.mtimeMs - last)
    last = written?.mtimeMs
  }
  return times
}

/**
 * Long documents in a warm process: medians of some rounds, so that neither its first rounds nor one long collection of
 * garbage counts.
 */
async function measureLength(): Promise<void> {
  const LENGTHS = [50, 100, 250, 500]
  const WARM_UP = 2
  const ROUNDS = 5
  const inputs = LENGTHS.map((length) => makeReport(length))
  const times: number[][] = LENGTHS.map(() => [])
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const [at, input] of inputs.entries()) {
      const took = await time(() => convertFile(input))
      if (round >= WARM_UP) times[at]?.push(took)
    }
  }
  const rows = [['report', 'pages', 'time', 'pages/s', 'target', '']]
  for (const [at, input] of inputs.entries()) {
    const pages = (await verifyDocument((await convertFile(input)).bytes)).document.pageCount ?? 0
    const took = median(times[at] ?? [])
    const speed = (pages * 1000) / took
    rows.push([`${LENGTHS[at]} sections`, String(pages), ms(took), speed.toFixed(0), '250', least(speed, 250)])
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
      console.log(${PEAK_MB})`
    const peak = Number.parseFloat(await runNode(['--input-type=module', '-e', script]))
    const target = 150 + (20 * input.length) / MB
    const cells = [`${(input.length / 1024).toFixed(0)} KB`, `${peak.toFixed(0)} MB`, `${target.toFixed(0)} MB`]
    rows.push([`${length} sections`, ...cells, peak <= target ? 'ok' : 'MISSED'])
  }
  printTable(rows)
}

async function runLibreOffice(path: string): Promise<void> {
  await execute('soffice', [...PROFILE, '--headless', '--convert-to', 'pdf', '--outdir', folder, path])
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`
}
