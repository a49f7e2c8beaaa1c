/**
 * The blocks of README and docs that are marked to run do run.
 *
 * @module
 */

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyDocument } from '../../src/index.js'
import { codeBlocks, PAGES, ROOT } from './code-blocks.js'
import { writeFiles } from './write-files.js'

const execute = promisify(execFile)

let folder: string
let passphrase: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sealwright-docs-'))
  passphrase = await writeFiles(folder)
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const pages = PAGES.map((page) => [page, codeBlocks(page).filter(({ runs }) => runs)] as const).filter(
  ([, blocks]) => blocks.length > 0,
)

describe('TypeScript that is marked to run', () => {
  it('is on the pages on which people begin', () => {
    const names = pages.map(([page]) => page)
    expect(names).toEqual(expect.arrayContaining(['README.md', 'docs/start.md', 'docs/sign.md', 'docs/verify.md']))
  })

  it.each(pages)('of %s runs', { timeout: 120_000 }, async (page, blocks) => {
    const paths = blocks.map(({ code, line }) => {
      const path = `${page.replace(/\W/g, '-')}-${line}.ts`
      writeFileSync(join(folder, path), code)
      return path
    })
    const tsx = import.meta.resolve('tsx')
    const { stdout } = await execute(process.execPath, ['--import', tsx, `${ROOT}test/docs/run-blocks.ts`, ...paths], {
      cwd: folder,
      env: { PATH: process.env['PATH'], KEY_PASSPHRASE: passphrase, CODE_SECRET: 'x'.repeat(32) },
    })
    expect(stdout.match(/^done .+$/gm)).toEqual(paths.map((path) => `done ${path}`))
    const signed = new Uint8Array(readFileSync(join(folder, 'contract-signed.pdf')))
    expect(await verifyDocument(signed)).toMatchObject({ valid: true })
  })
})
