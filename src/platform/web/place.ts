/**
 * Stands in for `src/assets/place.ts` in the build of conversions for browsers and edge hosts. Those have no folder of
 * packages, so the host gives the packages that it has.
 *
 * @module
 */

import { findPackage, readListed } from './late-assets.js'

/**
 * An optional package.
 *
 * @throws Error with the code `MODULE_NOT_FOUND`, as `require` does, where the host gave none
 */
export function requireFromHost(specifier: string): unknown {
  const found = findPackage(specifier)
  if (found === undefined) throw notFound(specifier)
  return found
}

/** The bytes of a font in an optional package; undefined where the host has none. */
export function readHostFont(specifier: string): Uint8Array | undefined {
  return readListed(`fonts/${specifier.replace(/^.*\//, '')}`)
}

/** @throws Error with the code `MODULE_NOT_FOUND`, always: only decoders of pictures ask, and theirs have to be compiled */
export function readHostFile(specifier: string): never {
  throw notFound(specifier)
}

function notFound(specifier: string): Error {
  return Object.assign(new Error(`assets.packages has no ${specifier}.`), { code: 'MODULE_NOT_FOUND' })
}
