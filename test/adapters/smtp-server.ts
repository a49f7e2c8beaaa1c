/**
 * A real SMTP server for tests.
 *
 * @module
 */

import { SMTPServer } from 'smtp-server'

/** What a test's mail server received. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
}

export interface TestSmtpServer {
  readonly port: number
  readonly messages: readonly ReceivedMail[]
  /** Connections so far. */
  readonly connections: () => number
  close(): Promise<void>
}

/**
 * Starts a real SMTP server on the loopback interface.
 *
 * @param options.refuse decides the answer to `RCPT TO`: its code and text, or nothing to accept.
 * @param options.refuseData the same for the end of the data.
 * @param options.drop how many connections to close right after they were made.
 */
export async function startSmtpServer(
  options: {
    readonly port?: number
    readonly refuse?: (address: string) => { code: number; text: string } | undefined
    readonly refuseData?: { code: number; text: string }
    readonly drop?: number
    readonly credentials?: { user: string; password: string }
  } = {},
): Promise<TestSmtpServer> {
  const messages: ReceivedMail[] = []
  let connections = 0
  const fail = ({ code, text }: { code: number; text: string }) =>
    Object.assign(new Error(text), { responseCode: code })
  const server = new SMTPServer({
    authOptional: options.credentials === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onConnect(_session, callback) {
      connections++
      callback()
    },
    onAuth({ username, password }, _session, callback) {
      const { user, password: expected } = options.credentials ?? {}
      if (username === user && password === expected) return callback(null, { user: username })
      callback(fail({ code: 535, text: 'Authentication failed' }))
    },
    onRcptTo({ address }, _session, callback) {
      const refusal = options.refuse?.(address)
      callback(refusal === undefined ? null : fail(refusal))
    },
    onData(stream, session, callback) {
      const chunks: Uint8Array[] = []
      stream.on('data', (chunk: Uint8Array) => chunks.push(chunk))
      stream.on('end', () => {
        if (options.refuseData !== undefined) return callback(fail(options.refuseData))
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false || mailFrom === undefined ? '' : mailFrom.address
        messages.push({ from, to: rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString('utf8') })
        callback()
      })
    },
  })
  let toDrop = options.drop ?? 0
  server.server.prependListener('connection', (socket: { destroy(): void }) => {
    if (toDrop-- > 0) socket.destroy()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', () => resolve())
  })
  server.on('error', () => undefined)
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    messages,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
