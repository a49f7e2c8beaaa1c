/**
 * `sealwright serve` with batches, in folders and in S3, at the port that a platform gives; and secrets that are
 * changed meanwhile.
 *
 * @module
 */

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCodeSecret } from '../../../adapters/cli/serve/code-secret.js'
import type { OpenStore } from '../../../adapters/cli/serve/open-store.js'
import { chooseAddress } from '../../../adapters/cli/serve/serve-command.js'
import { requestExamples } from '../../../src/http/description/openapi-examples.js'
import { KeyIssuer, memoryStore, verifyDocument } from '../../../src/index.js'
import { send, sendJson } from '../../contracts/adapter-client.js'
import { codeMailbox } from '../../keys/code-mailbox.js'
import { findFreePort } from '../../support/free-port.js'
import { makeFolder, run } from './run-cli.js'
import { addressOf, type RunningCommand, startCommand, WORKER } from './running-command.js'

const running: RunningCommand[] = []
let folder = ''

beforeAll(async () => {
  folder = await makeFolder()
})
afterAll(() => {
  for (const { child } of running) child.kill('SIGKILL')
})

function serve(args: readonly string[], env: Readonly<Record<string, string>> = {}): RunningCommand {
  const service = startCommand(folder, ['serve', '--development', '--worker-module', WORKER, ...args], env)
  running.push(service)
  return service
}

async function createKey(data: string): Promise<string> {
  const { stdout } = await run(folder, ['keys', 'create', 'ada@example.com', '--json', '--data', data])
  return JSON.parse(stdout.toString()).apiKey
}

const { document, signer, auditTrail } = requestExamples().sign.minimal.value
const order = { name: 'May', steps: ['sign'], sign: { signer, auditTrail }, documents: [{ document, name: 'a.pdf' }] }

interface Created {
  readonly batch: { readonly id: string }
  readonly webhookSecret?: string
}

/** Signs one document in a batch, and gives the result. */
async function signBatch(
  url: string,
  apiKey: string,
  changes: object = {},
): Promise<{ bytes: Buffer; created: Created }> {
  const headers = { authorization: `Bearer ${apiKey}` }
  const answer = await sendJson(`${url}/v1/batches`, { ...order, ...changes }, headers)
  expect(answer.status, answer.body.toString()).toBe(202)
  const created = answer.json<Created>()
  const status = async () => (await send(`${url}/v1/batches/${created.batch.id}`, { headers })).json()['state']
  await expect.poll(status).toBe('finished')
  const { results } = (await send(`${url}/v1/batches/${created.batch.id}/results`, { headers })).json<{
    results: { url: string }[]
  }>()
  const { body } = await send(`${url}${results[0]?.url}`, { headers })
  return { bytes: body, created }
}

describe('the port that a platform gives', () => {
  it.each([
    [undefined, undefined, { host: '127.0.0.1', port: 3000 }],
    [undefined, '', { host: '127.0.0.1', port: 3000 }],
    [undefined, '7400', { port: 7400 }],
    ['127.0.0.1:8080', '7400', { host: '127.0.0.1', port: 8080 }],
  ])('with --listen %s and PORT %s', (listen, port, address) => {
    expect(chooseAddress(listen, port)).toEqual(address)
  })

  it.each(['x', '70000', '-1', '80 '])('is no port where it is %j', (port) => {
    expect(() => chooseAddress(undefined, port)).toThrow('PORT')
  })
})

