/**
 * Signing: one increment with the audit record, the certificate page and a PAdES signature over the whole file.
 *
 * @module
 */

import { useAssets } from '../assets/read-asset.js'
import type { AuditRecord } from '../audit/record.js'
import { concatBytes, type OwnBytes, ownBytes } from '../bytes.js'
import { SealwrightError } from '../errors.js'
import { type FileInput, readInput } from '../input/read-input.js'
import { MAX_DOCUMENT_BYTES } from '../limits.js'
import { Pace } from '../pace/pace.js'
import { vriKeyOf } from '../pdf/writing.js'
import type { PadesLevel } from '../trust/trust-report.js'
import { checkSignedFile } from './check-signed-file.js'
import { demandOfField } from './field/field-demand.js'
import type { CmsMeasure } from './identity/cms-signer.js'
import { identityFor } from './identity/identity-for.js'
import { signerOfIdentity } from './identity/signer-of-identity.js'
import { assertTimestampInValidity, assertTimestampPlanned } from './identity/timestamp-demand.js'
import { archive, paddedTo, type SealedFile } from './level/archive.js'
import { LevelJob } from './level/level-job.js'
import { digestOfSigned, type PreparedFile, prepareFile } from './prepare-file.js'
import { parseSignRequest, type SignRequest } from './request/request.js'
import { assertOptions, readClock, type SignOptions } from './sign-options.js'
import { fillContents } from './signature-dictionary.js'
import type { SigningJob } from './signing-job.js'
import { readSigningSource } from './signing-source.js'

/** A signed document. */
export interface SignedDocument {
  readonly bytes: OwnBytes
  readonly contentType: 'application/pdf'
  /** The event's identifier, given or generated. */
  readonly eventId: string
  /** Time of sealing: ISO 8601 in UTC, by the service's clock. */
  readonly sealedAt: string
  /** SHA-256 of the input as it was given, in hexadecimal. */
  readonly inputSha256: string
  /** SHA-256 of `bytes`, in hexadecimal. */
  readonly outputSha256: string
  /** The last digest of the audit trail's hash chain, in hexadecimal, which depends on the whole record. */
  readonly chainDigest: string
  /** The level that was reached (ETSI EN 319 142-1, 6). */
  readonly level: PadesLevel
  /**
   * Warnings in plain English: what the PDF does not show as the DOCX does, characters that no font has, authorities that
   * failed before another one answered, and why a level was not reached. Empty when there are none.
   */
  readonly warnings: readonly string[]
}

/** Most attempts, in case a signature or a time stamp is longer than the measured one. */
const MAX_ATTEMPTS = 3

/** See `signDocument`, which loads this module on its first call. */
export async function sealDocument(
  file: FileInput,
  request: SignRequest,
  options: SignOptions,
): Promise<SignedDocument> {
  assertOptions(options)
  useAssets(options.assets)
  const { maxBytes = MAX_DOCUMENT_BYTES, signal } = options
  const input = await readInput(file, { maxBytes, signal })
  const now = readClock(options)
  const parsed = await parseSignRequest(request, Math.max(0, now.getTime()))
  const pace = new Pace(options)
  const [reading, sealing] = pace.split(READ_SHARE)
  reading.enter('read', 1)
  const source = await readSigningSource(input, options, reading)
  sealing.enter('write', 0.5)
  const { identity, isIssued, forget } = await identityFor(options, parsed.signer, now)
  try {
    const signer = signerOfIdentity(identity)
    const sealed = await sealAs({ source, request: parsed, options, now, signer, isIssued, pace: sealing })
    pace.end()
    return sealed
  } finally {
    forget()
  }
}

/** Share of the time that reading the document takes, including the conversion of a DOCX. */
const READ_SHARE = 0.5

