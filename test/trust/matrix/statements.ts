/**
 * Who states that nobody was revoked, and of whom nobody needs to.
 *
 * @module
 */

import { type Stored, signDated } from '../support/dated-document.js'
import { makeCrl, makeOcsp } from '../support/dated-pki.js'
import { cast, crlsOf, DAY_BEFORE, revoke, signLt, signLta, storeOf } from '../support/time-cast.js'
import { type Cases, KEY_COMPROMISE } from './case.js'

/** What is known of everybody but the signer: of the CA by the root, of the authority by a responder. */
function withOthers({ crls = [], ocsps = [] }: Stored): Stored {
  const [ofRoot] = crlsOf(DAY_BEFORE)
  const ofTsa = makeOcsp(cast.longNocheck, { about: cast.longTsa, at: DAY_BEFORE, next: '2020-03-10' })
  return { certs: [cast.ca], crls: ofRoot === undefined ? crls : [ofRoot, ...crls], ocsps: [ofTsa, ...ocsps] }
}

export const STATEMENTS: Cases = {
  'who states that nobody was revoked': [
    {
      name: 'a responder that lives',
      clause: '5.2.5; RFC 6960, 4.2.2.2',
      make: () =>
        signLt({
          tsa: cast.longTsa,
          store: withOthers({
            ocsps: [makeOcsp(cast.longNocheck, { about: cast.signer, at: DAY_BEFORE, next: '2020-03-10' })],
          }),
        }),
      on: '2023-06-01',
    },
    {
      name: 'a responder that has ended, without proof',
      clause: '5.6.2.4, step 1 b)',
      make: () =>
        signLt({
          tsa: cast.longTsa,
          store: withOthers({
            ocsps: [makeOcsp(cast.nocheck, { about: cast.signer, at: DAY_BEFORE, next: '2020-03-10' })],
          }),
        }),
      on: '2023-06-01',
      gives: 'REVOCATION_OUT_OF_BOUNDS_NO_POE',
    },
    {
      name: 'a responder that has ended, with an archive stamp',
      clause: '5.6.2.4, step 1 a)',
      make: () =>
        signLta({
          tsa: cast.longTsa,
          archive: cast.longTsa,
          store: withOthers({
            ocsps: [makeOcsp(cast.nocheck, { about: cast.signer, at: DAY_BEFORE, next: '2020-03-10' })],
          }),
        }),
      on: '2023-06-01',
    },
    {
      name: 'a responder without nocheck that is revoked',
      clause: 'RFC 6960, 4.2.2.2.1',
      make: () =>
        signDated(cast.longSigner, {
          store: {
            certs: [cast.ca],
            crls: [
              makeCrl(cast.ca, {
                at: '2020-02-01',
                next: '2020-02-10',
                revoked: [revoke(cast.responder, '2020-01-15', KEY_COMPROMISE)],
              }),
            ],
            ocsps: [makeOcsp(cast.responder, { about: cast.longSigner, at: '2020-02-29', next: '2020-03-10' })],
          },
        }),
      on: '2020-03-05',
      options: () => ({ requireRevocation: true }),
      gives: 'TRY_LATER',
    },
    {
      name: 'a responder without nocheck that is not',
      clause: 'RFC 6960, 4.2.2.2.1',
      make: () =>
        signDated(cast.longSigner, {
          store: {
            certs: [cast.ca],
            crls: crlsOf('2020-02-29'),
            ocsps: [makeOcsp(cast.responder, { about: cast.longSigner, at: '2020-02-29', next: '2020-03-10' })],
          },
        }),
      on: '2020-03-05',
      options: () => ({ requireRevocation: true }),
    },
    {
      name: 'nobody, and the host insists',
      clause: '5.2.5: TRY_LATER',
      make: () => signDated(cast.longSigner, { store: { certs: [cast.ca] } }),
      on: '2020-03-05',
      options: () => ({ requireRevocation: true }),
      gives: 'TRY_LATER',
    },
    {
      name: 'an issuer after the end of the certificate',
      clause: 'RFC 5280, 5: it may be gone from the list',
      make: () => signLt({ tsa: cast.longTsa, store: storeOf('2021-06-10') }),
      on: '2021-06-12',
      gives: 'OUT_OF_BOUNDS_NO_POE',
    },
    {
      name: 'an issuer that keeps those that ended',
      clause: 'ITU-T X.509, 9.5.2.8 (expiredCertsOnCRL)',
      make: () =>
        signLt({
          tsa: cast.longTsa,
          store: withOthers({
            crls: [makeCrl(cast.ca, { at: '2021-06-10', next: '2021-06-24', keepsSince: '2015-01-01' })],
          }),
        }),
      on: '2021-06-12',
    },
    {
      name: 'an issuer that keeps those that ended later',
      clause: 'ITU-T X.509, 9.5.2.8',
      make: () =>
        signLt({
          tsa: cast.longTsa,
          store: withOthers({
            crls: [makeCrl(cast.ca, { at: '2021-06-10', next: '2021-06-24', keepsSince: '2021-02-01' })],
          }),
        }),
      on: '2021-06-12',
      gives: 'OUT_OF_BOUNDS_NO_POE',
    },
    {
      name: 'a responder with an archive cutoff',
      clause: 'RFC 6960, 4.4.4',
      make: () =>
        signLt({
          tsa: cast.longTsa,
          store: withOthers({
            ocsps: [
              makeOcsp(cast.longNocheck, {
                about: cast.signer,
                at: '2021-06-10',
                next: '2021-06-24',
                cutoff: '2014-06-10',
              }),
            ],
          }),
        }),
      on: '2021-06-12',
    },
    {
      name: 'a responder whose archive is too short',
      clause: 'RFC 6960, 4.4.4',
      make: () =>
        signLt({
          tsa: cast.longTsa,
          store: withOthers({
            ocsps: [
              makeOcsp(cast.longNocheck, {
                about: cast.signer,
                at: '2021-06-10',
                next: '2021-06-24',
                cutoff: '2021-01-10',
              }),
            ],
          }),
        }),
      on: '2021-06-12',
      gives: 'OUT_OF_BOUNDS_NO_POE',
    },
    {
      name: 'somebody else in the name of the issuer',
      clause: 'RFC 5280, 6.3.3 (g)',
      make: () =>
        signLt({
          tsa: cast.longTsa,
          store: {
            certs: [cast.ca],
            crls: [makeCrl(cast.ca, { at: DAY_BEFORE, next: '2020-03-10', forgedBy: cast.strangeTsa })],
          },
        }),
      on: '2023-06-01',
      gives: 'OUT_OF_BOUNDS_NO_POE',
      level: 'B-T',
    },
    {
      name: 'a CRL of the future',
      clause: '5.2.5',
      make: () => signDated(cast.longSigner, { store: storeOf('2020-04-29') }),
      on: '2020-03-05',
      options: () => ({ requireRevocation: true }),
      gives: 'TRY_LATER',
    },
    {
      name: 'before the signature, where it must be after it',
      clause: '5.2.5, freshness after the signature',
      make: () => signLt({ by: cast.longSigner, tsa: cast.longTsa }),
      on: '2020-03-05',
      options: () => ({ requireRevocation: true, revocationFreshness: { mode: 'after-signature' } }),
      gives: 'TRY_LATER',
    },
    {
      name: 'after the signature, where it must be',
      clause: '5.2.5, freshness after the signature',
      make: () => signLt({ tsa: cast.longTsa, store: storeOf('2020-03-03') }),
      on: '2021-06-01',
      options: () => ({ revocationFreshness: { mode: 'after-signature', graceMs: 86_400_000 } }),
    },
    {
      name: 'too long before, where the host sets the age',
      clause: '5.2.5, maximal age',
      make: () => signLt({ by: cast.longSigner, tsa: cast.longTsa }),
      on: '2020-03-05',
      options: () => ({ requireRevocation: true, revocationFreshness: { mode: 'interval', maxAgeMs: 3_600_000 } }),
      gives: 'TRY_LATER',
    },
  ],
  'certificates that are never revoked': [
    {
      name: 'noRevAvail, and the host insists on what is known of the authority today',
      clause: '5.4: TRY_LATER for the stamp; 5.5.4, step 4 d) b.',
      make: () => signLt({ by: cast.oneShot, tsa: cast.longTsa }),
      on: '2023-06-01',
      options: () => ({ requireRevocation: true }),
      gives: 'OUT_OF_BOUNDS_NOT_REVOKED',
      source: 'claimed',
    },
    {
      name: 'noRevAvail with a living stamp, by default',
      clause: 'RFC 9608, 4; 5.5.4, step 4 d) a.',
      make: () => signLt({ by: cast.oneShot, tsa: cast.longTsa }),
      on: '2023-06-01',
      level: 'B-LT',
    },
    {
      name: 'noRevAvail without a stamp',
      clause: '5.2.6.4',
      make: () => signDated(cast.oneShot, { store: storeOf() }),
      on: '2023-06-01',
      gives: 'OUT_OF_BOUNDS_NOT_REVOKED',
    },
    {
      name: 'noRevAvail with an archive stamp',
      clause: '5.6.2.2.4: nothing to ask about',
      make: () => signLta({ by: cast.oneShot }),
      on: '2023-06-01',
      level: 'B-LTA',
    },
    {
      name: 'validity assured, short term',
      clause: 'EN 319 412-1, 5.2.2',
      make: () => signLta({ by: cast.shortTerm }),
      on: '2023-06-01',
      level: 'B-LTA',
    },
  ],
}
