import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { defineConfig, type Options } from 'tsup'
import bundledPackages from './build/bundled-packages.json'
import {
  COMMAND_ENTRIES,
  ELEMENT_ENTRY,
  ELEMENT_PARTS,
  ENTRIES,
  PARTS,
  TYPESETTING_ENTRY,
  WEB_ENTRIES,
  WEB_FOLDER,
} from './build/entries.js'
import {
  elementParts,
  englishOnly,
  fewLimiters,
  importBuiltins,
  noChildProcesses,
  noSourceAssets,
  noteInputs,
  ownModulesOnly,
  ownSources,
  startableHarfBuzz,
  tablesAsText,
  webPlatform,
  webTypesetting,
  withoutPako,
} from './build/esbuild-plugins.js'
import { withoutProtoSetters } from './build/without-proto-setters.js'

const run = promisify(execFile)
/** The compiler in native code, which writes declarations in a quarter of the time. What needs its API takes `typescript`. */
const COMPILER = 'node_modules/typescript-native/bin/tsc'

const plugins = [
  ownSources,
  importBuiltins,
  englishOnly,
  tablesAsText,
  fewLimiters,
  noChildProcesses,
  noSourceAssets,
  withoutPako,
  withoutProtoSetters,
  startableHarfBuzz,
]

// Packages are put into the modules, so that one file can be copied and hosts install little; only what the command line
// alone takes, and not at its start, is a dependency as usual.
const shared: Options = {
  target: 'node20',
  platform: 'node',
  noExternal: bundledPackages,
  define: { SEALWRIGHT_BUILT: 'true' },
  // Names and lines stay: a stack trace can be read, and so can the line that Node.js prints above an uncaught error. That makes
  // what is downloaded 4 % larger, and an import 1 ms slower.
  esbuildOptions(options) {
    options.minifySyntax = true
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
    [
      ...Object.entries(ENTRIES),
      ...Object.entries({ index: WEB_ENTRIES.index, ...ELEMENT_ENTRY }).map(
        ([name, file]) => [join('web', name), file] as const,
      ),
    ].map(([name, file]) => [name, join(PARTS.types, file.replace(/\.ts$/, '.d.ts'))]),
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
  entry: { worker: 'src/http/worker.ts' },
  format: 'esm',
  splitting: false,
  // What goes wrong in a thread is told by the modules of the host.
  esbuildOptions(options) {
    shared.esbuildOptions?.(options, { format: 'esm' })
    options.minifyWhitespace = true
    options.lineLimit = 160
  },
  esbuildPlugins: [...plugins, noteInputs('dist/inputs-of-worker.json')],
  outExtension: () => ({ js: '.mjs' }),
}

/** For hosts without Node.js. Pages load it as it is, so it is as small as it can be. */
const web: Options = {
  ...shared,
  entry: { ...WEB_ENTRIES, ...ELEMENT_PARTS },
  outDir: WEB_FOLDER,
  platform: 'browser',
  target: 'es2022',
  format: 'esm',
  splitting: true,
  minify: true,
  treeshake: false,
  esbuildPlugins: [webPlatform, ownSources, englishOnly, ownModulesOnly, noteInputs('dist/inputs-of-web.json')],
}

/** What pages load to set text. */
const conversion: Options = {
  ...web,
  entry: TYPESETTING_ENTRY,
  esbuildPlugins: [
    webTypesetting,
    ownSources,
    startableHarfBuzz,
    withoutPako,
    withoutProtoSetters,
    ownModulesOnly,
    noteInputs('dist/inputs-of-conversion.json'),
  ],
}

/** Without what stands in for Node.js, so that it stays small. */
const element: Options = {
  ...web,
  entry: ELEMENT_ENTRY,
  splitting: false,
  esbuildPlugins: [elementParts],
}

export default defineConfig(async () => {
  await rm('dist', { recursive: true, force: true })
  if (process.env.NO_TYPES !== undefined) return [worker, esm, cjs, web, conversion, element]
  for (const project of ['tsconfig.declarations.json', 'src/element/tsconfig.declarations.json']) {
    await run(process.execPath, [COMPILER, '-p', project, '--outDir', PARTS.types])
  }
  return [worker, esm, cjs, web, conversion, element, types]
})
