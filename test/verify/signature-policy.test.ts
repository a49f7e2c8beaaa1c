/**
 * Signature policies (EN 319 102-1, 5.2.3).
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { derNull, derOctetString, derOid, derSequence, encodeDer } from '../../src/cms/asn1/der-writer.js'
import { verifyDocument } from '../../src/index.js'
import type { SignaturePolicies } from '../../src/verify/signature/signature-policy.js'
import { signDated } from '../trust/support/dated-document.js'
import { attribute, when } from '../trust/support/dated-pki.js'
import { cast, storeOf } from '../trust/support/time-cast.js'

const ID = '2.16.76.1.7.1.11.1.1'
const TEXT = new TextEncoder().encode('Whoever signs by this policy means it.')
const SHA256 = derSequence(derOid('2.16.840.1.101.3.4.2.1'))

const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest())

function policyAttribute(digest: Uint8Array | undefined, uri?: string): Uint8Array {
  const qualifier =
    uri === undefined
      ? []
      : [derSequence(derSequence(derOid('1.2.840.113549.1.9.16.5.1'), encodeDer(0x16, new TextEncoder().encode(uri))))]
  const hash = digest === undefined ? [] : [derSequence(SHA256, derOctetString(digest))]
  return attribute('1.2.840.113549.1.9.16.2.15', derSequence(derOid(ID), ...hash, ...qualifier))
}

async function judge(attributes: readonly Uint8Array[], signaturePolicies?: SignaturePolicies) {
  const bytes = await signDated(cast.longSigner, { signed: () => attributes, store: storeOf() })
  const trustAnchors = [cast.root.certificate.der]
  const options = { trustAnchors, now: () => when('2020-03-05') }
  const report = await verifyDocument(bytes, {
    ...options,
    ...(signaturePolicies === undefined ? {} : { signaturePolicies }),
  })
  const [signer] = report.signers
  return {
    valid: report.valid,
    verdict: signer?.subIndication ?? signer?.indication,
    policy: signer?.signaturePolicy,
    codes: signer?.warnings.map(({ code }) => code),
  }
}

describe('a signature that names its policy', () => {
  it('is not judged by it where there is none', async () => {
    expect(await judge([])).toMatchObject({ valid: true, verdict: 'TOTAL-PASSED', policy: null })
  })

  it('of which the host knows nothing is open, and no less valid', async () => {
    const uri = 'http://policies.example/1'
    expect(await judge([policyAttribute(sha256(TEXT), uri)])).toMatchObject({
      valid: true,
      verdict: 'SIGNATURE_POLICY_NOT_AVAILABLE',
      policy: { id: ID, uri, status: 'not-available' },
      codes: expect.arrayContaining(['signature_policy_unknown']),
    })
    expect((await judge([policyAttribute(sha256(TEXT))], [{ id: '1.2.3' }])).verdict).toBe(
      'SIGNATURE_POLICY_NOT_AVAILABLE',
    )
  })

  it.each([
    ['by its text', sha256(TEXT), TEXT],
    ['by its name alone', sha256(TEXT), undefined],
    ['without a digest', undefined, TEXT],
    ['with zeros for a digest', new Uint8Array(32), TEXT],
  ])('passes where the host has it, %s', async (_, digest, document) => {
    const known = [{ id: ID, ...(document === undefined ? {} : { document }) }]
    expect(await judge([policyAttribute(digest)], known)).toMatchObject({
      verdict: 'TOTAL-PASSED',
      policy: { id: ID, uri: null, status: 'accepted' },
    })
  })

  it('in ASN.1 counts by its contents (RFC 5126, 5.8.1; TR 102 272)', async () => {
    const body = derSequence(derOid(ID), derOctetString(TEXT))
    const inner = new Uint8Array([...SHA256, ...body])
    const document = derSequence(SHA256, body, derOctetString(sha256(inner)))
    expect((await judge([policyAttribute(sha256(inner))], [{ id: ID, document }])).verdict).toBe('TOTAL-PASSED')
    const whole = new Uint8Array([...SHA256, ...body, ...derOctetString(sha256(inner))])
    expect((await judge([policyAttribute(sha256(whole))], [{ id: ID, document }])).verdict).toBe('TOTAL-PASSED')
    expect((await judge([policyAttribute(sha256(TEXT))], [{ id: ID, document }])).verdict).toBe(
      'POLICY_PROCESSING_ERROR',
    )
  })

  it.each([
    ['of another text', policyAttribute(sha256(Uint8Array.of(1)))],
    ['that is malformed', attribute('1.2.840.113549.1.9.16.2.15', derSequence(derOctetString(TEXT)))],
    ['and another one', attribute('1.2.840.113549.1.9.16.2.15', derSequence(derOid(ID)), derSequence(derOid('1.2.3')))],
  ])('%s cannot be judged by it', async (_, attr) => {
    expect(await judge([attr], [{ id: ID, document: TEXT }])).toMatchObject({
      valid: true,
      verdict: 'POLICY_PROCESSING_ERROR',
      policy: { status: 'error' },
    })
  })

  it('is judged by the host alone where that says so', async () => {
    expect(await judge([policyAttribute(sha256(TEXT))], 'ignore')).toMatchObject({
      verdict: 'TOTAL-PASSED',
      policy: { status: 'ignored' },
    })
  })

  it('by implication is not available', async () => {
    const implied = attribute('1.2.840.113549.1.9.16.2.15', derNull())
    expect(await judge([implied])).toMatchObject({ verdict: 'SIGNATURE_POLICY_NOT_AVAILABLE', policy: { id: null } })
  })

  it.each([[{}], ['all'], [[{ id: 'one' }]], [[{ id: '1.2.3', document: 'text' }]]])(
    'options such as %j are refused',
    async (known) => {
      await expect(judge([], known as never)).rejects.toMatchObject({ code: 'invalid_request' })
    },
  )
})
