/**
 * `sealwright serve --trust-lists`: the check page says what is qualified, and lists are read again while it runs.
 *
 * @module
 */

import { rename, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openReloadedLists } from '../../../adapters/cli/serve/reloaded-lists.js'
import { signDated } from '../../trust/support/dated-document.js'
import { makeCrl, makeHolder } from '../../trust/support/dated-pki.js'
import { ca, makeService, makeSigner, root } from '../../trust-lists/qualification/case.js'
import { makeList } from '../../trust-lists/support/make-list.js'
import { makeFolder, run } from './run-cli.js'
import { addressOf, type RunningCommand, startCommand, WORKER } from './running-command.js'

const DAY = 86_400_000
const iso = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const DATES = { issuedAt: iso(-0.1), nextUpdate: iso(90) }
const LIFE = { from: '2020-01-01', to: '2060-01-01' }
const operator = makeHolder('Operator', LIFE)
const national = makeHolder('National', LIFE)

let server: Server
let folder: string
let service: RunningCommand | undefined

/** The lists, with a number; `status` is that of the one service. */
const files = new Map<string, Uint8Array>()
function publish(origin: string, sequenceNumber: number, status: string): void {
  const pointers = [
    { url: `${origin}/lotl.xml`, territory: 'EU', type: 'EUlistofthelists', signers: [operator] },
    { url: `${origin}/de.xml`, territory: 'DE', signers: [national] },
  ]
  const head = { type: 'EUlistofthelists', territory: 'EU', sequenceNumber, pointers, ...DATES }
  files.set('/lotl.xml', makeList(operator, head))
  const services = [makeService(`2016-07-01 ${status} sig`)]
  files.set('/de.xml', makeList(national, { sequenceNumber, services, ...DATES }))
}

const update = (...args: readonly string[]) => run(folder, ['trust', 'update', ...args])

/** The terminal of the command line, as far as the lists need it. */
const terminal = () =>
  ({ cwd: folder, signal: new AbortController().signal }) as Parameters<typeof openReloadedLists>[1]

beforeAll(async () => {
  folder = await makeFolder()
  server = createServer((request, response) => {
    const bytes = files.get(request.url ?? '')
    response.writeHead(bytes === undefined ? 404 : 200).end(bytes)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  publish(origin, 7, 'granted')
  await writeFile(join(folder, 'journal.cer'), operator.certificate.der)
  const { exitCode, stderr } = await update('--list-signer', 'journal.cer', '--list-url', `${origin}/lotl.xml`)
  expect([exitCode, stderr]).toEqual([0, ''])
}, 60_000)

afterAll(() => {
  service?.child.kill('SIGKILL')
  server.close()
})

it('says on the check page what is qualified', { timeout: 120_000 }, async () => {
  const args = ['serve', '--development', '--listen', '127.0.0.1:0', '--worker-module', WORKER, '--data', 'data']
  service = startCommand(folder, [...args, '--check-page', '--trust-lists', 'trust-lists'])
  const address = await addressOf(service)
  const crl = makeCrl(ca, { at: iso(-1), next: iso(1) })
  const bytes = await signDated(makeSigner('2018 qc sscd esig'), {
    certificates: [ca, root],
    store: { certs: [ca, root], crls: [crl] },
  })
  const body = new FormData()
  body.append('file', new Blob([Uint8Array.from(bytes)], { type: 'application/pdf' }), 'a.pdf')
  const response = await fetch(`${address}/v1/check?language=en`, { method: 'POST', body })
  const page = await response.text()
  expect([response.status, page.includes('Qualified electronic signature'), page.includes('Provider, DE')]).toEqual([
    200,
    true,
    true,
  ])
  service.child.kill('SIGTERM')
  expect((await service.ended).code).toBe(0)
})

it('does not start without lists that may be used', async () => {
  const { exitCode, stderr } = await run(folder, ['serve', '--development', '--trust-lists', 'nowhere'])
  expect(exitCode).toBe(66)
  expect(stderr).toContain('sealwright trust update')
})

it('reads the folder again, keeps what it has for a day, and then says that it cannot tell', async () => {
  let time = 0
  const problems: unknown[] = []
  const lists = await openReloadedLists(folder.concat('/trust-lists'), terminal(), {
    now: () => time,
    onProblem: (error) => problems.push(error),
  })
  const status = async () => {
    const [found] = await lists.findServices([ca.certificate.der])
    return found?.periods[0]?.status
  }
  expect(await status()).toBe('granted')

  publish(lists.lists[0]?.url?.replace('/lotl.xml', '') ?? '', 8, 'withdrawn')
  expect((await update()).exitCode).toBe(0)
  time += 5 * 60_000 - 1
  expect(await status()).toBe('granted')
  time += 1
  expect(await status()).toBe('withdrawn')

  await rename(join(folder, 'trust-lists/signers.json'), join(folder, 'trust-lists/kept.json'))
  time += DAY - 1
  expect([await status(), problems.length]).toEqual(['withdrawn', 1])
  time += 5 * 60_000
  await expect(status()).rejects.toMatchObject({
    code: 'trust_list_unavailable',
    message: expect.stringContaining('trust update'),
  })

  await rename(join(folder, 'trust-lists/kept.json'), join(folder, 'trust-lists/signers.json'))
  time += 5 * 60_000
  expect(await status()).toBe('withdrawn')
  // A service that nobody asked for days has new lists for the first who does.
  time += 3 * DAY
  expect(await status()).toBe('withdrawn')
})
