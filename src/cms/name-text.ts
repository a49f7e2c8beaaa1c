/**
 * Distinguished names as text (RFC 4514).
 *
 * @module
 */

import { childrenOf, DerReader, encodingOf, readDer, TAG } from './der.js'
import { readOid, readText } from './der-values.js'
import type { DistinguishedName } from './distinguished-name.js'

/** Short names of RFC 4514, 3, and of the attributes that signing certificates often have beside these. */
const SHORT_NAMES: ReadonlyMap<string, string> = new Map([
  ['2.5.4.3', 'CN'],
  ['2.5.4.4', 'SN'],
  ['2.5.4.5', 'serialNumber'],
  ['2.5.4.6', 'C'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'ST'],
  ['2.5.4.9', 'STREET'],
  ['2.5.4.10', 'O'],
  ['2.5.4.11', 'OU'],
  ['2.5.4.12', 'title'],
  ['2.5.4.13', 'description'],
  ['2.5.4.42', 'givenName'],
  ['2.5.4.46', 'dnQualifier'],
  ['2.5.4.65', 'pseudonym'],
  ['2.5.4.97', 'organizationIdentifier'],
  ['0.9.2342.19200300.100.1.1', 'UID'],
  ['0.9.2342.19200300.100.1.25', 'DC'],
  ['1.2.840.113549.1.9.1', 'emailAddress'],
])

/**
 * A name as RFC 4514 writes it, most specific attribute first.
 *
 * @example
 * ```ts
 * formatName(certificate.subject) // 'CN=Ada Lovelace,O=Analytical Engines\\, Ltd.,C=GB'
 * ```
 */
export function formatName(name: DistinguishedName): string {
  const relativeNames = Array.from(childrenOf(readDer(name.der)), (relative) =>
    Array.from(childrenOf(relative), (attribute) => {
      const reader = new DerReader(attribute, TAG.sequence)
      const oid = readOid(reader.read(TAG.oid, 'a name attribute'))
      const value = reader.readAny('the value of a name attribute')
      const text = readText(value)
      const written = text === undefined ? `#${toHex(encodingOf(value))}` : escapeValue(text)
      return `${SHORT_NAMES.get(oid) ?? oid}=${written}`
    }).join('+'),
  )
  return relativeNames.reverse().join(',')
}

/** RFC 4514, 2.4. Control characters are escaped too, so that no name can break out of the line it is shown in. */
function escapeValue(text: string): string {
  return text
    .replace(/[\\"+,;<>]/g, '\\$&')
    .replace(/^[ #]/, '\\$&')
    .replace(/ $/, '\\ ')
    .replace(/\p{Cc}/gu, (control) =>
      Array.from(new TextEncoder().encode(control), (byte) => `\\${byte.toString(16).padStart(2, '0')}`).join(''),
    )
}

/** Lower-case hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
}
