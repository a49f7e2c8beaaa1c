/**
 * A process that issues and checks keys on behalf of its parent, and can be killed at any moment.
 *
 * @module
 */

import { createPostgresTables, postgresStore } from '../../adapters/stores/postgres-store.js'
import { createSqliteTables, openSqlite, sqliteStore } from '../../adapters/stores/sqlite-store.js'
import { SealwrightError } from '../../src/errors.js'
import { KeyIssuer } from '../../src/keys/key-issuer.js'
import type { KeyStore } from '../../src/keys/key-store.js'
import { codeMailbox } from '../keys/code-mailbox.js'
import { openPool } from '../support/postgres.js'

/** What the parent may ask. `request` answers with the code that was sent. */
export interface KeyServerCall {
  readonly id: number
  readonly method: 'request' | 'redeem' | 'authenticate' | 'revoke' | 'rotate' | 'list'
  readonly args: readonly string[]
}

export type KeyServerAnswer = { readonly id: number } & (
  | { readonly value: unknown }
  | { readonly code: string; readonly message: string }
)

const [kind = '', location = ''] = process.argv.slice(2)

async function openStore(): Promise<KeyStore> {
  if (kind === 'postgres') {
    const pool = openPool(location)
    await createPostgresTables(pool)
    return postgresStore(pool)
  }
  const database = await openSqlite(location, { driver: kind === 'wasm' ? 'node-sqlite3-wasm' : 'node:sqlite' })
  createSqliteTables(database)
  return sqliteStore(database)
}

const mailbox = codeMailbox()
const secret = 'the same secret in every life of this process'
const keys = new KeyIssuer({ store: await openStore(), mailer: mailbox, secret, rateLimiter: false })

async function answer({ method, args: [first = '', second = ''] }: KeyServerCall): Promise<unknown> {
  switch (method) {
    case 'request':
      await keys.requestCode(first)
      return mailbox.lastCode(first)
    case 'redeem':
      return keys.redeemCode(first, second)
    case 'authenticate':
      return keys.authenticate(first)
    case 'revoke':
      return keys.revokeKey(first)
    case 'rotate':
      return keys.rotateKey(first)
    case 'list':
      return keys.listKeys(first)
  }
}

process.on('message', (call: KeyServerCall) => {
  const reply = (message: KeyServerAnswer) => process.send?.(message)
  answer(call).then(
    (value) => reply({ id: call.id, value }),
    (error: unknown) => {
      const code = error instanceof SealwrightError ? error.code : 'crashed'
      const cause = error instanceof Error && error.cause instanceof Error ? ` ${error.cause.message}` : ''
      reply({ id: call.id, code, message: `${error}${cause}` })
    },
  )
})
process.send?.({ id: 0, value: 'ready' } satisfies KeyServerAnswer)
