/**
 * The child of `signing-process.ts`: signs what it is sent, with a throw-away key, and answers with the outcome.
 *
 * @module
 */

import { answerJobs, describeThrown } from './job-process.js'
import type { SigningJob, SigningOutcome } from './signing-process.js'

type Signer = (input: Uint8Array, certificatePage: boolean) => Promise<Uint8Array>

const AUDIT_TRAIL = [
  { timestamp: '2026-11-20T09:00:00Z', type: 'open', data: { page: 1 } },
  { timestamp: '2026-11-20T09:01:30+01:00', type: 'submit', data: { consent: 'Я согласен / 同意します' } },
]

async function createSealwright(job: SigningJob): Promise<Signer> {
  const { identityFromPem, signDocument } = await import('../../src/index.js')
  const identity = await identityFromPem({ key: job.key, certificate: job.certificate })
  const signer = { email: 'ada@example.com', name: 'Ada Lovelace', ip: '2001:db8::1', userAgent: 'Corpus/1.0' }
  return async (input, enabled) => {
    const request = { signer, auditTrail: AUDIT_TRAIL, metadata: { case: 'corpus' }, certificate: { enabled } }
    return (await signDocument(input, request, { identity })).bytes
  }
}

/** A peer to try the harness on; it has no certificate page. */
async function createLibpdf(job: SigningJob): Promise<Signer> {
  const { P12Signer, PDF } = await import('@libpdf/core')
  const signer = await P12Signer.create(job.pkcs12, job.passphrase)
  return async (input) => (await (await PDF.load(input)).sign({ signer })).bytes
}

let signerOf: Promise<Signer> | undefined

answerJobs(async (job: SigningJob): Promise<SigningOutcome> => {
  signerOf ??= job.program === 'libpdf' ? createLibpdf(job) : createSealwright(job)
  const sign = await signerOf
  const before = process.hrtime.bigint()
  try {
    const bytes = await sign(job.input, job.certificatePage)
    return { kind: 'signed', bytes, milliseconds: Number(process.hrtime.bigint() - before) / 1e6 }
  } catch (error) {
    return describeThrown(error)
  }
})
