/**
 * `sealwright assets`: a folder with the files that conversions in browsers ask for.
 *
 * @module
 */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder, run } from './run-cli.js'

it('writes the folder, and into one with files in it when told to', async () => {
  const folder = await makeFolder()
  const { exitCode, stderr } = await run(folder, ['assets', 'public/sealwright'])
  expect([exitCode, stderr]).toEqual([
    0,
    expect.stringMatching(/^public\/sealwright: \d{3} files, \d\d MB\. .*assets: \{ url \}/),
  ])
  const list: string[] = JSON.parse(await readFile(join(folder, 'public/sealwright/files.json'), 'utf8'))
  for (const name of list) expect((await readFile(join(folder, 'public/sealwright', name))).length).toBeGreaterThan(100)
  const again = await run(folder, ['assets', 'public/sealwright'])
  expect([again.exitCode, again.stderr]).toEqual([
    73,
    expect.stringContaining('public/sealwright is not empty; --force'),
  ])
  expect((await run(folder, ['assets', 'public/sealwright', '--force'])).exitCode).toBe(0)
})
