/**
 * What is left of a signature years later, case by case: EN 319 102-1 (V1.4.1), clause by clause. For who is who see
 * support/time-cast.ts.
 */

import { describe, expect, it } from 'vitest'
import { derInteger, derSequence } from '../../src/cms/der-writer.js'
import { type VerifyOptions, verifyDocument } from '../../src/index.js'
import { signDated, stampDated, storeDated, withoutStore } from './support/dated-document.js'
import { makeCrl, makeHolder, makeOcsp, when } from './support/dated-pki.js'
import {
  AFTERWARDS,
  cast,
  crlsOf,
  DAY_BEFORE,
  renewTwice,
  revoke,
  STAMPED,
  signLt,
  signLta,
  storeOf,
} from './support/time-cast.js'

interface Case {
  readonly name: string
  /** Of EN 319 102-1 where nothing else is named. */
  readonly clause: string
  readonly make: () => Promise<Uint8Array>
  /** The day of judging. */
  readonly on: string
  /** Undefined for TOTAL-PASSED. */
  readonly gives?: string
  readonly options?: () => VerifyOptions
  /** PAdES level, where the case is about it. */
  readonly level?: string | null
  /** What `signedAt` must rest on. */
  readonly source?: string
  /** Part of the first proof in words. */
  readonly proof?: string
}

const KEY_COMPROMISE = 1
const SUPERSEDED = 4
const HOLD = 6

