/**
 * The place of this package as a module and as a host sees it: installed, copied, or bundled with others.
 *
 * @module
 */

import { existsSync, readFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { SealwrightError } from '../errors.js'
import { callUnseen } from './unseen-call.js'

/** Set by the build, which puts all modules of the package into one folder. */
declare const SEALWRIGHT_BUILT: true | undefined

/** True in the built package, false in its sources. */
export const IS_BUILT = typeof SEALWRIGHT_BUILT !== 'undefined'

/** Path and folder of the file, which only CommonJS defines. */
declare const __filename: string | undefined
declare const __dirname: string | undefined

/**
 * The URL of the file that has this module.
 *
 * The URL goes through a variable on purpose: bundlers follow `new URL('./x', import.meta.url)` and would rename the files of
 * this package, so that they would not be found.
 *
 * @throws SealwrightError `missing_dependency` when the loader does not state it
 */
export function ownUrl(): URL {
  // A bundle in CommonJS has an empty import.meta, and a file name instead.
  const { url } = import.meta as { readonly url?: string }
  if (url?.startsWith('file:')) return new URL(url)
  if (typeof __filename === 'string') return pathToFileURL(__filename)
  const message =
    'The loader of this module does not tell where it is: name the folder of the files with assets: { url }.'
  throw new SealwrightError('missing_dependency', message)
}

/** What the build puts beside the modules of the package. */
type Companion = 'assets/' | 'worker.mjs'

/**
 * The URL of what is beside the modules of the package: of the bundle that they are in, or where they were when a bundle was
 * made of them, if there is nothing beside it.
 *
 * @throws SealwrightError `missing_dependency` when the loader does not state where this module is
 */
export function companionUrl(name: Companion): URL {
  const beside = new URL(name, ownUrl())
  if (callUnseen(existsSync, beside)) return beside
  const installed = installedPaths()?.[name]
  return installed === undefined ? beside : pathToFileURL(name.endsWith('/') ? `${installed}/` : installed)
}

/**
 * Where the package was installed, or was when a bundle was made of it. The names stand in calls of `join`, although `new URL` is
 * shorter: programs that copy what a server needs to another machine (@vercel/nft, which Next.js, Nitro and others use) work
 * such calls out, and take the files along.
 */
function installedPaths(): Record<Companion, string> | undefined {
  if (typeof __dirname === 'string') {
    return { 'assets/': join(__dirname, 'assets'), 'worker.mjs': join(__dirname, 'worker.mjs') }
  }
  const { url } = import.meta as { readonly url?: string }
  if (url?.startsWith('file:') !== true) return undefined
  const folder = dirname(fileURLToPath(import.meta.url))
  return { 'assets/': join(folder, 'assets'), 'worker.mjs': join(folder, 'worker.mjs') }
}

/**
 * Reflect.get hides the name from bundlers: webpack replaces a call of the imported function, in ES modules by `undefined`.
 */
const createRequire = Reflect.get(nodeModule, 'createRequire') as typeof nodeModule.createRequire

/**
 * Loads a package that the host may have installed, as seen from this package. Bundlers must not follow the call, so that a
 * host without the package can be bundled.
 *
 * @throws the error of `require`, with the code `MODULE_NOT_FOUND` when the package is not installed
 */
export function requireFromHost(specifier: string): unknown {
  return createRequire(ownUrl())(specifier)
}

/** The path of a file in an installed package; undefined when it does not exist. */
export function resolveFromHost(specifier: string): string | undefined {
  try {
    return createRequire(ownUrl()).resolve(specifier)
  } catch {
    return undefined
  }
}

/** The bytes of a font in an installed package; undefined when it is not there or cannot be read. */
export function readHostFont(specifier: string): Uint8Array | undefined {
  try {
    const file = resolveFromHost(specifier)
    return file === undefined ? undefined : readFileSync(file)
  } catch {
    return undefined
  }
}

/**
 * Reads a file of an installed package.
 *
 * @throws the error of `require`, with the code `MODULE_NOT_FOUND` when it does not exist
 */
export function readHostFile(specifier: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(readFileSync(createRequire(ownUrl()).resolve(specifier)))
}
