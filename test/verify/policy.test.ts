/**
 * Policies of hosts on what they accept.
 *
 * @module
 */

import { beforeAll, describe, expect, it } from 'vitest'
import { SealwrightError, type VerificationPolicy, type VerifyOptions, verifyDocument } from '../../src/index.js'
import { readPolicy } from '../../src/verify/verification-policy.js'
import { buildCms } from '../cms/build-cms.js'
import { makeCredential, opensslWithFiles } from '../cms/openssl-keys.js'
import { hasTool } from '../support/tools.js'
import { makeContract } from './support/contract.js'
import { dict, pdf } from './support/notation.js'
import { addAnnotation, pageAt, revise } from './support/revise.js'
import { sign, signByHand, testIdentity } from './support/sign.js'
import { authorityCertificate, stampTime } from './support/timestamp-authority.js'

const contract = () => makeContract().bytes

/** What a policy finds in a document that is valid without it: codes by signature, in signing order. */
async function refusals(bytes: Uint8Array, policy: VerificationPolicy, options: VerifyOptions = {}) {
  expect((await verifyDocument(bytes, options)).valid).toBe(true)
  const { valid, signers } = await verifyDocument(bytes, { ...options, policy })
  const codes = signers.map((signer) => signer.policy.findings.map(({ code }) => code))
  expect(valid).toBe(codes.flat().length === 0)
  for (const { status, policy: check, reasons, indication } of signers) {
    expect(status).toBe(check.status)
    expect(reasons).toEqual(check.findings)
    if (status !== 'valid') expect(indication).toBe('INDETERMINATE')
  }
  return codes
}

const anchors = async (): Promise<VerifyOptions> => ({ trustAnchors: (await testIdentity()).certificates })

describe('a policy on later changes', () => {
  const LEVELS = ['none', 'validation-data', 'form-filling', 'annotations'] as const

  /** Which of the four levels accept a document. */
  const accepted = async (bytes: Uint8Array) => {
    const accepts = async (laterChanges: (typeof LEVELS)[number]) =>
      (await refusals(bytes, { laterChanges })).flat().length === 0
    return Promise.all(LEVELS.map(accepts))
  }

  it('accepts a document that was not changed', async () => {
    expect(await accepted(await sign(contract()))).toEqual([true, true, true, true])
  })

  it.skipIf(!hasTool('openssl'))('may let time stamps through and nothing else', async () => {
    const stamped = await signByHand(await sign(contract()), {
      type: 'DocTimeStamp',
      subFilter: 'ETSI.RFC3161',
      cms: stampTime,
    })
    expect(await accepted(stamped)).toEqual([false, true, true, true])
  })

  it('may let further signatures through', async () => {
    expect(await accepted(await sign(await sign(contract())))).toEqual([false, false, true, true])
    const codes = await refusals(await sign(await sign(contract())), { laterChanges: 'none' })
    expect(codes).toEqual([['policy_later_changes'], []])
  })

  it('may let annotations through where the signature does', async () => {
    const annotated = revise(await sign(contract(), { certify: 3 }), (revision) => {
      const page = pageAt(revision.document, 1).ref
      addAnnotation(
        revision,
        page,
        dict`<</Type /Annot /Subtype /Text /Rect [500 500 520 520] /Contents (Seen) /P ${page}>>`,
      )
    })
    expect(await accepted(annotated)).toEqual([false, false, false, true])
  })

  it('says so in the sentence of the report', async () => {
    const { reason } = await verifyDocument(await sign(await sign(contract())), { policy: { laterChanges: 'none' } })
    expect(reason).toMatch(
      /^The signature in field ".+" is intact, but not accepted: The policy permits later changes up to the level "none", and there are some of the level "form-filling"\.$/,
    )
  })

  it('does not permit what the signature forbids', async () => {
    const filled = await sign(await sign(contract()))
    const changed = revise(filled, ({ set, document }) => set(pageAt(document, 0).ref, { Rotate: 90 }))
    const { valid, signers } = await verifyDocument(changed, { policy: { laterChanges: 'annotations' } })
    expect(valid).toBe(false)
    expect(signers.map(({ status }) => status)).toEqual(['invalid', 'invalid'])
  })
})

describe('a policy on the whole file', () => {
  it('looks at the last signature alone', async () => {
    const policy = { requireWholeFile: true }
    const { bytes, refs } = makeContract()
    const twice = await sign(await sign(bytes))
    expect(await refusals(twice, policy)).toEqual([[], []])
    const touched = revise(twice, ({ set }) => set(refs.info, { Producer: pdf`(another)` }))
    expect(await refusals(touched, policy)).toEqual([[], ['policy_whole_file']])
  })
})

