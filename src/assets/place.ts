/**
 * Where this package is, as a module and as a host sees it: installed, copied, or put into one file with others.
 *
 * @module
 */

import { readFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { pathToFileURL } from 'node:url'
import { SealwrightError } from '../errors.js'

/** Set by the build, where all modules of the package stand in one folder. */
declare const SEALWRIGHT_BUILT: true | undefined

/** Whether this is the built package and not its sources. */
export const IS_BUILT = typeof SEALWRIGHT_BUILT !== 'undefined'

/** Only in CommonJS. */
declare const __filename: string | undefined

/**
 * The file that this module is in.
 *
 * The answer goes through a variable on purpose: bundlers follow `new URL('./x', import.meta.url)` and would put the
 * files of this package under other names, where nothing here looks for them.
 *
 * @throws SealwrightError `missing_dependency` where the loader does not tell
 */
export function ownUrl(): URL {
  // A bundle in CommonJS leaves import.meta empty, and has a file name instead.
  const { url } = import.meta as { readonly url?: string }
  if (url?.startsWith('file:')) return new URL(url)
  if (typeof __filename === 'string') return pathToFileURL(__filename)
  const message =
    'The loader of this module does not tell where it is: name the folder of the files with assets: { url }.'
  throw new SealwrightError('missing_dependency', message)
}

/**
 * As a member that nothing can see from the text: webpack replaces a call of the imported function, in ES modules by
 * `undefined`.
 */
const createRequire = Reflect.get(nodeModule, 'createRequire') as typeof nodeModule.createRequire

/**
 * Loads what the host may have installed, from where this package is. Not to be followed by bundlers: a host that lacks
 * it can be built all the same.
 *
 * @throws whatever `require` throws, with the code `MODULE_NOT_FOUND` when it is not installed
 */
export function requireFromHost(specifier: string): unknown {
  return createRequire(ownUrl())(specifier)
}

/** The file of an installed package; undefined when it is not there. */
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
 * A file of an installed package.
 *
 * @throws whatever `require` throws, with the code `MODULE_NOT_FOUND` when it is not there
 */
export function readHostFile(specifier: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(readFileSync(createRequire(ownUrl()).resolve(specifier)))
}
