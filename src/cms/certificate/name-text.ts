/**
 * Writes distinguished names as text (RFC 4514).
 *
 * @module
 */

import { toHex } from '../../bytes.js'
import { childrenOf, DerReader, encodingOf, readDer, TAG } from '../asn1/der.js'
import { readOid, readText } from '../asn1/der-values.js'
import type { DistinguishedName } from './distinguished-name.js'

/** Short names of attributes in RFC 4514, 3, and in signing certificates. */
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

/** Further names of attributes in use, in lower case. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['e', '1.2.840.113549.1.9.1'],
  ['email', '1.2.840.113549.1.9.1'],
  ['s', '2.5.4.8'],
  ['sp', '2.5.4.8'],
  ['g', '2.5.4.42'],
  ['gn', '2.5.4.42'],
  ['surname', '2.5.4.4'],
  ['commonname', '2.5.4.3'],
])

/** The object identifier of a name attribute, given by a short name in any case, or by the identifier itself. */
export function attributeOid(name: string): string | undefined {
  if (/^\d+(\.\d+)+$/.test(name)) return name
  const wanted = name.toLowerCase()
  return [...SHORT_NAMES].find(([, short]) => short.toLowerCase() === wanted)?.[0] ?? SYNONYMS.get(wanted)
}

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

/**
 * Escapes a value (RFC 4514, 2.4). Control and formatting characters are escaped too, so that no name can break or reverse
 * the line around it. Joiners stay, because Persian and the scripts of India need them.
 */
function escapeValue(text: string): string {
  return text
    .replace(/[\\"+,;<>]/g, '\\$&')
    .replace(/^[ #]/, '\\$&')
    .replace(/ $/, '\\ ')
    .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (control) =>
      Array.from(new TextEncoder().encode(control), (byte) => `\\${byte.toString(16).padStart(2, '0')}`).join(''),
    )
}
