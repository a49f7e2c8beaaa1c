/**
 * Gives a test run one folder for all that its tests and their programs put into the folder for temporary files, and
 * removes it in the end, whatever a test that failed or was killed left in it.
 *
 * @module
 */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Sockets of servers lie in it, and their paths may have 107 characters at most, so its name is short. */
const PREFIX = 'sealwright-'
/** Servers that run as other users put files of theirs into it. */
const FOR_ALL_USERS = 0o1777

/** Called once before the workers of the run start; they inherit the variable. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
  chmodSync(folder, FOR_ALL_USERS)
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
