/**
 * Who signed a CRL: the issuer, somebody that the certificate names (indirect CRLs), or somebody else.
 *
 * @module
 */

import { directory, entryOf, points, type Scope, scope, uri } from '../support/crl-extensions.js'
import {
  type CrlOptions,
  type Holder,
  makeCrl,
  makeHolder,
  NO_REV_AVAIL,
  type RevokedOptions,
} from '../support/dated-pki.js'
import { type CrlCase, FRESH, leafWith, world } from './case.js'

const A = uri('http://crl.example.com/a')
const { ca, root, crlIssuer, rootCrlIssuer, strangeCrlIssuer, endedCrlIssuer, falseCrlIssuer } = world

const named = leafWith(points({ crlIssuer: [directory(crlIssuer)] }))
const namedAtA = leafWith(points({ names: [A], crlIssuer: [directory(crlIssuer)] }))
const byRoot = leafWith(points({ crlIssuer: [directory(root)] }))
const unnamed = leafWith()

/** A CRL of its CA for place a says whether it was revoked. */
const pointedCrlIssuer = makeHolder('CRL issuer', {
  ...{ kind: 'crl-issuer', issuer: ca, from: '2010-01-01', to: '2044-12-31' },
  extensions: [points({ names: [A] })],
} as const)

const INDIRECT: Scope = { indirect: true }

function by(
  issuer: Holder,
  covered: Scope | undefined,
  revoked: readonly RevokedOptions[] = [],
  options: Partial<CrlOptions> = {},
) {
  const extensions = covered === undefined ? [] : [scope(covered)]
  return makeCrl(issuer, { ...FRESH, extensions, revoked, ...options })
}

const entry = (who: Holder, issuer?: Holder): RevokedOptions => ({
  ...{ who, on: '2020-02-01' },
  ...(issuer === undefined ? {} : { extensions: [entryOf(issuer)] }),
})

/** Certificates for the name and the public key of the root, which somebody else issued: the root knows nothing of them. */
function falseRoots() {
  const life = { from: '2010-01-01', to: '2044-12-31' } as const
  const sameName = makeHolder('CRL issuer', { kind: 'ca', ...life })
  const another = makeHolder('Another CA', { kind: 'ca', ...life })
  const holder = makeHolder('CRL issuer', { issuer: ca, ...life })
  const rootBy = (issuer: Holder) => makeHolder('Root', { kind: 'ca', issuer, renews: root, ...life })
  return {
    sameName: [sameName, rootBy(sameName)],
    another: [makeHolder('CRL issuer', { kind: 'crl-issuer', issuer: another, ...life }), another, rootBy(another)],
    holder: [holder, rootBy(holder)],
  } satisfies Record<string, readonly [Holder, ...Holder[]]>
}

const forged = falseRoots()

