/**
 * Whether a file system has space left, as a check of readiness.
 *
 * @module
 */

import { statfs } from 'node:fs/promises'
import { SealwrightError } from '../src/index.js'
import { checkOptions, numberFrom, type OptionTable } from '../src/input/check-options.js'

/** How much space is wanted. */
export interface DiskSpaceOptions {
  /** Bytes that must be free for a process that is no root. Default 256 MB, or a twentieth of a smaller disk. */
  readonly minFreeBytes?: number
}

const MB = 1024 * 1024
const DEFAULT_FREE_BYTES = 256 * MB
/** Share of a small file system that must be free. */
const DEFAULT_FREE_SHARE = 0.05
const OPTIONS: OptionTable<DiskSpaceOptions> = { minFreeBytes: numberFrom(0) }

/**
 * A check for `readiness.checks` of `createApi`: it fails while the file system of a folder has too little space, or the folder is
 * not there.
 *
 * @param folder where the SQLite file is, or the documents of batches
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
