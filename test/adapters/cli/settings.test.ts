/**
 * The settings of commands: flags, environment and file, and what is said of wrong ones.
 *
 * @module
 */

import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { formatSeconds, startProgress } from '../../../adapters/cli/progress.js'
import { resolveSettings } from '../../../adapters/cli/settings/settings.js'
import type { Terminal } from '../../../adapters/cli/terminal.js'
import { hasTool } from '../../support/tools.js'
import { makeFolder, run } from './run-cli.js'

let folder = ''
beforeAll(async () => {
  folder = await makeFolder()
  await writeFile(join(folder, 'settings.json'), JSON.stringify({ level: 'B-T', certify: 2, page: false }))
})

const TABLE = {
  level: { flag: '--level <level>', about: '', type: 'text', choices: ['B-B', 'B-T'] },
  certify: { flag: '--certify <n>', about: '', type: 'number', min: 1, max: 3 },
  page: { flag: '--no-page', about: '', type: 'switch' },
  anchors: { flag: '--anchors <file...>', about: '', type: 'list' },
  passphrase: { flag: '--passphrase', about: '', type: 'text', isSecret: true },
} as const

const resolve = (flags: Record<string, unknown>, env: Record<string, string> = {}, file?: string) =>
  resolveSettings(TABLE, flags, { env, cwd: folder } as unknown as Terminal, file)

describe('settings', () => {
  it('come from flags before the environment before the file', async () => {
    expect(await resolve({}, {}, 'settings.json')).toEqual({ level: 'B-T', certify: 2, page: false })
    const env = { SEALWRIGHT_LEVEL: 'B-B', SEALWRIGHT_CERTIFY: '3', SEALWRIGHT_PAGE: 'yes', SEALWRIGHT_ANCHORS: 'a, b' }
    const fromEnv = { level: 'B-B', certify: 3, page: true, anchors: ['a', 'b'] }
    expect(await resolve({}, env, 'settings.json')).toEqual(fromEnv)
    expect(await resolve({ certify: '1' }, env, 'settings.json')).toEqual({ ...fromEnv, certify: 1 })
  })

  it.each([
    [{ level: 'B-X' }, {}, '--level must be one of B-B, B-T. It is "B-X".'],
    [{ certify: 'x' }, {}, '--certify must be a number from 1 to 3. It is "x".'],
    [{}, { SEALWRIGHT_CERTIFY: '9' }, 'the environment variable SEALWRIGHT_CERTIFY must be a number'],
    [{}, { SEALWRIGHT_PAGE: 'perhaps' }, 'SEALWRIGHT_PAGE must be true or false. It is "perhaps".'],
  ])('say where a wrong value came from: %j %j', async (flags, env, message) => {
    await expect(resolve(flags, env as Record<string, string>)).rejects.toThrow(message)
  })

  it('never take secrets from flags, and never print them', async () => {
    expect(await resolve({ passphrase: 'x' }, { SEALWRIGHT_PASSPHRASE: 'y' })).toEqual({ passphrase: 'y' })
    await writeFile(join(folder, 'secret.json'), JSON.stringify({ passphrase: 4711 }))
    await expect(resolve({}, {}, 'secret.json')).rejects.toThrow(/^(?!.*4711)/)
  })

  it('know every name in the file', async () => {
    await writeFile(join(folder, 'sealwright.json'), JSON.stringify({ signrName: 'x' }))
    const { exitCode, stderr } = await run(folder, ['verify', 'x.pdf'])
    expect([exitCode, stderr]).toEqual([78, expect.stringContaining('no setting "signrName"')])
    const { exitCode: code } = await run(folder, ['verify', 'x.pdf', '--config', 'missing.json'])
    expect(code).toBe(78)
  })
})

describe('the program', () => {
  it('helps', async () => {
    const { exitCode, stdout } = await run(folder, ['--help'])
    expect([exitCode, stdout.toString()]).toEqual([0, expect.stringContaining('verify [options] <files...>')])
    const help = (await run(folder, ['help', 'sign'])).stdout.toString()
    expect(help).toContain('SEALWRIGHT_PASSPHRASE')
    expect(help).toContain('Examples:')
  })

  it.each([
    [['sing', 'x.pdf'], 'Did you mean sign?'],
    [['verify', '--jsn', 'x.pdf'], 'Did you mean --json?'],
    [['verify'], "missing required argument 'files'"],
  ])('ends with 64 for a wrong command line, and suggests what was meant: %j', async (args, message) => {
    const { exitCode, stderr } = await run(folder, args)
    expect([exitCode, stderr]).toEqual([64, expect.stringContaining(message)])
  })

  it.each(['bash', 'zsh', 'fish'])('has a completion script for %s', async (shell) => {
    const { stdout } = await run(folder, ['completion', shell])
    expect(stdout.toString()).toContain('B-LTA')
    expect(stdout.toString()).not.toMatch(/passphrase(?![\s-]+file| of)/)
  })

  it.skipIf(!hasTool('bash'))('completes in bash', async () => {
    const { stdout } = await run(folder, ['completion', 'bash'])
    const complete = (words: string[]) =>
      execFileSync('bash', [
        '-c',
        `${stdout.toString()}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _sealwright; echo "\${COMPREPLY[@]}"`,
      ])
        .toString()
        .trim()
    expect(complete(['sealwright', 've'])).toBe('verify')
    expect(complete(['sealwright', 'sign', '--lev'])).toBe('--level')
    expect(complete(['sealwright', 'sign', '--level', 'B-L'])).toBe('B-LT B-LTA')
  })
})

describe('progress', () => {
  it('shows rate and time left on a terminal, and lines elsewhere', () => {
    const written: string[] = []
    const terminal = { isStderrTerminal: true, columns: 100, writeStderr: (text: string) => void written.push(text) }
    let clock = 0
    const progress = startProgress(4, terminal as unknown as Terminal, () => clock)
    clock = 1000
    progress.step('a.pdf')
    expect(written.at(-1)).toContain('1/4  1.0/s  3 s left  a.pdf')
    const plain: string[] = []
    const pipe = { ...terminal, isStderrTerminal: false, writeStderr: (text: string) => void plain.push(text) }
    const quiet = startProgress(4, pipe as unknown as Terminal)
    quiet.step('a.pdf')
    quiet.line('done')
    expect(plain).toEqual(['done\n'])
  })

  it('writes times as people do', () => {
    expect([5, 185, 7800].map(formatSeconds)).toEqual(['5 s', '3 min 5 s', '2 h 10 min'])
  })
})
