/**
 * Converts every DOCX, HTML and Markdown file of a folder as tagged PDF, to each standard and each pair of standards, and
 * holds the results against the clauses: `npm run conformance -- DIR...`. Needs qpdf.
 *
 * @module
 */

import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { glob } from 'tinyglobby'
import { convertFile } from '../../src/convert/convert-file.js'
import { SealwrightError } from '../../src/errors.js'
import type { ConformanceChoice } from '../../src/typeset/paint/conformance.js'
import { checkAccessible } from '../conformance/check-accessible.js'
import { checkAccessible2 } from '../conformance/check-accessible-2.js'
import { checkArchive } from '../conformance/check-archive.js'
import { QpdfFile } from '../conformance/qpdf-file.js'
import { withFiles } from '../support/oracles.js'

interface Standard {
  readonly name: string
  readonly conformance?: ConformanceChoice
  check(file: QpdfFile): string[]
}

const STANDARDS: readonly Standard[] = [
  { name: 'tagged', check: (file) => checkAccessible(file, { claims: false }) },
  { name: 'PDF/A-2u', conformance: 'PDF/A-2u', check: (file) => checkArchive(file, { part: '2' }) },
  { name: 'PDF/A-3u', conformance: 'PDF/A-3u', check: (file) => checkArchive(file, { part: '3' }) },
  { name: 'PDF/A-4', conformance: 'PDF/A-4', check: (file) => checkArchive(file, { part: '4' }) },
  { name: 'PDF/UA-1', conformance: 'PDF/UA-1', check: (file) => checkAccessible(file) },
  { name: 'PDF/UA-2', conformance: 'PDF/UA-2', check: (file) => checkAccessible2(file) },
  {
    name: 'PDF/A-2u and PDF/UA-1',
    conformance: ['PDF/A-2u', 'PDF/UA-1'],
    check: (file) => [...checkArchive(file, { part: '2' }), ...checkAccessible(file)],
  },
  {
    name: 'PDF/A-4 and PDF/UA-2',
    conformance: ['PDF/A-4', 'PDF/UA-2'],
    check: (file) => [...checkArchive(file, { part: '4' }), ...checkAccessible2(file)],
  },
]

interface Tally {
  clean: number
  refused: number
  faulty: number
}

async function judge(path: string, { name, conformance, check }: Standard, tally: Tally): Promise<void> {
  const bytes = await readFile(path)
  try {
    const options = conformance === undefined ? {} : { conformance }
    // Without the file's name each document has to find a title in itself.
    const named = basename(path).endsWith('.docx') ? {} : { fileName: basename(path) }
    const { bytes: pdf } = await convertFile(bytes, named, options)
    const faults = await withFiles({ 'a.pdf': pdf }, async (file) => check(new QpdfFile(file('a.pdf'))))
    if (faults.length === 0) tally.clean++
    else {
      tally.faulty++
      console.log(`${name} ${path}: ${faults.length} findings, ${faults.slice(0, 3).join(' | ')}`)
    }
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    tally.refused++
    console.log(`${name} ${path}: refused, ${error.code}: ${error.message}`)
  }
}

for (const folder of process.argv.slice(2)) {
  const paths = (await glob('**/*.{docx,html,htm,md}', { cwd: folder, absolute: true })).sort()
  const tallies = STANDARDS.map((): Tally => ({ clean: 0, refused: 0, faulty: 0 }))
  for (const path of paths) {
    for (const [index, standard] of STANDARDS.entries()) {
      const tally = tallies[index]
      if (tally !== undefined) await judge(path, standard, tally)
    }
  }
  console.log(`${folder}: ${paths.length} files`)
  STANDARDS.forEach(({ name }, index) => {
    const { clean, refused, faulty } = tallies[index] ?? { clean: 0, refused: 0, faulty: 0 }
    console.log(`  ${name}: ${clean} without a finding, ${faulty} with findings, ${refused} refused`)
  })
}
