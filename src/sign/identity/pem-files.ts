/**
 * Reads what key files in PEM hold: blocks, and certificates.
 *
 * @module
 */

import { type PemBlock, readPemBlocks } from '../../cms/asn1.js'
import { type Certificate, parseCertificate } from '../../cms/certificates.js'
import { IDENTITY_LIMITS } from '../../cms/identity-limits.js'
import { SealwrightError } from '../../errors.js'
import { keyFileKind, refuseJavaKeystore } from '../../input/key-file-kind.js'
import { asIdentityError } from './identity.js'

export const CERTIFICATE_LABELS = new Set(['CERTIFICATE', 'X509 CERTIFICATE', 'TRUSTED CERTIFICATE'])

/** The certificates in PEM text, or a single one in DER. */
export function readCertificates(input: string | Uint8Array): Certificate[] {
  if (isDer(input)) return importCertificates([input])
  const blocks = readBlocks(input).filter((block) => CERTIFICATE_LABELS.has(block.label))
  return importCertificates(blocks.map((block) => block.bytes))
}

/** Whether the input is one DER value in bytes. */
export function isDer(input: string | Uint8Array): input is Uint8Array {
  return typeof input !== 'string' && input[0] === 0x30
}

/**
 * The blocks of PEM text.
 *
 * @throws SealwrightError `invalid_identity` for another kind of file, and for text that is too long
 */
export function readBlocks(input: string | Uint8Array): PemBlock[] {
  if (input.length <= IDENTITY_LIMITS.maxFileBytes) refuseOtherKinds(input)
  if (input.length > IDENTITY_LIMITS.maxFileBytes) {
    throw new SealwrightError('invalid_identity', 'The PEM text is larger than is allowed.')
  }
  return readPemBlocks(input)
}

/** Refuses files that are opened by other functions, and names these. */
export function refuseOtherKinds(input: string | Uint8Array): void {
  refuseJavaKeystore(input)
  const kind = keyFileKind(input)
  if (kind !== 'pkcs12' && kind !== 'base64') return
  throw new SealwrightError('invalid_identity', 'The file is PKCS#12 and not PEM: open it with identityFromPkcs12.')
}

/** Parses the certificates that came with a key. */
export function importCertificates(encodings: readonly Uint8Array[]): Certificate[] {
  try {
    return encodings.map(parseCertificate)
  } catch (error) {
    throw asIdentityError(error, 'A certificate is damaged.')
  }
}
