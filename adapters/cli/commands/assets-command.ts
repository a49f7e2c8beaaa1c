/**
 * `sealwright assets`: the files that conversions in browsers and on edge hosts need, as a folder.
 *
 * @module
 */
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { conversionFiles } from '../../../src/index.js'
import { CommandError, EXIT } from '../exit-codes.js'
import { writeResult } from '../files.js'
import type { ASSETS_SETTINGS } from '../settings/assets-settings.js'
import type { Settings } from '../settings/settings.js'
import type { Terminal } from '../terminal.js'

/** Writes the folder. */
export async function runAssets(
  [name = 'sealwright-assets']: readonly string[],
  settings: Settings<typeof ASSETS_SETTINGS>,
  terminal: Terminal,
): Promise<number> {
  const folder = resolve(terminal.cwd, name)
  const present = await readdir(folder).catch(() => [])
  if (present.length > 0 && settings.force !== true) {
    throw new CommandError(EXIT.cannotCreate, `${name} is not empty; --force replaces the files in it.`)
  }
  const files = await conversionFiles()
  for (const { path, bytes } of files) await writeResult(join(folder, path), bytes, terminal)
  const megabytes = (files.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6).toFixed(0)
  await terminal.writeStderr(
    `${name}: ${files.length} files, ${megabytes} MB. Have your server compress .ttf and .wasm, and name the folder with assets: { url }.\n`,
  )
  return EXIT.ok
}
