/**
 * What the build does after the modules are there: the files beside them, the licences, and a look at what came out.
 *
 * @module
 */

import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { COMMAND_ENTRIES, ENTRIES, PARTS } from './entries.js'
import { mergeChunks } from './merge-chunks.js'

import { writeAssets, writeLicences } from './write-assets.js'

const DIST = 'dist'

await writeAssets(join(DIST, 'assets'))
const notes = ['esm', 'cjs', 'worker'].map((build) => join(DIST, `inputs-of-${build}.json`))
await writeLicences(notes, join(DIST, 'THIRD-PARTY-LICENSES.txt'))
await Promise.all(notes.map((file) => rm(file)))
await assertAlone(join(DIST, 'worker.mjs'))
await mergeChunks(PARTS.esm, DIST, Object.keys(ENTRIES), { format: 'es', ending: '.js' })
await mergeChunks(PARTS.cjs, DIST, Object.keys({ ...ENTRIES, ...COMMAND_ENTRIES }), { format: 'cjs', ending: '.cjs' })
await rm(dirname(PARTS.esm), { recursive: true })
await requireChunks()
await assertNoRequireOfOurs()
await writeCommonTypes()

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
