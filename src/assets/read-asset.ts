/**
 * The files that the package contains: fonts, hyphenation patterns, HarfBuzz, and the viewer of the API description.
 *
 * @module
 */

import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { SealwrightError } from '../errors.js'
import { members, must, required } from '../input/check-options.js'
import { codeOf } from '../input/foreign-values.js'
import { heldFiles, holdFiles } from './held-files.js'
import { companionUrl, IS_BUILT } from './place.js'
import { readSourceAsset } from './source-assets.js'
import { callUnseen } from './unseen-call.js'

/** The place of the package's files. */
export interface AssetOptions {
  /**
   * The folder of the files, as a `file:` URL: a copy of `dist/assets` of this package. It is used in the whole process from
   * the call that names it on. Default: `assets` next to the module.
   */
  readonly url: URL | string
}

/** The type of {@link AssetOptions}. `useAssets` checks the address. */
export const ASSETS = members<AssetOptions>({
  url: required(must('a URL', (value) => typeof value === 'string' || value instanceof URL)),
})

/** Bytes that are unpacked in one step. Most files fit, and need not be put together from pieces of 16 kB, the default. */
const CHUNK_BYTES = 1024 * 1024

let chosen: URL | undefined

/**
 * Uses another folder for the files of the package from then on.
 *
 * @throws SealwrightError `invalid_request` for anything but a `file:` URL
 */
export function useAssets(options: AssetOptions | undefined): void {
  if (options !== undefined) chosen = folderUrl(options)
}

/** The chosen folder, in the form of `workerData`. */
export function chosenAssets(): string | undefined {
  return chosen?.href
}

function folderUrl({ url }: AssetOptions): URL {
  const href = String(url)
  if (!URL.canParse(href) || new URL(href).protocol !== 'file:') {
    throw new SealwrightError(
      'invalid_request',
      'assets.url must be a file: URL, such as new URL("./assets/", import.meta.url).',
    )
  }
  return new URL(href.endsWith('/') ? href : `${href}/`)
}

/**
 * The content of a file of the package, read with each call, from the disk or from what is held of it. The files are
 * packed with Brotli, except licences and those that are served in packed form.
 *
 * @param name for example `fonts/Carlito_400Regular.ttf`
 * @throws SealwrightError `missing_dependency` when the file is missing or damaged
 */
export function readAsset(name: string): Uint8Array {
  if (!IS_BUILT && chosen === undefined) return readSourceAsset(name)
  const file = packedName(name)
  try {
    const bytes = heldFiles()?.get(file) ?? readFromDisk(file)
    // The files in memory are in a SharedArrayBuffer, which not every function accepts, so the bytes are copied.
    return file === name
      ? Uint8Array.from(bytes)
      : brotliDecompressSync(Uint8Array.from(bytes), { chunkSize: CHUNK_BYTES })
  } catch (cause) {
    throw missingAsset(file, cause)
  }
}

/** As {@link readAsset}. Elsewhere such a file is fetched, and may be a compiled module of WebAssembly. */
export async function loadAsset(name: string): Promise<object> {
  return readAsset(name)
}

function readFromDisk(file: string): Uint8Array {
  return callUnseen((read: typeof readFileSync) => read(new URL(file, assetFolder())), readFileSync)
}

function assetFolder(): URL {
  return chosen ?? companionUrl('assets/')
}

/**
 * Reads all files of the built package into memory, and uses them from then on.
 *
 * @throws SealwrightError `missing_dependency` when they are missing
 */
export function holdAssets(): void {
  if (!IS_BUILT) return
  try {
    holdFiles(assetFolder())
  } catch (cause) {
    throw missingAsset('assets', cause)
  }
}

/** The name of a file in the built package. */
export function packedName(name: string): string {
  return /\.(?:gz|txt)$/.test(name) ? name : `${name}.br`
}

/** Codes of errors for files that are there and may not be read: by the system, and by Node's permission model. */
const FORBIDDEN: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'ERR_ACCESS_DENIED'])

/** The error for a missing file. Only its cause has the path, since the message may reach the clients of a service. */
function missingAsset(file: string, cause: unknown): SealwrightError {
  const code = codeOf(cause)
  const what = `The file ${file} of this package ${code === 'ENOENT' ? 'is missing' : 'cannot be read'}.`
  const isForbidden = FORBIDDEN.has(code) || (cause instanceof Error && cause.name === 'NotCapable')
  const cure = isForbidden
    ? 'Permit this process to read the folder node_modules/sealwright/dist (Node.js: --allow-fs-read, Deno: --allow-read).'
    : 'Copy the folder node_modules/sealwright/dist/assets beside the bundle, or name it with assets: { url }.'
  return new SealwrightError('missing_dependency', `${what} ${cure}`, { cause })
}
