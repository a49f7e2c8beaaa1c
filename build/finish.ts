/**
 * What the build does after the modules are there: the files beside them, the licences, and a look at what came out.
 *
 * @module
 */

import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { listCodeParts, listParts } from './bundled-parts.js'
import { COMMAND_ENTRIES, ENTRIES, PARTS } from './entries.js'
import { mergeChunks } from './merge-chunks.js'
import { REPORT_SCHEMA_FILE } from './report-schema.js'
import { writeAssets, writeLicences } from './write-assets.js'
import { writeSbom } from './write-sbom.js'

const DIST = 'dist'
const ALL_MODULES = './all-modules.cjs'

/** Loads what it can: some modules need a package that only hosts install that want it, and are then of no use here. */
const LOAD_ALL = `for (const load of all) {
  try {
    load()
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND' || /^Cannot find module '\\.{1,2}\\//.test(error.message)) throw error
  }
}
`

await writeAssets(join(DIST, 'assets'))
await copyFile(REPORT_SCHEMA_FILE, join(DIST, 'report.schema.json'))
const notes = ['esm', 'cjs', 'worker', 'web', 'conversion'].map((build) => join(DIST, `inputs-of-${build}.json`))
await writeLicences(await listCodeParts(notes), join(DIST, 'THIRD-PARTY-LICENSES.txt'))
await writeSbom(await listParts(notes), join(DIST, 'sbom.cdx.json'))
await Promise.all(notes.map((file) => rm(file)))
await assertAlone(join(DIST, 'worker.mjs'))
await mergeChunks(PARTS.esm, DIST, Object.keys(ENTRIES), { format: 'es', ending: '.js' })
await mergeChunks(PARTS.cjs, DIST, Object.keys({ ...ENTRIES, ...COMMAND_ENTRIES }), { format: 'cjs', ending: '.cjs' })
await rm(dirname(PARTS.esm), { recursive: true })
await keepAscii()
await requireChunks()
await writeAllModules()
await assertNoRequireOfOurs()
await writeCommonTypes()

/**
 * Modules of ASCII alone: one letter of another kind, in a comment of a package, makes V8 hold the whole text with two bytes for
 * each character, and decode it slowly. An escape means the same in a string, a template and a regular expression.
 */
async function keepAscii(): Promise<void> {
  const files = (await readdir(DIST, { recursive: true })).filter((name) => /\.[cm]?js$/.test(name))
  for (const file of files.map((name) => join(DIST, name))) {
    const text = await readFile(file, 'utf8')
    // There, it would mean something else.
    if (/String\.raw`[^`]*[\u0080-\uffff]|\\[\u0080-\uffff]/.test(text)) throw new Error(`${file} cannot be ASCII.`)
    const escaped = text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    if (escaped !== text) await writeFile(file, escaped)
  }
}

/**
 * CommonJS loads its own chunks by `require`: `import()` there needs a loader of ES modules, which runners of tests that have
 * modules of their own (Jest) do not have.
 */
async function requireChunks(): Promise<void> {
  const files = await readdir(DIST, { recursive: true })
  let count = 0
  for (const file of files.filter((name) => name.endsWith('.cjs')).map((name) => join(DIST, name))) {
    const text = await readFile(file, 'utf8')
    const changed = text.replace(/\bimport\(\s*(['"][^'"]+['"])\s*\)/g, (whole, quoted: string) => {
      const specifier = quoted.slice(1, -1)
      if (!specifier.startsWith('.') && !isBuiltin(specifier)) return whole
      count++
      return `Promise.resolve().then(()=>require(${quoted}))`
    })
    if (changed !== text) await writeFile(file, changed)
  }
  if (count === 0) throw new Error('There is no import() in the CommonJS modules that this step can see.')
}

/**
 * A module that loads every module that the command line can come to need, for a service that goes on while the package is
 * exchanged on the disk: the names of chunks change with each build.
 */
async function writeAllModules(): Promise<void> {
  const found = new Set<string>(['./cli-program.cjs'])
  for (const name of found) {
    const text = await readFile(join(DIST, name), 'utf8')
    // All stand in one folder, but for entries of the package, whose paths are relative to it as well.
    for (const [, other = ''] of text.matchAll(/\brequire\(['"](\.\/[^'"]+\.cjs)['"]\)/g)) found.add(other)
  }
  found.delete(ALL_MODULES)
  const chunks = [...found].sort()
  if (chunks.length < 20) throw new Error(`The command line leads to ${chunks.length} modules: this step sees too few.`)
  const loads = chunks.map((name) => `() => require('${name}'),`).join('\n')
  await writeFile(join(DIST, ALL_MODULES), `'use strict'\nconst all = [\n${loads}\n]\n${LOAD_ALL}`)
}

/** Nothing asks for a `require` that may not be there, which bundlers cannot follow and warn of. */
async function assertNoRequireOfOurs(): Promise<void> {
  const files = (await readdir(DIST, { recursive: true })).filter((name) => /\.[cm]?js$/.test(name))
  for (const file of files) {
    const text = await readFile(join(DIST, file), 'utf8')
    if (/\b__require\b(?!\d)/.test(text)) throw new Error(`${file} calls a require that bundlers cannot follow.`)
  }
}

/**
 * The types of the CommonJS modules: those of the ES modules, which refer to each other by other names there, in imports of
 * nothing as well: TypeScript looks at those since release 6.
 */
async function writeCommonTypes(): Promise<void> {
  const files = (await readdir(DIST, { recursive: true })).filter((name) => name.endsWith('.d.ts'))
  await Promise.all(
    files.map(async (name) => {
      const text = await readFile(join(DIST, name), 'utf8')
      const common = text.replace(/((?:from|import\(|import)\s*['"]\.{1,2}\/[^'"]*)\.js(['"])/g, '$1.cjs$2')
      await writeFile(join(DIST, name.replace(/\.d\.ts$/, '.d.cts')), common)
    }),
  )
}

/** The worker may be copied anywhere, so it imports nothing but what Node has. */
async function assertAlone(file: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  const specifiers = [
    ...text.matchAll(/^(?:import|export)\b[^'"()]*['"]([^'"]+)['"];?$|\bimport\(['"]([^'"]+)['"]\)/gm),
  ]
  const strangers = specifiers.map(([, one, other]) => one ?? other ?? '').filter((name) => !isBuiltin(name))
  if (strangers.length > 0) throw new Error(`${file} imports ${strangers.join(', ')}.`)
  if (specifiers.length === 0) throw new Error(`${file} has no imports that this check can see.`)
}
