/**
 * `sealwright check-page`: a folder with the page, its anchors and its policy.
 *
 * @module
 */

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { buildEngine } from '../../http/check/check-server.js'
import { makeTestKey } from '../../support/keys.js'
import { makeFolder, run } from './run-cli.js'

let folder: string

beforeAll(async () => {
  folder = await makeFolder()
  await writeFile(join(folder, 'root.pem'), makeTestKey('ec').certificate)
  await buildEngine()
}, 60_000)

/** What the page is given. */
async function localOf(name: string): Promise<{ settings: Record<string, unknown>; host: null }> {
  const [, json = ''] = /data-local="([^"]*)"/.exec(await readFile(join(folder, name, 'de.html'), 'utf8')) ?? []
  return JSON.parse(json.replaceAll('&quot;', '"'))
}

it('writes the page with its anchors and its policy', async () => {
  const { exitCode, stderr } = await run(folder, [
    'check-page',
    'public',
    '--trust-anchor',
    'root.pem',
    '--refuse-weak',
  ])
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('It draws pages, too.')])
  const { settings, host } = await localOf('public')
  expect(host).toBeNull()
  expect(settings['policy']).toEqual({ weakAlgorithms: 'refuse' })
  expect(settings['trustAnchors']).toEqual([expect.stringContaining('BEGIN CERTIFICATE')])
  expect((await readdir(join(folder, 'public'))).sort()).toEqual([
    'check',
    'de.html',
    'es.html',
    'fr.html',
    'index.html',
    'service-worker.js',
  ])
})

it('writes into no folder with files in it, unless told to', async () => {
  await run(folder, ['check-page'])
  const again = await run(folder, ['check-page'])
  expect([again.exitCode, again.stderr]).toEqual([73, expect.stringContaining('check-page is not empty; --force')])
  expect((await run(folder, ['check-page', '--force'])).exitCode).toBe(0)
})
