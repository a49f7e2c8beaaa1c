/**
 * The command line as a process: signals, pipes, full disks, and what others can see of it.
 *
 * @module
 */

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { convertFile, verifyDocument } from '../../../src/index.js'
import { makeTestKey } from '../../support/keys.js'
import { hasTool } from '../../support/tools.js'
import { makeFolder, run } from './run-cli.js'
import { NODE_ARGUMENTS, startCommand, waitFor } from './running-command.js'

const SIGN = ['--key', 'key.p12', '--signer-name', 'Ada', '--signer-email', 'ada@example.com']
const { pkcs12, passphrase } = makeTestKey()
const env = { SEALWRIGHT_PASSPHRASE: passphrase }
let folder = ''

beforeAll(async () => {
  folder = await makeFolder()
  await writeFile(join(folder, 'key.p12'), pkcs12)
  const { bytes } = await convertFile(new TextEncoder().encode('# One'), { from: 'md', to: 'pdf' })
  await writeFile(join(folder, 'one.pdf'), bytes)
  await mkdir(join(folder, 'many'))
  for (let index = 0; index < 300; index++) await writeFile(join(folder, 'many', `${index}.pdf`), bytes)
})

/** Runs a line of a shell, in which "$@" is the command line. */
function shell(line: string) {
  const { PATH, HOME } = process.env
  const args = ['-c', line, 'bash', process.execPath, ...NODE_ARGUMENTS]
  return spawnSync('bash', args, { cwd: folder, env: { PATH, HOME, ...env }, encoding: 'utf8' })
}

describe('a process', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'leaves whole files and nothing else at %s',
    async (signal) => {
      const out = `out-${signal}`
      const command = startCommand(folder, ['sign', 'many', ...SIGN, '-o', out, '--json'], env)
      await waitFor(() => (command.stdout().split('\n').length > 5 ? true : undefined), 'some results')
      command.child.kill(signal)
      expect((await command.ended).code).toBe(signal === 'SIGINT' ? 130 : 143)
      const names = await readdir(join(folder, out))
      expect(names.length).toBeLessThan(300)
      expect(names.filter((name) => !/^\d+\.pdf$/.test(name))).toEqual([])
      const last = await Promise.all(names.slice(-5).map((name) => readFile(join(folder, out, name))))
      for (const bytes of last) expect((await verifyDocument(bytes)).valid).toBe(true)
    },
    60_000,
  )

  it.skipIf(process.platform !== 'linux')(
    'ends at the second signal while it waits for a pipe that nobody writes to',
    async () => {
      spawnSync('mkfifo', [join(folder, 'pipe.pdf')])
      const { child, ended } = startCommand(folder, ['sign', 'pipe.pdf', ...SIGN, '-o', 'of-pipe.pdf'], env)
      // SIGHUP is the one that Node itself does not listen to; the masks of proc(5) begin with it.
      const listens = () =>
        /^SigCgt:.*[13579bdf]$/m.test(readFileSync(`/proc/${child.pid}/status`, 'utf8')) || undefined
      try {
        await waitFor(listens, 'a process that listens')
        await new Promise((resolve) => setTimeout(resolve, 3000))
        child.kill('SIGINT')
        await new Promise((resolve) => setTimeout(resolve, 1000))
        expect(child.exitCode ?? child.signalCode).toBe(null)
        child.kill('SIGINT')
        expect(await ended).toMatchObject({ signal: 'SIGINT' })
      } finally {
        child.kill('SIGKILL')
      }
    },
    60_000,
  )

  it('says by its exit code that nobody read all of what it had to say', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's
    const { stdout, stderr } = shell('"$@" verify many -q | head -1; echo "${PIPESTATUS[0]}"')
    expect([stdout, stderr]).toEqual([expect.stringMatching(/^NOT SIGNED .*\n141\n$/), ''])
  }, 60_000)

  it.skipIf(!existsSync('/dev/full'))(
    'tells of a disk that is full, and replaces no device',
    () => {
      const full = shell('"$@" convert one.pdf > /dev/full; "$@" --help > /dev/full; echo $?')
      expect([full.stdout, full.stderr]).toEqual(['73\n', expect.stringContaining('no space is left')])
      const device = shell(
        `"$@" sign one.pdf ${SIGN.join(' ')} -o /dev/full; echo $?; [ -c /dev/full ] && echo still there`,
      )
      expect(device.stdout).toBe('73\nstill there\n')
    },
    60_000,
  )

  it('is a link in a chain of pipes', () => {
    const { stdout } = shell(`cat one.pdf | "$@" sign - ${SIGN.join(' ')} | "$@" verify - -q`)
    expect(stdout).toMatch(/^VALID {2}- /)
  }, 60_000)

  it.skipIf(process.platform !== 'linux')(
    'shows no secret to other users of the machine',
    async () => {
      await writeFile(join(folder, 'passphrase'), passphrase)
      const args = ['sign', 'many', ...SIGN, '--passphrase-file', 'passphrase', '-o', 'quiet', '--json']
      const command = startCommand(folder, args)
      await waitFor(() => (command.stdout().length > 0 ? true : undefined), 'a result')
      expect(readFileSync(`/proc/${command.child.pid}/cmdline`, 'utf8')).not.toContain(passphrase)
      command.child.kill('SIGINT')
      await command.ended
      expect(command.stdout() + command.stderr()).not.toContain(passphrase)
    },
    60_000,
  )
})