async function sealAs(given: SigningJob): Promise<SignedDocument> {
  const { source } = given
  const { options, leastLevel, warnings } = demandOfField(source.pdf, given.options)
  const job = { ...given, options }
  const level = new LevelJob(options, () => readClock(options), options.signal, leastLevel)
  const sealed = await sealAtLevel(job, level)
  const { pace } = job
  pace.enter('gather', 1)
  const bytes = await archive(sealed, { ...options, pace }, level)
  await pace.pause()
  return {
    bytes: ownBytes(bytes),
    contentType: 'application/pdf',
    ...sealed.facts,
    // The input was already hashed.
    outputSha256: source.pdfHash.copy().update(bytes.subarray(source.pdf.length)).digest('hex'),
    level: level.level,
    warnings: [...(source.warnings ?? []), ...warnings, ...sealed.warnings, ...level.warnings],
  }
}

/** Facts about the audit record in the result of signing. */
export type RecordFacts = Pick<SignedDocument, 'eventId' | 'sealedAt' | 'inputSha256' | 'chainDigest'>

/** Facts of a record for the result. */
export function factsOf({ eventId, sealedAt, document, digest }: AuditRecord): RecordFacts {
  return { eventId, sealedAt, inputSha256: document.sha256, chainDigest: digest }
}

/** The document with its signature, and with what its level needs in the same revision. */
async function sealAtLevel(
  job: SigningJob,
  level: LevelJob,
): Promise<SealedFile & { readonly facts: RecordFacts; readonly warnings: readonly string[] }> {
  const { signer, source, now, options } = job
  let measure = await signer.measure(now, options.signal)
  const [leaf] = signer.certificates
  assertTimestampPlanned(leaf, options.level)
  assertEncoding(measure, options.level)
  if (options.contentTimestamp === true && !signer.takesAttributes) {
    const message = 'The identity makes its own CMS, into which no content time stamp can go.'
    throw new SealwrightError('invalid_identity', message)
  }
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const { timestampBytes, material } = await level.makeRoom(signer.certificates)
    const maxBytes = measure.maxBytes + timestampBytes
    const prepared = await prepareFile(job, { ...measure, maxBytes }, material)
    const content = await level.stampContent((hash) => digestOfSigned(prepared, hash))
    if (!content.fitsPlan) continue
    job.pace.enter('sign', 0.8)
    const signed = await createSignature(prepared, job, content.attributes)
    const { cms, fitsPlan, timestamp } = await level.stamp(signed)
    assertTimestampInValidity(leaf, timestamp?.info.time)
    options.signal?.throwIfAborted()
    if (fitsPlan && cms.length <= maxBytes) {
      const { file, plan } = prepared
      fillContents(file, source.pdf.length, plan.placeholder, cms)
      checkSignedFile(file, plan, cms)
      const { record, warnings } = plan
      return { bytes: file, facts: factsOf(record), warnings, material, vriKey: vriKeyOf(paddedTo(maxBytes, cms)) }
    }
    measure = { ...measure, maxBytes: Math.max(measure.maxBytes, signed.length) }
  }
  throw new SealwrightError(
    'signing_failed',
    'Each signature of the identity is longer than the one before, so no space can be reserved for it.',
  )
}

/** Requires the attribute that names the certificate, as every level does (EN 319 142-1, 6.3). */
function assertEncoding({ subFilters }: CmsMeasure, level: PadesLevel = 'B-B'): void {
  if (level === 'B-B' || subFilters.includes('ETSI.CAdES.detached')) return
  const message = `Level ${level} needs a CMS that names its certificate (signing-certificate-v2), and the identity makes one without.`
  throw new SealwrightError('invalid_identity', message)
}

/** The CMS over a file. */
async function createSignature(
  { file, digest, gap: [gapStart, gapEnd] }: PreparedFile,
  { signer, now, options: { signal } }: SigningJob,
  signedAttributes: readonly Uint8Array[],
): Promise<Uint8Array> {
  const content = () => concatBytes([file.subarray(0, gapStart), file.subarray(gapEnd)])
  const cms = await signer.createCms(
    digest,
    content,
    signal === undefined ? { now, signedAttributes } : { now, signedAttributes, signal },
  )
  signal?.throwIfAborted()
  return cms
}
