/**
 * How fast are Markdown and HTML to DOCX, against pandoc, the html-to-docx packages and the `docx` package?
 *
 *     npm run build && npx tsx bench/to-docx.ts
 *
 * What is measured is the built package, as hosts have it: a loader of TypeScript names every function anew each time that
 * it is made, which is a third of the time here. All convert the same documents in one run, each the median of a few
 * rounds by turns. pandoc is a process, whose start (a hundredth of what it takes for 1 MB) is part of its time; the packages
 * get Markdown as HTML, made before the clock starts, and `docx` gets the content of the Markdown as objects and has
 * nothing to read. `@turbodocx/html-to-docx` runs an install script and is measured only where somebody has installed it.
 * Then, for us alone: whether cost grows in step with the input up to 10 MB.
 *
 * @module
 */

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { markdownToHtml } from '../src/convert/markdown/markdown-to-html.js'
import type * as Sealwright from '../src/index.js'
import { prepareDocx } from './support/build-with-docx.js'
import { median, printTable, time, verdict } from './support/measure.js'
import { BUILT_ESM } from './support/processes.js'
import { makeMarkup } from './support/sample-markup.js'

type Format = 'md' | 'html'
type Run = () => Promise<unknown>

const KB = 1024
const MB = 1024 * KB
const ROUNDS = 3
/** Times as fast as pandoc. */
const TARGET = 10
/** What ten times the input may take, as a multiple. */
const LINEAR = 10.5

const execute = promisify(execFile)
const { convertFile }: typeof Sealwright = await import(BUILT_ESM.href)
const folder = await mkdtemp(join(tmpdir(), 'bench-to-docx-'))
try {
  const rows = [['input', 'tool', 'time', 'sealwright', 'ratio', 'target', '']]
  for (const format of ['md', 'html'] as const) {
    for (const size of [100 * KB, MB]) rows.push(...(await compareTools(format, size)))
  }
  printTable(rows)
  await measureLength()
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function compareTools(format: Format, size: number): Promise<string[][]> {
  const text = makeMarkup(format, size)
  const path = join(folder, `input.${format}`)
  await writeFile(path, text)
  const tools = listTools(format, text, path)
  const own = () => convertOwn(format, new TextEncoder().encode(text))
  for (let round = 0; round < 3; round++) await own()
  const ownTimes: number[] = []
  const times = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round++) {
    ownTimes.push(await time(own))
    // The others take up to half a minute for the large documents: once has to do.
    if (round > 0 && size === MB) continue
    for (const [name, run] of tools) times.set(name, [...(times.get(name) ?? []), await timeIfAble(run)])
  }
  const ms = median(ownTimes)
  return tools.map(([name]) => {
    const other = median(times.get(name) ?? [])
    const isPandoc = name === 'pandoc' && size === MB
    const label = size === MB ? '1 MB' : '100 KB'
    const ratio = other / ms
    const goal = isPandoc ? [`${TARGET}x`, verdict(TARGET, ratio)] : ['', '']
    return [
      `${format} ${label}`,
      name,
      `${other.toFixed(0)} ms`,
      `${ms.toFixed(0)} ms`,
      `${ratio.toFixed(1)}x`,
      ...goal,
    ]
  })
}

function convertOwn(format: Format, bytes: Uint8Array): Promise<unknown> {
  return convertFile(bytes, { from: format, to: 'docx' })
}

function listTools(format: Format, text: string, path: string): [name: string, run: Run][] {
  const html = format === 'md' ? markdownToHtml(text).html : text
  const tools: [string, Run][] = [
    ['pandoc', () => execute('pandoc', [path, '-o', join(folder, 'pandoc.docx')], { maxBuffer: MB })],
  ]
  for (const name of ['html-to-docx', '@turbodocx/html-to-docx']) {
    const convert = loadPackage(name)
    if (convert !== undefined) tools.push([name, () => convert(html)])
  }
  if (format === 'md') tools.push(['docx (objects)', prepareDocx(text)])
  return tools
}

function loadPackage(name: string): ((html: string) => Promise<unknown>) | undefined {
  try {
    const loaded: unknown = createRequire(import.meta.url)(name)
    return typeof loaded === 'function' ? (html) => Promise.resolve(loaded(html)) : undefined
  } catch {
    return undefined
  }
}

/** Some of the others fail at documents that we convert: then there is nothing to compare with. */
async function timeIfAble(run: Run): Promise<number> {
  try {
    return await time(run)
  } catch {
    return Number.NaN
  }
}

async function measureLength(): Promise<void> {
  const rows = [['input', '1 MB', '10 MB', 'ratio', 'target', '']]
  for (const format of ['md', 'html'] as const) {
    const [small = 0, large = 0] = await measureSizes(format)
    const ratio = large / small
    rows.push([
      format,
      `${small.toFixed(0)} ms`,
      `${large.toFixed(0)} ms`,
      `${ratio.toFixed(1)}x`,
      `${LINEAR}x`,
      verdict(ratio, LINEAR),
    ])
  }
  printTable(rows)
}

async function measureSizes(format: Format): Promise<number[]> {
  const results: number[] = []
  for (const size of [MB, 10 * MB]) {
    const bytes = new TextEncoder().encode(makeMarkup(format, size))
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) times.push(await time(() => convertOwn(format, bytes)))
    results.push(median(times))
  }
  return results
}
