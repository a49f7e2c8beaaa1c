/**
 * The folder in which compiled code is kept between runs.
 *
 * @module
 */
import { mkdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const OTHERS_WRITE = 0o022

/**
 * A folder that only this user can write to, since its contents are executed. The default of Node.js, in the folder for
 * temporary files, could have been filled by another user.
 *
 * @returns undefined where there is no such folder, as for `sudo` with another user's home, or where it cannot be written to
 */
export function compiledCodeFolder(env: NodeJS.ProcessEnv): string | undefined {
  if (env['NODE_COMPILE_CACHE'] !== undefined) return env['NODE_COMPILE_CACHE']
  try {
    const caches = env['XDG_CACHE_HOME'] || env['LOCALAPPDATA'] || join(homedir(), '.cache')
    const folder = join(caches, 'sealwright')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return isOwn(caches) && isOwn(folder) ? folder : undefined
  } catch {
    return undefined
  }
}

function isOwn(folder: string): boolean {
  const user = process.geteuid?.()
  const { uid, mode } = statSync(folder)
  return user === undefined || (uid === user && (mode & OTHERS_WRITE) === 0)
}
