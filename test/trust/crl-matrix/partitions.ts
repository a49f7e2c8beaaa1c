/**
 * CRLs that cover a part of what an issuer issued: by kind of certificate, by place, by reason.
 *
 * @module
 */

import { derOid, derSequence, derUtf8String } from '../../../src/cms/asn1/der-writer.js'
import { directory, points, type Scope, scope, uri } from '../support/crl-extensions.js'
import { type Holder, makeCrl } from '../support/dated-pki.js'
import { type CrlCase, caWith, FRESH, leafWith, type Status, world } from './case.js'

const A = uri('http://crl.example.com/a')
const B = uri('http://crl.example.com/b')
const PART = derSequence(derOid('2.5.4.3'), derUtf8String('Part 1'))
const OTHER_PART = derSequence(derOid('2.5.4.3'), derUtf8String('Part 2'))

/** RFC 5280, 6.3.3, last paragraph. */
const IMPLIED = 'another point or none, beside which it is implied'
const NOT_IMPLIED = { gives: 'unknown', because: 'it imagines no point that is not named' } as const

const plain = leafWith()
const atA = leafWith(points({ names: [A] }))
const atBoth = leafWith(points({ names: [A] }, { names: [B] }))
const atPart = leafWith(points({ relative: PART }))
const atDirectory = leafWith(points({ names: [directory(world.ca)] }))
const subCa = caWith()

/** Scopes, and for each the certificates that are asked about, with whether it covers them. */
const SCOPES: readonly (readonly [string, Scope | undefined, readonly (readonly [string, Holder, boolean])[]])[] = [
  [
    'no scope',
    undefined,
    [
      ['no point', plain, true],
      ['a point', atA, true],
      ['a CA', subCa, true],
    ],
  ],
  [
    'users alone',
    { onlyUser: true },
    [
      ['a user', plain, true],
      ['a CA', subCa, false],
    ],
  ],
  [
    'CAs alone',
    { onlyCa: true },
    [
      ['a user', plain, false],
      ['a CA', subCa, true],
    ],
  ],
  ['attributes alone', { onlyAttribute: true }, [['a user', plain, false]]],
  [
    'place a',
    { names: [A] },
    [
      ['its place', atA, true],
      ['two places', atBoth, true],
      ['no place', plain, false],
      ['a relative place', atPart, false],
    ],
  ],
  [
    'place b',
    { names: [B] },
    [
      ['place a', atA, false],
      ['two places', atBoth, true],
    ],
  ],
  ['both places', { names: [B, A] }, [['place a', atA, true]]],
  ['place a, CAs alone', { names: [A], onlyCa: true }, [['a user there', atA, false]]],
  [
    'a relative place',
    { relative: PART },
    [
      ['that place', atPart, true],
      ['place a', atA, false],
    ],
  ],
  ['another relative place', { relative: OTHER_PART }, [['the first', atPart, false]]],
  [
    'the name of the CA',
    { names: [directory(world.ca)] },
    [
      ['that name', atDirectory, true],
      [IMPLIED, plain, true],
      [IMPLIED, atA, true],
    ],
  ],
  ['entries of several issuers', { indirect: true }, [['the CA itself', plain, true]]],
]

function scoped([name, covered, subjects]: (typeof SCOPES)[number]): CrlCase[] {
  const extensions = covered === undefined ? [] : [scope(covered)]
  return subjects.flatMap(([whose, about, isCovered]) => {
    const ask = (isRevoked: boolean, gives: Status): CrlCase => ({
      name: `${name}: ${whose}, ${isRevoked ? 'listed' : 'not listed'}`,
      about,
      crls: [makeCrl(world.ca, { ...FRESH, extensions, revoked: isRevoked ? [{ who: about, on: '2020-02-01' }] : [] })],
      gives,
      ...(whose === IMPLIED ? { openssl: NOT_IMPLIED } : {}),
    })
    return [ask(false, isCovered ? 'good' : 'unknown'), ask(true, isCovered ? 'revoked' : 'unknown')]
  })
}

const COMPROMISES = [1, 2, 8]
const OTHERS = [3, 4, 5, 6, 7]
const forReasons = (reasons: readonly number[], revoked: readonly Holder[] = [], at = FRESH.at) =>
  makeCrl(world.ca, {
    ...{ at, next: FRESH.next, extensions: [scope({ reasons })] },
    revoked: revoked.map((who) => ({ who, on: '2020-02-01', reason: 1 })),
  })
const twoPoints = leafWith(points({ names: [A], reasons: COMPROMISES }, { names: [B], reasons: OTHERS }))
const atPoint = (names: readonly Uint8Array[], revoked: readonly Holder[] = []) =>
  makeCrl(world.ca, {
    ...{ ...FRESH, extensions: [scope({ names })] },
    revoked: revoked.map((who) => ({ who, on: '2020-02-01', reason: 1 })),
  })

const BY_REASON: readonly CrlCase[] = [
  { name: 'some reasons alone', about: plain, crls: [forReasons(COMPROMISES)], gives: 'unknown' },
  { name: 'the other reasons alone', about: plain, crls: [forReasons(OTHERS)], gives: 'unknown' },
  { name: 'all reasons in two', about: plain, crls: [forReasons(COMPROMISES), forReasons(OTHERS)], gives: 'good' },
  {
    name: 'all reasons in three',
    about: plain,
    crls: [forReasons([1]), forReasons([2, 8]), forReasons(OTHERS)],
    gives: 'good',
  },
  {
    name: 'two that overlap and leave one out',
    about: plain,
    crls: [forReasons([1, 2, 3, 4, 5]), forReasons([4, 5, 6, 7])],
    gives: 'unknown',
  },
  {
    name: 'one of two lists it',
    about: plain,
    crls: [forReasons(COMPROMISES, [plain]), forReasons(OTHERS)],
    gives: 'revoked',
  },
  {
    name: 'one lists it, and the other is not there',
    about: plain,
    crls: [forReasons(COMPROMISES, [plain])],
    gives: 'revoked',
  },
  {
    name: 'one of two is too old',
    about: plain,
    crls: [
      makeCrl(world.ca, { at: '2020-01-01', next: '2020-02-01', extensions: [scope({ reasons: COMPROMISES })] }),
      forReasons(OTHERS),
    ],
    gives: 'unknown',
  },
  { name: 'places for reasons: both', about: twoPoints, crls: [atPoint([A]), atPoint([B])], gives: 'good' },
  { name: 'places for reasons: one', about: twoPoints, crls: [atPoint([A])], gives: 'unknown' },
  {
    name: 'places for reasons: listed in one',
    about: twoPoints,
    crls: [atPoint([A]), atPoint([B], [twoPoints])],
    gives: 'revoked',
  },
  {
    name: 'places for reasons, and a CRL of all',
    about: twoPoints,
    crls: [makeCrl(world.ca, FRESH)],
    gives: 'good',
    openssl: { gives: 'unknown', because: 'it passes over the last paragraph of RFC 5280, 6.3.3' },
  },
]

export const PARTITIONS: Readonly<Record<string, readonly CrlCase[]>> = {
  'what a CRL covers': SCOPES.flatMap(scoped),
  'reasons in several CRLs': BY_REASON,
}