describe('serve with batches', () => {
  it('listens at PORT, signs in folders, and keeps batches over a restart', async () => {
    const apiKey = await createKey('plain')
    const port = await findFreePort()
    const args = ['--data', 'plain', '--batches', '--min-free-mb', '1']
    const service = serve(args, { PORT: String(port) })
    await addressOf(service)
    const url = `http://127.0.0.1:${port}`
    const { bytes, created } = await signBatch(url, apiKey)
    expect((await verifyDocument(bytes)).signers).toHaveLength(1)
    expect(created.webhookSecret).toBeUndefined()
    const ready = (await send(`${url}/v1/ready`)).json<{ checks: Record<string, string> }>()
    expect(ready.checks).toMatchObject({ queue: 'ok', documents: 'ok', disk: 'ok', store: 'ok', identity: 'ok' })
    service.child.kill('SIGTERM')
    expect((await service.ended).code).toBe(0)

    const limits = ['--owner-mb', '8', '--owner-documents', '7', '--owner-urls', '3', '--keep-days', '2']
    const answers = ['--answers-mb', '4', '--answer-hours', '1']
    const again = serve([...args, ...limits, ...answers], { PORT: String(port) })
    await addressOf(again)
    const { headers } = { headers: { authorization: `Bearer ${apiKey}` } }
    expect((await send(`${url}/v1/batches/${created.batch.id}`, { headers })).json()).toMatchObject({ done: 1 })
    expect((await send(`${url}/v1/usage`, { headers })).json()).toMatchObject({
      storedBytes: { limit: 8 * 1024 * 1024, goesAfterSeconds: 2 * 86_400 },
      keptAnswerBytes: { used: 0, limit: 1024 * 1024, goesAfterSeconds: 3600 },
      queuedDocuments: { used: 0, limit: 7 },
      queuedUrls: { limit: 3 },
    })
    again.child.kill('SIGTERM')
    await again.ended
  }, 90_000)

  it('keeps documents in S3, and tells whoever asks for webhooks their secret', async () => {
    const directory = join(folder, 's3')
    await mkdir(directory)
    const { default: S3rver } = (await import('s3rver' as string)) as {
      default: new (options: object) => { run(): Promise<{ port: number }>; close(): Promise<void> }
    }
    const server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory,
      configureBuckets: [{ name: 'documents', configs: [] }],
    })
    const { port } = await server.run()
    const apiKey = await createKey('in-s3')
    const places = ['--batch-inputs', 's3://documents/in', '--batch-results', 's3://documents/out']
    const service = serve(['--listen', '127.0.0.1:0', '--data', 'in-s3', '--batches', ...places], {
      SEALWRIGHT_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      SEALWRIGHT_WEBHOOK_SECRET: [2, 1].map((fill) => `whsec_${Buffer.alloc(32, fill).toString('base64')}`).join('\n'),
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    })
    const url = new URL(await addressOf(service)).origin
    const { bytes, created } = await signBatch(url, apiKey, { webhook: { url: 'https://hooks.example/' } })
    expect((await verifyDocument(bytes)).signers).toHaveLength(1)
    expect(created.webhookSecret).toMatch(/^whsec_/)
    expect((await send(`${url}/v1/ready`)).json()).toMatchObject({ checks: { documents: 'ok' } })
    service.child.kill('SIGTERM')
    expect((await service.ended).code).toBe(0)
    await server.close()
  }, 90_000)

  it.each([
    ['a bucket is none', ['--batch-inputs', 's3:/x'], {}, 's3://bucket'],
    ['a webhook secret is none', [], { SEALWRIGHT_WEBHOOK_SECRET: 'hidden' }, 'whsec_'],
    ['the queue cannot be had', [], { SEALWRIGHT_QUEUE_URL: 'redis://:hidden@127.0.0.1:1' }, 'SEALWRIGHT_QUEUE_URL'],
  ])('does not start where %s', async (_, args, env, message) => {
    const base = ['serve', '--development', '--data', 'none', '--batches', '--listen', '127.0.0.1:0']
    const { exitCode, stderr } = await run(folder, [...base, ...args], { env })
    expect([exitCode > 0, stderr]).toEqual([true, expect.stringContaining(message)])
    expect(stderr).not.toContain('hidden')
  })
})

describe('a code secret that is changed', () => {
  const [former, next] = ['the secret of the last year, 32 bytes', 'the secret of the year after, 32 bytes']
  const shared = { folder: undefined } as OpenStore

  async function replica(lines: readonly string[], store: ReturnType<typeof memoryStore>) {
    const mailer = codeMailbox()
    const secret = await readCodeSecret(`${lines.join('\n')}\n`, shared)
    return { mailer, keys: new KeyIssuer({ store, mailer, secret, resendCooldownMs: 0, rateLimiter: false }) }
  }

  it.each([
    ['first it is added', [former], [former, next]],
    ['then it goes before', [former, next], [next, former]],
    ['then the former one goes', [next, former], [next]],
  ])('%s: codes of either replica are taken by the other', async (_, before, after) => {
    const store = memoryStore()
    const [one, other] = [await replica(before, store), await replica(after, store)]
    for (const [sender, taker] of [[one, other] as const, [other, one] as const]) {
      await sender.keys.requestCode('ada@example.com')
      const issued = await taker.keys.redeemCode('ada@example.com', sender.mailer.lastCode('ada@example.com'))
      expect(issued.email).toBe('ada@example.com')
    }
  })

  it('in one step loses codes, which is why there are three', async () => {
    const store = memoryStore()
    const [one, other] = [await replica([former], store), await replica([next], store)]
    await one.keys.requestCode('ada@example.com')
    const code = one.mailer.lastCode('ada@example.com')
    await expect(other.keys.redeemCode('ada@example.com', code)).rejects.toMatchObject({ code: 'invalid_code' })
  })

  it('may have no short line', async () => {
    await expect(replica([former, 'short'], memoryStore())).rejects.toThrow('32 bytes')
  })
})
