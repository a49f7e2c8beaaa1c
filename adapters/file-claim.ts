/**
 * Claims of files by processes, without a lock of the operating system. A claim is a note next to the file, which names a
 * process and when that process began. A process id alone is not enough, since ids are reused, in containers after every start.
 *
 * @module
 */

import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { SealwrightError } from '../src/index.js'
import { codeOf } from '../src/input/foreign-values.js'

/** A file that belongs to this process until it is released or the process ends. */
export interface FileClaim {
  /** Removes the lock of node-sqlite3-wasm that a dead process left behind. */
  removeStaleLock(): void
  release(): void
}

/** Files that this process has claimed, so that its own note is not mistaken for that of a dead process with the same id. */
const claimed = new Set<string>()
/** Attempts to take over a dead process's note, before a process that always loses the race gives up. */
const MAX_TAKEOVERS = 5

/**
 * Claims a file for this process.
 *
 * @throws SealwrightError `store_unavailable` when this process or another running process has claimed the file
 */
export function claimFile(path: string): FileClaim {
  const file = resolve(path)
  const note = `${file}.owner`
  if (claimed.has(file)) throw inUse(file)
  const self = describeProcess(process.pid) ?? `${process.pid}`
  // The note is written to another file and linked into place, so that it is never seen half-written and never overwritten.
  const draft = `${note}.${process.pid}`
  writeFileSync(draft, self)
  try {
    for (let takeovers = 0; !tryLink(draft, note); takeovers++) {
      const owner = readNote(note)
      if (owner === undefined) continue
      if (takeovers === MAX_TAKEOVERS || isAlive(owner)) throw inUse(file)
      takeOver(note, owner)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  claimed.add(file)
  return {
    removeStaleLock: () => rmSync(`${file}.lock`, { recursive: true, force: true }),
    release() {
      if (!claimed.delete(file)) return
      if (readNote(note) === self) rmSync(note, { force: true })
    },
  }
}

/** Moves a dead process's note away. If another process was faster, the moved note is its note, and it is put back. */
function takeOver(note: string, owner: string): void {
  const aside = `${note}.stale.${process.pid}`
  try {
    renameSync(note, aside)
  } catch {
    return
  }
  if (readFileSync(aside, 'utf8') !== owner) tryLink(aside, note)
  rmSync(aside, { force: true })
}

function inUse(file: string): SealwrightError {
  return new SealwrightError('store_unavailable', `Another process is using the database file ${file}.`)
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function readNote(note: string): string | undefined {
  try {
    return readFileSync(note, 'utf8')
  } catch {
    return undefined
  }
}

function isAlive(owner: string): boolean {
  const pid = Number.parseInt(owner, 10)
  if (!(pid > 0) || pid === process.pid) return false
  const current = describeProcess(pid)
  if (current !== undefined) return current === owner
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** `pid boot-id start-time` of a running process on Linux (proc(5)); elsewhere undefined. */
function describeProcess(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field, the program's name, may contain spaces and parentheses. The state is the third field, the start time the
    // 22nd.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie has ended; it only waits for its parent to read its status.
    return `${pid} ${boot} ${fields[0] === 'Z' ? 'ended' : fields[19]}`
  } catch {
    return undefined
  }
}
