/**
 * Opens a PKCS#12 file as an identity.
 *
 * @module
 */

import { wipe } from '../../bytes.js'
import { IDENTITY_LIMITS } from '../../cms/identity-limits.js'
import { SealwrightError } from '../../errors.js'
import { decodeBase64Pkcs12, keyFileKind, refuseJavaKeystore } from '../../input/key-file-kind.js'
import type { KeyObject } from '../../platform/public-keys.js'
import { chooseKey, type KeyPair } from './choose-key.js'
import type { Pkcs12Options, SigningIdentity } from './identity.js'
import { createLocalIdentity, importPrivateKey } from './identity-local-key.js'
import { importCertificates } from './pem-files.js'

/** Makes the identity of `identityFromPkcs12` from arguments that were checked. */
export async function openPkcs12Identity(
  bytes: Uint8Array,
  passphrase: string | undefined,
  options: Pkcs12Options,
): Promise<SigningIdentity> {
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
