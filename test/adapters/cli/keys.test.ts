/**
 * `sealwright keys`, over the store of a service.
 *
 * @module
 */

import { beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../../adapters/cli/serve/open-store.js'
import type { Terminal } from '../../../adapters/cli/terminal.js'
import { KeyIssuer } from '../../../src/index.js'
import { makeFolder, run } from './run-cli.js'

let folder = ''
beforeAll(async () => {
  folder = await makeFolder()
})

const keys = (...args: string[]) => run(folder, ['keys', ...args])

/** The id that a new key's line names. */
const idIn = (stderr: string) => /key_\w+/.exec(stderr)?.[0] ?? ''

/** Whether a service over the same store would take a key. */
async function isAccepted(apiKey: string): Promise<boolean> {
  const store = await openStore({}, { cwd: folder } as Terminal, () => undefined)
  const mailer = { send: async () => undefined }
  try {
    const issuer = new KeyIssuer({ store: store.keys, mailer, secret: 's'.repeat(32), rateLimiter: false })
    return await issuer.authenticate(apiKey).then(
      () => true,
      () => false,
    )
  } finally {
    await store.close()
  }
}

describe('keys', () => {
  it('are made, listed, rotated, revoked and purged', async () => {
    const created = await keys(
      'create',
      'Ada@Example.com',
      '--name',
      'build',
      '--scopes',
      'sign',
      'verify',
      '--days',
      '2',
    )
    const apiKey = created.stdout.toString().trim()
    expect(created.exitCode).toBe(0)
    expect(apiKey).toMatch(/^sw_[0-9A-Za-z]{38}$/)
    expect(created.stderr).not.toContain(apiKey)
    expect(await isAccepted(apiKey)).toBe(true)

    const listed = (await keys('list')).stdout.toString()
    expect(listed).toMatch(/active .*sign\+verify .*until .*used .*"build"\n$/)
    expect(listed).not.toContain(apiKey)

    const rotated = await keys('rotate', idIn(created.stderr), '--grace-hours', '0')
    const successor = rotated.stdout.toString().trim()
    expect([await isAccepted(apiKey), await isAccepted(successor)]).toEqual([false, true])

    expect((await keys('revoke', idIn(rotated.stderr))).exitCode).toBe(0)
    expect(await isAccepted(successor)).toBe(false)
    expect((await keys('list', '--active')).stdout.toString()).toBe('')
    expect((await keys('purge', '--keep-days', '0')).stdout.toString()).toBe('2 deleted\n')
  })

  it.each([
    [['create', 'nobody'], 1, 'e-mail'],
    [['create', 'ada@example.com', '--scopes', 'everything'], 64, '--scopes must be some of sign, verify'],
    [['create', 'ada@example.com', '--days', '0'], 64, '--days must be a number'],
    [['create'], 64, "missing required argument 'address'"],
    [['rotate', 'key_0000000000000000'], 1, 'no active API key'],
    [['revoke', 'key_0000000000000000'], 1, 'There is no key'],
    [['forget'], 64, "unknown command 'forget'"],
  ])('refuse what makes no sense: %j', async (args, code, message) => {
    const { exitCode, stderr } = await keys(...args)
    expect([exitCode, stderr.toLowerCase()]).toEqual([code, expect.stringContaining(message.toLowerCase())])
  })
})
