import { copyFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { defineConfig } from 'tsup'

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    worker: 'src/http/work/worker.ts',
    cli: 'adapters/cli/main.ts',
    express: 'adapters/express.ts',
    hono: 'adapters/hono.ts',
    node: 'adapters/node.ts',
    'stores/sqlite': 'adapters/sqlite-store.ts',
    'stores/postgres': 'adapters/postgres-store.ts',
    'stores/redis': 'adapters/redis-store.ts',
    telemetry: 'adapters/opentelemetry.ts',
    'mailers/smtp': 'adapters/smtp-mailer.ts',
    'identities/aws-kms': 'adapters/identities/aws-kms.ts',
    'identities/google-kms': 'adapters/identities/google-kms.ts',
    'identities/azure-key-vault': 'adapters/identities/azure-key-vault.ts',
    'identities/vault': 'adapters/identities/vault.ts',
    'identities/csc': 'adapters/identities/csc.ts',
    'identities/pkcs11': 'adapters/identities/pkcs11.ts',
  },
  format: ['esm', 'cjs'],
  target: 'node20',
  dts: true,
  shims: true,
  splitting: true,
  clean: true,
  treeshake: true,
  // RapiDoc has packages of its own that are already inside its one file, so it is shipped and not depended on.
  async onSuccess() {
    const { resolve } = createRequire(import.meta.url)
    await copyFile(resolve('rapidoc/dist/rapidoc-min.js.gz'), 'dist/docs-viewer.js.gz')
    await copyFile(resolve('rapidoc/LICENSE.txt'), 'dist/docs-viewer.LICENSE.txt')
  },
})
