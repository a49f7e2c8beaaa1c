/**
 * `sealwright extend`, with an authority that stamps and without one.
 *
 * @module
 */

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { convertFile, signDocument, verifyDocument } from '../../../src/index.js'
import { type LongTermPki, openLongTermPki } from '../../support/long-term-pki.js'
import { hasTool } from '../../support/tools.js'
import { makeFolder, run } from './run-cli.js'

let folder = ''
let pki: LongTermPki
let anchors: string[] = []

beforeAll(async () => {
  folder = await makeFolder()
  pki = await openLongTermPki({ isFast: true })
  anchors = pki.anchors.map((_, index) => `anchor-${index}.pem`)
  await Promise.all(pki.anchors.map((anchor, index) => writeFile(join(folder, `anchor-${index}.pem`), anchor)))
  const { bytes } = await convertFile(new TextEncoder().encode('# One'), { from: 'md', to: 'pdf' })
  const request = {
    signer: { name: 'Ada', email: 'ada@example.com' },
    auditTrail: [{ timestamp: '2026-11-21T09:00:00Z', type: 'submit' }],
  }
  const signed = await signDocument(bytes, request, { identity: await pki.identity() })
  await writeFile(join(folder, 'signed.pdf'), signed.bytes)
})
afterAll(() => pki.close())

const extend = (...args: string[]) => run(folder, ['extend', ...args, '--trust-anchor', ...anchors])

describe.skipIf(!hasTool('openssl'))('extend', () => {
  it('raises a file, says to what and until when, and renews it in place', async () => {
    const services = ['--tsa', pki.tsa, '--revocation-host', ...new Set([new URL(pki.tsa).host])]
    const raised = await extend('signed.pdf', '--json', ...services)
    const facts = JSON.parse(raised.stdout.toString())
    expect(facts).toMatchObject({ level: 'B-LTA', output: join(folder, 'signed-extended.pdf') })
    expect(Date.parse(facts.renewBefore)).toBeGreaterThan(Date.now())
    const before = await readFile(join(folder, 'signed-extended.pdf'))
    const again = await extend('signed-extended.pdf', '--in-place', ...services)
    expect([again.exitCode, again.stderr]).toEqual([
      0,
      expect.stringMatching(/B-LTA, to be extended again before \d{4}-/),
    ])
    const after = await readFile(join(folder, 'signed-extended.pdf'))
    expect(after.length).toBeGreaterThan(before.length)
    expect(after.subarray(0, before.length).equals(before)).toBe(true)
    const report = await verifyDocument(after, { trustAnchors: pki.anchors })
    expect([report.valid, report.signers[0]?.padesLevel]).toEqual([true, 'B-LTA'])
  }, 60_000)

  it('leaves the file as it is where nobody stamps', async () => {
    const { exitCode, stderr } = await extend(
      'signed.pdf',
      '--level',
      'B-T',
      '--tsa',
      'http://127.0.0.1:1/',
      '-o',
      'none.pdf',
    )
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('timestamp_')])
    await expect(readFile(join(folder, 'none.pdf'))).rejects.toThrow('ENOENT')
    expect((await extend('signed.pdf', '--tsa', 'ftp://nowhere', '-o', 'none.pdf')).exitCode).toBe(64)
    expect((await extend('signed.pdf', '--in-place', '-o', 'none.pdf')).exitCode).toBe(64)
  }, 60_000)
})
