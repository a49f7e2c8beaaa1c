/**
 * The secret that codes are hashed with. It stays the same after a restart, so that codes that were sent before remain valid.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError, EXIT } from '../exit-codes.js'
import { why } from '../settings/settings.js'
import type { OpenStore } from './open-store.js'
import { splitSecrets } from './split-secrets.js'

const MIN_BYTES = 32
const FILE_NAME = 'code.secret'

/** @throws CommandError when several hosts need the same secret and none is given */
export async function readCodeSecret(
  given: string | undefined,
  { folder }: OpenStore,
): Promise<readonly string[] | Uint8Array> {
  if (given !== undefined) {
    const secrets = splitSecrets(given)
    if (secrets.length > 0 && secrets.every((secret) => Buffer.byteLength(secret) >= MIN_BYTES)) return secrets
    const message = `SEALWRIGHT_CODE_SECRET must have ${MIN_BYTES} bytes or more, in each line if there are several.`
    throw new CommandError(EXIT.configuration, message)
  }
  if (folder === undefined) {
    const hint = 'SEALWRIGHT_CODE_SECRET must hold one secret for all of them (openssl rand -base64 32).'
    throw new CommandError(EXIT.configuration, `Several hosts may share this database, so ${hint}`)
  }
  return ownSecret(join(folder, FILE_NAME))
}

async function ownSecret(path: string): Promise<Uint8Array> {
  try {
    await writeFile(path, randomBytes(MIN_BYTES), { mode: 0o600, flag: 'wx' })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new CommandError(EXIT.cannotCreate, `${path} cannot be written${why(cause)}.`, { cause })
    }
  }
  const secret = await readFile(path).catch((cause: unknown) => {
    throw new CommandError(EXIT.noInput, `${path} cannot be read${why(cause)}.`, { cause })
  })
  if (secret.length >= MIN_BYTES) return secret
  throw new CommandError(EXIT.noInput, `${path} is too short to be the secret that was written there.`)
}
