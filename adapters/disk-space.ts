/**
 * A readiness check of the free space of a file system.
 *
 * @module
 */

import { statfs } from 'node:fs/promises'
import { SealwrightError } from '../src/index.js'
import { checkOptions, numberFrom, type OptionTable } from '../src/input/check-options.js'

/** Required space. */
export interface DiskSpaceOptions {
  /** Bytes that must be free for a process that does not run as root. Default 256 MB, or 5% of a smaller disk. */
  readonly minFreeBytes?: number | undefined
}

const MB = 1024 * 1024
const DEFAULT_FREE_BYTES = 256 * MB
/** Share of a small file system that must be free by default. */
const DEFAULT_FREE_SHARE = 0.05
const OPTIONS: OptionTable<DiskSpaceOptions> = { minFreeBytes: numberFrom(0) }

/**
 * A check for `readiness.checks` of `createApi`: it fails while the file system of a folder has too little space, or the folder
 * does not exist.
 *
 * @param folder the folder of the SQLite file, or of the documents of batches
 *
 * @example
 * ```ts
 * const api = createApi({ identity, keys, readiness: { checks: { disk: diskSpace('/data') } } })
 * ```
 */
export function diskSpace(folder: string, options: DiskSpaceOptions = {}): () => Promise<void> {
  checkOptions(options, OPTIONS)
  return async () => {
    const { bavail, bsize, blocks } = await statfs(folder)
    const { minFreeBytes = Math.min(DEFAULT_FREE_BYTES, blocks * bsize * DEFAULT_FREE_SHARE) } = options
    const free = bavail * bsize
    if (free >= minFreeBytes) return
    const message = `${folder} has ${Math.floor(free / MB)} MB left, and ${Math.ceil(minFreeBytes / MB)} are wanted.`
    throw new SealwrightError('store_unavailable', message)
  }
}
