/**
 * Rules for options about keys: certificates in files, and the algorithm of signatures.
 *
 * @module
 */

import { members, must, required, TEXT } from './check-options.js'
import { isBytes } from './foreign-values.js'

/** A rule for `{ name, hash }` as in WebCrypto. The check whether the key supports the algorithm comes later. */
export const SIGNATURE_ALGORITHM = members<{ name: string; hash: string }>({ name: required(TEXT), hash: TEXT })

/** A rule for PEM text or DER: one file or several. */
export const CERTIFICATE_FILES = must('a string, a Uint8Array or a list of them', (value) =>
  Array.isArray(value) ? value.every(isFile) : isFile(value),
)

function isFile(value: unknown): boolean {
  return typeof value === 'string' || isBytes(value)
}
