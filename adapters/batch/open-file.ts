/**
 * Files by their descriptors. A batch opens several for each document, and those of `fs/promises` go to another thread even for
 * what the system answers at once: closing a file took as long as opening it.
 *
 * @module
 */

import { close, closeSync, fdatasync, fsync } from 'node:fs'
import { promisify } from 'node:util'
import type { FileCalls } from './file-calls.js'

const closeFile = promisify(close)
const syncAll = promisify(fsync)
const syncData = promisify(fdatasync)

/** Opens a file for as long as it is read. */
export async function whileOpen<T>(
  calls: FileCalls,
  path: string,
  flags: number,
  use: (file: number) => Promise<T>,
): Promise<T> {
  const file = await calls.open(path, flags)
  try {
    return await use(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Writes a file that is not there yet.
 *
 * @param isDurable whether it is on the disk at the end, and not only with the operating system
 */
export async function writeNewFile(
  calls: FileCalls,
  path: string,
  bytes: Uint8Array,
  isDurable: boolean,
): Promise<void> {
  const file = await calls.open(path, 'wx')
  let isSynced = false
  try {
    let length = 0
    while (length < bytes.length) length += await calls.write(file, bytes, length)
    if (isDurable) await syncData(file)
    isSynced = isDurable
  } finally {
    // A share of a network writes what it still has when the file is closed, and says then that it cannot.
    if (isSynced) closeSync(file)
    else await closeFile(file)
  }
}

/** As much as there was when its size was asked for; less where it has become shorter since. */
export async function readWhole(calls: FileCalls, file: number, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size)
  let length = 0
  while (length < size) {
    const count = await calls.read(file, bytes, length)
    if (count === 0) return bytes.slice(0, length)
    length += count
  }
  return bytes
}

/** What was put into a folder is there after a loss of power. Not every system lets folders be opened. */
export async function syncFolder(calls: FileCalls, folder: string): Promise<void> {
  const file = await calls.open(folder, 'r').catch(() => undefined)
  if (file === undefined) return
  await syncAll(file).catch(() => undefined)
  closeSync(file)
}
