/**
 * For `npm test`: no programs but Node.js with npm and those of POSIX that every machine has, so that no test can come to need
 * others unseen. Tests that compare with other programs skip then, as they do where those are not installed.
 *
 * @module
 */

import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const EVERYWHERE = [
  'npm',
  'sh',
  'cat',
  'head',
  'tail',
  'tee',
  'env',
  'mkfifo',
  'ls',
  'rm',
  'mv',
  'cp',
  'true',
  'false',
  'sleep',
]

export function setup(): void {
  if (process.platform === 'win32') return
  const folder = join(process.env['TMPDIR'] ?? tmpdir(), 'programs')
  mkdirSync(folder)
  symlinkSync(process.execPath, join(folder, 'node'))
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  for (const name of EVERYWHERE) {
    const found = folders.map((one) => join(one, name)).find((path) => existsSync(path))
    if (found !== undefined) symlinkSync(found, join(folder, name))
  }
  process.env['PATH'] = folder
}
