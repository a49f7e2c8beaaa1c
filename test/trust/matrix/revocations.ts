/**
 * Revocations: of signers, CAs and authorities.
 *
 * @module
 */

import { signDated, storeDated } from '../support/dated-document.js'
import { cast, crlsOf, DAY_BEFORE, revoke, signLt, signLta, storeOf } from '../support/time-cast.js'
import { type Cases, HOLD, KEY_COMPROMISE, SUPERSEDED } from './case.js'

export const REVOCATIONS: Cases = {
  'the signer was revoked': [
    {
      name: 'after the stamp',
      clause: '5.5.4, step 4 a) a. ii.',
      make: () =>
        signLt({
          by: cast.longSigner,
          tsa: cast.longTsa,
          store: storeOf('2020-06-10', [revoke(cast.longSigner, '2020-06-01')]),
        }),
      on: '2020-06-12',
    },
    {
      name: 'before the stamp',
      clause: '5.5.4, step 4 a) b.',
      make: () =>
        signLt({
          by: cast.longSigner,
          tsa: cast.longTsa,
          store: storeOf('2020-06-10', [revoke(cast.longSigner, '2020-02-01')]),
        }),
      on: '2020-06-12',
      gives: 'REVOKED_NO_POE',
    },
    {
      name: 'and nothing proves when it signed',
      clause: '5.2.6.4: REVOKED_NO_POE',
      make: () => signDated(cast.longSigner, { store: storeOf('2020-06-10', [revoke(cast.longSigner, '2020-06-01')]) }),
      on: '2020-06-12',
      gives: 'REVOKED_NO_POE',
    },
    {
      name: 'after the stamp, with a key that was bad before',
      clause: 'RFC 5280, 5.3.2 (invalidityDate)',
      make: () =>
        signLt({
          by: cast.longSigner,
          tsa: cast.longTsa,
          store: storeOf('2020-06-10', [revoke(cast.longSigner, '2020-06-01', KEY_COMPROMISE, '2020-02-15')]),
        }),
      on: '2020-06-12',
      gives: 'REVOKED_NO_POE',
    },
    {
      name: 'after the stamp, with an invalidity date before it and without a reason',
      clause: 'RFC 5280, 5.3.2: it may be a compromise',
      make: () =>
        signLt({
          by: cast.longSigner,
          tsa: cast.longTsa,
          store: storeOf('2020-06-10', [revoke(cast.longSigner, '2020-06-01', undefined, '2020-02-15')]),
        }),
      on: '2020-06-12',
      gives: 'REVOKED_NO_POE',
    },
    {
      name: 'after the stamp, invalidity date of another reason',
      clause: 'RFC 5280, 5.3.2: only of a compromise',
      make: () =>
        signLt({
          by: cast.longSigner,
          tsa: cast.longTsa,
          store: storeOf('2020-06-10', [revoke(cast.longSigner, '2020-06-01', SUPERSEDED, '2020-02-15')]),
        }),
      on: '2020-06-12',
    },
    {
      name: 'after the archive stamp, told by a later CRL',
      clause: '5.5.4, step 4 a) a. ii.',
      make: async () =>
        storeDated(await signLta(), { crls: crlsOf('2020-06-10', [revoke(cast.signer, '2020-06-01')]) }),
      on: '2023-06-01',
    },
    {
      name: 'before it signed, told by a later CRL',
      clause: '5.5.4, step 4 a) b.: a POE after the revocation',
      make: async () =>
        storeDated(await signLta(), { crls: crlsOf('2020-06-10', [revoke(cast.signer, '2020-02-15')]) }),
      on: '2023-06-01',
      gives: 'REVOKED_NO_POE',
    },
    {
      name: 'and the authority that knew better has ended',
      clause: '5.5.4, step 4 a) b.',
      make: () =>
        signLt({ by: cast.longSigner, store: storeOf('2020-06-10', [revoke(cast.longSigner, '2020-06-01')]) }),
      on: '2023-06-01',
      gives: 'REVOKED_NO_POE',
    },
    {
      name: 'its CA was revoked after the stamp',
      clause: '5.5.4, step 4 a) for REVOKED_CA_NO_POE',
      make: () =>
        signLt({
          by: cast.belowOldCa,
          tsa: cast.longTsa,
          store: storeOf('2020-06-10', [revoke(cast.oldCa, '2020-06-01')]),
        }),
      on: '2020-06-12',
    },
    {
      name: 'its CA was revoked before the stamp',
      clause: '5.5.4, step 4 a) b.: REVOKED_CA_NO_POE',
      make: () =>
        signLt({
          by: cast.belowOldCa,
          tsa: cast.longTsa,
          store: storeOf('2020-06-10', [revoke(cast.oldCa, '2020-02-01')]),
        }),
      on: '2020-06-12',
      gives: 'REVOKED_CA_NO_POE',
    },
    {
      name: 'suspended',
      clause: '5.2.6.4: certificateHold gives TRY_LATER',
      make: () =>
        signDated(cast.longSigner, { store: storeOf('2020-06-10', [revoke(cast.longSigner, '2020-02-01', HOLD)]) }),
      on: '2020-06-12',
      gives: 'TRY_LATER',
    },
    {
      name: 'suspended, and the suspension taken back',
      clause: 'RFC 5280, 5.3.1',
      make: () =>
        signDated(cast.longSigner, {
          store: {
            certs: [cast.ca],
            crls: [...crlsOf('2020-02-10', [revoke(cast.longSigner, '2020-02-01', HOLD)]), ...crlsOf('2020-02-28')],
          },
        }),
      on: '2020-03-02',
    },
  ],
  'the authority was revoked': [
    {
      name: 'later, superseded',
      clause: 'RFC 3161, 4.1, step 1',
      make: () =>
        signLt({
          by: cast.signer,
          tsa: cast.longTsa,
          store: {
            certs: [cast.ca],
            crls: [...crlsOf(DAY_BEFORE), ...crlsOf('2021-06-10', [revoke(cast.longTsa, '2021-06-01', SUPERSEDED)])],
          },
        }),
      on: '2021-06-12',
    },
    {
      name: 'later, without a reason',
      clause: 'RFC 3161, 4.1, step 1: all its tokens',
      make: () =>
        signLt({
          by: cast.longSigner,
          tsa: cast.longTsa,
          store: storeOf('2020-06-10', [revoke(cast.longTsa, '2020-06-01')]),
        }),
      on: '2020-06-12',
      source: 'claimed',
    },
    {
      name: 'later, its key stolen, and the signer has ended',
      clause: 'RFC 3161, 4.1, step 2; 5.5.4, step 4 d) b.',
      make: () =>
        signLt({
          tsa: cast.longTsa,
          store: {
            certs: [cast.ca],
            crls: [
              ...crlsOf(DAY_BEFORE),
              ...crlsOf('2021-06-10', [revoke(cast.longTsa, '2021-06-01', KEY_COMPROMISE)]),
            ],
          },
        }),
      on: '2021-06-12',
      gives: 'OUT_OF_BOUNDS_NOT_REVOKED',
      source: 'claimed',
    },
    {
      name: 'later, its key stolen, but an archive stamp is older',
      clause: '5.4 with 5.6.2.4: POE before the revocation',
      make: async () =>
        storeDated(await signLta({ tsa: cast.longTsa }), {
          crls: crlsOf('2021-06-10', [revoke(cast.longTsa, '2021-06-01', KEY_COMPROMISE)]),
        }),
      on: '2021-06-12',
      source: 'timestamp',
    },
    {
      name: 'before it stamped',
      clause: '5.4',
      make: () =>
        signLt({
          by: cast.longSigner,
          tsa: cast.longTsa,
          store: storeOf('2020-06-10', [revoke(cast.longTsa, '2020-02-01', SUPERSEDED)]),
        }),
      on: '2020-06-12',
      source: 'claimed',
    },
  ],
}
