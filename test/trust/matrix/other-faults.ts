/**
 * What is wrong apart from time: the sub-indications of formats, digests, keys and chains.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { derOctetString, derOid, derSequence, encodeDer } from '../../../src/cms/asn1/der-writer.js'
import { parseSignedData } from '../../../src/cms/message/signed-data.js'
import { extractCms } from '../../support/oracles.js'
import { overwrite } from '../../verify/support/notation.js'
import { signDated } from '../support/dated-document.js'
import {
  attribute,
  extension,
  type Holder,
  type HolderOptions,
  makeCrl,
  makeHolder,
  makeStamp,
} from '../support/dated-pki.js'
import { cast, crlsOf, DAY_BEFORE, revoke, STAMPED, storeOf } from '../support/time-cast.js'
import type { Cases } from './case.js'

const ON = '2020-03-05'

/** Signs below a CA of its own that the root issued. */
function signBelow(ofCa: Partial<HolderOptions>, ofSigner: Partial<HolderOptions> = {}): Promise<Uint8Array> {
  const life = { from: '2015-01-01', to: '2039-12-31' }
  const ca = makeHolder('Odd CA', { kind: 'ca', issuer: cast.root, ...life, ...ofCa })
  const signer = makeHolder('Below the odd CA', { issuer: ca, ...life, ...ofSigner })
  const crls = [makeCrl(ca, { at: DAY_BEFORE, next: '2020-03-14' }), ...crlsOf(DAY_BEFORE)]
  return signDated(signer, { store: { certs: [ca], crls } })
}

const CONTENT_STAMP = '1.2.840.113549.1.9.16.2.20'
const contentStamped = (at: string) => ({
  signed: (content: Uint8Array) => [attribute(CONTENT_STAMP, makeStamp(cast.longTsa, content, { at }))],
})
const stampWith = (isCritical: boolean) => ({
  at: STAMPED,
  infoExtensions: [extension('1.2.3.4.5', derSequence(), isCritical)],
})
const POLICIES = extension('2.5.29.32', derSequence(derSequence(derOid('1.2.3.4'))))
const MAPPINGS = extension('2.5.29.33', derSequence(derSequence(derOid('1.2.3.4'), derOid('1.2.3.5'))))
/** requireExplicitPolicy: 0. */
const EXPLICIT = extension('2.5.29.36', derSequence(encodeDer(0x80, Uint8Array.of(0))), true)

/** Two hundred hosts in a certificate, below a CA with as many other ones that are excluded. */
const hosts = (word: string) =>
  Array.from({ length: 200 }, (_, i) => encodeDer(0x82, Buffer.from(`${word}${i}.example.com`)))
const MANY_NAMES = extension('2.5.29.17', derSequence(...hosts('a')))
const MANY_CONSTRAINTS = extension(
  '2.5.29.30',
  derSequence(encodeDer(0xa1, ...hosts('b').map((host) => derSequence(host)))),
)

/** signing-certificate (RFC 2634) that names another certificate than the one of version 2. */
const ESS_OF = ({ certificate }: Holder) =>
  attribute(
    '1.2.840.113549.1.9.16.2.12',
    derSequence(derSequence(derSequence(derOctetString(createHash('sha1').update(certificate.der).digest())))),
  )

/** Replaces bytes inside of /Contents; the last place counts. */
function inContents(bytes: Uint8Array, before: Uint8Array, after: Uint8Array): Uint8Array {
  return overwrite(bytes, Buffer.from(before).toString('hex'), Buffer.from(after).toString('hex'))
}

const flipped = (bytes: Uint8Array) => bytes.map((byte, i) => (i === bytes.length - 1 ? byte ^ 1 : byte))

const signPlain = () => signDated(cast.longSigner, { store: storeOf() })

