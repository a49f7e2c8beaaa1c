// One file, and beside it what the package reads at run time: the module of its workers, and its fonts.
import { cp } from 'node:fs/promises'
import { nodeResolve } from '@rollup/plugin-node-resolve'

const copyFiles = {
  name: 'copy-files',
  async writeBundle() {
    const worker = new URL(import.meta.resolve('sealwright/worker'))
    await cp(worker, 'bundle/worker.mjs')
    await cp(new URL('assets', worker), 'bundle/assets', { recursive: true })
  },
}

export default {
  input: 'server.js',
  output: { file: 'bundle/server.mjs', format: 'esm', inlineDynamicImports: true },
  plugins: [nodeResolve({ preferBuiltins: true }), copyFiles],
}
