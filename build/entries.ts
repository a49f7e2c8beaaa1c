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
  'mailers/smtp': 'adapters/smtp-mailer.ts',
  'identities/aws-kms': 'adapters/identities/aws-kms.ts',
  'identities/google-kms': 'adapters/identities/google-kms.ts',
  'identities/azure-key-vault': 'adapters/identities/azure-key-vault.ts',
  'identities/vault': 'adapters/identities/vault.ts',
  'identities/csc': 'adapters/identities/csc.ts',
  'identities/pkcs11': 'adapters/identities/pkcs11.ts',
}

/** The command line. It is CommonJS alone: Node.js starts that in two thirds of the time. */
export const COMMAND_ENTRIES = { cli: 'adapters/cli/main.ts', 'cli-program': 'adapters/cli/cli-program.ts' }

/** Folders for what the bundler makes, before `merge-chunks.ts` makes the package's modules of it. */
export const PARTS = { esm: 'dist/parts/esm', cjs: 'dist/parts/cjs', types: 'dist/parts/types' }
