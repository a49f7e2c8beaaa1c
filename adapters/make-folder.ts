/**
 * Creates folders.
 *
 * @module
 */

import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder and missing folders above it. `mkdir` with `recursive` is not used: in Node.js 20 it never returns where the
 * system reports a new folder as missing although the folder above exists, as in `/proc`.
 *
 * @param mode permissions of the created folders
 * @throws the error of the system
 */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (await isMade(folder, mode)) return
    await makeFolder(dirname(folder), mode)
  }
  throw Object.assign(new Error(`The folder ${folder} cannot be made.`), { code: 'ENOENT' })
}

/** How often a folder is made. Somebody else may remove the folder above, which is empty, before there is anything in it. */
const MAX_ATTEMPTS = 10

/** @returns false when the folder above is missing, or when the folder was removed a moment ago */
async function isMade(folder: string, mode: number | undefined): Promise<boolean> {
  try {
    await mkdir(folder, { mode })
    return true
  } catch (error) {
    const facts = await stat(folder).catch(() => undefined)
    if (facts?.isDirectory() === true) return true
    const { code } = error as NodeJS.ErrnoException
    const isGone = code === 'ENOENT' || (code === 'EEXIST' && facts === undefined)
    if (isGone && dirname(folder) !== folder) return false
    throw error
  }
}
