/**
 * The sources of the package's files. The build writes the files next to the modules; before that, they are read from the
 * packages that contain them. This module is not part of the built package.
 *
 * @module
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { SealwrightError } from '../errors.js'

/** Packages of fonts that have a folder for each style. */
const FONT_PACKAGES: Readonly<Record<string, string>> = {
  Arimo: '@expo-google-fonts/arimo',
  Caladea: '@expo-google-fonts/caladea',
  Carlito: '@expo-google-fonts/carlito',
  Cousine: '@expo-google-fonts/cousine',
  Gelasio: '@expo-google-fonts/gelasio',
  Tinos: '@expo-google-fonts/tinos',
}

/** Licences of the files. */
const LICENCES: Readonly<Record<string, string>> = {
  'fonts/LICENSE-DejaVu.txt': 'dejavu-fonts-ttf/LICENSE',
  'hyphenation/LICENSE.txt': 'hyphen/LICENSE',
  'harfbuzz.LICENSE.txt': 'harfbuzzjs/LICENSE',
  'docs-viewer.LICENSE.txt': 'rapidoc/LICENSE.txt',
  ...Object.fromEntries(
    Object.entries(FONT_PACKAGES).map(([stem, name]) => [`fonts/LICENSE-${stem}.txt`, `${name}/LICENSE_FONT`]),
  ),
}

let engineFolder: string | undefined

/** Sets the folder with the built modules of the verification page. A browser cannot run their sources. */
export function useBuiltEngine(folder: string): void {
  engineFolder = folder
}

/** Reads a file of the package from the place from which the build copies it. */
export function readSourceAsset(name: string): Uint8Array {
  const require = createRequire(import.meta.url)
  const [folder, file = ''] = name.split('/')
  const licence = LICENCES[name]
  if (licence !== undefined) return readFileSync(new URL(`../../node_modules/${licence}`, import.meta.url))
  if (folder === 'fonts') return readFileSync(require.resolve(fontSpecifier(file)))
  if (folder === 'hyphenation')
    return Buffer.from(JSON.stringify(require(`hyphen/${file.replace('.json', '')}`).patterns))
  if (name.startsWith('check-page/engine/')) return readBuiltEngine(name.slice('check-page/engine/'.length))
  if (folder === 'check-page') return readFileSync(new URL(`../http/check/client/${file}`, import.meta.url))
  if (name === 'harfbuzz.wasm') return readFileSync(require.resolve('harfbuzzjs/dist/harfbuzz.wasm'))
  if (name === 'docs-viewer.js.gz') return readFileSync(require.resolve('rapidoc/dist/rapidoc-min.js.gz'))
  throw new Error(`There is no source for the asset ${name}.`)
}

function readBuiltEngine(file: string): Uint8Array {
  if (engineFolder !== undefined) return readFileSync(join(engineFolder, file))
  throw new SealwrightError('missing_dependency', `The file ${file} is made by the build.`)
}

/** The path of a font in its package, for example for `Carlito_700Bold.ttf` or `DejaVuSans-Bold.ttf`. */
function fontSpecifier(file: string): string {
  const [, stem = '', style = ''] = /^([A-Za-z]+)_(.+)\.ttf$/.exec(file) ?? []
  const name = FONT_PACKAGES[stem]
  return name === undefined ? `dejavu-fonts-ttf/ttf/${file}` : `${name}/${style}/${file}`
}

/** The licences, with the names under which they are published. */
export function listLicences(): { readonly name: string; readonly file: string }[] {
  return Object.entries(LICENCES).map(([name, path]) => ({ name, file: `node_modules/${path}` }))
}
