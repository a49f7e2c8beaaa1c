/**
 * Signing: one increment with the audit record, the certificate page and a PAdES signature over the whole file.
 *
 * @module
 */
import { createHash, type Hash } from 'node:crypto'
import type { AuditRecord } from '../audit/record.js'
import { assertInput, SealwrightError } from '../errors.js'
import { MAX_DOCUMENT_BYTES } from '../limits.js'
import { PdfDocument } from '../pdf/document.js'
import { type DssMaterial, vriKeyOf } from '../pdf/dss-writer.js'
import type { PadesLevel } from '../trust/trust-report.js'
import { checkSignedFile } from './check-signed-file.js'
import type { CmsMeasure, CmsSigner } from './identity/cms-signer.js'
import { identityFor } from './identity/identity-for.js'
import { signerOfIdentity } from './identity/signer-of-identity.js'
import { assertTimestampInValidity, assertTimestampPlanned } from './identity/timestamp-demand.js'
import { appendMaterial, appendTimestamp } from './level/append-evidence.js'
import { LevelJob } from './level/level-job.js'
import { type IncrementPlan, planIncrement } from './plan-increment.js'
import { parseSignRequest, type SignRequest } from './request/request.js'
import { assertOptions, readClock, type SignOptions } from './sign-options.js'
import { fillByteRange, fillContents } from './signature-dictionary.js'
import type { SigningJob } from './signing-job.js'
import { readSigningSource } from './signing-source.js'

/** A signed document. */
export interface SignedDocument {
  readonly bytes: Uint8Array
  readonly contentType: 'application/pdf'
  /** The event's identifier, as given or as made. */
  readonly eventId: string
  /** When it was sealed: ISO 8601 in UTC, by the service's clock. */
  readonly sealedAt: string
  /** SHA-256 of the input as it was given, in hexadecimal. */
  readonly inputSha256: string
  /** SHA-256 of `bytes`, in hexadecimal. */
  readonly outputSha256: string
  /** The last digest of the audit trail's hash chain, in hexadecimal: it commits to the whole record. */
  readonly chainDigest: string
  /** The level that was reached (ETSI EN 319 142-1, 6). */
  readonly level: PadesLevel
  /**
   * In plain English: what the PDF does not show as the DOCX does, authorities that failed before another one answered, and
   * why a level was not reached. Empty when all is well.
   */
  readonly warnings: readonly string[]
}

/** A second try is due when a signature or a time stamp is longer than the one it was measured by. */
const MAX_ATTEMPTS = 3

/** See `signDocument`, which loads this module on its first call. */
export async function sealDocument(
  input: Uint8Array,
  request: SignRequest,
  options: SignOptions,
): Promise<SignedDocument> {
  assertOptions(options)
  options.signal?.throwIfAborted()
  assertInput(input, options.maxBytes ?? MAX_DOCUMENT_BYTES)
  const now = readClock(options)
  const parsed = await parseSignRequest(request, Math.max(0, now.getTime()))
  const source = await readSigningSource(input, options)
  const { identity, isIssued, forget } = await identityFor(options, parsed.signer, now)
  try {
    const signer = signerOfIdentity(identity)
    return await sealAs({ source, request: parsed, options, now, signer, isIssued })
  } finally {
    forget()
  }
}

async function sealAs(job: SigningJob): Promise<SignedDocument> {
  const { source, options } = job
  const level = new LevelJob(options, () => readClock(options), options.signal)
  const sealed = await sealAtLevel(job, level)
  const bytes = await archive(sealed, job, level)
  const { record } = sealed
  return {
    bytes,
    contentType: 'application/pdf',
    eventId: record.eventId,
    sealedAt: record.sealedAt,
    inputSha256: record.document.sha256,
    // Of the input, the hash is there already.
    outputSha256: source.pdfHash.copy().update(bytes.subarray(source.pdf.length)).digest('hex'),
    chainDigest: record.digest,
    level: level.level,
    warnings: [...(source.warnings ?? []), ...level.warnings],
  }
}

/** A document with its signature, and what of its level stands in the same revision. */
interface SealedFile {
  readonly bytes: Uint8Array
  readonly record: AuditRecord
  readonly material: DssMaterial | undefined
  /** Name of the signature in /VRI. */
  readonly vriKey: string
}

