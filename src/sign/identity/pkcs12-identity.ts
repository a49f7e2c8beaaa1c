/**
 * Identities from PKCS#12 files (`.p12`, `.pfx`).
 *
 * @module
 */

import { wipe } from '../../bytes.js'
import { IDENTITY_LIMITS } from '../../cms/identity-limits.js'
import { SealwrightError } from '../../errors.js'
import { BYTES, checkOptions, required, TEXT } from '../../input/check-options.js'
import { decodeBase64Pkcs12, keyFileKind, refuseJavaKeystore } from '../../input/key-file-kind.js'
import type { KeyObject } from '../../platform/public-keys.js'
import { chooseKey, type KeyPair } from './choose-key.js'
import type { Pkcs12Options, SigningIdentity } from './identity.js'
import { createLocalIdentity, importCertificates, importPrivateKey } from './identity-local-key.js'
import { assertPkcs12Options } from './identity-options.js'

const INPUT = { bytes: required(BYTES), passphrase: TEXT }

/**
 * Opens a PKCS#12 file. Do it once and keep the identity: deriving keys from the passphrase is slow on purpose.
 *
 * @param bytes the file, at most 4 MB; older (RC2, triple DES) and modern (AES, PBMAC1) kinds, with certificates in any order,
 *   and either of them in base64
 * @param passphrase leave it out, or give '', for a file without one
 * @throws SealwrightError `wrong_passphrase`; `invalid_identity` for a file that is damaged or not supported, or whose
 * certificate
 *   must not sign; `key_mismatch` when no certificate belongs to the key; `key_ambiguous` when the file has several
 *   private keys and neither `alias` nor `serialNumber` chooses one: the message lists them
 *
 * @example
 * ```ts
 * const identity = await identityFromPkcs12(await readFile('seal.p12'), process.env.SEAL_PASSPHRASE)
 * const { bytes } = await signDocument(pdf, request, { identity })
 * ```
 */
export async function identityFromPkcs12(
  bytes: Uint8Array,
  passphrase?: string,
  options: Pkcs12Options = {},
): Promise<SigningIdentity> {
  checkOptions({ bytes, passphrase }, INPUT, 'arguments')
  assertPkcs12Options(options)
  const { openPkcs12 } = await import('../../cms/pkcs12.js')
  const contents = await openPkcs12(readFileBytes(bytes), passphrase, options.signal)
  const keys = importKeys(contents.keys)
  const certificates = importCertificates(contents.certificates)
  const aliasOf = ({ key, certificate }: KeyPair) =>
    contents.keyAliases[keys.indexOf(key)] ?? contents.certificateAliases[certificates.indexOf(certificate)]
  return createLocalIdentity(keys, certificates, options.algorithm, (pairs) => {
    return chooseKey(
      pairs.map((pair) => ({ ...pair, alias: aliasOf(pair) })),
      options,
    )
  })
}

/** The file in DER. For another kind of file, the error names the kind. */
function readFileBytes(bytes: Uint8Array): Uint8Array {
  if (bytes.length > IDENTITY_LIMITS.maxFileBytes) return bytes
  refuseJavaKeystore(bytes)
  if (keyFileKind(bytes) === 'pem') {
    throw new SealwrightError('invalid_identity', 'The file is PEM and not PKCS#12: open it with identityFromPem.')
  }
  return decodeBase64Pkcs12(bytes) ?? bytes
}

function importKeys(keys: readonly Uint8Array[]): KeyObject[] {
  try {
    return keys.map((key) => importPrivateKey(key))
  } finally {
    wipe(...keys)
  }
}
