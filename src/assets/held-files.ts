/**
 * Keeps the files of the package in memory, for processes that keep running while the package on the disk is replaced.
 *
 * @module
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Packed files by their names in the folder of assets, with `/` between folders. Their memory is shared between threads. */
export type HeldFiles = ReadonlyMap<string, Uint8Array>

let files: HeldFiles | undefined

/** The files in memory; undefined when none are. A new thread receives them from the thread that starts it. */
export function heldFiles(): HeldFiles | undefined {
  return files
}

/** Uses the files that another thread has in memory. */
export function takeHeldFiles(held: HeldFiles | undefined): void {
  files = held
}

/** Reads all files of a folder into memory, and uses them from then on. */
export function holdFiles(folder: URL): void {
  const path = fileURLToPath(folder)
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  files = new Map(
    entries.map((entry) => {
      const file = join(entry.parentPath, entry.name)
      return [file.slice(path.length).replaceAll('\\', '/').replace(/^\/+/, ''), shared(readFileSync(file))]
    }),
  )
}

function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}
