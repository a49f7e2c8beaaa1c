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
import { hasTool } from '../support/tools.js'
import { codeBlocks, PAGES, ROOT } from './code-blocks.js'
import { writeFiles } from './write-files.js'

const execute = promisify(execFile)

const pages = PAGES.map((page) => [page, codeBlocks(page).filter(({ runs }) => runs)] as const).filter(
  ([, blocks]) => blocks.length > 0,
)

const nameOf = (page: string, line: number) => `${page.replace(/\W/g, '-')}-${line}.ts`

describe.skipIf(!hasTool('openssl'))('TypeScript that is marked to run', () => {
  let folder: string
  let outcomes: ReadonlyMap<string, string>
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sealwright-docs-'))
    const passphrase = await writeFiles(folder)
    const paths = pages.flatMap(([page, blocks]) =>
      blocks.map(({ code, line }) => {
        writeFileSync(join(folder, nameOf(page, line)), code)
        return nameOf(page, line)
      }),
    )
    const tsx = import.meta.resolve('tsx')
    // One process for all of them, since loading the sources takes longer than most blocks do.
    await execute(process.execPath, ['--import', tsx, `${ROOT}test/docs/run-blocks.ts`, ...paths], {
      cwd: folder,
      env: { PATH: process.env['PATH'], KEY_PASSPHRASE: passphrase, CODE_SECRET: 'x'.repeat(32) },
    })
    outcomes = new Map(Object.entries(JSON.parse(readFileSync(join(folder, 'outcomes.json'), 'utf8'))))
  }, 300_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is on the pages on which people begin', () => {
    const names = pages.map(([page]) => page)
    expect(names).toEqual(expect.arrayContaining(['README.md', 'docs/start.md', 'docs/sign.md', 'docs/verify.md']))
  })

  it.each(pages)('of %s runs', (page, blocks) => {
    const told = blocks.map(({ line }) => [line, outcomes.get(nameOf(page, line))])
    expect(told).toEqual(blocks.map(({ line }) => [line, 'done']))
  })

  it('leaves a signed contract that is valid', async () => {
    const signed = new Uint8Array(readFileSync(join(folder, 'contract-signed.pdf')))
    expect(await verifyDocument(signed)).toMatchObject({ valid: true })
  })
})
