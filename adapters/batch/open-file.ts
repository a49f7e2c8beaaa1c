/**
 * Files by their descriptors. A batch opens several files for each document. Calls of `fs/promises` go to another thread even
 * when the system answers at once, so that closing a file would take as long as opening it.
 *
 * @module
 */

import { close, closeSync, fdatasync, fsync } from 'node:fs'
import { promisify } from 'node:util'
import type { FileCalls } from './file-calls.js'

export const closeFile = promisify(close)
const syncAll = promisify(fsync)
/** Flushes a file's contents to the disk. */
export const syncData = promisify(fdatasync)

/** Opens a file while a function reads it. */
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

/** Writes a file that does not exist yet, to the operating system's cache. */
export async function writeNewFile(calls: FileCalls, path: string, bytes: Uint8Array): Promise<void> {
  const file = await calls.open(path, 'wx')
  try {
    await writeAll(calls, file, bytes)
  } finally {
    // A network share may write the rest only when the file is closed, and only then report that it cannot.
    await closeFile(file)
  }
}

export async function writeAll(calls: FileCalls, file: number, bytes: Uint8Array): Promise<void> {
  let length = 0
  while (length < bytes.length) length += await calls.write(file, bytes, length)
}

/** Reads as many bytes as the file had when its size was asked for; fewer if it was truncated since. */
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

/** Flushes new entries of a folder, so that they survive a loss of power. Some systems do not let folders be opened. */
export async function syncFolder(calls: FileCalls, folder: string): Promise<void> {
  const file = await calls.open(folder, 'r').catch(() => undefined)
  if (file === undefined) return
  await syncAll(file).catch(() => undefined)
  closeSync(file)
}
