/**
 * Converts documents with lists at random, and compares the number of each paragraph on our pages with the one on LibreOffice's.
 *
 *     npx tsx test/fuzz/fuzz-numbers.ts [--count N] [--seed N] [--start N] [--only FEATURE] [--with FEATURE,FEATURE] [--keep DIR]
 *
 * Each document has one feature besides plain lists, or those of `--with` as well. In some features LibreOffice 7.4 is known to
 * count in another way than Word; differences in all others end the program with code 1.
 *
 * @module
 */

import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { convertFile } from '../../src/index.js'
import { createRandom } from '../support/mutate.js'
import { generateNumbered, NUMBERED_FEATURES, type NumberedFeature } from './generate-numbered.js'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    start: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
    with: { type: 'string', default: '' },
    keep: { type: 'string' },
  },
})
const [count, seed, start] = [Number(values.count), Number(values.seed), Number(values.start)]
const folder = values.keep ?? (await mkdtemp(join(tmpdir(), 'numbers-')))
await mkdir(join(folder, 'ours'), { recursive: true })
await mkdir(join(folder, 'theirs'), { recursive: true })

/**
 * Features in which LibreOffice's numbers are not Word's: it counts hidden paragraphs and those with nothing but a page break,
 * numbers tracked deletions, applies one override for each list, and knows neither legal levels nor w:lvlRestart 0.
 */
const DIFFERENT: ReadonlySet<NumberedFeature> = new Set([
  'overrides',
  'legal',
  'restarts',
  'formats',
  'revisions',
  'joined',
  'rows',
  'hidden',
  'breaks',
  'notes',
])

/** Files that LibreOffice converts in one process. It gives up after some hundreds. */
const BATCH = 100

interface Case {
  readonly name: string
  readonly features: readonly NumberedFeature[]
  readonly words: readonly string[]
}

const features = NUMBERED_FEATURES.filter((feature) => feature.includes(values.only))
const cases: Case[] = []
for (let index = start; index < start + count; index++) {
  const random = createRandom(seed * 1_000_003 + index)
  const own = features[index % features.length]
  const more = NUMBERED_FEATURES.filter((feature) => values.with.split(',').includes(feature))
  const chosen = own === undefined ? [] : [...new Set([own, ...more])]
  const { bytes, words } = generateNumbered(random, new Set(chosen))
  const name = `case-${String(index).padStart(5, '0')}`
  await writeFile(join(folder, `${name}.docx`), bytes)
  const { bytes: pdf } = await convertFile(bytes, { to: 'pdf' })
  await writeFile(join(folder, 'ours', `${name}.pdf`), pdf)
  cases.push({ name, features: chosen, words })
}

const profile = `-env:UserInstallation=file://${folder}/profile`
const paths = cases.map(({ name }) => join(folder, `${name}.docx`))
for (let at = 0; at < paths.length; at += BATCH) {
  const batch = paths.slice(at, at + BATCH)
  spawnSync('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', join(folder, 'theirs'), ...batch])
}

const differing = new Map<string, number>()
let faults = 0
for (const each of cases) {
  const ours = labelsOf(join(folder, 'ours', `${each.name}.pdf`), each.words)
  const theirs = labelsOf(join(folder, 'theirs', `${each.name}.pdf`), each.words)
  const differences = each.words.filter((word) => ours.get(word) !== theirs.get(word))
  if (differences.length === 0) continue
  const key = each.features.join(' ')
  if (!each.features.some((feature) => DIFFERENT.has(feature))) faults++
  differing.set(key, (differing.get(key) ?? 0) + 1)
  const shown = differences.slice(0, 4).map((word) => `${word} ${ours.get(word)} | ${theirs.get(word)}`)
  console.log(`${each.name} (${key}), ${differences.length} of ${each.words.length}: ${shown.join('; ')}`)
}
for (const [key, number] of differing) console.log(`${String(number).padStart(5)}  ${key}`)
console.log(`${cases.length} documents in ${folder}; ${faults} differ where they should not.`)

process.exitCode = faults === 0 ? 0 : 1

/** What stands before each word on its line, without the numbers and words of tracked deletions, which LibreOffice shows. */
function labelsOf(pdf: string, words: readonly string[]): Map<string, string> {
  const { stdout } = spawnSync('pdftotext', ['-raw', pdf, '-'], { encoding: 'utf8' })
  const labels = new Map<string, string>()
  for (const word of words) {
    const end = stdout.indexOf(word)
    if (end < 0) {
      labels.set(word, '(missing)')
      continue
    }
    const begin = Math.max(stdout.lastIndexOf('\n', end), stdout.lastIndexOf('Z', end), stdout.lastIndexOf('\f', end))
    labels.set(
      word,
      stdout
        .slice(begin + 1, end)
        .replace(/\[[^\]]*\]|gone/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
  }
  return labels
}
