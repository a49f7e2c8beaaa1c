/**
 * The built command line, run again and again with its compiled code kept.
 *
 * @module
 */

import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCompiledCode } from '../../../adapters/cli/compiled-code-file.js'
import { makeContract } from '../../verify/support/contract.js'

const CLI = fileURLToPath(new URL('../../../dist/cli.cjs', import.meta.url))
const SIGNER = ['--development', '--signer-name', 'Ada', '--signer-email', 'ada@example.com']
const execute = promisify(execFile)
let folder = ''

/** Runs the built command line, with its compiled code in a folder of this test. */
async function run(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { PATH: process.env['PATH'], XDG_CACHE_HOME: join(folder, 'caches') }
  try {
    return { code: 0, ...(await execute(process.execPath, [CLI, ...args], { cwd: folder, env, encoding: 'utf8' })) }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, stdout, stderr }
  }
}

// What only the build makes of the sources: modules in CommonJS, loaded with the code of the run before.
describe.runIf(existsSync(CLI))('the built command line', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sealwright-built-'))
    mkdirSync(join(folder, 'in'))
    writeFileSync(join(folder, 'in', 'contract.pdf'), makeContract().bytes)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each([1, 2, 3])(
    'signs a folder, run %i',
    async () => {
      const { code, stdout, stderr } = await run('sign', 'in', ...SIGNER, '-o', 'out', '--force')
      expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
      // One line, and none of Node.js about how modules were loaded.
      expect(stderr).toMatch(/^✓ [^\n]* {2}B-B[^\n]*\n(?:\s+[^\n]*\n)*$/)
      expect(stderr).not.toMatch(/ExperimentalWarning|node:/)
      expect(readdirSync(join(folder, 'out'))).toEqual(['contract.pdf'])
    },
    60_000,
  )

  it('loads what signing needs, and nothing of what converts or serves', () => {
    const caches = join(folder, 'caches', 'sealwright')
    const [file = ''] = readdirSync(caches).filter((name) => /^sign-.*\.code$/.test(name))
    const codes = readCompiledCode(join(caches, file))
    expect([...codes.keys()]).toEqual(expect.arrayContaining(['sign.cjs', 'page.cjs']))
    const works = ['pdf', 'html', 'markdown', 'library'].map((work) => `${work}.cjs`)
    expect(works.filter((name) => codes.has(name) || !existsSync(join(CLI, '..', name)))).toEqual([])
    expect(codes.size).toBeLessThan(30)
  })

  it('looks at everything twice', async () => {
    for (let time = 0; time < 2; time++) {
      const { code, stdout, stderr } = await run('doctor')
      expect(stderr).toBe('')
      expect(stdout).toContain('@opentelemetry/api')
      expect([0, 1]).toContain(code)
    }
  }, 60_000)

  it('writes its code once', async () => {
    const kept = () => {
      const caches = join(folder, 'caches', 'sealwright')
      const names = readdirSync(caches).filter((name) => name.endsWith('.code'))
      return names.map((name) => [name, statSync(join(caches, name)).mtimeMs])
    }
    await run('verify', 'in/contract.pdf')
    const before = kept()
    expect(before.length).toBeGreaterThan(0)
    await run('verify', 'in/contract.pdf')
    expect(kept()).toEqual(before)
    await run('no-such-command')
    expect(kept()).toEqual(before)
  }, 60_000)
})
