/**
 * System calls of a file store, in two variants: in another thread, or directly in this one.
 *
 * @module
 */

import {
  type BigIntStats,
  linkSync,
  open,
  openSync,
  read,
  readSync,
  realpathSync,
  statSync,
  unlinkSync,
  write,
  writeSync,
} from 'node:fs'
import { link, realpath, stat, unlink } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Calls that a local disk usually answers from memory. Flushing to the disk is not among them. */
export interface FileCalls {
  realpath(path: string): Promise<string>
  stat(path: string): Promise<BigIntStats>
  open(path: string, flags: number | string): Promise<number>
  /** Reads from this position of the file until the bytes are full or the file ends; returns how many were read. */
  read(file: number, bytes: Uint8Array, place: number): Promise<number>
  /** Appends the bytes from this index on to the file; returns how many were written. */
  write(file: number, bytes: Uint8Array, place: number): Promise<number>
  link(existing: string, path: string): Promise<void>
  unlink(path: string): Promise<void>
}

const openFile = promisify(open)
const readFrom = promisify(read)
const writeTo = promisify(write)

/** Calls for threads that must not wait for a disk, such as one with an event loop. */
export const THREADED_CALLS: FileCalls = {
  realpath,
  stat: (path) => stat(path, { bigint: true }),
  open: openFile,
  read: async (file, bytes, place) => (await readFrom(file, bytes, place, bytes.length - place, place)).bytesRead,
  write: async (file, bytes, place) => (await writeTo(file, bytes, place)).bytesWritten,
  link,
  unlink,
}

/** Calls for threads that do nothing else. Giving a call to another thread takes several times as long as the call itself. */
export const DIRECT_CALLS: FileCalls = {
  realpath: async (path) => realpathSync.native(path),
  stat: async (path) => statSync(path, { bigint: true }),
  open: async (path, flags) => openSync(path, flags),
  read: async (file, bytes, place) => readSync(file, bytes, place, bytes.length - place, place),
  write: async (file, bytes, place) => writeSync(file, bytes, place),
  link: async (existing, path) => linkSync(existing, path),
  unlink: async (path) => unlinkSync(path),
}
