/**
 * Building blocks: each finding at its place, and the decision in one of them.
 *
 * @module
 */

import { beforeAll, describe, expect, it } from 'vitest'
import { type BuildingBlock, blocksOfSignature, openFindings } from '../../../src/report/validation/building-blocks.js'
import { detailedReport } from '../../../src/report/validation/detailed-report.js'
import { simpleReport } from '../../../src/report/validation/simple-report.js'
import { SUB_INDICATIONS } from '../../../src/trust/over-time/indication.js'
import type { Finding, SignerReport, VerificationReport } from '../../../src/verify/report.js'
import { verifyDocument } from '../../../src/verify/verify-document.js'
import { identityOf, sign } from '../../sign/signing.js'
import { makeContract } from '../../verify/support/contract.js'

let report: VerificationReport
let signer: SignerReport

beforeAll(async () => {
  const { certificates } = await identityOf()
  report = await verifyDocument(await sign(makeContract().bytes), { trustAnchors: [...certificates] })
  signer = report.signers[0] as SignerReport
  expect(signer.indication).toBe('TOTAL-PASSED')
})

/** `name: indication, sub-indication` of each block that did not pass. */
function against(changes: Partial<SignerReport>): string[] {
  return blocksOfSignature({ ...signer, ...changes })
    .filter(({ indication }) => indication !== 'PASSED')
    .map(
      ({ name, indication, subIndication }) =>
        `${name}: ${indication}${subIndication === null ? '' : ` ${subIndication}`}`,
    )
}

const finding = (code: string): Finding => ({ code, message: `It is ${code}.` })
const PAST = 'past-signature-validation: NOT_RUN'

/** A signature with a fault that the integrity check found. */
function broken(code: string, subIndication: string, status: 'invalid' | 'indeterminate'): Partial<SignerReport> {
  const findings = [finding(code)]
  const indication = status === 'invalid' ? 'TOTAL-FAILED' : 'INDETERMINATE'
  return { status, indication, subIndication, reasons: findings, integrity: { status, findings } }
}