export const OTHER_FAULTS: Cases = {
  'what is wrong apart from time': [
    {
      name: 'no signature where one should be',
      clause: '5.2.2: FORMAT_FAILURE',
      make: async () => {
        const bytes = await signPlain()
        const { cms } = extractCms(bytes)
        return inContents(bytes, cms, new Uint8Array(cms.length))
      },
      on: ON,
      gives: 'FORMAT_FAILURE',
    },
    {
      name: 'a claimed time that was changed later',
      clause: '5.2.7: HASH_FAILURE',
      make: async () => overwrite(await signPlain(), 'D:20200301100000Z', 'D:20200302100000Z'),
      on: ON,
      gives: 'HASH_FAILURE',
    },
    {
      name: 'another signature value',
      clause: '5.2.7: SIG_CRYPTO_FAILURE',
      make: async () => {
        const bytes = await signPlain()
        const value = parseSignedData(extractCms(bytes).cms).signerInfos[0]?.signature ?? new Uint8Array(0)
        return inContents(bytes, value, flipped(value))
      },
      on: ON,
      gives: 'SIG_CRYPTO_FAILURE',
    },
    {
      name: 'two attributes that name different certificates',
      clause: '5.2.8: SIG_CONSTRAINTS_FAILURE',
      make: () => signDated(cast.longSigner, { store: storeOf(), signed: () => [ESS_OF(cast.signer)] }),
      on: ON,
      gives: 'SIG_CONSTRAINTS_FAILURE',
    },
    {
      name: 'a signer whose certificate is not there',
      clause: '5.2.3: NO_SIGNING_CERTIFICATE_FOUND',
      make: async () => {
        const bytes = await signPlain()
        const { serialNumber } = cast.longSigner.certificate
        return inContents(bytes, serialNumber, flipped(serialNumber))
      },
      on: ON,
      gives: 'NO_SIGNING_CERTIFICATE_FOUND',
    },
    {
      name: 'a stranger',
      clause: '5.2.6: NO_CERTIFICATE_CHAIN_FOUND',
      make: () => signDated(cast.strangeTsa, { store: storeOf() }),
      on: ON,
      gives: 'NO_CERTIFICATE_CHAIN_FOUND',
    },
    {
      name: 'a certificate for time stamps alone',
      clause: '5.2.6: CHAIN_CONSTRAINTS_FAILURE',
      make: () => signDated(cast.longTsa, { store: storeOf() }),
      on: ON,
      gives: 'CHAIN_CONSTRAINTS_FAILURE',
    },
    {
      name: 'an issuer that is no CA',
      clause: 'RFC 5280, 6.1.4 (k): CHAIN_CONSTRAINTS_FAILURE',
      make: () => signBelow({ kind: 'signer' }),
      on: ON,
      gives: 'CHAIN_CONSTRAINTS_FAILURE',
    },
    {
      name: 'a critical extension that nobody knows',
      clause: 'RFC 5280, 6.1.4 (o): CHAIN_CONSTRAINTS_FAILURE',
      make: () => signBelow({}, { extensions: [extension('1.2.3.4.5', derSequence(), true)] }),
      on: ON,
      gives: 'CHAIN_CONSTRAINTS_FAILURE',
    },
    {
      name: 'a policy that a CA requires and maps, and the signer does not have',
      clause: 'RFC 5280, 6.1.5 (g): CHAIN_CONSTRAINTS_FAILURE',
      make: () => signBelow({ extensions: [POLICIES, MAPPINGS, EXPLICIT] }),
      on: ON,
      gives: 'CHAIN_CONSTRAINTS_FAILURE',
    },
    {
      name: 'more names and name constraints than are compared',
      clause: '5.2.6: CERTIFICATE_CHAIN_GENERAL_FAILURE',
      make: () => signBelow({ extensions: [MANY_CONSTRAINTS] }, { extensions: [MANY_NAMES] }),
      on: ON,
      gives: 'CERTIFICATE_CHAIN_GENERAL_FAILURE',
    },
    {
      name: 'a CA whose key anybody can compute',
      clause: '5.2.8.4: CRYPTO_CONSTRAINTS_FAILURE',
      make: () => signBelow({ rsaBits: 512 }),
      on: ON,
      gives: 'CRYPTO_CONSTRAINTS_FAILURE',
    },
  ],
  'a time stamp with an extension that nobody knows': [
    {
      name: 'is one where that is not critical',
      clause: 'RFC 3161, 2.4.2',
      make: () => signDated(cast.signer, { store: storeOf(), stampedBy: [[cast.longTsa, stampWith(false)]] }),
      on: '2023-06-01',
      source: 'timestamp',
    },
    {
      name: 'proves nothing where it is',
      clause: 'RFC 3161, 2.4.2, and RFC 5280, 4.2',
      make: () => signDated(cast.signer, { store: storeOf(), stampedBy: [[cast.longTsa, stampWith(true)]] }),
      on: '2023-06-01',
      gives: 'OUT_OF_BOUNDS_NOT_REVOKED',
      source: 'claimed',
    },
  ],
  'what is certain because the content was stamped before': [
    {
      name: 'a certificate that had ended by then',
      clause: '5.3.4: EXPIRED',
      make: () => signDated(cast.signer, { store: storeOf(), ...contentStamped('2021-01-02') }),
      on: '2021-03-05',
      gives: 'EXPIRED',
    },
    {
      name: 'a certificate that had been revoked by then',
      clause: '5.3.4: REVOKED',
      make: () =>
        signDated(cast.longSigner, {
          store: storeOf('2020-06-10', [revoke(cast.longSigner, '2020-06-01')]),
          ...contentStamped('2020-06-05'),
        }),
      on: '2020-06-12',
      gives: 'REVOKED',
    },
  ],
}
