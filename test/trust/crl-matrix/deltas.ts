/**
 * CRLs with their delta CRLs.
 *
 * @module
 */

import { derSequence, encodeDer } from '../../../src/cms/asn1/der-writer.js'
import { crlNumber, deltaOf, freshest, scope, uri } from '../support/crl-extensions.js'
import { type CrlOptions, extension, type Holder, makeCrl, type RevokedOptions } from '../support/dated-pki.js'
import { type CrlCase, FRESH, leafWith, world } from './case.js'

/** freshestCRL: without it OpenSSL looks for no delta CRL. */
const leaf = leafWith(freshest(uri('http://crl.example.com/delta')))
/** authorityKeyIdentifier, by which Bouncy Castle tells that both are by one key. */
const KEY_NAME = extension('2.5.29.35', derSequence(encodeDer(0x80, Uint8Array.of(1, 2, 3))))
const HOLD = 6
const REMOVE = 8

const on = (reason?: number, date = '2020-02-20'): RevokedOptions[] => [
  { who: leaf, on: date, ...(reason === undefined ? {} : { reason }) },
]

function complete(number: number, revoked: readonly RevokedOptions[] = [], options: Partial<CrlOptions> = {}) {
  const { extensions = [], ...rest } = options
  const dates = { at: '2020-02-01', next: '2020-03-01' }
  return makeCrl(world.ca, { ...dates, revoked, extensions: [crlNumber(number), KEY_NAME, ...extensions], ...rest })
}

function delta(
  number: number,
  base: number,
  revoked: readonly RevokedOptions[] = [],
  { extensions = [], ...options }: Partial<CrlOptions> = {},
  by: Holder = world.ca,
) {
  return makeCrl(by, {
    ...FRESH,
    revoked,
    extensions: [crlNumber(number), deltaOf(base), KEY_NAME, ...extensions],
    ...options,
  })
}

const USERS = { extensions: [scope({ onlyUser: true })] }
const CURRENT = { next: '2020-03-20' }

const CASES: readonly CrlCase[] = [
  { name: 'a complete CRL that has ended', about: leaf, crls: [complete(5)], gives: 'unknown' },
  { name: 'with a delta CRL', about: leaf, crls: [complete(5), delta(6, 5)], gives: 'good' },
  { name: 'both current', about: leaf, crls: [complete(5, [], CURRENT), delta(6, 5)], gives: 'good' },
  { name: 'a delta CRL alone', about: leaf, crls: [delta(6, 5)], gives: 'unknown' },
  {
    name: 'a delta CRL alone that lists it',
    about: leaf,
    crls: [delta(6, 5, on())],
    gives: 'revoked',
    openssl: { gives: 'unknown', because: 'it uses no delta CRL without a complete one' },
  },
  {
    name: 'the delta CRL lists it',
    about: leaf,
    crls: [complete(5, [], CURRENT), delta(6, 5, on())],
    gives: 'revoked',
  },
  { name: 'the complete CRL lists it', about: leaf, crls: [complete(5, on(), CURRENT), delta(6, 5)], gives: 'revoked' },
  {
    name: 'a newer complete CRL than the base',
    about: leaf,
    crls: [complete(5, [], CURRENT), delta(7, 3)],
    gives: 'good',
  },
  { name: 'an older complete CRL than the base', about: leaf, crls: [complete(5), delta(8, 6)], gives: 'unknown' },
  {
    name: 'a delta CRL with the number of the complete one',
    about: leaf,
    crls: [complete(6), delta(6, 5)],
    gives: 'unknown',
  },
  { name: 'a delta CRL with a lower number', about: leaf, crls: [complete(9), delta(8, 5)], gives: 'unknown' },
  {
    name: 'a complete CRL without a number',
    about: leaf,
    crls: [makeCrl(world.ca, { at: '2020-02-01', next: '2020-03-01' }), delta(6, 5)],
    gives: 'unknown',
  },
  {
    name: 'a hold that is taken back',
    about: leaf,
    crls: [complete(5, on(HOLD), CURRENT), delta(6, 5, on(REMOVE))],
    gives: 'good',
  },
  {
    name: 'a revocation for good that is taken back',
    about: leaf,
    crls: [complete(5, on(1), CURRENT), delta(6, 5, on(REMOVE))],
    gives: 'revoked',
    openssl: { gives: 'good', because: 'it takes back whatever the delta CRL says' },
  },
  {
    name: 'a hold that becomes a revocation',
    about: leaf,
    crls: [complete(5, on(HOLD), CURRENT), delta(6, 5, on(1))],
    gives: 'revoked',
  },
  { name: 'a hold', about: leaf, crls: [complete(5, on(HOLD), CURRENT), delta(6, 5)], gives: 'revoked' },
  {
    name: 'a removal without a complete CRL',
    about: leaf,
    crls: [delta(6, 5, on(REMOVE))],
    gives: 'unknown',
  },
  {
    name: 'a delta CRL that has ended',
    about: leaf,
    crls: [complete(5), delta(6, 5, [], { at: '2020-02-10', next: '2020-02-20' })],
    gives: 'unknown',
  },
  {
    name: 'a delta CRL that was forged',
    about: leaf,
    crls: [complete(5), delta(6, 5, [], { forgedBy: world.stranger })],
    gives: 'unknown',
  },
  {
    name: 'a delta CRL of a twin',
    about: leaf,
    crls: [complete(5), delta(6, 5, [], {}, world.twin)],
    gives: 'unknown',
  },
  {
    name: 'a scope that both have',
    about: leaf,
    crls: [complete(5, [], { ...USERS, ...CURRENT }), delta(6, 5, [], USERS)],
    gives: 'good',
  },
  {
    name: 'a scope of the delta CRL alone',
    about: leaf,
    crls: [complete(5), delta(6, 5, [], USERS)],
    gives: 'unknown',
  },
  {
    name: 'a scope of the complete CRL alone',
    about: leaf,
    crls: [complete(5, [], USERS), delta(6, 5)],
    gives: 'unknown',
  },
  {
    name: 'two delta CRLs, the newer lists it',
    about: leaf,
    crls: [complete(5, [], CURRENT), delta(6, 5, [], { at: '2020-02-15', next: '2020-03-08' }), delta(7, 5, on())],
    gives: 'revoked',
    openssl: { gives: 'good', because: 'it takes the first delta CRL that fits' },
  },
]

export const DELTAS: Readonly<Record<string, readonly CrlCase[]>> = { 'delta CRLs': CASES }
