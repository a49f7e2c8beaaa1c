/**
 * The mailer over SMTP, against a real server with good and bad manners.
 *
 * @module
 */

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type MailTransport, type OutgoingMail, smtpMailer } from '../../adapters/smtp-mailer.js'
import type { KeyEvent } from '../../src/keys/issuing/key-events.js'
import { memoryStore } from '../../src/keys/issuing/memory-store.js'
import { KeyIssuer } from '../../src/keys/key-issuer.js'
import { mailerContract } from '../../src/testing/entry.js'
import { describeContract } from '../support/describe-contract.js'
import { readMail } from '../support/read-mail.js'
import { startSmtpServer, type TestSmtpServer } from './smtp-server.js'

const FROM = 'Example Keys <keys@example.com>'
const MESSAGE = { to: 'ada@example.com', subject: 'Grüße: 123456', text: 'Ihr Code: 123456\n', html: '<p>Grüße</p>' }

let server: TestSmtpServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function start(options: Parameters<typeof startSmtpServer>[0] = {}) {
  server = await startSmtpServer(options)
  return { server, url: `smtp://127.0.0.1:${server.port}` }
}

describe('the contract', () => {
  let shared: TestSmtpServer | undefined
  beforeAll(async () => {
    const refusal = { code: 550, text: '5.1.1 No such user' }
    shared = await startSmtpServer({ refuse: (address) => (address.startsWith('nobody@') ? refusal : undefined) })
  })
  afterAll(() => shared?.close())

  const mails = (address: string) => shared?.messages.filter(({ to }) => to.includes(address)) ?? []
  describeContract(
    'smtpMailer',
    mailerContract(() => ({
      mailer: smtpMailer(`smtp://127.0.0.1:${shared?.port}`, { from: FROM }),
      received: async (address) => mails(address).map(({ raw }) => readMail(raw)),
      refusedAddress: 'nobody@example.com',
      // Nothing listens at the port of discard on a machine of tests.
      unreachable: smtpMailer('smtp://127.0.0.1:9', { from: FROM, timeoutMs: 1000 }),
    })),
  )
})

