/**
 * Converts every DOCX of a folder to PDF and compares the pages with reference PDFs. A folder with `html` and `md` in it
 * is converted to DOCX and PDF instead, and its words are compared with what a browser shows (`reference/NAME.txt` and
 * `reference/NAME.pdf`).
 *
 *     npx tsx test/corpus/fidelity.ts DIR [--out OUT] [--only TEXT] [--tools DIR] [--check]
 *     npx tsx test/corpus/fidelity.ts tables [--out OUT] [--only TEXT] [--quiet]
 *
 * `tables` takes tables in many scripts and styles in place of a folder: it compares which words stay whole and where columns
 * begin with Chromium, in the PDF and, where LibreOffice is installed, in LibreOffice's print of the DOCX.
 *
 * Writes OUT/NAME.pdf for each DIR/NAME.docx (OUT: a new folder for temporary files), prints how long each took, and
 * calls `fidelity.py` where there is a DIR/reference, and `word_pages.py`, both from the folder of tools
 * (DIR/../../tools), for all documents and for each of two halves: rules are found on one and confirmed on the other, and
 * a hash of the name says which is which. Then it names, for each document with Word's marks, the first of Word's breaks
 * that differs and how far the text had drifted there, and, for each with a PDF by Word, how far its pages stand off.
 * Ends with code 1 when a file ends in anything but a PDF or a SealwrightError, or takes more than
 * a minute; with `--check` also when qpdf, MuPDF, poppler or pdf.js find anything to complain about in a PDF.
 *
 * @module
 */

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConvertingProcess } from '../convert/support/converting-process.js'
import { hasTool } from '../support/tools.js'
import { checkPdf } from './check-pdf.js'
import { reportMarkup } from './markup/report-markup.js'
import { describeOffsets, pageOffsets } from './page-offsets.js'
import { type PdfPage, pdfLines, withoutRunningLines } from './pdf-lines.js'
import { reportTables } from './tables/report-tables.js'
import { type FirstDifference, firstDifference, readWordMarks } from './word-marks.js'

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
if (folder === 'tables') {
  const options = {
    out: values.out ?? (await mkdtemp(join(tmpdir(), 'tables-'))),
    only: values.only,
    quiet: values.quiet,
  }
  process.exit((await reportTables({ ...options, office: hasTool('soffice') })) > 0 ? 1 : 0)
}
const out = values.out ?? (await mkdtemp(join(tmpdir(), 'fidelity-')))
await mkdir(out, { recursive: true })
const tools = values.tools ?? resolve(folder, '../../tools')

if (existsSync(join(folder, 'html')) || existsSync(join(folder, 'md'))) {
  const validator = join(tools, 'docx-validate/validate_docx.py')
  const count = await reportMarkup(folder, { out, only: values.only, validator, quiet: values.quiet })
  console.log(`The results are in ${out}.`)
  process.exit(count > 0 ? 1 : 0)
}

const names = (await readdir(folder)).filter((name) => name.endsWith('.docx') && name.includes(values.only)).sort()
const faults: string[] = []
const refused: string[] = []
const times: number[] = []
const child = new ConvertingProcess({ timeoutMs: MAX_MS })
for (const name of names) {
  const target = join(out, pdfOf(name))
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

await runTools('all', names)
for (const half of ['first', 'second'] as const)
  await runTools(
    half,
    names.filter((name) => halfOf(name) === half),
  )
await printBreaks()
printOffsets()
process.exit(faults.length > 0 ? 1 : 0)

function halfOf(name: string): 'first' | 'second' {
  return (createHash('sha256').update(name).digest()[0] ?? 0) % 2 === 0 ? 'first' : 'second'
}

/** Runs the tools of measurement on some of the documents: through a folder of links to them. */
async function runTools(part: string, names: readonly string[]): Promise<void> {
  console.log(`\n== ${part}: ${names.length} documents`)
  const links = await mkdtemp(join(tmpdir(), 'fidelity-part-'))
  await mkdir(join(links, 'reference'))
  for (const name of names) {
    await symlink(resolve(folder ?? '', name), join(links, name))
    const reference = referenceOf(name)
    if (existsSync(reference)) await symlink(resolve(reference), join(links, 'reference', pdfOf(name)))
  }
  if (existsSync(join(folder ?? '', 'reference'))) {
    runTool('fidelity.py', ['--dir', out, join(links, 'reference'), '--out', `${out}/scores-${part}.tsv`])
  }
  runTool('word_pages.py', [links, out])
  await rm(links, { recursive: true })
}

async function printBreaks(): Promise<void> {
  console.log('\nThe first break of each document that is not where Word has it')
  for (const name of names) {
    const marks = readWordMarks(await readFile(join(folder ?? '', name)))
    if (marks === undefined) continue
    const pages = pdfLines(join(out, pdfOf(name)))
    const difference = firstDifference(marks, withoutRunningLines(pages))
    const counts = pages.length === marks.pages ? '' : `, ${pages.length} pages for ${marks.pages}`
    if (difference === undefined && counts === '') continue
    console.log(
      `  ${halfOf(name)} ${name}${counts}${difference === undefined ? '' : `: ${describeDifference(difference)}`}`,
    )
  }
}

function describeDifference({ break: number, of, opening, page, drift }: FirstDifference): string {
  const where = page === undefined ? 'not found' : `on page ${page}, drift ${drift?.toFixed(1)} pt`
  return `break ${number} of ${of}, "${opening}", ${where}`
}

function printOffsets(): void {
  for (const name of names) {
    const reference = referenceOf(name)
    if (!existsSync(reference) || !isMadeByWord(reference)) continue
    const offsets = pageOffsets(bodyOf(join(out, pdfOf(name))), bodyOf(reference))
    console.log(`\n${halfOf(name)} ${name}: offsets of pages against Word's`)
    for (const line of describeOffsets(offsets)) console.log(line)
  }
}

function bodyOf(path: string): PdfPage[] {
  return withoutRunningLines(pdfLines(path))
}

function isMadeByWord(path: string): boolean {
  return spawnSync('pdfinfo', [path], { encoding: 'utf8' }).stdout.includes('Microsoft')
}

function pdfOf(name: string): string {
  return name.replace(/docx$/, 'pdf')
}

function referenceOf(name: string): string {
  return join(folder ?? '', 'reference', pdfOf(name))
}

function runTool(name: string, args: readonly string[]): void {
  const script = join(tools, name)
  if (!existsSync(script)) {
    console.log(`${script} is not there.`)
    return
  }
  console.log(`\n${name}`)
  spawnSync('python3', [script, ...args], { stdio: 'inherit' })
}