describe('the building blocks', () => {
  it('all passed for a signature that passed; nothing in the past had to be proved', () => {
    expect(against({})).toEqual([PAST])
    const trust = { ...signer.trust, evidence: ['existed on 2026-03-01'] }
    expect(against({ trust })).toEqual([])
  })

  it.each([
    ['digest_mismatch', 'HASH_FAILURE', 'invalid', 'cryptographic-verification: FAILED HASH_FAILURE'],
    ['signature_mismatch', 'SIG_CRYPTO_FAILURE', 'invalid', 'cryptographic-verification: FAILED SIG_CRYPTO_FAILURE'],
    ['contents_malformed', 'FORMAT_FAILURE', 'invalid', 'format-checking: FAILED FORMAT_FAILURE'],
    [
      'signing_certificate_mismatch',
      'SIG_CONSTRAINTS_FAILURE',
      'indeterminate',
      'identification-of-signing-certificate: INDETERMINATE SIG_CONSTRAINTS_FAILURE',
    ],
    [
      'digest_not_allowed',
      'SIG_CONSTRAINTS_FAILURE',
      'indeterminate',
      'signature-acceptance-validation: INDETERMINATE SIG_CONSTRAINTS_FAILURE',
    ],
    [
      'algorithm_unsupported',
      'CRYPTO_CONSTRAINTS_FAILURE',
      'indeterminate',
      'signature-acceptance-validation: INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE',
    ],
    ['a_code_of_tomorrow', 'FORMAT_FAILURE', 'invalid', 'format-checking: FAILED FORMAT_FAILURE'],
  ] as const)('%s stands where %s belongs', (code, subIndication, status, block) => {
    expect(against(broken(code, subIndication, status))).toEqual([block, PAST])
  })

  it('tell two faults of one signature apart', () => {
    const change = finding('change_not_permitted')
    const { integrity, reasons = [] } = broken('digest_mismatch', 'HASH_FAILURE', 'invalid')
    const changes = { ...signer.changes, status: 'invalid', findings: [change] } as const
    const decided = { status: 'invalid', indication: 'TOTAL-FAILED', subIndication: 'HASH_FAILURE' } as const
    const both = against({ ...decided, changes, reasons: [...reasons, change], ...(integrity && { integrity }) })
    expect(both).toEqual([
      'format-checking: FAILED FORMAT_FAILURE',
      'cryptographic-verification: FAILED HASH_FAILURE',
      PAST,
    ])
  })

  it('say that nobody looked at the chain, also for a signature that is broken', () => {
    const trust = { ...signer.trust, status: 'not_evaluated', chain: [] } as const
    const open = { trust, indication: 'INDETERMINATE', subIndication: 'NO_CERTIFICATE_CHAIN_FOUND' } as const
    const expected = 'x509-certificate-validation: INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND'
    expect(against(open)).toEqual([expected, PAST])
    expect(against({ ...broken('digest_mismatch', 'HASH_FAILURE', 'invalid'), trust })).toContain(expected)
    expect(openFindings(blocksOfSignature({ ...signer, ...open })).map(({ code }) => code)).toEqual([
      'trust_not_evaluated',
    ])
  })

  it('do not run where there is nothing that they could look at', () => {
    const unread = { ...broken('contents_malformed', 'FORMAT_FAILURE', 'invalid'), certificate: null, algorithm: null }
    const trust = { ...signer.trust, status: 'not_evaluated', chain: [] } as const
    expect(against({ ...unread, trust })).toEqual([
      'format-checking: FAILED FORMAT_FAILURE',
      'identification-of-signing-certificate: NOT_RUN',
      'x509-certificate-validation: NOT_RUN',
      'cryptographic-verification: NOT_RUN',
      'signature-acceptance-validation: NOT_RUN',
      PAST,
    ])
  })

  it('name the policy that the signer names and nobody knows', () => {
    const signaturePolicy = { id: '1.2.3', name: null, country: null, uri: null, status: 'not-available' } as const
    const open = {
      signaturePolicy,
      indication: 'INDETERMINATE',
      subIndication: 'SIGNATURE_POLICY_NOT_AVAILABLE',
    } as const
    expect(against(open)).toEqual([
      'validation-context-initialization: INDETERMINATE SIGNATURE_POLICY_NOT_AVAILABLE',
      PAST,
    ])
  })

  it('say what an intact signature is open for, though nothing is against it', () => {
    const unknown = finding('revocation_unknown')
    const revocation = { status: 'unknown', findings: [unknown] } as const
    const later = blocksOfSignature({
      ...signer,
      trust: { ...signer.trust, revocation },
      indication: 'INDETERMINATE',
      subIndication: 'TRY_LATER',
    })
    expect(openFindings(later)).toEqual([unknown])
    const weak = { ...finding('dated_digest_sha1'), since: '2014-01-01' }
    const algorithm = { digest: 'SHA-1', signature: 'RSASSA-PKCS1-v1_5', keyBits: 2048, dated: [weak] }
    const old = { algorithm, indication: 'INDETERMINATE', subIndication: 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE' } as const
    expect(openFindings(blocksOfSignature({ ...signer, ...old }))).toEqual([weak])
    const expired = finding('expired_without_timestamp')
    const warnings = [finding('signing_certificate_missing'), expired]
    const late = { warnings, indication: 'INDETERMINATE', subIndication: 'OUT_OF_BOUNDS_NO_POE' } as const
    expect(openFindings(blocksOfSignature({ ...signer, ...late }))).toEqual([expired])
    // What is weak and proved to be older speaks against nothing.
    expect(openFindings(blocksOfSignature({ ...signer, algorithm }))).toEqual([])
  })

  it.each(SUB_INDICATIONS)('have a place for %s', (subIndication) => {
    for (const indication of ['TOTAL-FAILED', 'INDETERMINATE'] as const) {
      const blocks = blocksOfSignature({ ...signer, indication, subIndication })
      const expected = indication === 'TOTAL-FAILED' ? 'FAILED' : 'INDETERMINATE'
      const own = blocks.filter((block: BuildingBlock) => block.subIndication === subIndication)
      expect(own.map((block) => block.indication)).toEqual([expected])
    }
  })
})

describe('the simple and the detailed report', () => {
  const circumstances = { validationTime: new Date('2026-11-22T12:00:00Z'), fileName: 'contract.pdf' }

  it('say of a signature who, when, what, and nothing against it', () => {
    const simple = simpleReport(report, circumstances)
    expect(simple).toMatchObject({ valid: true, signatureCount: 1, passedCount: 1, reason: report.reason })
    expect(simple.document).toMatchObject({ name: 'contract.pdf', sha256: report.document.sha256 })
    expect(simple.signatures[0]).toMatchObject({
      id: 'signature-1',
      indication: 'TOTAL-PASSED',
      signedBy: signer.name,
      signedAt: signer.signedAt,
      bestSignatureTime: '2026-11-22T12:00:00.000Z',
      signatureLevel: 'PAdES-BASELINE-B',
      scope: 'whole-file',
      qualification: null,
      errors: [],
      timestamps: [],
    })
  })

  it('give the same verdict, by the same identifiers', () => {
    const changed = { ...signer, ...broken('digest_mismatch', 'HASH_FAILURE', 'invalid') }
    const stamped: VerificationReport = { ...report, signers: [changed, { ...signer, kind: 'document-timestamp' }] }
    const simple = simpleReport(stamped, circumstances)
    const detailed = detailedReport(stamped, circumstances)
    expect(simple.signatures.map(({ id }) => id)).toEqual(['signature-1', 'timestamp-2'])
    expect(detailed.signatures.map(({ id }) => id)).toEqual(['signature-1', 'timestamp-2'])
    expect(simple).toMatchObject({ signatureCount: 1, passedCount: 0 })
    expect(simple.signatures[0]?.errors).toEqual([finding('digest_mismatch')])
    expect(detailed.signatures[0]?.buildingBlocks).toEqual(blocksOfSignature(changed))
    expect(detailed.signatures[0]?.buildingBlocks).toHaveLength(7)
  })
})
