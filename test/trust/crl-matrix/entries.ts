/**
 * What the entries of a CRL hold: extensions that are critical, and one certificate twice.
 *
 * @module
 */

import { derInteger, derNull, derOctetString, encodeDer } from '../../../src/cms/asn1/der-writer.js'
import { extension, makeCrl } from '../support/dated-pki.js'
import { type CrlCase, FRESH, leafWith, world } from './case.js'

const { ca } = world
const unnamed = leafWith()
const listed = leafWith()

/** A CRL that lists another certificate, in an entry with this extension. */
const listsOther = (...extensions: readonly Uint8Array[]) =>
  makeCrl(ca, { ...FRESH, revoked: [{ who: listed, on: '2020-02-01', extensions }] })

const twice = (...reasons: readonly number[]) =>
  makeCrl(ca, { ...FRESH, revoked: reasons.map((reason) => ({ who: unnamed, on: '2020-02-01', reason })) })

const ENTRY_CASES: readonly CrlCase[] = [
  {
    name: 'a critical extension in the entry of another that nobody knows (RFC 5280, 5.3)',
    about: unnamed,
    crls: [listsOther(extension('1.2.3.4', derNull(), true))],
    gives: 'unknown',
  },
  {
    name: 'the same without being critical',
    about: unnamed,
    crls: [listsOther(extension('1.2.3.4', derNull()))],
    gives: 'good',
  },
  {
    name: 'a critical reason in the entry of another',
    about: unnamed,
    crls: [listsOther(extension('2.5.29.21', encodeDer(0x0a, Uint8Array.of(1)), true))],
    gives: 'good',
    openssl: { gives: 'unknown', because: 'it takes no critical extension of an entry but that of indirect CRLs' },
  },
  {
    name: 'bytes in the entry of another that only look like a critical extension',
    about: unnamed,
    crls: [listsOther(extension('1.2.3.4', derOctetString(Uint8Array.of(1, 1, 0xff))))],
    gives: 'good',
  },
  {
    name: 'a revocation after its removal',
    about: unnamed,
    crls: [twice(8, 1)],
    gives: 'revoked',
    openssl: { gives: 'good', because: 'it takes the first entry' },
  },
  { name: 'a revocation before its removal', about: unnamed, crls: [twice(1, 8)], gives: 'revoked' },
]

const NUMBER = '2.5.29.20'
const NUMBERS = {
  'of 30 octets': extension(NUMBER, derInteger(new Uint8Array(30).fill(0x7f))),
  'below zero': extension(NUMBER, encodeDer(2, Uint8Array.of(0x85))),
}

/** The number of a list matters to delta CRLs alone: one that is out of bounds leaves no revocation unread. */
const NUMBER_CASES: readonly CrlCase[] = Object.entries(NUMBERS).flatMap(([name, number]): CrlCase[] => [
  {
    name: `${name}: not listed`,
    about: unnamed,
    crls: [makeCrl(ca, { ...FRESH, extensions: [number] })],
    gives: 'good',
  },
  {
    name: `${name}: listed`,
    about: listed,
    crls: [makeCrl(ca, { ...FRESH, extensions: [number], revoked: [{ who: listed, on: '2020-02-01' }] })],
    gives: 'revoked',
  },
])

export const ENTRIES: Readonly<Record<string, readonly CrlCase[]>> = {
  'the entries of a CRL': ENTRY_CASES,
  'the number of a CRL': NUMBER_CASES,
}