describe('files', () => {
  it('are never replaced by their own result, by whatever name', async () => {
    await symlink('one.pdf', join(folder, 'link.pdf'))
    for (const name of ['one.pdf', 'link.pdf']) {
      const { exitCode, stderr } = await run(folder, ['sign', 'one.pdf', ...SIGN, '-o', name, '--force'], { env })
      expect([exitCode, stderr]).toEqual([64, expect.stringContaining('would replace an input')])
    }
  })

  it('in an output folder inside of the input folder are no inputs', async () => {
    await mkdir(join(folder, 'nested'))
    await writeFile(join(folder, 'nested/a.pdf'), await readFile(join(folder, 'one.pdf')))
    const sign = () => run(folder, ['sign', 'nested', ...SIGN, '-o', 'nested/signed', '--force', '--json'], { env })
    await sign()
    const { stdout } = await sign()
    expect(stdout.toString().trim().split('\n')).toHaveLength(1)
    expect(await readdir(join(folder, 'nested/signed'))).toEqual(['a.pdf'])
  })

  it('with odd names are files like others, and cannot forge a line', async () => {
    await mkdir(join(folder, 'odd'))
    const names = ["a b'c.pdf", '[x].pdf', '-dash.pdf', '日本.pdf', 'x\nVALID  y.pdf']
    for (const name of names) await writeFile(join(folder, 'odd', name), await readFile(join(folder, 'one.pdf')))
    const { exitCode } = await run(folder, ['sign', 'odd', ...SIGN, '-o', 'odd-signed'], { env })
    expect([exitCode, (await readdir(join(folder, 'odd-signed'))).sort()]).toEqual([0, [...names].sort()])
    const { stdout } = await run(folder, ['verify', 'odd', '-q'])
    expect(stdout.toString()).not.toMatch(/^VALID/m)
  })

  it('that cannot be had are told with the reason', async () => {
    await symlink('loop', join(folder, 'loop'))
    const loop = await run(folder, ['verify', 'loop'])
    expect([loop.exitCode, loop.stderr]).toEqual([66, expect.stringContaining('round in circles')])
    await writeFile(join(folder, 'empty.pdf'), '')
    expect((await run(folder, ['verify', 'empty.pdf'])).exitCode).toBe(2)
    expect((await run(folder, ['sign', 'empty.pdf', ...SIGN], { env })).exitCode).toBe(1)
    expect(existsSync(join(folder, 'empty-signed.pdf'))).toBe(false)
  })

  it.skipIf(process.getuid?.() === 0)('that may not be read are told with the reason', async () => {
    await writeFile(join(folder, 'closed.pdf'), '')
    await chmod(join(folder, 'closed.pdf'), 0)
    const { exitCode, stderr } = await run(folder, ['verify', 'closed.pdf'])
    expect([exitCode, stderr]).toEqual([66, expect.stringContaining('permission denied')])
  })
})

