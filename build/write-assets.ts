/**
 * The files beside the built modules: `dist/assets`, and the licences of what is in the package.
 *
 * @module
 */

import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { packedName } from '../src/assets/read-asset.js'
import { listLicences, readSourceAsset } from '../src/assets/source-assets.js'
import { CLIENT_SCRIPTS } from '../src/http/check/client-scripts.js'
import { ENGINE_FOLDER } from '../src/http/check/local/engine-files.js'
import { listTextFiles } from '../src/typeset/fonts/font-files.js'
import type { BundledPart } from './bundled-parts.js'
import { buildCheckEngine } from './check-engine.js'

/** Beyond it, a build takes twenty times as long for a twelfth of the size. */
const QUALITY = 9

const pack = promisify(brotliCompress)

/** Everything that `readAsset` can be asked for. */
export function listAssets(): string[] {
  const scripts = [...CLIENT_SCRIPTS, 'service-worker.js'].map((name) => `check-page/${name}`)
  return [...listTextFiles(), ...scripts, 'docs-viewer.js.gz']
}

/** Writes them, packed, with their licences. */
export async function writeAssets(folder: string): Promise<void> {
  await Promise.all(listAssets().map((name) => writeAsset(folder, name, readSourceAsset(name))))
  for (const [name, bytes] of await buildCheckEngine()) await writeAsset(folder, `${ENGINE_FOLDER}/${name}`, bytes)
  await Promise.all(listLicences().map(({ name, file }) => copyFile(file, join(folder, name))))
}

async function writeAsset(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const file = packedName(name)
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), file === name ? bytes : await pack(bytes, { params }))
}

/** The names, versions and licences of all packages that are in the built modules. */
export async function writeLicences(parts: readonly BundledPart[], target: string): Promise<void> {
  const title =
    'Packages that are part of this one, each under its own licence. The fonts have theirs in dist/assets/fonts.\n'
  const texts = await Promise.all(parts.map(describePackage))
  await writeFile(target, [title, ...texts].join(`\n${'-'.repeat(80)}\n\n`))
}

async function describePackage({ folder, name, version, license }: BundledPart): Promise<string> {
  for (const file of [
    'LICENSE',
    'LICENSE.md',
    'LICENSE.txt',
    'license',
    'LICENSE-MIT.txt',
    'License.txt',
    'LICENCE',
    'LICENSE.MIT',
    'MIT-LICENSE.txt',
  ]) {
    const text = await readFile(join(folder, file), 'utf8').catch(() => undefined)
    if (text !== undefined) return `${name} ${version} (${license})\n\n${text.trim()}\n`
  }
  return `${name} ${version} (${license})\n`
}
