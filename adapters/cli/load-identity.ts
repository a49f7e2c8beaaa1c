/**
 * The identity that a command signs with.
 *
 * @module
 */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  type CmsIdentity,
  developmentIdentity,
  identityFromPem,
  identityFromPkcs12,
  SealwrightError,
  type SigningIdentity,
} from '../../src/index.js'
import { CommandError, EXIT } from './exit-codes.js'
import type { IDENTITY_SETTINGS } from './identity-settings.js'
import { type Settings, why } from './settings.js'
import type { Terminal } from './terminal.js'

type IdentitySettings = Settings<typeof IDENTITY_SETTINGS>

/** @throws CommandError where no key is named or the key cannot be used, with what would help */
export async function loadIdentity(
  settings: IdentitySettings,
  terminal: Terminal,
): Promise<SigningIdentity | CmsIdentity> {
  const { key, development } = settings
  if (key === undefined) {
    if (development === true) return developmentIdentity()
    const message = 'No key to sign with: name one with --key, or try things out with --development.'
    throw new CommandError(EXIT.usage, message)
  }
  try {
    return await readIdentity(key, settings, terminal)
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    const hint =
      error.code === 'wrong_passphrase'
        ? ' Give it in SEALWRIGHT_PASSPHRASE, or in a file that SEALWRIGHT_PASSPHRASE_FILE or --passphrase-file names.'
        : ''
    throw new CommandError(EXIT.configuration, `${key}: ${error.message}${hint}`, { cause: error })
  }
}

async function readIdentity(
  key: string,
  { certificate, chain, passphrase }: IdentitySettings,
  terminal: Terminal,
): Promise<SigningIdentity> {
  const bytes = await readNamed(key, terminal)
  // DER begins with a SEQUENCE, PEM with text.
  if (bytes[0] === 0x30) return identityFromPkcs12(bytes, passphrase)
  if (certificate === undefined) {
    throw new CommandError(EXIT.usage, `${key} is a key in PEM, so --certificate must name its certificate.`)
  }
  return identityFromPem({
    key: bytes,
    certificate: await readNamed(certificate, terminal),
    ...(chain === undefined ? {} : { chain: await readNamed(chain, terminal) }),
    ...(passphrase === undefined ? {} : { passphrase }),
  })
}

/** @throws CommandError for a file that cannot be read */
export async function readNamed(path: string, { cwd }: Terminal): Promise<Uint8Array> {
  try {
    return await readFile(resolve(cwd, path))
  } catch (cause) {
    throw new CommandError(EXIT.noInput, `${path} cannot be read${why(cause)}.`, { cause })
  }
}
