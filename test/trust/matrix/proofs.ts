/**
 * Algorithms that no longer count as proof, what the host knows, and several time stamps.
 *
 * @module
 */

import { derInteger, derSequence } from '../../../src/cms/asn1/der-writer.js'
import { signDated, stampDated } from '../support/dated-document.js'
import { when } from '../support/dated-pki.js'
import { AFTERWARDS, cast, STAMPED, signLt, signLta, storeOf } from '../support/time-cast.js'
import type { Cases } from './case.js'

export const PROOFS: Cases = {
  'algorithms that no longer count as proof': [
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
