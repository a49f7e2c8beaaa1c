// One file, and beside it what the package reads at run time: the module of its workers, and its fonts.
const { cpSync } = require('node:fs')
const { dirname, join } = require('node:path')
const { buildSync } = require('esbuild')

buildSync({
  entryPoints: ['server.js'],
  outfile: 'bundle/server.cjs',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
})
const worker = require.resolve('sealwright/worker')
cpSync(worker, 'bundle/worker.mjs')
cpSync(join(dirname(worker), 'assets'), 'bundle/assets', { recursive: true })