const CASES: Readonly<Record<string, readonly Case[]>> = {
  'the certificate of the signer has ended': [
    {
      name: 'B-B, while it lives',
      clause: '5.3',
      make: () => signDated(cast.signer, { store: storeOf() }),
      on: '2020-03-05',
      level: 'B-B',
      source: 'claimed',
    },
    {
      name: 'B-B, revocation known',
      clause: '5.2.6.4: ended, known not to be revoked',
      make: () => signDated(cast.signer, { store: storeOf() }),
      on: '2023-06-01',
      gives: 'OUT_OF_BOUNDS_NOT_REVOKED',
      source: 'claimed',
    },
    {
      name: 'B-B, revocation not known',
      clause: '5.2.6.4: ended, nothing known',
      make: () => signDated(cast.signer, { store: { certs: [cast.ca] } }),
      on: '2023-06-01',
      gives: 'OUT_OF_BOUNDS_NO_POE',
    },
    {
      name: 'B-T by a living authority, revocation not known',
      clause: '5.5.4, step 4 b) b.',
      make: () => signDated(cast.signer, { stampedBy: [[cast.longTsa, { at: STAMPED }]], store: { certs: [cast.ca] } }),
      on: '2023-06-01',
      gives: 'OUT_OF_BOUNDS_NO_POE',
      level: 'B-T',
      source: 'timestamp',
    },
    {
      name: 'B-LT by a living authority',
      clause: '5.5.4, step 4 d) a.',
      make: () => signLt({ tsa: cast.longTsa }),
      on: '2023-06-01',
      level: 'B-LT',
      source: 'timestamp',
      proof: 'time stamp of the signature',
    },
    {
      name: 'B-LT by an authority that has ended too',
      clause: '5.4 gives no PASSED, so that 5.5.4, step 4 d) b. holds',
      make: () => signLt(),
      on: '2031-06-01',
      gives: 'OUT_OF_BOUNDS_NOT_REVOKED',
      level: 'B-LT',
      source: 'claimed',
    },
    {
      name: 'B-LT, the authority still lives',
      clause: '5.5.4, step 4 d) a.',
      make: () => signLt(),
      on: '2021-06-01',
      level: 'B-LT',
    },
    {
      name: 'B-LTA, the archive stamp lives',
      clause: '5.6.3.4 with 5.6.2.4 for the stamp',
      make: () => signLta(),
      on: '2023-06-01',
      level: 'B-LTA',
      source: 'timestamp',
      proof: '2020-03-01',
    },
    {
      name: 'B-LTA, the archive stamp has ended',
      clause: '5.6.3.4: no POE of the last stamp',
      make: () => signLta(),
      on: '2026-06-01',
      gives: 'OUT_OF_BOUNDS_NOT_REVOKED',
      level: 'B-LTA',
      source: 'claimed',
    },
    {
      name: 'stamped by a document time stamp alone',
      clause: '5.6.2.3: POE of the signature',
      make: async () =>
        stampDated(await signDated(cast.signer, { store: storeOf() }), cast.longTsa, {
          at: AFTERWARDS,
          fieldName: 'Timestamp1',
        }),
      on: '2023-06-01',
      proof: 'existed on 2020-03-02: document time stamp Timestamp1',
    },
    {
      name: 'stamped after the end',
      clause: '5.5.4, step 4 d) b.',
      make: () => signLt({ tsa: cast.longTsa, stampedBy: [[cast.longTsa, { at: '2021-02-01' }]] }),
      on: '2023-06-01',
      gives: 'OUT_OF_BOUNDS_NOT_REVOKED',
    },
    {
      name: 'stamped before it began',
      clause: '5.5.4, step 4 d): NOT_YET_VALID',
      make: () =>
        signLt({
          tsa: cast.longTsa,
          by: makeHolder('Later', { issuer: cast.ca, from: '2020-06-01', to: '2020-12-31' }),
        }),
      on: '2023-06-01',
      gives: 'NOT_YET_VALID',
    },
    {
      name: 'stamped before it began, judged while it lives',
      clause: '5.5.4, step 4 b): NOT_YET_VALID',
      make: () =>
        signLt({
          tsa: cast.longTsa,
          by: makeHolder('Later', { issuer: cast.ca, from: '2020-06-01', to: '2029-12-31' }),
        }),
      on: '2023-06-01',
      gives: 'NOT_YET_VALID',
    },
    {
      name: 'judged before it began',
      clause: '5.5.4, step 4 b), best-signature-time is the present',
      make: () => signDated(cast.signer, { store: storeOf() }),
      on: '2018-06-01',
      gives: 'NOT_YET_VALID',
    },
  ],
  renewals: [
    {
      name: 'three stamps, judged when the first has ended',
      clause: '5.6.3.4',
      make: async () => renewTwice(await signLta()),
      on: '2030-06-01',
      level: 'B-LTA',
      source: 'timestamp',
    },
    {
      name: 'three stamps, judged when only the last lives',
      clause: '5.6.3.4',
      make: async () => renewTwice(await signLta()),
      on: '2035-06-01',
      level: 'B-LTA',
    },
    {
      name: 'three stamps, judged when all have ended',
      clause: '5.6.3.4: the newest has no POE',
      make: async () => renewTwice(await signLta()),
      on: '2036-06-01',
      gives: 'OUT_OF_BOUNDS_NOT_REVOKED',
    },
    {
      name: 'a renewal that came after the end of the stamp before',
      clause: '5.6.2.4, step 3: POE after the control time',
      make: async () =>
        stampDated(await signLta(), cast.tsa4, { at: '2029-06-01', fieldName: 'Late', store: storeOf('2029-05-31') }),
      on: '2030-06-01',
      gives: 'OUT_OF_BOUNDS_NOT_REVOKED',
    },
    {
      name: 'a renewal without data about the stamp before',
      clause: '5.6.2.2.4, step 2 a): NO_POE, hence the current status',
      make: async () =>
        stampDated(await signLta({ store: { certs: [cast.ca], crls: [] } }), cast.tsa3, {
          at: '2024-06-01',
          fieldName: 'Timestamp2',
        }),
      on: '2026-06-01',
      gives: 'OUT_OF_BOUNDS_NO_POE',
      level: 'B-T',
    },
    {
      name: 'the store was emptied afterwards: earlier revisions hold it',
      clause: '5.6.3.4',
      make: async () => withoutStore(await signLta()),
      on: '2023-06-01',
      level: 'B-LTA',
    },
    {
      name: 'the data came after the archive stamp, from who still lives',
      clause: '5.5.4, step 4 d) a.: the issuer answers for them himself',
      make: async () =>
        storeDated(
          await stampDated(await signLt({ store: { certs: [cast.ca] } }), cast.tsa2, {
            at: AFTERWARDS,
            fieldName: 'Timestamp1',
          }),
          { crls: crlsOf(DAY_BEFORE) },
        ),
      on: '2023-06-01',
      level: 'B-LT',
    },
    {
      name: 'the data came after the archive stamp, from who has ended',
      clause: '5.6.2.4, step 1 b); 5.6.2.2.4, step 2 a)',
      make: async () => {
        const signed = await signLt({ by: cast.belowOldCa, store: { certs: [cast.ca, cast.oldCa] } })
        const archived = await stampDated(signed, cast.longTsa, { at: AFTERWARDS, fieldName: 'Timestamp1' })
        return storeDated(archived, { crls: crlsOf(DAY_BEFORE) })
      },
      on: '2024-06-01',
      gives: 'REVOCATION_OUT_OF_BOUNDS_NO_POE',
      level: 'B-LT',
    },
    {
      name: 'the data share a revision with the archive stamp',
      clause: '5.6.2.3',
      make: async () =>
        stampDated(await signLt({ store: { certs: [cast.ca] } }), cast.tsa2, {
          at: AFTERWARDS,
          fieldName: 'Timestamp1',
          store: { crls: crlsOf(DAY_BEFORE) },
        }),
      on: '2023-06-01',
      level: 'B-LTA',
    },
    {
      name: 'the certificate of a CA came after the archive stamp',
      clause: '5.6.2.2.4, step 2 a): POE of the certificate',
      make: async () => {
        const store = { certs: [cast.ca, cast.oldCa], crls: crlsOf(DAY_BEFORE) }
        return storeDated(await signLta({ by: cast.belowSubCa, archive: cast.longTsa, store }), { certs: [cast.subCa] })
      },
      on: '2024-06-01',
      gives: 'NO_POE',
    },
    {
      name: 'the certificate of a CA came with the archive stamp itself',
      clause: '5.6.2.3: a time stamp is no POE of what is in its own token',
      make: async () => {
        const store = { certs: [cast.ca, cast.oldCa], crls: crlsOf(DAY_BEFORE) }
        const signed = await signLt({ by: cast.belowSubCa, store })
        return stampDated(signed, cast.longTsa, { at: AFTERWARDS, fieldName: 'Timestamp1', certificates: [cast.subCa] })
      },
      on: '2024-06-01',
      gives: 'NO_POE',
    },
    {
      name: 'a statement is proved only after the path above it had lost its freshness',
      clause: '5.6.2.2.4, step 2 a): POE at or before the control time',
      make: async () => {
        const [ofRoot, , ofOldCa] = crlsOf(DAY_BEFORE)
        if (ofRoot === undefined || ofOldCa === undefined) throw new Error('The CRLs have another order.')
        const certs = [cast.ca, cast.oldCa]
        const signed = await signLt({ by: cast.belowOldCa, tsa: cast.longTsa, store: { certs, crls: [ofRoot] } })
        const first = await stampDated(signed, cast.longTsa, { at: AFTERWARDS, fieldName: 'Timestamp1' })
        const second = { at: '2021-06-01', fieldName: 'Timestamp2', store: { crls: [ofOldCa] } }
        return stampDated(first, cast.longTsa, second)
      },
      on: '2024-06-01',
      gives: 'NO_POE',
    },
    {
      name: 'the certificate of a CA came with the signature',
      clause: '5.6.2.2.4, step 2 a): POE of the certificate',
      make: () => signLta({ by: cast.belowSubCa, archive: cast.longTsa, certificates: [cast.subCa] }),
      on: '2024-06-01',
      level: 'B-LTA',
    },
  ],
  'a CA, or the anchor, has ended': [
    {
      name: 'the CA, without proof',
      clause: '5.6.2.4; Table 6: NO_POE',
      make: () =>
        signLt({
          by: makeHolder('Outlives its CA', { issuer: cast.oldCa, from: '2019-01-01', to: '2039-12-31' }),
          tsa: cast.longTsa,
        }),
      on: '2024-06-01',
      gives: 'NO_POE',
    },
    {
      name: 'the CA, with an archive stamp',
      clause: '5.6.2.4',
      make: () => signLta({ by: cast.belowOldCa, archive: cast.longTsa }),
      on: '2024-06-01',
      level: 'B-LTA',
    },
    {
      name: 'the CA, with the host as a witness',
      clause: '5.6.3.2: POEs of the driving application',
      make: () => signLt({ by: cast.belowOldCa, tsa: cast.longTsa }),
      on: '2024-06-01',
      options: () => ({ proofs: [{ since: when('2020-03-03'), name: 'archive' }] }),
    },
    {
      name: 'the anchor, without proof',
      clause: '5.6.2.2.4, step 1 (sunset date)',
      make: () =>
        signLt({
          by: makeHolder('Outlives its root', { issuer: cast.oldRoot, from: '2019-01-01', to: '2039-12-31' }),
          tsa: cast.longTsa,
        }),
      on: '2024-06-01',
      gives: 'NO_CERTIFICATE_CHAIN_FOUND_NO_POE',
    },
    {
      name: 'the anchor, with an archive stamp',
      clause: '5.6.2.2.4, step 1',
      make: () => signLta({ by: cast.belowOldRoot, archive: cast.longTsa }),
      on: '2024-06-01',
    },
  ],
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
  'who states that nobody was revoked': [
    {
      name: 'a responder that lives',
      clause: '5.2.5; RFC 6960, 4.2.2.2',
      make: () =>
        signLt({
          tsa: cast.longTsa,
          store: {
            certs: [cast.ca],
            crls: [],
            ocsps: [makeOcsp(cast.longNocheck, { about: cast.signer, at: DAY_BEFORE, next: '2020-03-10' })],
          },
        }),
      on: '2023-06-01',
    },
    {
      name: 'a responder that has ended, without proof',
      clause: '5.6.2.4, step 1 b)',
      make: () =>
        signLt({
          tsa: cast.longTsa,
          store: {
            certs: [cast.ca],
            ocsps: [makeOcsp(cast.nocheck, { about: cast.signer, at: DAY_BEFORE, next: '2020-03-10' })],
          },
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
          store: {
            certs: [cast.ca],
            ocsps: [makeOcsp(cast.nocheck, { about: cast.signer, at: DAY_BEFORE, next: '2020-03-10' })],
          },
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
          store: {
            certs: [cast.ca],
            crls: [makeCrl(cast.ca, { at: '2021-06-10', next: '2021-06-24', keepsSince: '2015-01-01' })],
          },
        }),
      on: '2021-06-12',
    },
    {
      name: 'an issuer that keeps those that ended later',
      clause: 'ITU-T X.509, 9.5.2.8',
      make: () =>
        signLt({
          tsa: cast.longTsa,
          store: {
            certs: [cast.ca],
            crls: [makeCrl(cast.ca, { at: '2021-06-10', next: '2021-06-24', keepsSince: '2021-02-01' })],
          },
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
          store: {
            certs: [cast.ca],
            ocsps: [
              makeOcsp(cast.longNocheck, {
                about: cast.signer,
                at: '2021-06-10',
                next: '2021-06-24',
                cutoff: '2014-06-10',
              }),
            ],
          },
        }),
      on: '2021-06-12',
    },
    {
      name: 'a responder whose archive is too short',
      clause: 'RFC 6960, 4.4.4',
      make: () =>
        signLt({
          tsa: cast.longTsa,
          store: {
            certs: [cast.ca],
            ocsps: [
              makeOcsp(cast.longNocheck, {
                about: cast.signer,
                at: '2021-06-10',
                next: '2021-06-24',
                cutoff: '2021-01-10',
              }),
            ],
          },
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
  'algorithms that are no proof any more': [
    {
      name: 'SHA-1, stamped while it was one',
      clause: '5.5.4, step 4 c)',
      make: () =>
        signDated(cast.sha1Signer, {
          digest: 'sha1',
          stampedBy: [[cast.earlyTsa, { at: '2013-05-01' }]],
          store: storeOf(),
        }),
      on: '2020-03-05',
      source: 'timestamp',
    },
    {
      name: 'SHA-1, without proof',
      clause: '5.2.8.4',
      make: () => signDated(cast.sha1Signer, { digest: 'sha1', store: storeOf() }),
      on: '2020-03-05',
      gives: 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
    },
    {
      name: 'SHA-1, stamped too late',
      clause: '5.5.4, step 4 c)',
      make: () => signLt({ by: cast.sha1Signer, digest: 'sha1', tsa: cast.longTsa }),
      on: '2020-03-05',
      gives: 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
    },
    {
      name: 'SHA-1, known to the host since 2013',
      clause: '5.5.4, step 1 and 4 c)',
      make: () => signDated(cast.sha1Signer, { digest: 'sha1', store: storeOf() }),
      on: '2020-03-05',
      options: () => ({ proofs: [{ since: when('2013-05-01') }] }),
      source: 'host',
    },
    {
      name: 'RSA of 1,024 bits, without proof',
      clause: '5.2.8.4',
      make: () => signDated(cast.shortKey, { store: storeOf() }),
      on: '2020-03-05',
      gives: 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
    },
    {
      name: 'RSA of 1,024 bits, known to the host since 2013',
      clause: '5.5.4, step 1 and 4 c)',
      make: () => signDated(cast.shortKey, { store: storeOf() }),
      on: '2020-03-05',
      options: () => ({ proofs: [{ since: when('2013-05-01') }] }),
    },
    {
      name: 'a certificate issued with SHA-1, without proof',
      clause: '5.5.4, step 10',
      make: () => signDated(cast.sha1Ca, { store: storeOf() }),
      on: '2020-03-05',
      gives: 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
    },
    {
      name: 'a certificate issued with SHA-1, known to the host since 2016',
      clause: '5.6.2.2.4, step 2 d)',
      make: () => signDated(cast.sha1Ca, { store: storeOf('2016-01-31') }),
      on: '2020-03-05',
      options: () => ({ proofs: [{ since: when('2016-02-01') }] }),
    },
    {
      name: 'an imprint of SHA-1',
      clause: '5.4: the material of the stamp',
      make: () => signLt({ tsa: cast.longTsa, stampedBy: [[cast.longTsa, { at: STAMPED, imprint: 'sha1' }]] }),
      on: '2023-06-01',
      gives: 'OUT_OF_BOUNDS_NOT_REVOKED',
      source: 'claimed',
    },
  ],
  'what the host knows': [
    {
      name: 'the document',
      clause: '5.5.4, step 1',
      make: () => signDated(cast.signer, { store: storeOf() }),
      on: '2023-06-01',
      options: () => ({ proofs: [{ since: when('2020-03-10'), name: 'archive' }] }),
      source: 'host',
      proof: 'existed on 2020-03-10: proof of the host archive',
    },
    {
      name: 'the document, when nothing was known of revocations any more',
      clause: '5.5.4, step 6: not fresh at best-signature-time',
      make: () => signDated(cast.signer, { store: storeOf() }),
      on: '2023-06-01',
      options: () => ({ proofs: [{ since: when('2020-04-01') }] }),
      gives: 'OUT_OF_BOUNDS_NO_POE',
      source: 'host',
    },
    {
      name: 'the document, after the end',
      clause: '5.5.4, step 4 d) b.',
      make: () => signDated(cast.signer, { store: storeOf() }),
      on: '2023-06-01',
      options: () => ({ proofs: [{ since: when('2021-04-01') }] }),
      gives: 'OUT_OF_BOUNDS_NOT_REVOKED',
    },
    {
      name: 'the document, in the future',
      clause: '5.6.3.2',
      make: () => signDated(cast.signer, { store: storeOf() }),
      on: '2023-06-01',
      options: () => ({ proofs: [{ since: when('2024-04-01') }] }),
      gives: 'OUT_OF_BOUNDS_NOT_REVOKED',
      source: 'claimed',
    },
    {
      name: 'another document',
      clause: '5.6.3.2',
      make: () => signDated(cast.signer, { store: storeOf() }),
      on: '2023-06-01',
      options: () => ({ proofs: [{ since: when('2020-04-01'), sha256: '0'.repeat(64) }] }),
      gives: 'OUT_OF_BOUNDS_NOT_REVOKED',
    },
    {
      name: 'the archive stamp, which has ended',
      clause: '5.6.3.4',
      make: () => signLta(),
      on: '2026-06-01',
      options: () => ({ proofs: [{ since: when('2020-03-03') }] }),
      source: 'timestamp',
    },
  ],
  'several stamps': [
    {
      name: 'one that has ended and one that lives',
      clause: '5.5.4, step 3 b)',
      make: () =>
        signLt({
          stampedBy: [
            [cast.tsa1, { at: STAMPED }],
            [cast.longTsa, { at: '2020-03-01T10:00:10Z' }],
          ],
        }),
      on: '2023-06-01',
      proof: 'existed on 2020-03-01: time stamp of the signature',
    },
    {
      name: 'one of a stranger and one that is known',
      clause: '5.5.4, step 3 b)',
      make: () =>
        signLt({
          stampedBy: [
            [cast.strangeTsa, { at: '2019-06-01' }],
            [cast.longTsa, { at: STAMPED }],
          ],
        }),
      on: '2023-06-01',
      proof: 'existed on 2020-03-01',
    },
    {
      name: 'one that is older than the archive stamp over it says',
      clause: '5.5.4, step 4 e)',
      make: async () =>
        stampDated(
          await signLt({ by: cast.longSigner, stampedBy: [[cast.longTsa, { at: '2020-05-01' }]] }),
          cast.longTsa,
          { at: AFTERWARDS, fieldName: 'Timestamp1' },
        ),
      on: '2020-06-01',
      gives: 'TIMESTAMP_ORDER_FAILURE',
    },
    {
      name: 'one a little younger than the archive stamp over it, within its accuracy',
      clause: 'RFC 3161, 2.4.2',
      make: async () =>
        stampDated(
          await signLt({
            by: cast.longSigner,
            stampedBy: [[cast.longTsa, { at: '2020-03-02T10:00:04Z', accuracy: derSequence(derInteger(3)) }]],
          }),
          cast.longTsa,
          { at: AFTERWARDS, fieldName: 'Timestamp1' },
        ),
      on: '2020-06-01',
    },
    {
      name: 'one beyond its accuracy',
      clause: 'RFC 3161, 2.4.2',
      make: async () =>
        stampDated(
          await signLt({
            by: cast.longSigner,
            stampedBy: [[cast.longTsa, { at: '2020-03-02T10:00:09Z', accuracy: derSequence(derInteger(3)) }]],
          }),
          cast.longTsa,
          { at: AFTERWARDS, fieldName: 'Timestamp1' },
        ),
      on: '2020-06-01',
      gives: 'TIMESTAMP_ORDER_FAILURE',
    },
  ],
}

async function judge({ make, on, options }: Case) {
  const { root, oldRoot } = cast
  const anchors = [root.certificate.der, oldRoot.certificate.der]
  const report = await verifyDocument(await make(), { trustAnchors: anchors, now: () => when(on), ...options?.() })
  const signer = report.signers.find(({ kind }) => kind === 'signature')
  if (signer === undefined) throw new Error(report.reason)
  return { report, signer }
}

describe('the time matrix', () => {
  it('has at least 60 cases', () => {
    expect(Object.values(CASES).flat().length).toBeGreaterThanOrEqual(60)
  })

  describe.each(Object.entries(CASES))('%s', (_, cases) => {
    it.each(cases.map((each) => [each.name, each.clause, each] as const))('%s (%s)', async (_name, _clause, each) => {
      const { signer } = await judge(each)
      const { gives } = each
      const indication =
        gives === undefined ? 'TOTAL-PASSED' : gives === 'NOT_YET_VALID' ? 'TOTAL-FAILED' : 'INDETERMINATE'
      const found = [signer.indication, signer.subIndication]
      expect(
        found,
        JSON.stringify([signer.reasons, signer.warnings, signer.trust, signer.timestamps], null, 1),
      ).toEqual([indication, gives ?? null])
      if (each.level !== undefined) expect(signer.padesLevel).toBe(each.level)
      if (each.source !== undefined) expect(signer.signedAtSource).toBe(each.source)
      if (each.proof !== undefined) expect(signer.proofs[0]?.message).toContain(each.proof)
    })
  })
})
