/**
 * Distinguished names (X.501; RFC 5280, 4.1.2.4).
 *
 * @module
 */

import { CRYPTO_LIMITS } from '../../limits.js'
import { asn1Error, childrenOf, DerReader, type DerValue, encodingOf, equalBytes, TAG } from '../asn1/der.js'
import { readOid, readText } from '../asn1/der-values.js'
import { OID } from '../asn1/oids.js'

/** One attribute of a name, for example commonName = "Ada". A value that is not text is kept as its encoding. */
interface NamePart {
  /** Index of the relative name that holds it. Usually each holds one attribute. */
  readonly relative: number
  readonly oid: string
  readonly value: string | undefined
  readonly der: Uint8Array | undefined
}

/** A name: its encoding, and its attributes in the order of the encoding. */
export interface DistinguishedName {
  readonly der: Uint8Array
  readonly parts: readonly NamePart[]
  readonly commonName: string | undefined
  readonly givenName: string | undefined
  readonly surname: string | undefined
  readonly pseudonym: string | undefined
  readonly organization: string | undefined
  /** The obsolete emailAddress attribute (RFC 5280, 4.1.2.6); the subject alternative name is the better place. */
  readonly email: string | undefined
}

/** Reads a Name. */
export function readName(value: DerValue): DistinguishedName {
  const parts: NamePart[] = []
  const names = new DerReader(value, TAG.sequence)
  for (let relative = 0; names.nextTag !== undefined; relative++) {
    for (const attribute of childrenOf(names.read(TAG.set, 'a relative distinguished name'))) {
      if (parts.length >= CRYPTO_LIMITS.maxAttributes) throw asn1Error('A name has too many attributes.')
      const reader = new DerReader(attribute, TAG.sequence)
      const oid = readOid(reader.read(TAG.oid, 'a name attribute'))
      const text = reader.readAny('the value of a name attribute')
      reader.assertDone()
      const value = readText(text)
      parts.push({ relative, oid, value, der: value === undefined ? encodingOf(text) : undefined })
    }
  }
  return {
    der: encodingOf(value),
    parts,
    commonName: lastValue(parts, OID.commonName),
    givenName: lastValue(parts, OID.givenName),
    surname: lastValue(parts, OID.surname),
    pseudonym: lastValue(parts, OID.pseudonym),
    organization: lastValue(parts, OID.organization),
    email: lastValue(parts, OID.emailAddress),
  }
}

/** The value of the last attribute of a type, which is the most specific. */
function lastValue(parts: readonly NamePart[], oid: string): string | undefined {
  return parts.findLast((part) => part.oid === oid && part.value !== undefined)?.value
}

/** True when two names are equal, ignoring case, inner white space and string types (RFC 5280, 7.1). */
export function equalNames(a: DistinguishedName, b: DistinguishedName): boolean {
  return equalBytes(a.der, b.der) || (a.parts.length === b.parts.length && nameKey(a) === nameKey(b))
}

/**
 * True when a Name equals this one, as in {@link equalNames}. It is not decoded when the bytes are equal.
 *
 * @throws SealwrightError `invalid_asn1` when it has to be decoded and is malformed.
 */
export function isName(value: DerValue, name: DistinguishedName): boolean {
  return equalBytes(encodingOf(value), name.der) || equalNames(readName(value), name)
}

/** True when two values of a name attribute are equal texts, ignoring case and inner white space. */
export function equalNameText(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && foldText(a) === foldText(b)
}

/** A text that is the same for equal names only (as in {@link equalNames}). */
export function nameKey(name: Pick<DistinguishedName, 'parts'>): string {
  return JSON.stringify(
    name.parts.map(({ relative, oid, value, der }) => [
      relative,
      oid,
      value === undefined ? Array.from(der ?? []) : foldText(value),
    ]),
  )
}

function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ')
}
