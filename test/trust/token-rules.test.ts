/**
 * What RFC 3161 demands of a token before it proves a time, and digests of the document that the signer's algorithm hides.
 *
 * @module
 */

import { createHash, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  derExplicit,
  derInteger,
  derOctetString,
  derOid,
  derSequence,
  derSetOf,
  encodeDer,
} from '../../src/cms/asn1/der-writer.js'
import { type VerifyOptions, verifyDocument } from '../../src/index.js'
import { buildToken, sha256Imprint, type TokenParts } from '../support/build-timestamp.js'
import { makeContract } from '../verify/support/contract.js'
import { signByHand } from '../verify/support/sign.js'
import { signDated, stampDated } from './support/dated-document.js'
import { attribute, toPem, when } from './support/dated-pki.js'
import { AFTERWARDS, cast, STAMPED, signLt, storeOf } from './support/time-cast.js'

const DAY = '2020-03-02T12:00:00Z'
const trustAnchors = [cast.root.certificate.der]
const codes = (findings: readonly { code: string }[]) => findings.map(({ code }) => code)

const verify = (bytes: Uint8Array, options: VerifyOptions = {}) =>
  verifyDocument(bytes, { trustAnchors, now: () => when(DAY), ...options })

const credential = {
  certificate: toPem(cast.longTsa),
  key: cast.longTsa.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
}

async function stampedBy(parts: Partial<TokenParts>) {
  const stamps = [
    (signature: Uint8Array) =>
      buildToken({ credential, imprint: sha256Imprint(signature), time: when(STAMPED), ...parts }),
  ]
  const { signers } = await verify(await signDated(cast.longSigner, { stamps, store: storeOf() }))
  const [signer] = signers
  return { source: signer?.signedAtSource, codes: codes(signer?.timestamp?.findings ?? []), signer }
}

describe('a time stamp proves its time', () => {
  it.each([
    ['when it names its certificate (RFC 5816)', { ess: 'v2' }],
    ['when it names its certificate by SHA-1 (RFC 3161)', { ess: 'v1' }],
  ] as const)('%s', async (_, parts) => {
    expect(await stampedBy(parts)).toMatchObject({ source: 'timestamp', codes: [] })
  })

  it.each([
    ['when it names none', { ess: 'none' }, 'timestamp_certificate_unbound', 'SIG_CONSTRAINTS_FAILURE'],
    ['when it names another', { ess: 'other' }, 'signing_certificate_mismatch', 'SIG_CONSTRAINTS_FAILURE'],
    ['of an unknown version', { version: 2 }, 'timestamp_version_unknown', 'FORMAT_FAILURE'],
  ] as const)('not %s', async (_, parts, code, subIndication) => {
    const { source, codes: found, signer } = await stampedBy(parts)
    expect([source, found]).toEqual(['claimed', [code]])
    expect(signer?.timestamp).toMatchObject({ status: 'invalid', subIndication })
    expect(codes(signer?.warnings ?? [])).toContain('timestamp_not_valid')
    // The signature itself is no worse than without a time stamp.
    expect(signer).toMatchObject({ status: 'valid', proofs: [] })
  })

  it.each([
    ['when its certificate is in the store of the document (RFC 3161, 2.4.1)', [cast.ca, cast.longTsa], 'timestamp'],
    ['and not when it is nowhere', [cast.ca], 'claimed'],
  ] as const)('%s', async (_, certs, source) => {
    const stamped = { stampedBy: [[cast.longTsa, { at: STAMPED, isBare: true }]] } as const
    const { signers } = await verify(await signDated(cast.longSigner, { ...stamped, store: { ...storeOf(), certs } }))
    expect(signers[0]?.signedAtSource).toBe(source)
  })

  it('as one of a document under the same rules', async () => {
    const bytes = await signByHand(await signLt({ by: cast.longSigner }), {
      ...{ fieldName: 'Timestamp1', type: 'DocTimeStamp', subFilter: 'ETSI.RFC3161' },
      dictionary: (text) => text.replace('/M (D:20261120090000Z)', ''),
      cms: async (content) =>
        buildToken({ credential, imprint: sha256Imprint(content), time: when(AFTERWARDS), ess: 'none' }),
    })
    const { valid, signers } = await verify(bytes)
    expect([valid, signers[1]?.timestamp?.status, signers[0]?.proofs.length]).toEqual([true, 'invalid', 1])
  })
})

const SHA256 = derSequence(derOid('2.16.840.1.101.3.4.2.1'))
const DATA = '1.2.840.113549.1.7.1'

/** A signature with SHA-256 over the SHA-1 of the document, as adbe.pkcs7.sha1 has it. */
function signSha1Digest(document: Uint8Array): Uint8Array {
  const { certificate, privateKey } = cast.longSigner
  const content = createHash('sha1').update(document).digest()
  const attributes = [
    attribute('1.2.840.113549.1.9.3', derOid(DATA)),
    attribute('1.2.840.113549.1.9.4', derOctetString(createHash('sha256').update(content).digest())),
  ]
  const signer = derSequence(
    derInteger(1),
    derSequence(certificate.issuer.der, derInteger(certificate.serialNumber)),
    SHA256,
    derSetOf(attributes, 0xa0),
    derSequence(derOid('1.2.840.10045.4.3.2')),
    derOctetString(sign('sha256', derSetOf(attributes), privateKey)),
  )
  const signedData = derSequence(
    derInteger(1),
    derSetOf([SHA256]),
    derSequence(derOid(DATA), derExplicit(0, derOctetString(content))),
    encodeDer(0xa0, certificate.der, cast.ca.certificate.der),
    derSetOf([signer]),
  )
  return derSequence(derOid('1.2.840.113549.1.7.2'), derExplicit(0, signedData))
}

describe('SHA-1 over the document is named', () => {
  const refuse: VerifyOptions = { policy: { weakAlgorithms: 'refuse' }, unknownRevocation: 'accept' }

  it('in adbe.pkcs7.sha1, whatever digest its signer names', async () => {
    const bytes = await signByHand(makeContract().bytes, {
      subFilter: 'adbe.pkcs7.sha1',
      dictionary: (text) => text.replace('D:20261120090000Z', 'D:20200301100000Z'),
      cms: async (content) => signSha1Digest(content),
    })
    const { valid, signers } = await verify(bytes, { unknownRevocation: 'accept' })
    expect(valid).toBe(true)
    expect(signers[0]).toMatchObject({
      algorithm: { digest: 'SHA-256', dated: [{ code: 'dated_digest_sha1' }] },
      subIndication: 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
    })
    expect(codes(signers[0]?.warnings ?? [])).toContain('dated_digest_sha1')
    expect((await verify(bytes, refuse)).valid).toBe(false)
  })

  it.each([
    ['sha1', ['dated_digest_sha1'], false],
    ['sha256', [], true],
  ] as const)('in the imprint of a document time stamp: %s', async (imprint, dated, isAccepted) => {
    const bytes = await stampDated(await signLt({ by: cast.longSigner }), cast.longTsa, {
      ...{ at: AFTERWARDS, fieldName: 'Timestamp1', imprint },
    })
    const { valid, signers } = await verify(bytes)
    expect([valid, codes(signers[1]?.algorithm?.dated ?? [])]).toEqual([true, dated])
    expect((await verify(bytes, refuse)).valid).toBe(isAccepted)
  })
})
