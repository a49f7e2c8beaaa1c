/**
 * The modules that the package is entered by: their names, and the sources that they are made of.
 *
 * @module
 */

/** What hosts import. */
export const ENTRIES = {
  index: 'src/index.ts',
  express: 'adapters/express.ts',
  hono: 'adapters/hono.ts',
  node: 'adapters/node.ts',
  'stores/sqlite': 'adapters/stores/sqlite-store.ts',
  'stores/postgres': 'adapters/stores/postgres-store.ts',
  'stores/redis': 'adapters/stores/redis-store.ts',
  telemetry: 'adapters/opentelemetry.ts',
  batch: 'adapters/batch/entry.ts',
  testing: 'src/testing/entry.ts',
  'trust-lists': 'adapters/trust-lists/entry.ts',
  'mailers/smtp': 'adapters/smtp-mailer.ts',
  'identities/aws-kms': 'adapters/identities/aws-kms.ts',
  'identities/google-kms': 'adapters/identities/google-kms.ts',
  'identities/azure-key-vault': 'adapters/identities/azure-key-vault.ts',
  'identities/vault': 'adapters/identities/vault.ts',
  'identities/csc': 'adapters/identities/csc.ts',
  'identities/pkcs11': 'adapters/identities/pkcs11.ts',
}

/** The command line. It is CommonJS alone: Node.js starts that in two thirds of the time. */
export const COMMAND_ENTRIES = {
  cli: 'adapters/cli/main.ts',
  'cli-program': 'adapters/cli/cli-program.ts',
  'all-modules': 'adapters/cli/serve/all-modules.ts',
}

/** What pages and edge hosts import: ES modules without Node.js. */
export const WEB_ENTRIES = { index: 'src/web.ts', errors: 'src/errors.ts' }

/** What the first call that sets text loads there: a build of its own, which takes the class of errors from the other. */
export const TYPESETTING_ENTRY = { typesetting: 'src/web/typesetting.ts' }

/** The custom element: one small module. */
export const ELEMENT_ENTRY = { element: 'src/element/verdict-element.ts' }

/** What the element loads later, each by its name beside it. */
export const ELEMENT_PARTS = {
  'judge-thread': 'src/element/judge-thread.ts',
  'judge-file': 'src/element/judge-file.ts',
  'verdict-style': 'src/element/verdict-style.ts',
}

/** Folder of those. */
export const WEB_FOLDER = 'dist/web'

/** Folders for what the bundler makes, before `merge-chunks.ts` makes the package's modules of it. */
export const PARTS = { esm: 'dist/parts/esm', cjs: 'dist/parts/cjs', types: 'dist/parts/types' }