describe('secrets from files', () => {
  it('come with the order of all settings, and not from two places', async () => {
    await writeFile(join(folder, 'right'), `${passphrase}\n`)
    await writeFile(join(folder, 'wrong'), 'wrong')
    const sign = (args: string[], more: Record<string, string>) =>
      run(folder, ['sign', 'one.pdf', ...SIGN, '-o', 'secret.pdf', '--force', ...args], { env: more })
    expect((await sign([], { SEALWRIGHT_PASSPHRASE_FILE: 'right' })).exitCode).toBe(0)
    expect((await sign(['--passphrase-file', 'right'], { SEALWRIGHT_PASSPHRASE: 'wrong' })).exitCode).toBe(0)
    expect((await sign([], { SEALWRIGHT_PASSPHRASE_FILE: 'wrong' })).exitCode).toBe(78)
    const both = await sign([], { SEALWRIGHT_PASSPHRASE_FILE: 'right', ...env })
    expect([both.exitCode, both.stderr]).toEqual([78, expect.stringContaining('one must go')])
    const missing = await sign([], { SEALWRIGHT_PASSPHRASE_FILE: 'nowhere' })
    expect([missing.exitCode, missing.stderr]).toEqual([
      78,
      expect.stringMatching(/SEALWRIGHT_PASSPHRASE_FILE names nowhere.*not there/),
    ])
  })
})

describe('texts', () => {
  it.skipIf(!hasTool('fish'))('complete in fish', async () => {
    await writeFile(join(folder, 'fish'), (await run(folder, ['completion', 'fish'])).stdout)
    const complete = (line: string) =>
      spawnSync('fish', ['--no-config', '-c', `source fish; complete -C '${line}'`], { cwd: folder, encoding: 'utf8' })
        .stdout.split('\n')
        .map((each) => each.split('\t')[0])
        .filter((each) => each !== '')
    expect(complete('sealwright ke')).toEqual(['keys'])
    expect(complete('sealwright keys ')).toEqual(['create', 'list', 'purge', 'revoke', 'rotate'])
    expect(complete('sealwright sign --level B-L')).toEqual(['B-LT', 'B-LTA'])
  })

  it.skipIf(!hasTool('zsh'))('complete in zsh', async () => {
    await writeFile(join(folder, 'zsh'), (await run(folder, ['completion', 'zsh'])).stdout)
    const script = `autoload -U compinit; compinit -D -u; source ./zsh; print $_comps[sealwright]
      _describe() { print -l -- "\${(P)2[@]}" }
      words=(sealwright keys ''); CURRENT=3; _sealwright`
    const { stdout, stderr } = spawnSync('zsh', ['-f', '-c', script], { cwd: folder, encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout.split('\n').map((line) => line.split(':')[0])).toEqual([
      '_sealwright',
      'list',
      'create',
      'rotate',
      'revoke',
      'purge',
      '',
    ])
  })

  it.skipIf(!hasTool('man'))('make a manual page that man finds no fault with', async () => {
    const page = (await run(folder, ['man'])).stdout
    const { stdout, stderr } = spawnSync('man', ['--warnings', '-l', '-'], {
      input: page,
      encoding: 'utf8',
      env: { ...process.env, MANWIDTH: '100', LC_ALL: 'C.UTF-8' },
    })
    expect(stderr).toBe('')
    expect(stdout).toContain('--timestamp-authority')
    expect(stdout).toContain('EXIT STATUS')
  })
})
