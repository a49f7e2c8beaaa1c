/**
 * `sealwright serve` as a process of its own, from its settings to its end.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAddress } from '../../../adapters/cli/serve/serve-command.js'
import { verifyDocument } from '../../../src/index.js'
import { send, sendJson } from '../../contracts/adapter-client.js'
import { readReport } from '../../report/etsi/read-report.js'
import { makeTestKey } from '../../support/keys.js'
import { hasPostgres, startPostgres } from '../../support/postgres.js'
import { startRedis, type TestServer } from '../../support/redis.js'
import { runServiceFlow } from '../../support/service-flow.js'
import { hasTool } from '../../support/tools.js'
import { startSmtpServer, type TestSmtpServer } from '../smtp-server.js'
import { makeFolder, run } from './run-cli.js'
import { addressOf, type RunningCommand, readLog, startCommand, WORKER, waitFor } from './running-command.js'

const key = makeTestKey()
const running: RunningCommand[] = []
let folder = ''

beforeAll(async () => {
  folder = await makeFolder()
  await writeFile(join(folder, 'key.p12'), key.pkcs12)
  await writeFile(join(folder, 'passphrase'), `${key.passphrase}\n`)
})
afterAll(() => {
  for (const { child } of running) child.kill('SIGKILL')
})

function serve(args: readonly string[], env: Readonly<Record<string, string>> = {}): RunningCommand {
  const service = startCommand(folder, ['serve', '--listen', '127.0.0.1:0', '--worker-module', WORKER, ...args], env)
  running.push(service)
  return service
}

/** A code in the text of an e-mail. */
const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0]

