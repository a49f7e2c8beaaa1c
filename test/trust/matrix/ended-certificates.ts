/**
 * Certificates that have ended: of signers, of authorities, of CAs, and renewals against it.
 *
 * @module
 */

import { signDated, stampDated, storeDated, withoutStore } from '../support/dated-document.js'
import { makeHolder, makeOcsp, when } from '../support/dated-pki.js'
import {
  AFTERWARDS,
  cast,
  crlsOf,
  DAY_BEFORE,
  renewTwice,
  STAMPED,
  signLt,
  signLta,
  storeOf,
} from '../support/time-cast.js'
import type { Cases } from './case.js'

export const ENDED_CERTIFICATES: Cases = {
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
        const ofTsa = makeOcsp(cast.longNocheck, { about: cast.longTsa, at: DAY_BEFORE, next: '2022-03-10' })
        const store = { certs, crls: [ofRoot], ocsps: [ofTsa] }
        const signed = await signLt({ by: cast.belowOldCa, tsa: cast.longTsa, store })
        const first = await stampDated(signed, cast.longTsa, { at: AFTERWARDS, fieldName: 'Timestamp1' })
        const ofCa = makeOcsp(cast.root, { about: cast.ca, at: '2021-05-31', next: '2021-06-30' })
        const second = { at: '2021-06-01', fieldName: 'Timestamp2', store: { crls: [ofOldCa], ocsps: [ofCa] } }
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
}
