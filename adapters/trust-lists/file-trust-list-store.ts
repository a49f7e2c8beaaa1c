/**
 * Trusted lists in a folder of the file system.
 *
 * @module
 */

import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { codeOf } from '../../src/input/foreign-values.js'
import type { TrustListStore } from '../../src/trust-lists/entry.js'
import { makeFolder } from '../make-folder.js'

/**
 * Digits of the version in a name `key.version.json`. The largest safe integer has 16 digits, and padded names sort like
 * versions.
 */
const VERSION_DIGITS = 16

/**
 * Keeps lists as files in a folder. The name of a file contains the list's version, so that a process can never replace a newer
 * list by an older one. Older files are removed.
 *
 * @param folder created when the first list is written
 * @example
 * ```ts
 * const lists = await loadEuTrustLists({ signers, store: fileTrustListStore('/var/lib/app/trust-lists') })
 * ```
 */
export function fileTrustListStore(folder: string): TrustListStore {
  const root = resolve(folder)
  const versionsOf = async (key: string): Promise<string[]> => {
    const names = await orNone(readdir(root))
    return names.filter((name) => name.startsWith(`${key}.`) && /^\.\d{16}\.json$/.test(name.slice(key.length))).sort()
  }
  return {
    async get(key) {
      // A newer list may replace the one that was found.
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const newest = (await versionsOf(key)).at(-1)
        if (newest === undefined) return undefined
        const bytes = await readFile(join(root, newest)).catch(whenMissing)
        if (bytes !== undefined) return bytes
      }
      return undefined
    },
    async set(key, value, version) {
      await makeFolder(root, 0o700)
      const name = `${key}.${String(version).padStart(VERSION_DIGITS, '0')}.json`
      const draft = join(root, `.${randomUUID()}.draft`)
      try {
        await writeFile(draft, value, { flag: 'wx', flush: true })
        await rename(draft, join(root, name))
      } finally {
        await rm(draft, { force: true })
      }
      const versions = await versionsOf(key)
      const newest = versions.at(-1) ?? name
      for (const older of versions) if (older < newest) await rm(join(root, older), { force: true })
      return newest <= name
    },
  }
}

/** Attempts to read a list that is being replaced. Lists change a few times a day. */
const MAX_TRIES = 5

const whenMissing = (error: unknown): undefined => {
  if (codeOf(error) === 'ENOENT') return undefined
  throw error
}

function orNone(names: Promise<string[]>): Promise<string[]> {
  return names.catch((error: unknown) => whenMissing(error) ?? [])
}
