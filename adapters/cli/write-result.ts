/**
 * Writes results whole or not at all, whatever interrupts it.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { chmod, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../make-folder.js'
import { CommandError, EXIT } from './exit-codes.js'
import { why } from './settings/settings.js'
import type { Terminal } from './terminal.js'

/** Unfinished files of this process. */
const drafts = new Set<string>()

/** Removes unfinished files. Must be called when the process ends in the middle. */
export function removeDrafts(): void {
  for (const draft of drafts) rmSync(draft, { force: true })
}

/** @param path a file, a device or a named pipe; undefined for the standard output */
export async function writeResult(path: string | undefined, bytes: Uint8Array, terminal: Terminal): Promise<void> {
  if (path === undefined) {
    await terminal.writeStdout(bytes)
    return
  }
  try {
    const facts = await stat(path).catch(() => undefined)
    // A device or a pipe is written to directly, since a file in its place would be something else.
    if (facts !== undefined && !facts.isFile()) await writeFile(path, bytes)
    else await replaceFile(facts === undefined ? path : await realpath(path), bytes, facts?.mode)
  } catch (cause) {
    throw new CommandError(EXIT.cannotCreate, `${path} cannot be written${why(cause)}.`, { cause })
  }
}

/**
 * Replaces a file by way of a draft. The draft has a name of its own, since a suffix could exceed the 255 bytes of a file name.
 */
async function replaceFile(path: string, bytes: Uint8Array, mode: number | undefined): Promise<void> {
  const draft = join(dirname(path), `.${randomBytes(8).toString('hex')}.part`)
  drafts.add(draft)
  try {
    await writeDraft(draft, bytes)
    if (mode !== undefined) await chmod(draft, mode & 0o777)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    drafts.delete(draft)
  }
}

async function writeDraft(draft: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(draft, bytes, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await makeFolder(dirname(draft))
    await writeFile(draft, bytes, { flag: 'wx' })
  }
}