const INDIRECT_CASES: readonly CrlCase[] = [
  {
    name: 'who is named, below the CA',
    about: named,
    crls: [by(crlIssuer, INDIRECT)],
    others: [crlIssuer],
    gives: 'good',
  },
  {
    name: 'who is named, below the root',
    about: named,
    crls: [by(rootCrlIssuer, INDIRECT)],
    others: [rootCrlIssuer],
    gives: 'good',
  },
  { name: 'the root itself', about: byRoot, crls: [by(root, INDIRECT)], gives: 'good' },
  {
    name: 'an entry of the CA',
    about: named,
    crls: [by(crlIssuer, INDIRECT, [entry(named, ca)])],
    others: [crlIssuer],
    gives: 'revoked',
  },
  {
    name: 'an entry with its number, of the CRL issuer itself',
    about: named,
    crls: [by(crlIssuer, INDIRECT, [entry(named)])],
    others: [crlIssuer],
    gives: 'good',
  },
  {
    name: 'an entry with its number, of another issuer',
    about: named,
    crls: [by(crlIssuer, INDIRECT, [entry(named, root)])],
    others: [crlIssuer],
    gives: 'good',
  },
  {
    name: 'an entry that follows one of the CA',
    about: named,
    crls: [by(crlIssuer, INDIRECT, [entry(unnamed, ca), entry(named)])],
    others: [crlIssuer],
    gives: 'revoked',
  },
  {
    name: 'an entry that follows one of another issuer',
    about: named,
    crls: [by(crlIssuer, INDIRECT, [entry(unnamed, ca), entry(world.ca, root), entry(named)])],
    others: [crlIssuer],
    gives: 'good',
  },
  {
    name: 'a CRL that is not indirect',
    about: named,
    crls: [by(crlIssuer, undefined)],
    others: [crlIssuer],
    gives: 'unknown',
  },
  { name: 'who is not named', about: unnamed, crls: [by(crlIssuer, INDIRECT)], others: [crlIssuer], gives: 'unknown' },
  {
    name: 'who is named, of a stranger',
    about: named,
    crls: [by(strangeCrlIssuer, INDIRECT)],
    others: [strangeCrlIssuer, world.stranger],
    gives: 'unknown',
  },
  {
    name: 'a stranger of that name, who certified the key of the root',
    about: named,
    crls: [by(forged.sameName[0], INDIRECT)],
    others: forged.sameName,
    gives: 'unknown',
  },
  {
    name: 'below a stranger, who certified the key of the root',
    about: named,
    crls: [by(forged.another[0], INDIRECT)],
    others: forged.another,
    gives: 'unknown',
  },
  {
    name: 'a signer of that name, who certified the key of the root',
    about: named,
    crls: [by(forged.holder[0], INDIRECT)],
    others: forged.holder,
    gives: 'unknown',
    openssl: { gives: 'good', because: 'it has not read the extensions of a certificate outside of the path by then' },
  },
  {
    name: 'who is named, below the root, beside a certificate of a stranger for the root',
    about: named,
    crls: [by(rootCrlIssuer, INDIRECT)],
    others: [rootCrlIssuer, ...forged.another],
    gives: 'good',
  },
  {
    name: 'who is named, and had ended',
    about: named,
    crls: [by(endedCrlIssuer, INDIRECT)],
    others: [endedCrlIssuer],
    gives: 'unknown',
    openssl: { gives: 'good', because: 'its program goes on when an issuer of CRLs has ended' },
  },
  {
    name: 'who has the name, and is not for CRLs',
    about: named,
    crls: [by(falseCrlIssuer, INDIRECT)],
    others: [falseCrlIssuer],
    gives: 'unknown',
    openssl: { gives: 'good', because: 'it has not read the extensions of a certificate outside of the path by then' },
  },
  {
    name: 'who is named, without the certificate',
    about: named,
    crls: [by(crlIssuer, INDIRECT)],
    gives: 'unknown',
  },
  {
    name: 'who is named and was revoked, beside a CRL of the CA for all',
    about: named,
    crls: [by(crlIssuer, INDIRECT), by(ca, undefined, [entry(crlIssuer)])],
    others: [crlIssuer],
    gives: 'good',
  },
  {
    name: 'who is named, beside a CRL of the CA for another place',
    about: named,
    crls: [by(crlIssuer, INDIRECT), by(ca, { names: [A] }, [entry(crlIssuer)])],
    others: [crlIssuer],
    gives: 'good',
  },
  {
    name: 'who is named and was revoked',
    about: named,
    crls: [by(pointedCrlIssuer, INDIRECT), by(ca, { names: [A] }, [entry(pointedCrlIssuer)])],
    others: [pointedCrlIssuer],
    gives: 'unknown',
    openssl: { gives: 'good', because: 'with -crl_check it asks about the leaf alone' },
  },
  {
    name: 'who is named and was not revoked',
    about: named,
    crls: [by(pointedCrlIssuer, INDIRECT), by(ca, { names: [A] })],
    others: [pointedCrlIssuer],
    gives: 'good',
  },
  {
    name: 'the place that is named',
    about: namedAtA,
    crls: [by(crlIssuer, { ...INDIRECT, names: [A] })],
    others: [crlIssuer],
    gives: 'good',
  },
  {
    name: 'another place',
    about: namedAtA,
    crls: [by(crlIssuer, { ...INDIRECT, names: [uri('http://crl.example.com/b')] })],
    others: [crlIssuer],
    gives: 'unknown',
  },
  {
    name: 'the name of the CRL issuer as the place',
    about: named,
    crls: [by(crlIssuer, { ...INDIRECT, names: [directory(crlIssuer)] })],
    others: [crlIssuer],
    gives: 'good',
  },
  {
    name: 'forged in its name',
    about: named,
    crls: [by(crlIssuer, INDIRECT, [], { forgedBy: world.stranger })],
    others: [crlIssuer],
    gives: 'unknown',
  },
  { name: 'the CA instead, for all', about: named, crls: [by(ca, undefined)], gives: 'good' },
]

const mute = makeHolder('Mute CA', { kind: 'signer', issuer: root, from: '2010-01-01', to: '2044-12-31' })
const belowMute = makeHolder('Leaf', { issuer: mute, from: '2019-01-01', to: '2030-12-31' })
const neverRevoked = leafWith(NO_REV_AVAIL)

const OWN_CASES: readonly CrlCase[] = [
  { name: 'the issuer', about: unnamed, crls: [by(ca, undefined)], gives: 'good' },
  {
    name: 'a CA of the same name',
    about: unnamed,
    crls: [by(world.twin, undefined)],
    others: [world.twin],
    gives: 'unknown',
  },
  { name: 'the root', about: unnamed, crls: [by(root, undefined)], gives: 'unknown' },
  {
    name: 'a stranger in its name',
    about: unnamed,
    crls: [by(ca, undefined, [], { forgedBy: world.stranger })],
    gives: 'unknown',
  },
  {
    name: 'an issuer whose key is not for CRLs',
    about: belowMute,
    crls: [by(mute, undefined)],
    others: [mute],
    gives: 'unknown',
  },
  {
    name: 'the issuer, about one that is never revoked',
    about: neverRevoked,
    crls: [by(ca, undefined)],
    gives: 'good',
  },
  {
    name: 'the issuer, with a critical extension that nobody knows',
    about: unnamed,
    crls: [
      makeCrl(ca, {
        ...FRESH,
        extensions: [Uint8Array.from(Buffer.from('300d06032a030401 01ff04030201 01'.replaceAll(' ', ''), 'hex'))],
      }),
    ],
    gives: 'unknown',
  },
  {
    name: 'an entry of another issuer in a CRL that is not indirect',
    about: unnamed,
    crls: [by(ca, undefined, [entry(unnamed, root)])],
    gives: 'unknown',
    openssl: { gives: 'good', because: 'it heeds an extension that only indirect CRLs may have' },
  },
]

export const ISSUERS: Readonly<Record<string, readonly CrlCase[]>> = {
  'indirect CRLs': INDIRECT_CASES,
  'who signed it': OWN_CASES,
}
