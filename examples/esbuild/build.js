// One file, and beside it what the package reads at run time: the module of its workers, and its fonts.
import { cp } from 'node:fs/promises'
import { build } from 'esbuild'

await build({
  entryPoints: ['server.js'],
  outfile: 'bundle/server.mjs',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
})

const worker = new URL(import.meta.resolve('sealwright/worker'))
await cp(worker, 'bundle/worker.mjs')
await cp(new URL('assets', worker), 'bundle/assets', { recursive: true })
