/**
 * The engine of the verification page: the modules with which a browser verifies documents, as files to be served.
 *
 * @module
 */

import { basename } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import type { EngineIndex } from '../src/http/check/local/engine-files.js'
import { englishOnly, ownModulesOnly, ownSources, webPlatform } from './esbuild-plugins.js'

/**
 * Makes the modules. Their names have a hash of their content in them, so that browsers may keep them.
 *
 * @returns the files by name: `index.json`, which lists the modules, and these, each compressed, with `.gz` behind its name
 */
export async function buildCheckEngine(): Promise<Map<string, Uint8Array>> {
  const { outputFiles, metafile } = await build({
    entryPoints: { engine: 'src/http/check/local/check-engine.ts' },
    entryNames: '[name]-[hash]',
    outdir: 'engine',
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    define: { SEALWRIGHT_BUILT: 'true' },
    plugins: [webPlatform, ownSources, englishOnly, ownModulesOnly],
    logLevel: 'error',
  })
  const names = outputFiles.map(({ path }) => basename(path))
  const entry = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith('check-engine.ts'))
  if (entry === undefined) throw new Error('The engine has no module to start with.')
  const index: EngineIndex = { entry: basename(entry[0]), files: names.sort() }
  return new Map<string, Uint8Array>([
    ['index.json', new TextEncoder().encode(JSON.stringify(index))],
    ...outputFiles.map(({ path, contents }) => [`${basename(path)}.gz`, gzipSync(contents, { level: 9 })] as const),
  ])
}
