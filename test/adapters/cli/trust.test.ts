/**
 * `sealwright trust`, and `sealwright verify --trust-lists`.
 *
 * @module
 */

import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signDated } from '../../trust/support/dated-document.js'
import { makeHolder } from '../../trust/support/dated-pki.js'
import { ca, makeService, makeSigner, root } from '../../trust-lists/qualification/case.js'
import { makeList } from '../../trust-lists/support/make-list.js'
import { makeFolder, run } from './run-cli.js'

const LIFE = { from: '2020-01-01', to: '2060-01-01' }
const operator = makeHolder('Operator', LIFE)
const national = makeHolder('National', LIFE)
const DATES = {
  issuedAt: new Date(Date.now() - 3_600_000).toISOString(),
  nextUpdate: new Date(Date.now() + 90 * 86_400_000).toISOString(),
}
const files = new Map<string, Uint8Array>()
let server: Server
let folder: string
let origin: string

function publish(sequenceNumber: number, signer = operator): void {
  const pointers = [
    { url: `${origin}/lotl.xml`, territory: 'EU', type: 'EUlistofthelists', signers: [operator] },
    { url: `${origin}/de.xml`, territory: 'DE', signers: [national] },
  ]
  files.set(
    '/lotl.xml',
    makeList(signer, { type: 'EUlistofthelists', territory: 'EU', sequenceNumber, pointers, ...DATES }),
  )
}

beforeAll(async () => {
  folder = await makeFolder()
  server = createServer((request, response) => {
    const bytes = files.get(request.url ?? '')
    response.writeHead(bytes === undefined ? 404 : 200).end(bytes)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  publish(7)
  files.set('/de.xml', makeList(national, { services: [makeService('2016-07-01 granted sig,seal')], ...DATES }))
  await writeFile(join(folder, 'journal.cer'), operator.certificate.der)
  const bytes = await signDated(makeSigner('2018 qc sscd esig'), { certificates: [ca, root] })
  await writeFile(join(folder, 'signed.pdf'), bytes)
})

afterAll(() => server.close())

it('needs the certificates of the Official Journal', async () => {
  const { exitCode, stderr } = await run(folder, ['trust', 'update'])
  expect(exitCode).toBe(64)
  expect(stderr).toContain('--list-signer')
})

it('shows nothing before it was updated', async () => {
  const { exitCode, stderr } = await run(folder, ['trust', 'show'])
  expect(exitCode).toBe(66)
  expect(stderr).toContain('sealwright trust update')
})

it('updates a folder, and shows it without the network', async () => {
  const update = await run(folder, [
    'trust',
    'update',
    '--list-signer',
    'journal.cer',
    '--list-url',
    `${origin}/lotl.xml`,
  ])
  expect(update.stderr).toBe('')
  expect(update.exitCode).toBe(0)
  expect(update.stdout.toString()).toMatch(/✓ EU {2}no\. 7.*\n✓ DE {2}no\. 1.*1 services, Office of DE\n/)
  files.delete('/de.xml')
  const show = await run(folder, ['trust', 'show'])
  expect(show.stdout.toString()).toBe(update.stdout.toString())
  const json = await run(folder, ['trust', 'show', '--json'])
  const [, de] = json.stdout
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(de).toMatchObject({ territory: 'DE', state: 'fresh', services: 1, url: `${origin}/de.xml` })
})

it('keeps what it has when a list is forged or older', async () => {
  publish(6)
  const older = await run(folder, ['trust', 'update'])
  expect(older.stdout.toString()).toMatch(/EU {2}no\. 7[\s\S]*newer one has been seen/)
  publish(8, makeHolder('Mallory', LIFE))
  const forged = await run(folder, ['trust', 'update'])
  expect(forged.stdout.toString()).toMatch(/EU {2}no\. 7[\s\S]*not signed by one of the signers/)
  expect(forged.exitCode).toBe(0)
})

it('verifies with the folder, and says what the lists say', async () => {
  const { stdout } = await run(folder, ['verify', 'signed.pdf', '--trust-lists', 'trust-lists', '--json'])
  const { report } = JSON.parse(stdout.toString())
  expect(report.signers[0].qualification).toMatchObject({ ofCertificate: 'QESig', country: 'DE', provider: 'Provider' })
  const text = await run(folder, ['verify', 'signed.pdf', '--trust-lists', 'trust-lists'])
  expect(text.stdout.toString()).toContain(', Provider, DE')
  const required = await run(folder, [
    'verify',
    'signed.pdf',
    '--trust-lists',
    'trust-lists',
    '--require-qualified',
    'seal',
  ])
  expect(required.stdout.toString()).toContain('requires a qualified electronic seal')
  expect(required.exitCode).toBe(1)
})
