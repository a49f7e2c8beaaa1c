/**
 * Files by their descriptors. A batch opens several for each document, and those of `fs/promises` go to another thread even for
 * what the system answers at once: closing a file took as long as opening it.
 *
 * @module
 */

import { close, closeSync, fdatasync, fsync } from 'node:fs'
import { promisify } from 'node:util'
import type { FileCalls } from './file-calls.js'

export const closeFile = promisify(close)
const syncAll = promisify(fsync)
/** What a file holds is on the disk. */
export const syncData = promisify(fdatasync)

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

/** Writes a file that is not there yet, as far as the operating system. */
export async function writeNewFile(calls: FileCalls, path: string, bytes: Uint8Array): Promise<void> {
  const file = await calls.open(path, 'wx')
  try {
    await writeAll(calls, file, bytes)
  } finally {
    // A network share may write the rest only when the file is closed, and report only then that it cannot.
    await closeFile(file)
  }
}

export async function writeAll(calls: FileCalls, file: number, bytes: Uint8Array): Promise<void> {
  let length = 0
  while (length < bytes.length) length += await calls.write(file, bytes, length)
}

/** As many bytes as the file had when its size was asked for; fewer where it was truncated since. */
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

/** Makes new entries of a folder survive a loss of power. Not every system lets folders be opened. */
export async function syncFolder(calls: FileCalls, folder: string): Promise<void> {
  const file = await calls.open(folder, 'r').catch(() => undefined)
  if (file === undefined) return
  await syncAll(file).catch(() => undefined)
  closeSync(file)
}
