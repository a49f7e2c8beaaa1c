/**
 * `sealwright batch`, from a folder or a manifest to its results.
 *
 * @module
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { verifyDocument } from '../../../src/index.js'
import { listFiles, makePdf } from '../../batch/support.js'
import { makeFolder, run } from './run-cli.js'

const SIGNER = ['--signer-name', 'Ada', '--signer-email', 'ada@example.com']

async function setUp(count: number): Promise<string> {
  const folder = await makeFolder()
  mkdirSync(join(folder, 'contracts'))
  for (let i = 0; i < count; i++) writeFileSync(join(folder, 'contracts', `${i}.pdf`), await makePdf(`Contract ${i}`))
  return folder
}

const lines = (stdout: Buffer) => stdout.toString().trim().split('\n')

describe('sealwright batch', () => {
  it('signs a folder, says how far it is, and does nothing twice', async () => {
    const folder = await setUp(3)
    const args = ['batch', 'enqueue', 'contracts', ...SIGNER, '--development', '--work']
    const first = await run(folder, args)
    expect(first.exitCode, first.stderr).toBe(0)
    expect(lines(first.stdout)[0]).toContain('3 taken, 0 not taken')
    expect(lines(first.stdout).at(-1)).toContain('finished  3/3')
    const results = join(folder, 'results')
    const before = listFiles(results).map((file) => readFileSync(join(results, file)).toString('base64'))
    expect(before).toHaveLength(3)
    for (const file of before) expect((await verifyDocument(Buffer.from(file, 'base64'))).signers).toHaveLength(1)
    expect((await run(folder, args)).exitCode).toBe(0)
    expect(listFiles(results).map((file) => readFileSync(join(results, file)).toString('base64'))).toEqual(before)
  })

  it('takes a manifest, names what is wrong with it, and lists results and failures', async () => {
    const folder = await setUp(2)
    writeFileSync(
      join(folder, 'list.csv'),
      '\ufeffinput;sign.signer.name;sign.signer.email;sign.metadata:json\ncontracts/0.pdf;Ada;ada@example.com;"{""matter"":7}"\n' +
        'contracts/1.pdf;Bob\n"contracts/1.pdf;Bob;bob@example.com;\n../x.pdf;Bob;bob@example.com;\ncontracts/9.pdf;Bob;bob@example.com;\n',
    )
    const enqueued = await run(folder, ['batch', 'enqueue', 'list.csv', '--batch-name', 'May', '--json'])
    expect(enqueued.exitCode).toBe(1)
    expect(JSON.parse(enqueued.stdout.toString())).toMatchObject({ name: 'May', entries: 5, taken: 1, rejected: 4 })
    expect(
      enqueued.stderr
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(['3', '4', '5', '6'])
    const [status] = lines((await run(folder, ['batch', 'status', 'May', '--json'])).stdout)
    expect(JSON.parse(status ?? '')).toMatchObject({ state: 'running', total: 1, waiting: 1, rejected: 4 })
    const worked = await run(folder, ['batch', 'work', '--development', '--until-done'])
    expect(worked.exitCode, worked.stderr).toBe(0)
    const results = await run(folder, ['batch', 'results', 'May'])
    expect(results.stdout.toString()).toMatch(/^contracts\/0\.pdf\tcontracts\/0\.[0-9a-f]{32}\.pdf\t[0-9a-f]{64}\n$/)
    const failures = await run(folder, ['batch', 'failures', 'May', '--json'])
    expect(failures.exitCode).toBe(1)
    expect(lines(failures.stdout).map((line) => JSON.parse(line).code)).toEqual([
      'invalid_request',
      'invalid_request',
      'invalid_request',
      'document_not_found',
    ])
  })

  it('pauses, resumes, cancels and forgets', async () => {
    const folder = await setUp(1)
    await run(folder, ['batch', 'enqueue', 'contracts', '--steps', 'verify', '--batch-name', 'x'])
    const states: (string | undefined)[] = []
    for (const action of ['pause', 'resume', 'cancel']) {
      const { stdout } = await run(folder, ['batch', action, 'x', '--json'])
      states.push(JSON.parse(stdout.toString()).state)
    }
    expect(states).toEqual(['paused', 'running', 'cancelled'])
    expect((await run(folder, ['batch', 'resume', 'x'])).exitCode).toBe(1)
    expect((await run(folder, ['batch', 'remove', 'x'])).exitCode).toBe(0)
    expect((await run(folder, ['batch', 'status', 'x'])).exitCode).toBe(66)
    expect((await run(folder, ['batch', 'status'])).stdout.toString()).toBe('')
  })

  it.each(['missing.csv', 'missing.jsonl', 'folder.csv'])('says of %s that it cannot be read', async (name) => {
    const folder = await setUp(1)
    mkdirSync(join(folder, 'folder.csv'))
    const { exitCode, stderr } = await run(folder, ['batch', 'enqueue', name, ...SIGNER])
    expect({ exitCode, stderr }).toEqual({ exitCode: 66, stderr: expect.stringContaining(name) })
  })

  it('says of a command line what is wrong with it', async () => {
    const folder = await setUp(1)
    for (const args of [
      ['enqueue'],
      ['enqueue', 'contracts', '--steps', 'shred'],
      ['enqueue', '../outside'],
      ['status', 'none'],
    ]) {
      const { exitCode, stderr } = await run(folder, ['batch', ...args])
      expect(exitCode, args.join(' ')).toBeGreaterThanOrEqual(64)
      expect(stderr).not.toBe('')
    }
  })
})