describe('a policy on trust', () => {
  it('accepts nothing where there are no anchors', async () => {
    const bytes = await sign(await sign(contract()))
    const policy = { requireTrust: true }
    expect(await refusals(bytes, policy, await anchors())).toEqual([[], []])
    expect(await refusals(bytes, policy)).toEqual([['policy_trust'], ['policy_trust']])
    expect(await refusals(bytes, policy, { trustAnchors: [] })).toEqual([['policy_trust'], ['policy_trust']])
    const { signer } = await verifyDocument(bytes, { policy })
    expect(signer?.subIndication).toBe('NO_CERTIFICATE_CHAIN_FOUND')
  })

  it('can ask for a signature of the host itself', async () => {
    const policy = { requireOwnSeal: true }
    const bytes = await sign(await sign(contract()))
    expect(await refusals(bytes, policy, { ownCertificates: (await testIdentity()).certificates })).toEqual([[], []])
    expect(await refusals(bytes, policy)).toEqual([[], ['policy_own_seal']])
  })
})

describe.skipIf(!hasTool('openssl'))('a policy on how signatures are made', () => {
  let weak: Uint8Array
  let unbound: Uint8Array

  beforeAll(async () => {
    const rsa = makeCredential({ kind: 'rsa' })
    const ec = makeCredential({ kind: 'p256' })
    const subFilter = 'adbe.pkcs7.detached'
    weak = await signByHand(contract(), {
      subFilter,
      cms: async (content) =>
        opensslWithFiles(
          { key: rsa.key, certificate: rsa.certificate, content },
          ...['cms', '-sign', '-binary', '-cades', '-md', 'sha1', '-in', '@content', '-signer', '@certificate'],
          ...['-inkey', '@key', '-outform', 'DER', '-out', '@out'],
        ),
    })
    unbound = await signByHand(contract(), { subFilter, cms: async (content) => buildCms({ credential: ec, content }) })
  })

  it('can refuse weak algorithms, of which there is a warning otherwise', async () => {
    expect(await refusals(weak, { weakAlgorithms: 'warn' })).toEqual([[]])
    expect(await refusals(weak, { weakAlgorithms: 'refuse' })).toEqual([['policy_weak_algorithm']])
    expect(await refusals(unbound, { weakAlgorithms: 'refuse' })).toEqual([[]])
    const { signer } = await verifyDocument(weak)
    expect(signer?.warnings.map(({ code }) => code)).toContain('dated_digest_sha1')
    expect(signer?.warnings.find(({ code }) => code === 'dated_digest_sha1')?.message).toContain(
      'whoever drew up the document',
    )
  })

  it('can ask that they name their certificate', async () => {
    const policy = { requireSigningCertificate: true }
    expect(await refusals(await sign(contract()), policy)).toEqual([[]])
    expect(await refusals(unbound, policy)).toEqual([['policy_signing_certificate']])
  })

  it('can ask for a time stamp of a trusted authority', async () => {
    const policy = { requireTimestamp: true }
    const stamped = await signByHand(await sign(contract()), {
      type: 'DocTimeStamp',
      subFilter: 'ETSI.RFC3161',
      cms: stampTime,
    })
    expect(await refusals(await sign(contract()), policy)).toEqual([['policy_timestamp']])
    expect(await refusals(stamped, policy)).toEqual([['policy_timestamp'], []])
    const [, stamp] = (await verifyDocument(stamped)).signers
    expect(stamp?.signedAtSource).toBe('timestamp-not-evaluated')
    const trusted = { timestampAnchors: [authorityCertificate()] }
    expect(await refusals(stamped, policy, trusted)).toEqual([[], []])
  })
})

describe('the members of a policy', () => {
  it.each([
    [undefined, {}],
    [{}, {}],
    [{ requireTrust: undefined }, { requireTrust: undefined }],
    [
      { laterChanges: 'form-filling', weakAlgorithms: 'refuse' },
      { laterChanges: 'form-filling', weakAlgorithms: 'refuse' },
    ],
  ])('may be %j', (given, expected) => {
    expect(readPolicy(given)).toEqual(expected)
  })

  it.each([
    [{ requiretrust: true }, 'policy.requiretrust: unknown option; did you mean requireTrust?'],
    [{ weakAlgorithm: 'refuse' }, 'policy.weakAlgorithm: unknown option; did you mean weakAlgorithms?'],
    [{ wholeFile: true }, 'policy.wholeFile: unknown option; did you mean requireWholeFile?'],
    [{ toString: true }, 'policy.toString: unknown option'],
    [{ requireTrust: 'yes' }, 'policy.requireTrust must be true or false.'],
    [
      { laterChanges: 'other' },
      'policy.laterChanges must be one of "none", "validation-data", "form-filling", "annotations".',
    ],
    [{ weakAlgorithms: false }, 'policy.weakAlgorithms must be one of "warn", "refuse".'],
    ['strict', 'policy must be an object.'],
    [null, 'policy must be an object.'],
    [[], 'policy must be an object.'],
  ])('may not be %j', async (policy, message) => {
    const error = await verifyDocument(contract(), { policy: policy as VerificationPolicy }).catch(
      (each: unknown) => each,
    )
    expect(error).toBeInstanceOf(SealwrightError)
    expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringContaining(message) })
  })
})
