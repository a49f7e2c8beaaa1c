/**
 * Extensions of certificates and CRLs that say which CRLs are about which certificates (RFC 5280, 4.2.1.13 and 5.2), encoded.
 *
 * @module
 */

import { derBitString, derExplicit, derInteger, derSequence, encodeDer } from '../../../src/cms/asn1/der-writer.js'
import { extension, type Holder } from './dated-pki.js'

/** GeneralName: an address. */
export const uri = (text: string) => encodeDer(0x86, new TextEncoder().encode(text))

/** GeneralName: the name of a holder. */
export const directory = ({ certificate }: Holder) => derExplicit(4, certificate.subject.der)

/** ReasonFlags by the numbers of their bits. */
function reasonFlags(tag: number, bits: readonly number[]): Uint8Array {
  const octets = Uint8Array.of(0, 0)
  for (const bit of bits) octets[bit >> 3] = (octets[bit >> 3] ?? 0) | (0x80 >> (bit & 7))
  const encoded = derBitString(octets, 7)
  return Uint8Array.of(tag, ...encoded.subarray(1))
}

interface PointNames {
  /** GeneralNames. */
  readonly names?: readonly Uint8Array[]
  /** An encoded attribute that is put behind the issuer's name. */
  readonly relative?: Uint8Array
}

function pointName({ names, relative }: PointNames): Uint8Array[] {
  if (names !== undefined) return [encodeDer(0xa0, encodeDer(0xa0, ...names))]
  return relative === undefined ? [] : [encodeDer(0xa0, encodeDer(0xa1, relative))]
}

export interface Point extends PointNames {
  readonly reasons?: readonly number[]
  readonly crlIssuer?: readonly Uint8Array[]
}

/** cRLDistributionPoints. */
export function points(...list: readonly Point[]): Uint8Array {
  const encoded = list.map(({ reasons, crlIssuer, ...name }) =>
    derSequence(
      ...pointName(name),
      ...(reasons === undefined ? [] : [reasonFlags(0x81, reasons)]),
      ...(crlIssuer === undefined ? [] : [encodeDer(0xa2, ...crlIssuer)]),
    ),
  )
  return extension('2.5.29.31', derSequence(...encoded))
}

/** freshestCRL with one address. */
export const freshest = (name: Uint8Array) =>
  extension('2.5.29.46', derSequence(derSequence(...pointName({ names: [name] }))))

export interface Scope extends PointNames {
  readonly onlyUser?: boolean
  readonly onlyCa?: boolean
  readonly reasons?: readonly number[]
  readonly indirect?: boolean
  readonly onlyAttribute?: boolean
}

/** issuingDistributionPoint, critical. */
export function scope({ onlyUser, onlyCa, reasons, indirect, onlyAttribute, ...name }: Scope): Uint8Array {
  const flag = (number: number, isSet: boolean | undefined) =>
    isSet === true ? [encodeDer(0x80 | number, Uint8Array.of(0xff))] : []
  const value = derSequence(
    ...pointName(name),
    ...flag(1, onlyUser),
    ...flag(2, onlyCa),
    ...(reasons === undefined ? [] : [reasonFlags(0x83, reasons)]),
    ...flag(4, indirect),
    ...flag(5, onlyAttribute),
  )
  return extension('2.5.29.28', value, true)
}

/** cRLNumber. */
export const crlNumber = (number: number) => extension('2.5.29.20', derInteger(number))

/** deltaCRLIndicator, critical. */
export const deltaOf = (base: number) => extension('2.5.29.27', derInteger(base), true)

/** certificateIssuer of an entry, critical. */
export const entryOf = (issuer: Holder) => extension('2.5.29.29', derSequence(directory(issuer)), true)
