/**
 * `sealwright keys`: manages API keys directly in the store.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import { type ApiKeyInfo, type IssuedApiKey, KeyIssuer } from '../../../src/index.js'
import { EXIT } from '../exit-codes.js'
import type {
  KEYS_CREATE_SETTINGS,
  KEYS_LIST_SETTINGS,
  KEYS_PURGE_SETTINGS,
  KEYS_REVOKE_SETTINGS,
  KEYS_ROTATE_SETTINGS,
} from '../settings/keys-settings.js'
import type { Settings } from '../settings/settings.js'
import type { STORE_SETTINGS } from '../settings/store-settings.js'
import { legible, painter, type Terminal } from '../terminal.js'
import { openStore } from './open-store.js'
import { NO_MAILER } from './service-mailer.js'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/**
 * Time that one call of the store may take, in milliseconds. It is longer than in a service, since only the person who runs the
 * command waits.
 */
const STORE_TIMEOUT_MS = 10_000

/** Lists keys, oldest first. */
export async function runKeysList(
  [address]: readonly string[],
  settings: Settings<typeof KEYS_LIST_SETTINGS>,
  terminal: Terminal,
): Promise<number> {
  const now = new Date().toISOString()
  await withIssuer(settings, terminal, async (issuer) => {
    for await (const key of address === undefined ? scan(issuer) : await issuer.listKeys(address)) {
      if (settings.active === true && stateOf(key, now) !== 'active') continue
      await terminal.writeStdout(settings.json === true ? `${JSON.stringify(key)}\n` : describe(key, now, terminal))
    }
  })
  return EXIT.ok
}

async function* scan(issuer: KeyIssuer): AsyncGenerator<ApiKeyInfo> {
  let cursor: string | null = null
  do {
    const page: { readonly keys: readonly ApiKeyInfo[]; readonly cursor: string | null } = await issuer.scanKeys({
      cursor,
    })
    yield* page.keys
    cursor = page.cursor
  } while (cursor !== null)
}

function stateOf({ revokedAt, replacedBy, expiresAt }: ApiKeyInfo, now: string): string {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt !== null && expiresAt <= now) return 'expired'
  return replacedBy === null ? 'active' : 'rotated'
}

function describe(key: ApiKeyInfo, now: string, { isStdoutTerminal, env }: Terminal): string {
  const state = stateOf(key, now)
  const paint = painter(isStdoutTerminal, env)
  const facts = [
    `${key.hint}…`,
    key.email,
    key.scopes === null ? 'everything' : key.scopes.join('+'),
    `since ${key.createdAt.slice(0, 10)}`,
    key.expiresAt === null ? 'without end' : `until ${key.expiresAt.slice(0, 16)}Z`,
    key.lastUsedAt === null ? 'never used' : `used ${key.lastUsedAt.slice(0, 16)}Z`,
    ...(key.name === null ? [] : [`"${key.name}"`]),
  ]
  const shown = paint(state === 'active' ? 'green' : 'dim', state.padEnd(7))
  return `${[legible(key.id), shown, ...facts.map(legible)].join('  ')}\n`
}

/** Makes a key and prints it. It cannot be printed again. */
export async function runKeysCreate(
  [address = '']: readonly string[],
  settings: Settings<typeof KEYS_CREATE_SETTINGS>,
  terminal: Terminal,
): Promise<number> {
  const { name, scopes, days } = settings
  await withIssuer(settings, terminal, async (issuer) => {
    const issued = await issuer.issueKey(address, {
      ...(name === undefined ? {} : { name }),
      ...(scopes === undefined ? {} : { scopes }),
      ...(days === undefined ? {} : { expiresAt: new Date(Date.now() + days * DAY_MS) }),
    })
    await printIssued(issued, settings.json === true, terminal)
  })
  return EXIT.ok
}

/** Replaces a key with a new one. */
export async function runKeysRotate(
  [id = '']: readonly string[],
  settings: Settings<typeof KEYS_ROTATE_SETTINGS>,
  terminal: Terminal,
): Promise<number> {
  const { graceHours } = settings
  await withIssuer(settings, terminal, async (issuer) => {
    const issued = await issuer.rotateKey(
      id,
      graceHours === undefined ? {} : { graceMs: Math.round(graceHours * HOUR_MS) },
    )
    await printIssued(issued, settings.json === true, terminal)
  })
  return EXIT.ok
}

async function printIssued(issued: IssuedApiKey, json: boolean, terminal: Terminal): Promise<void> {
  if (json) return terminal.writeStdout(`${JSON.stringify(issued)}\n`)
  const { apiKey, id, email, expiresAt } = issued
  const end = expiresAt === null ? 'without end' : `until ${expiresAt}`
  terminal.writeStderr(`${legible(`${id} for ${email}, ${end}.`)} The key, shown this once:
`)
  await terminal.writeStdout(`${apiKey}\n`)
}

/** Revokes keys. The exit code is 1 when the store does not know one of them. */
export async function runKeysRevoke(
  ids: readonly string[],
  settings: Settings<typeof KEYS_REVOKE_SETTINGS>,
  terminal: Terminal,
): Promise<number> {
  let isComplete = true
  await withIssuer(settings, terminal, async (issuer) => {
    for (const id of ids) {
      const revoked = await issuer.revokeKey(id)
      isComplete &&= revoked
      const text = revoked ? `${id} is revoked.` : `There is no key ${id}.`
      if (settings.json === true) await terminal.writeStdout(`${JSON.stringify({ id, revoked })}\n`)
      else terminal.writeStderr(`${legible(text)}\n`)
    }
  })
  return isComplete ? EXIT.ok : EXIT.failed
}

/** Deletes expired codes and ended keys. */
export async function runKeysPurge(
  _args: readonly string[],
  settings: Settings<typeof KEYS_PURGE_SETTINGS>,
  terminal: Terminal,
): Promise<number> {
  const { keepDays, json } = settings
  await withIssuer(settings, terminal, async (issuer) => {
    const deleted = await issuer.purge(keepDays === undefined ? {} : { keepMs: keepDays * DAY_MS })
    await terminal.writeStdout(json === true ? `${JSON.stringify({ deleted })}\n` : `${deleted} deleted\n`)
  })
  return EXIT.ok
}

async function withIssuer(
  settings: Settings<typeof STORE_SETTINGS>,
  terminal: Terminal,
  work: (issuer: KeyIssuer) => Promise<void>,
): Promise<void> {
  const store = await openStore(settings, terminal, () => undefined)
  try {
    // No code is made or checked here, so any secret works.
    const secret = randomBytes(32)
    await work(
      new KeyIssuer({
        store: store.keys,
        mailer: NO_MAILER,
        secret,
        rateLimiter: false,
        storeTimeoutMs: STORE_TIMEOUT_MS,
      }),
    )
  } finally {
    await store.close()
  }
}
