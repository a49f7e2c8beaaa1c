/**
 * The files of the package in memory, for processes that go on while the package on the disk is exchanged.
 *
 * @module
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Packed files by their names below the folder of assets, with `/` between folders; in memory that threads share. */
export type HeldFiles = ReadonlyMap<string, Uint8Array>

let files: HeldFiles | undefined

/** What is held; undefined where nothing is. Threads take it from the one that starts them. */
export function heldFiles(): HeldFiles | undefined {
  return files
}

/** Takes what another thread holds. */
export function takeHeldFiles(held: HeldFiles | undefined): void {
  files = held
}

/** Reads all files of a folder, and holds them from now on. */
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
