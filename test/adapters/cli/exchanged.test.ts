/**
 * The built service goes on when the package under it is gone.
 *
 * @module
 */

import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { requestExamples } from '../../../src/http/description/openapi-examples.js'
import { multipartForm, send, sendJson } from '../../contracts/adapter-client.js'
import { makeDocx, paragraphXml } from '../../support/make-docx.js'
import { runServiceFlow } from '../../support/service-flow.js'
import { waitFor } from './running-command.js'

const DIST = fileURLToPath(new URL('../../../dist', import.meta.url))

/** Everything that a service does, so that whatever is loaded late is missed here. */
async function useAll(url: string, readCode: () => Promise<string>): Promise<void> {
  const { apiKey, signed } = await runServiceFlow({ readCode, nextUrl: () => url })
  const headers = { authorization: `Bearer ${apiKey}` }
  const ok = async (answer: ReturnType<typeof send>) => {
    const { status, body } = await answer
    expect(status, body.toString('utf8', 0, 300)).toBeLessThan(300)
    return body
  }
  const convert = (query: string, name: string, bytes: Uint8Array) => {
    const form = multipartForm(bytes, name)
    return ok(
      send(`${url}/v1/convert?${query}`, { headers: { ...headers, 'content-type': form.type }, body: form.body }),
    )
  }
  const text =
    '# Vertrag\n\nDonaudampfschifffahrt, שלום, مرحبا, $x^2$ ½ [a](https://example.com)\n\n```js\nlet a = 1\n```\n'
  for (const to of ['pdf', 'docx']) {
    await convert(`from=md&to=${to}&style=letter`, 'a.md', Buffer.from(text))
    await convert(`from=html&to=${to}`, 'a.html', Buffer.from('<html lang="de"><h1>A</h1><table><tr><td>x</table>'))
  }
  await convert('from=docx&to=pdf&conformance=PDF/UA-1&title=A', 'a.docx', makeDocx(paragraphXml('Ada ﷽ Zoë')))
  const pdf = { ...headers, 'content-type': 'application/pdf' }
  for (const accept of ['application/pdf', 'text/html', 'application/json']) {
    await ok(send(`${url}/v1/verify?language=de`, { headers: { ...pdf, accept }, body: signed }))
  }
  const { document, signer, auditTrail } = requestExamples().sign.minimal.value
  const visible = {
    document,
    signer,
    auditTrail,
    appearance: { page: 1, rectangle: [50, 50, 250, 110] },
    certify: 'form-filling',
  }
  const answer = await sendJson(`${url}/v1/sign`, visible, headers)
  expect([200, 400]).toContain(answer.status)
  await ok(
    sendJson(
      `${url}/v1/sign`,
      { document: { base64: Buffer.from(makeDocx(paragraphXml('Hi'))).toString('base64') }, signer, auditTrail },
      headers,
    ),
  )
  for (const path of ['openapi.json', 'docs', 'docs/viewer.js', 'docs/page.js', 'check', 'metrics', 'ready', 'keys']) {
    await ok(send(`${url}/v1/${path}`, { headers }))
  }
  const batch = {
    name: 'b',
    steps: ['convert', 'sign', 'verify'],
    sign: { signer, auditTrail },
    convert: { from: 'md', to: 'pdf' },
  }
  const documents = [{ document: { base64: Buffer.from(text).toString('base64') }, name: 'a.md' }]
  const created = JSON.parse(String(await ok(sendJson(`${url}/v1/batches`, { ...batch, documents }, headers))))
  const state = async () => (await send(`${url}/v1/batches/${created.batch.id}`, { headers })).json()
  await expect.poll(state).toMatchObject({ state: 'finished', done: 1, failed: 0 })
}

it.runIf(existsSync(join(DIST, 'all-modules.cjs')))(
  'serve does all it can after its package was removed',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sealwright-exchanged-'))
    const copy = join(folder, 'package')
    cpSync(DIST, copy, { recursive: true })
    // What hosts install beside it stays.
    symlinkSync(join(DIST, '../node_modules'), join(folder, 'node_modules'))
    const args = ['serve', '--development', '--listen', '127.0.0.1:0', '--batches', '--check-page', '--metrics']
    const service = spawn(process.execPath, [join(copy, 'cli.cjs'), ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], XDG_CACHE_HOME: join(folder, 'caches') },
    })
    let said = ''
    for (const stream of [service.stdout, service.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        said += chunk
      })
    }
    try {
      const address = await waitFor(() => /"address":"([^"]+)\/v1"/.exec(said)?.[1], 'the address')
      rmSync(copy, { recursive: true })
      await useAll(address, () => waitFor(() => /\b\d{6}\b(?!.*"time")/.exec(said)?.[0], 'the code'))
      expect(said).not.toMatch(/ENOENT|MODULE_NOT_FOUND/)
    } finally {
      service.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    }
  },
  120_000,
)
