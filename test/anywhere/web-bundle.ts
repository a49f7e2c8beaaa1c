/**
 * The build for browsers and edge hosts, made of the sources, in a folder of its own.
 *
 * @module
 */

import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { ELEMENT_ENTRY, ELEMENT_PARTS, TYPESETTING_ENTRY, WEB_ENTRIES } from '../../build/entries.js'
import {
  elementParts,
  englishOnly,
  ownModulesOnly,
  ownSources,
  startableHarfBuzz,
  webPlatform,
  webTypesetting,
  withoutPako,
} from '../../build/esbuild-plugins.js'
import { conversionFiles } from '../../src/index.js'

/** The part of the modules that is used here. */
export type WebModule = typeof import('../../src/web.js')

/**
 * Builds the modules.
 *
 * @returns the folder; what is imported is `index.js` in it
 */
export async function buildForWeb(): Promise<string> {
  const outdir = await mkdtemp(join(tmpdir(), 'sealwright-web-'))
  const shared = {
    outdir,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    define: { SEALWRIGHT_BUILT: 'true' },
    logLevel: 'error',
  } satisfies BuildOptions
  await build({
    ...shared,
    entryPoints: { ...WEB_ENTRIES, ...ELEMENT_PARTS },
    splitting: true,
    plugins: [webPlatform, ownSources, englishOnly],
  })
  await build({
    ...shared,
    entryPoints: TYPESETTING_ENTRY,
    splitting: true,
    metafile: true,
    plugins: [webTypesetting, ownSources, startableHarfBuzz, withoutPako, ownModulesOnly],
  })
  await build({ ...shared, entryPoints: ELEMENT_ENTRY, plugins: [elementParts] })
  return outdir
}

/** Puts a package into the folder, as a module with its default export, as the bundler of a host would. */
export async function bundlePackage(folder: string, specifier: string, file: string): Promise<void> {
  await build({
    stdin: { contents: `export { default } from '${specifier}'`, resolveDir: import.meta.dirname },
    outfile: join(folder, file),
    define: { global: 'globalThis' },
    bundle: true,
    minify: true,
    format: 'esm',
    logLevel: 'error',
  })
}

/** Writes what `sealwright assets` writes into `assets`. */
export async function writeAssetFiles(folder: string): Promise<void> {
  for (const { path, bytes } of await conversionFiles()) {
    const file = join(folder, 'assets', path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, bytes)
  }
}