describe('smtpMailer', () => {
  it('sends a text and an HTML body to one address', async () => {
    const { server, url } = await start()
    await smtpMailer(url, { from: FROM, replyTo: 'help@example.com' }).send(MESSAGE)
    expect(server.messages).toHaveLength(1)
    const { from, to, raw } = server.messages[0] ?? { from: '', to: [], raw: '' }
    expect({ from, to }).toEqual({ from: 'keys@example.com', to: ['ada@example.com'] })
    expect(raw).toMatch(/^From: Example Keys <keys@example\.com>\r$/m)
    expect(raw).toMatch(/^Reply-To: help@example\.com\r$/m)
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(raw).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(raw).toMatch(/^Content-Type: multipart\/alternative;/m)
    expect(raw).toMatch(/Content-Type: text\/plain; charset=utf-8[\s\S]*Ihr Code: 123456/)
    expect(raw).toMatch(/Content-Type: text\/html; charset=utf-8[\s\S]*<p>Gr=C3=BC=C3=9Fe<\/p>/)
  })

  it('logs in with the name and password of the URL', async () => {
    const credentials = { user: 'keys', password: 'pass word' }
    const { server } = await start({ credentials })
    const right = smtpMailer(`smtp://keys:pass%20word@127.0.0.1:${server.port}`, { from: FROM })
    await right.send(MESSAGE)
    expect(server.messages).toHaveLength(1)
    const wrong = smtpMailer(`smtp://keys:other@127.0.0.1:${server.port}`, { from: FROM })
    await expect(wrong.send(MESSAGE)).rejects.not.toMatchObject({ code: 'mail_refused' })
    expect(server.messages).toHaveLength(1)
  })

  it.each([
    ['550 5.1.1 No such user', { code: 550, text: '5.1.1 No such user' }],
    ['552 5.2.2 Mailbox full', { code: 552, text: '5.2.2 Mailbox full' }],
    ['553 Mailbox name not allowed', { code: 553, text: 'Mailbox name not allowed' }],
  ])('tells that the recipient was refused: %s', async (_name, refusal) => {
    const { url } = await start({ refuse: () => refusal })
    await expect(smtpMailer(url, { from: FROM }).send(MESSAGE)).rejects.toMatchObject({ code: 'mail_refused' })
  })

  it.each([
    ['554 5.7.1 Relay access denied', { code: 554, text: '5.7.1 Relay access denied' }],
    ['450 4.2.1 Try again', { code: 450, text: '4.2.1 Try again' }],
  ])('does not take it for a fault of the recipient: %s', async (_name, refusal) => {
    const { url } = await start({ refuse: () => refusal })
    const failure = await smtpMailer(url, { from: FROM })
      .send(MESSAGE)
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toMatchObject({ code: 'mail_refused' })
  })

  it('tries a connection that was dropped once more', async () => {
    const { server, url } = await start({ drop: 1 })
    await smtpMailer(url, { from: FROM }).send(MESSAGE)
    expect(server.messages).toHaveLength(1)
  })

  it('gives up after two connections', async () => {
    const { server, url } = await start({ drop: 2 })
    await expect(smtpMailer(url, { from: FROM }).send(MESSAGE)).rejects.toThrow()
    expect(server.messages).toHaveLength(0)
  })

  it('sends nothing twice', async () => {
    const { server, url } = await start({ refuseData: { code: 451, text: '4.3.0 Try again' } })
    await expect(smtpMailer(url, { from: FROM }).send(MESSAGE)).rejects.toThrow()
    expect(server.connections()).toBe(1)
  })

  it('stops when its signal aborts', async () => {
    const { server, url } = await start()
    const sending = smtpMailer(url, { from: FROM }).send(MESSAGE, { signal: AbortSignal.abort() })
    await expect(sending).rejects.toThrow()
    expect(server.messages).toHaveLength(0)
  })

  it('sends through a transport of the host', async () => {
    const sent: OutgoingMail[] = []
    const transport: MailTransport = { sendMail: async (mail) => sent.push(mail) }
    await smtpMailer(transport, { from: FROM }).send(MESSAGE)
    expect(sent[0]).toMatchObject({
      ...MESSAGE,
      to: { address: 'ada@example.com' },
      from: FROM,
      disableFileAccess: true,
    })
  })

  it.each([
    ['a server that is no URL', () => smtpMailer('mail.example.com', { from: FROM })],
    ['a web address', () => smtpMailer('https://example.com', { from: FROM })],
    ['no sender', () => smtpMailer('smtp://127.0.0.1', { from: '' })],
  ])('refuses %s', (_name, create) => {
    expect(create).toThrow(expect.objectContaining({ code: 'invalid_request' }))
  })

  it('carries a code from request to redemption', async () => {
    const { server, url } = await start()
    const secret = 'a secret of at least thirty-two bytes'
    const keys = new KeyIssuer({ store: memoryStore(), mailer: smtpMailer(url, { from: FROM }), secret })
    await keys.requestCode('Ada@Example.com')
    const raw = server.messages[0]?.raw ?? ''
    const code = /^Subject: (\d{6}) /m.exec(raw)?.[1] ?? ''
    expect(raw).not.toMatch(/https?:\/\//)
    expect((await keys.redeemCode('ada@example.com', code)).apiKey).toMatch(/^sw_[0-9A-Za-z]{38}$/)
  })

  it('does not tell whoever asked that the address is refused', async () => {
    const { url } = await start({ refuse: () => ({ code: 550, text: '5.1.1 No such user' }) })
    const events: KeyEvent[] = []
    const keys = new KeyIssuer({
      store: memoryStore(),
      mailer: smtpMailer(url, { from: FROM }),
      secret: 'a secret of at least thirty-two bytes',
      onEvent: (event) => events.push(event),
    })
    await expect(keys.requestCode('nobody@example.com')).resolves.toBeUndefined()
    expect(events.map(({ type, reason }) => [type, reason])).toEqual([
      ['code.requested', undefined],
      ['code.failed', 'mail_refused'],
    ])
  })
})
