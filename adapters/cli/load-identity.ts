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
import { keyFileKind } from '../../src/input/key-file-kind.js'
import { CommandError, EXIT } from './exit-codes.js'
import type { IDENTITY_SETTINGS } from './settings/identity-settings.js'
import { type Settings, why } from './settings/settings.js'
import type { Terminal } from './terminal.js'

type IdentitySettings = Settings<typeof IDENTITY_SETTINGS>

/** @throws CommandError when no key is named or the key cannot be used; the message says what helps */
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
    const choice = error.code === 'key_ambiguous' ? ' Choose with --key-alias or --key-serial-number.' : ''
    throw new CommandError(EXIT.configuration, `${key}: ${error.message}${hint}${choice}`, { cause: error })
  }
}

/** @throws CommandError for a key that can sign documents only */
export function forReports(identity: SigningIdentity | CmsIdentity): SigningIdentity {
  if ('certificates' in identity) return identity
  throw new CommandError(EXIT.configuration, 'This key signs documents alone, and no reports.')
}

async function readIdentity(key: string, settings: IdentitySettings, terminal: Terminal): Promise<SigningIdentity> {
  const { certificate, chain, passphrase, keyAlias, keySerialNumber } = settings
  const bytes = await readNamed(key, terminal)
  const kind = keyFileKind(bytes)
  if (kind !== 'pem' && !(kind === 'der' && certificate !== undefined)) {
    return identityFromPkcs12(bytes, passphrase, {
      ...(keyAlias === undefined ? {} : { alias: keyAlias }),
      ...(keySerialNumber === undefined ? {} : { serialNumber: keySerialNumber }),
    })
  }
  const text = Buffer.from(bytes).toString('latin1')
  if (!text.includes('PRIVATE KEY-----') && kind === 'pem') {
    throw new CommandError(
      EXIT.configuration,
      `${key} holds no private key: --key must name the key, and --certificate its certificate.`,
    )
  }
  if (certificate === undefined && !text.includes('CERTIFICATE-----')) {
    throw new CommandError(EXIT.usage, `${key} is a key in PEM, so --certificate must name its certificate.`)
  }
  return identityFromPem({
    key: bytes,
    certificate: certificate === undefined ? bytes : await readNamed(certificate, terminal),
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
