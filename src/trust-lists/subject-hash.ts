/**
 * Finds certificates of lists by the names of their subjects, without decoding thousands of certificates.
 *
 * @module
 */

import { type DistinguishedName, nameKey } from '../cms/names.js'
import { hash } from '../platform/hashes.js'

/**
 * A short text that equal names share. Different names may share it by chance, so it serves to find certificates and proves
 * nothing.
 */
export function subjectHash(name: DistinguishedName): string {
  return hash('sha256', nameKey(name), 'base64url').slice(0, 16)
}
