/**
 * Verifies every PDF of folders in each engine of this machine, and compares the reports with the library's, byte for byte.
 *
 *     npx tsx test/anywhere/compare-corpus.ts DIR ...
 *
 * Ends with code 1 when a report differs.
 *
 * @module
 */

import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SealwrightError, verifyDocument } from '../../src/index.js'
import { ENGINES, type NamedFile, NOW, REPORT_ON } from './engines.js'
import { buildForWeb } from './web-bundle.js'

const folders = process.argv.slice(2)
if (folders.length === 0) {
  console.error('Usage: compare-corpus.ts DIR ...')
  process.exit(2)
}

const files: NamedFile[] = []
for (const folder of folders) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.toLowerCase().endsWith('.pdf'))
  for (const name of names.sort()) files.push([name, new Uint8Array(await readFile(join(folder, name)))])
}

const start = performance.now()
const expected = new Map<string, string>()
for (const [name, bytes] of files) expected.set(name, await reportOn(bytes))
console.log(`The library: ${files.length} files, ${seconds(start)} s`)
for (const { name: engine, isHere, ask } of ENGINES) {
  if (!isHere) {
    console.log(`${engine}: not installed`)
    continue
  }
  const build = await buildForWeb()
  const begin = performance.now()
  const reports = await ask({ script: REPORT_ON, files, folder: build })
  const different = files.map(([name]) => name).filter((name) => reports[name] !== expected.get(name))
  console.log(`${engine}: ${different.length} different, ${seconds(begin)} s with its start`)
  for (const name of different)
    console.log(`  ${name}: ${firstDifference(expected.get(name) ?? '', reports[name] ?? '')}`)
  if (different.length > 0) process.exitCode = 1
  await rm(build, { recursive: true })
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}

function firstDifference(one: string, other: string): string {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const from = Math.max(0, at - 40)
  return `${one.slice(from, at + 80)} / ${other.slice(from, at + 80)}`
}

async function reportOn(bytes: Uint8Array): Promise<string> {
  try {
    return JSON.stringify(await verifyDocument(bytes, { now: () => new Date(NOW) }))
  } catch (error) {
    if (error instanceof SealwrightError) return error.code
    throw error
  }
}
