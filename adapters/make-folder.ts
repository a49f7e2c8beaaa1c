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
  if (await isMade(folder, mode)) return
  await makeFolder(dirname(folder), mode)
  if (await isMade(folder, mode)) return
  throw Object.assign(new Error(`The folder ${folder} cannot be made.`), { code: 'ENOENT' })
}

/** @returns false when the folder above is missing */
async function isMade(folder: string, mode: number | undefined): Promise<boolean> {
  try {
    await mkdir(folder, { mode })
    return true
  } catch (error) {
    const facts = await stat(folder).catch(() => undefined)
    if (facts?.isDirectory() === true) return true
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && dirname(folder) !== folder) return false
    throw error
  }
}
