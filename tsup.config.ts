import { rm } from 'node:fs/promises'
import { defineConfig, type Options } from 'tsup'
import bundledPackages from './build/bundled-packages.json'
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
} from './build/esbuild-plugins.js'

const plugins = [
  directImports,
  lazyRequire,
  importBuiltins,
  englishOnly,
  fewLimiters,
  noChildProcesses,
  noSourceAssets,
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
  entry: {
    index: 'src/index.ts',
    express: 'adapters/express.ts',
    hono: 'adapters/hono.ts',
    node: 'adapters/node.ts',
    'stores/sqlite': 'adapters/sqlite-store.ts',
    'stores/postgres': 'adapters/postgres-store.ts',
    'stores/redis': 'adapters/redis-store.ts',
    telemetry: 'adapters/opentelemetry.ts',
    batch: 'adapters/batch/entry.ts',
    testing: 'src/testing/entry.ts',
    'mailers/smtp': 'adapters/smtp-mailer.ts',
    'identities/aws-kms': 'adapters/identities/aws-kms.ts',
    'identities/google-kms': 'adapters/identities/google-kms.ts',
    'identities/azure-key-vault': 'adapters/identities/azure-key-vault.ts',
    'identities/vault': 'adapters/identities/vault.ts',
    'identities/csc': 'adapters/identities/csc.ts',
    'identities/pkcs11': 'adapters/identities/pkcs11.ts',
  },
  splitting: true,
  dts: process.env.NO_TYPES === undefined,
} satisfies Options

const esm: Options = {
  ...modules,
  format: 'esm',
  esbuildPlugins: [...plugins, noteInputs('dist/inputs-of-esm.json')],
}

const cjs: Options = {
  ...modules,
  // The command line is CommonJS alone: Node.js starts that in two thirds of the time.
  entry: { ...modules.entry, cli: 'adapters/cli/main.ts', 'cli-program': 'adapters/cli/cli-program.ts' },
  format: 'cjs',
  // `build/finish.ts` writes them from those of the ES modules: making them twice takes as long as all else.
  dts: false,
  esbuildPlugins: [...plugins, noteInputs('dist/inputs-of-cjs.json')],
  // CommonJS has a file name instead, which `src/assets/place.ts` looks at.
  define: { ...shared.define, 'import.meta.url': 'undefined' },
}

/** The thread of a worker: one file that needs no other, so that it can be copied. */
const worker: Options = {
  ...shared,
  entry: { worker: 'src/http/work/worker.ts' },
  format: 'esm',
  splitting: false,
  esbuildPlugins: [...plugins, noteInputs('dist/inputs-of-worker.json')],
  outExtension: () => ({ js: '.mjs' }),
}

export default defineConfig(async () => {
  await rm('dist', { recursive: true, force: true })
  return [worker, esm, cjs]
})
