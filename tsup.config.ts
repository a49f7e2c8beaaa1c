import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { defineConfig, type Options } from 'tsup'
import bundledPackages from './build/bundled-packages.json'
import { COMMAND_ENTRIES, ENTRIES, PARTS } from './build/entries.js'
import {
  directImports,
  englishOnly,
  fewLimiters,
  importBuiltins,
  lazyRequire,
  noChildProcesses,
  noSourceAssets,
  noteInputs,
  startableHarfBuzz,
  tablesAsText,
  withoutPako,
} from './build/esbuild-plugins.js'

const run = promisify(execFile)
const COMPILER = 'node_modules/typescript/lib/tsc.js'

const plugins = [
  directImports,
  lazyRequire,
  importBuiltins,
  englishOnly,
  tablesAsText,
  fewLimiters,
  noChildProcesses,
  noSourceAssets,
  withoutPako,
  startableHarfBuzz,
]

// Packages are put into the modules, so that one file can be copied and hosts install little; only what the command line
// alone takes, and not at its start, is a dependency as usual.
const shared: Options = {
  target: 'node20',
  platform: 'node',
  noExternal: bundledPackages,
  define: { SEALWRIGHT_BUILT: 'true' },
  // Names stay, so that stack traces can be read.
  esbuildOptions(options) {
    options.minifySyntax = true
    options.minifyWhitespace = true
    options.lineLimit = 160
    options.legalComments = 'none'
  },
  treeshake: true,
}

/** What hosts import. */
const modules = {
  ...shared,
  entry: ENTRIES,
  splitting: true,
  // `build/merge-chunks.ts` does that, when it makes few modules of many.
  treeshake: false,
  format: 'esm',
} satisfies Options

/** Made of declarations: of the sources themselves, the bundler of types would need more memory than Node gives it. */
const types: Options = {
  ...modules,
  entry: Object.fromEntries(
    Object.entries(ENTRIES).map(([name, file]) => [name, join(PARTS.types, file.replace(/\.ts$/, '.d.ts'))]),
  ),
  dts: { only: true },
}

const esm: Options = {
  ...modules,
  outDir: PARTS.esm,
  esbuildPlugins: [...plugins, noteInputs('dist/inputs-of-esm.json')],
}

const cjs: Options = {
  ...modules,
  entry: { ...ENTRIES, ...COMMAND_ENTRIES },
  outDir: PARTS.cjs,
  esbuildPlugins: [...plugins, noteInputs('dist/inputs-of-cjs.json')],
  // CommonJS has a file name instead, which `src/assets/place.ts` looks at.
  define: { ...shared.define, 'import.meta.url': 'undefined' },
}

/** The thread of a worker: one file that needs no other, so that it can be copied. */
const worker: Options = {
  ...shared,
  entry: { worker: 'src/http/jobs/worker.ts' },
  format: 'esm',
  splitting: false,
  esbuildPlugins: [...plugins, noteInputs('dist/inputs-of-worker.json')],
  outExtension: () => ({ js: '.mjs' }),
}

export default defineConfig(async () => {
  await rm('dist', { recursive: true, force: true })
  if (process.env.NO_TYPES !== undefined) return [worker, esm, cjs]
  await run(process.execPath, [COMPILER, '-p', 'tsconfig.declarations.json', '--outDir', PARTS.types])
  return [worker, esm, cjs, types]
})
