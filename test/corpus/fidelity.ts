/**
 * Converts every DOCX of a folder to PDF and compares the pages with reference PDFs.
 *
 *     npx tsx test/corpus/fidelity.ts DIR [--out OUT] [--only TEXT] [--tools DIR] [--check]
 *
 * Writes OUT/NAME.pdf for each DIR/NAME.docx (OUT: a new folder for temporary files), prints how long each took, and
 * calls `fidelity.py` where there is a DIR/reference, and `word_pages.py`, both from the folder of tools
 * (DIR/../../tools). Ends with code 1 when a file ends in anything but a PDF or a SealwrightError, or takes more than
 * a minute; with `--check` also when qpdf, MuPDF, poppler or pdf.js find anything to complain about in a PDF.
 *
 * @module
 */

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConvertingProcess } from '../convert/support/converting-process.js'
import { checkPdf } from './check-pdf.js'

const MAX_MS = 60_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    only: { type: 'string', default: '' },
    tools: { type: 'string' },
    quiet: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
})
const [folder] = positionals
if (folder === undefined) {
  console.error('Usage: fidelity.ts DIR [--out OUT] [--only TEXT] [--tools DIR] [--quiet] [--check]')
  process.exit(2)
}
const out = values.out ?? (await mkdtemp(join(tmpdir(), 'fidelity-')))
await mkdir(out, { recursive: true })
const tools = values.tools ?? resolve(folder, '../../tools')

const names = (await readdir(folder)).filter((name) => name.endsWith('.docx') && name.includes(values.only)).sort()
const faults: string[] = []
const refused: string[] = []
const times: number[] = []
const child = new ConvertingProcess({ timeoutMs: MAX_MS })
for (const name of names) {
  const target = join(out, name.replace(/docx$/, 'pdf'))
  await rm(target, { force: true })
  const outcome = await child.convert(await readFile(join(folder, name)))
  if (outcome.kind === 'converted') {
    const { bytes, milliseconds, warnings } = outcome
    await writeFile(target, bytes)
    if (values.check) for (const finding of await checkPdf(target)) faults.push(`${name}: ${finding}`)
    times.push(milliseconds)
    if (!values.quiet) console.log(`${milliseconds.toFixed(0).padStart(6)} ms  ${name}  ${warnings.join(' ')}`)
  } else if (outcome.kind === 'refused') refused.push(`${name}: ${outcome.code}: ${outcome.message}`)
  else if (outcome.kind === 'timeout') faults.push(`${name}: no result after ${MAX_MS} ms`)
  else faults.push(`${name}: ${outcome.message}`)
}
child.close()

times.sort((a, b) => a - b)
const median = times[Math.floor(times.length / 2)] ?? 0
console.log(`${names.length} files, ${times.length} converted to ${out}, median ${median.toFixed(1)} ms.`)
for (const line of refused) console.log(`refused: ${line}`)
for (const line of faults) console.log(`FAULT: ${line}`)

if (existsSync(join(folder, 'reference')))
  runTool('fidelity.py', ['--dir', out, join(folder, 'reference'), '--out', `${out}/scores.tsv`])
runTool('word_pages.py', [folder, out])
process.exit(faults.length > 0 ? 1 : 0)

function runTool(name: string, args: readonly string[]): void {
  const script = join(tools, name)
  if (!existsSync(script)) {
    console.log(`${script} is not there.`)
    return
  }
  console.log(`\n${name}`)
  spawnSync('python3', [script, ...args], { stdio: 'inherit' })
}
