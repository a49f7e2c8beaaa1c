/**
 * Making folders where something else stands, and where nothing can be made.
 *
 * @module
 */

import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeFolder } from '../../adapters/make-folder.js'

const base = mkdtempSync(join(tmpdir(), 'sealwright-folder-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

describe('makeFolder', () => {
  it('makes a folder with those above it, and takes what is there', async () => {
    const folder = join(base, 'a', 'b', 'c')
    await Promise.all([makeFolder(folder, 0o700), makeFolder(folder, 0o700), makeFolder(join(base, 'a', 'x'), 0o700)])
    await makeFolder(folder)
    for (const path of [folder, join(base, 'a'), join(base, 'a', 'x')]) expect(statSync(path).mode & 0o777).toBe(0o700)
  })

  it('makes it while others remove what is empty of the folders above', async () => {
    const [above, below] = [join(base, 'above'), join(base, 'above', 'below')]
    const remove = async () => {
      for (const each of [below, above]) await rmdir(each).catch(() => undefined)
    }
    // One that cannot be made ends the test.
    for (let round = 0; round < 2000; round++) await Promise.all([makeFolder(below), remove()])
  })

  it('follows links, and makes nothing where one leads nowhere', async () => {
    mkdirSync(join(base, 'real'))
    symlinkSync(join(base, 'real'), join(base, 'link'))
    await makeFolder(join(base, 'link', 'sub'))
    expect(existsSync(join(base, 'real', 'sub'))).toBe(true)
    symlinkSync(join(base, 'nowhere', 'deep'), join(base, 'dangling'))
    await expect(makeFolder(join(base, 'dangling', 'sub'))).rejects.toThrow()
    expect(existsSync(join(base, 'nowhere'))).toBe(false)
  })

  it('is refused below a file', async () => {
    writeFileSync(join(base, 'file'), '')
    await expect(makeFolder(join(base, 'file'))).rejects.toMatchObject({ code: 'EEXIST' })
    await expect(makeFolder(join(base, 'file', 'sub', 'sub'))).rejects.toMatchObject({ code: 'ENOTDIR' })
  })

  it.skipIf(process.platform !== 'linux')('comes back where no folder can be', async () => {
    await expect(makeFolder('/proc/sealwright/sub/sub')).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