describe('serve', () => {
  it('takes the flow of the README with nothing but a key, keeps keys over a restart, and ends at SIGTERM', async () => {
    const service = serve(['--development', '--data', 'data'])
    const url = await addressOf(service)
    const readCode = () => waitFor(() => codeIn(service.stderr()), 'the code')
    const { apiKey, signed, report } = await runServiceFlow({ readCode, nextUrl: () => url })
    expect(report).toMatchObject({ valid: true, signer: { sealedByThisService: true } })
    expect((await verifyDocument(signed)).signers).toHaveLength(1)

    service.child.kill('SIGTERM')
    expect(await service.ended).toEqual({ code: 0, signal: null })
    expect(readLog(service.stdout()).at(-1)).toMatchObject({ level: 'info', message: 'drained', aborted: 0 })
    const said = service.stdout() + service.stderr()
    expect(said).not.toContain(apiKey)
    expect(service.stdout()).not.toContain('ada@example.com')
    expect((await readdir(join(folder, 'data'))).filter((name) => /\.(db|secret)$/.test(name)).sort()).toEqual([
      'answers.db',
      'code.secret',
      'sealwright.db',
    ])
    expect((await stat(join(folder, 'data/code.secret'))).mode & 0o777).toBe(0o600)

    const again = serve(['--development', '--data', 'data'])
    const kept = await send(`${await addressOf(again)}/v1/keys`, { headers: { authorization: `Bearer ${apiKey}` } })
    expect(kept.status).toBe(200)
    again.child.kill('SIGINT')
    expect((await again.ended).code).toBe(0)
  }, 60_000)

  it('has a key from a file, figures for who has the token, and no codes without a mail server', async () => {
    const env = {
      SEALWRIGHT_KEY: 'key.p12',
      SEALWRIGHT_PASSPHRASE_FILE: 'passphrase',
      SEALWRIGHT_METRICS: 'yes',
      SEALWRIGHT_METRICS_TOKEN: 'token-for-prometheus',
      SEALWRIGHT_DATA: 'other',
    }
    const service = serve([], env)
    const url = await addressOf(service)
    expect((await send(`${url}/v1/metrics`)).status).toBe(401)
    const token = { authorization: 'Bearer token-for-prometheus' }
    expect((await send(`${url}/v1/metrics`, { headers: token })).body.toString()).toContain('active_requests')
    expect((await sendJson(`${url}/v1/auth/register`, { email: 'ada@example.com' })).status).toBe(404)
    expect(service.stdout() + service.stderr()).not.toContain('token-for')
    service.child.kill('SIGTERM')
    expect((await service.ended).code).toBe(0)
  }, 60_000)

  it('signs reports in XML with its key where that is asked, in its threads too', async () => {
    const service = serve(['--development', '--data', 'reports', '--sign-reports', '--threads', '1'])
    const url = await addressOf(service)
    const readCode = () => waitFor(() => codeIn(service.stderr()), 'the code')
    const { apiKey, signed } = await runServiceFlow({ readCode, nextUrl: () => url })
    const { body, status } = await send(`${url}/v1/verify?format=etsi-xml`, {
      method: 'POST',
      body: signed,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/pdf' },
    })
    expect(status).toBe(200)
    const report = readReport(body)
    expect(report.all('Signature')).toHaveLength(1)
    // The service signed the document too: its certificate is the one that the report is signed with.
    const [signer] = (await verifyDocument(signed)).signers
    expect(signer?.certificate?.fingerprint).toBe(
      createHash('sha256')
        .update(Buffer.from(report.texts('X509Certificate')[0] ?? '', 'base64'))
        .digest('hex'),
    )
    service.child.kill('SIGTERM')
    expect((await service.ended).code).toBe(0)
  }, 60_000)

  it('finishes what goes on, and says first that it is not ready', async () => {
    const service = serve(['--development', '--data', 'drained', '--notice-seconds', '4'])
    const url = await addressOf(service)
    service.child.kill('SIGTERM')
    await waitFor(() => (service.child.killed ? true : undefined), 'the signal')
    await expect.poll(async () => (await send(`${url}/v1/ready`)).status, { interval: 20 }).toBe(503)
    expect((await send(`${url}/v1/health`)).status).toBe(200)
    expect((await service.ended).code).toBe(0)
  }, 60_000)

  it.each([
    ['a key is missing', [], {}, 64, 'No key to sign with'],
    ['a passphrase is wrong', ['--key', 'key.p12'], { SEALWRIGHT_PASSPHRASE: 'wrong' }, 78, 'SEALWRIGHT_PASSPHRASE'],
    ['a port is no port', ['--development', '--listen', 'here'], {}, 64, 'host:port'],
    ['a level has no authority', ['--development', '--level', 'B-T'], {}, 78, 'timestampAuthorities'],
    [
      'a database cannot be had',
      ['--development'],
      { SEALWRIGHT_DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/x' },
      69,
      '127.0.0.1:1',
    ],
    [
      'Redis cannot be had',
      ['--development'],
      { SEALWRIGHT_REDIS_URL: 'redis://:hidden@127.0.0.1:1' },
      69,
      '127.0.0.1:1',
    ],
    [
      'a database is of no known kind',
      ['--development'],
      { SEALWRIGHT_DATABASE_URL: 'mysql://u:hidden@h/x' },
      78,
      'postgres://',
    ],
    ['a mail server has no sender', ['--development'], { SEALWRIGHT_SMTP_URL: 'smtp://u:hidden@h' }, 78, '--mail-from'],
    ['a secret is short', ['--development'], { SEALWRIGHT_CODE_SECRET: 'hidden' }, 78, '32 bytes'],
  ])('does not start where %s', async (_, args, env, code, message) => {
    const { exitCode, stderr, stdout } = await run(folder, ['serve', '--data', 'none', ...args], { env })
    expect([exitCode, stderr]).toEqual([code, expect.stringContaining(message)])
    expect(stderr + stdout.toString()).not.toContain('hidden')
  })

  it('does not start where something listens already', async () => {
    const service = serve(['--development', '--data', 'first'])
    const port = new URL(await addressOf(service)).port
    const second = await run(folder, ['serve', '--development', '--data', 'second', '--listen', port])
    expect([second.exitCode, second.stderr]).toEqual([69, expect.stringContaining('something listens there already')])
    service.child.kill('SIGTERM')
    await service.ended
  }, 60_000)

  it.each([
    ['3000', { host: '127.0.0.1', port: 3000 }],
    [':80', { host: '127.0.0.1', port: 80 }],
    ['0.0.0.0:80', { host: '0.0.0.0', port: 80 }],
    ['[::1]:80', { host: '::1', port: 80 }],
    ['/run/sealwright.sock', { path: '/run/sealwright.sock' }],
  ])('listens at %s', (text, address) => {
    expect(parseAddress(text)).toEqual(address)
  })
})

describe.skipIf(!hasPostgres() || !hasTool('redis-server'))('serve over PostgreSQL, Redis and SMTP', () => {
  const servers: TestServer[] = []
  let mail: TestSmtpServer | undefined
  let env: Record<string, string> = {}

  beforeAll(async () => {
    const [postgres, redis] = await Promise.all([startPostgres(), startRedis()])
    servers.push(postgres, redis)
    mail = await startSmtpServer({ credentials: { user: 'mailer', password: 'secret of mail' } })
    await mkdir(join(folder, 'secrets'))
    await writeFile(join(folder, 'secrets/database'), `${postgres.url}\n`)
    env = {
      SEALWRIGHT_KEY: 'key.p12',
      SEALWRIGHT_PASSPHRASE_FILE: 'passphrase',
      SEALWRIGHT_DATABASE_URL_FILE: 'secrets/database',
      SEALWRIGHT_REDIS_URL: redis.url,
      SEALWRIGHT_CODE_SECRET: 'the secret that all replicas share',
      SEALWRIGHT_SMTP_URL: `smtp://mailer:secret%20of%20mail@127.0.0.1:${mail.port}`,
      SEALWRIGHT_MAIL_FROM: 'Keys <keys@example.com>',
      SEALWRIGHT_CHECK_MAIL: 'true',
    }
  }, 60_000)
  afterAll(async () => {
    await mail?.close()
    await Promise.all(servers.map((server) => server.stop()))
  })

  it('takes the flow of the README by two replicas in turn', async () => {
    const replicas = [serve([], env), serve([], env)]
    const urls = await Promise.all(replicas.map(addressOf))
    let turns = 0
    const nextUrl = () => urls[turns++ % urls.length] ?? ''
    const readCode = () =>
      waitFor(() => codeIn(mail?.messages.at(-1)?.raw.split('\r\n\r\n').slice(1).join() ?? ''), 'the e-mail')
    const { apiKey, report } = await runServiceFlow({ readCode, nextUrl })
    expect(report).toMatchObject({ valid: true, signer: { sealedByThisService: true } })
    for (const url of urls) expect((await send(`${url}/v1/ready`)).json()).toMatchObject({ status: 'ready' })

    const listed = await run(folder, ['keys', 'list', 'ada@example.com', '--json'], { env })
    const { id } = JSON.parse(listed.stdout.toString())
    const withKey = { headers: { authorization: `Bearer ${apiKey}` } }
    expect((await send(`${nextUrl()}/v1/keys`, withKey)).status).toBe(200)
    expect((await run(folder, ['keys', 'revoke', id], { env })).exitCode).toBe(0)
    for (const url of urls) expect((await send(`${url}/v1/keys`, withKey)).status).toBe(401)

    const { stdout } = await run(folder, ['doctor', '--json'], { env })
    const states = Object.fromEntries(readLog(stdout.toString()).map(({ subject, state }) => [subject, state]))
    expect(states).toMatchObject({ key: 'ok', 'store of API keys': 'ok', Redis: 'ok', 'mail server': 'ok' })

    for (const { child } of replicas) child.kill('SIGTERM')
    for (const { ended } of replicas) expect((await ended).code).toBe(0)
    const said = replicas.map((replica) => replica.stdout() + replica.stderr()).join('')
    for (const secret of [apiKey, 'secret of mail', 'secret%20of%20mail', key.passphrase, 'replicas share']) {
      expect(said).not.toContain(secret)
    }
  }, 60_000)

  it('wants the secret that all replicas share', async () => {
    const { SEALWRIGHT_CODE_SECRET: _, ...rest } = env
    const { exitCode, stderr } = await run(folder, ['serve', '--listen', '0'], { env: rest })
    expect([exitCode, stderr]).toEqual([78, expect.stringContaining('SEALWRIGHT_CODE_SECRET')])
  })

  it('keeps its keys in Redis alone', async () => {
    const store = { SEALWRIGHT_DATABASE_URL: env['SEALWRIGHT_REDIS_URL'] ?? '' }
    const created = await run(
      folder,
      ['keys', 'create', 'ci@example.com', '--scopes', 'sign', '--days', '1', '--json'],
      { env: store },
    )
    expect(JSON.parse(created.stdout.toString())).toMatchObject({ email: 'ci@example.com', scopes: ['sign'] })
    const listed = await run(folder, ['keys', 'list'], { env: store })
    expect(listed.stdout.toString()).toMatch(/^key_\w+ {2}active .*ci@example\.com {2}sign {2}/)
  })
})
