/**
 * Making folders.
 *
 * @module
 */

import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it, where they are not there yet. With `recursive`, Node.js 20 never comes back where the system
 * says of a new folder that it is not there although the one above it is, as in `/proc`.
 *
 * @param mode of the folders that are made
 * @throws what the system says
 */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  if (await isMade(folder, mode)) return
  await makeFolder(dirname(folder), mode)
  if (await isMade(folder, mode)) return
  throw Object.assign(new Error(`The folder ${folder} cannot be made.`), { code: 'ENOENT' })
}

/** @returns False where the folder above is missing. */
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
