/**
 * Collects the files of {@link conversionFiles}.
 *
 * @module
 */

import { readAsset } from '../../assets/read-asset.js'
import { installedFonts, listTextFiles, listTextLicences } from '../../typeset/fonts.js'

/** A file and its path. */
export interface ConversionFile {
  /** Path relative to the folder, with `/` between names. */
  readonly path: string
  readonly bytes: Uint8Array
}

/** The files, and last the list of them. */
export function collectFiles(): ConversionFile[] {
  const own = [...listTextFiles(), ...listTextLicences()].map((path) => ({ path, bytes: readAsset(path) }))
  const installed = Array.from(installedFonts(), ([path, bytes]) => ({ path, bytes }))
  const files = [...own, ...installed]
  const list = JSON.stringify(
    files.map(({ path }) => path),
    undefined,
    2,
  )
  return [...files, { path: 'files.json', bytes: new TextEncoder().encode(list) }]
}