/** The document with its signature, and with what its level needs in the same revision. */
async function sealAtLevel(job: SigningJob, level: LevelJob): Promise<SealedFile> {
  const { signer, source, now, options } = job
  let measure = await signer.measure(now, options.signal)
  assertTimestampPlanned(signer.certificates[0], options.level)
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const { timestampBytes, material } = await level.makeRoom(signer.certificates)
    const maxBytes = measure.maxBytes + timestampBytes
    const plan = await planOnSoundFile(job, { ...measure, maxBytes }, material)
    const file = concat(source.pdf, plan.increment)
    const signed = await createSignature(file, plan, job)
    const { cms, fitsPlan, stampedAt } = await level.stamp(signed)
    assertTimestampInValidity(signer.certificates[0], stampedAt)
    options.signal?.throwIfAborted()
    if (fitsPlan && cms.length <= maxBytes) {
      fillContents(file, source.pdf.length, plan.placeholder, cms)
      checkSignedFile(file, plan, cms)
      return { bytes: file, record: plan.record, material, vriKey: vriKeyOf(paddedTo(maxBytes, cms)) }
    }
    measure = { ...measure, maxBytes: Math.max(measure.maxBytes, signed.length) }
  }
  throw new SealwrightError('signing_failed', 'The signer gives signatures of ever growing size.')
}

/** Appends what its level needs in a revision after the signature's. */
async function archive({ bytes, material, vriKey }: SealedFile, job: SigningJob, level: LevelJob): Promise<Uint8Array> {
  const { vri, password } = job.options
  const vriKeys = vri === true && material !== undefined ? [vriKey] : []
  const target = { pdf: bytes, password }
  const stamped = await level.attempt('B-LTA', 'B-LT', () =>
    appendTimestamp(target, level.stamper, () => level.planArchive(material), vriKeys),
  )
  if (stamped !== undefined) return stamped.bytes
  return vriKeys.length > 0 && material !== undefined ? appendMaterial(target, material, vriKeys) : bytes
}

function paddedTo(length: number, cms: Uint8Array): Uint8Array {
  const padded = new Uint8Array(length)
  padded.set(cms)
  return padded
}

/** Plans on the file as it is; when its cross-reference data is damaged, on the file as a search finds it. */
async function planOnSoundFile(
  job: SigningJob,
  measure: CmsMeasure,
  material: DssMaterial | undefined,
): Promise<IncrementPlan> {
  const { pdf } = job.source
  const { password } = job.options
  try {
    const plan = await planIncrement(job, PdfDocument.open(pdf, { password }), measure, material)
    // A wrong entry for any object would make readers rebuild the file, each in its own way. A signed file is left as
    // its signatures found it.
    if (plan.isSigned || plan.document.hasSoundEntries({ ignoreZero: true })) return plan
  } catch (error) {
    if (!(error instanceof SealwrightError) || error.code !== 'invalid_document') throw error
  }
  return await planIncrement(job, PdfDocument.openRebuilt(pdf, { password }), measure, material)
}

/** Both parts in one array. Every byte of it is written here, so it need not be cleared first. */
function concat(input: Uint8Array, increment: Uint8Array): Uint8Array {
  const file = new Uint8Array(Buffer.allocUnsafeSlow(input.length + increment.length).buffer)
  file.set(input)
  file.set(increment, input.length)
  return file
}

/** Fills in the ByteRange and gives the CMS over it. */
async function createSignature(
  file: Uint8Array,
  { placeholder }: IncrementPlan,
  { source, signer, now, options }: SigningJob,
): Promise<Uint8Array> {
  const inputLength = source.pdf.length
  const [, gapStart, gapEnd] = fillByteRange(file, inputLength, placeholder)
  const digest = hashSignedBytes(file, inputLength, gapStart, gapEnd, signer, source.pdfHash)
  const content = () => concat(file.subarray(0, gapStart), file.subarray(gapEnd))
  const signal = options.signal
  const cms = await signer.createCms(digest, content, signal === undefined ? { now } : { now, signal })
  signal?.throwIfAborted()
  return cms
}

/** The digest over the ByteRange. With SHA-256 the hash of the input goes on, so the input is hashed only once. */
function hashSignedBytes(
  file: Uint8Array,
  inputLength: number,
  gapStart: number,
  gapEnd: number,
  { digestAlgorithm }: CmsSigner,
  inputHash: Hash,
): Uint8Array {
  const hash =
    digestAlgorithm === 'sha256' ? inputHash.copy() : createHash(digestAlgorithm).update(file.subarray(0, inputLength))
  return hash.update(file.subarray(inputLength, gapStart)).update(file.subarray(gapEnd)).digest()
}
