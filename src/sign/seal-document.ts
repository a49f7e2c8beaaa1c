/**
 * Signing: one increment with the audit record, the certificate page and a PAdES signature over the whole file.
 *
 * @module
 */
import { createHash, type Hash } from 'node:crypto'
import { assertInput, SealwrightError } from '../errors.js'
import { MAX_DOCUMENT_BYTES } from '../limits.js'
import { PdfDocument } from '../pdf/document.js'
import { checkSignedFile } from './check-signed-file.js'
import type { CmsMeasure, CmsSigner } from './identity/cms-signer.js'
import { signerOfIdentity } from './identity/signer-of-identity.js'
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
  /** For a DOCX: what the PDF does not show as the DOCX does, in plain English. Empty when all is well. */
  readonly warnings?: readonly string[]
}

/** Foreign signers may need a second try, when their signature is longer than the one they were measured by. */
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
  const signer = signerOfIdentity(options.identity)
  const source = await readSigningSource(input, options)
  const job: SigningJob = { source, request: parsed, options, now, signer }
  let measure = await signer.measure(now, options.signal)
  for (let attempt = 1; ; attempt++) {
    const plan = await planOnSoundFile(job, measure)
    const file = concat(source.pdf, plan.increment)
    if (plan.isSigned && options.field === undefined) await checkPlace(file, plan, options)
    const cms = await embedSignature(file, plan, job)
    if (cms.length <= measure.maxBytes) {
      checkSignedFile(file, plan, cms)
      const { warnings } = source
      return { bytes: file, contentType: 'application/pdf', ...(warnings === undefined ? {} : { warnings }) }
    }
    if (attempt === MAX_ATTEMPTS) {
      throw new SealwrightError('signing_failed', 'The signer gives signatures of ever growing size.')
    }
    measure = { ...measure, maxBytes: cms.length }
  }
}

/** Plans on the file as it is; when its cross-reference data is damaged, on the file as a search finds it. */
async function planOnSoundFile(job: SigningJob, measure: CmsMeasure): Promise<IncrementPlan> {
  const { pdf } = job.source
  const { password } = job.options
  try {
    const plan = await planIncrement(job, PdfDocument.open(pdf, { password }), measure)
    // A wrong entry for any object would make readers rebuild the file, each in its own way. A signed file is left as
    // its signatures found it.
    if (plan.isSigned || plan.document.hasSoundEntries({ ignoreZero: true })) return plan
  } catch (error) {
    if (!(error instanceof SealwrightError) || error.code !== 'invalid_document') throw error
  }
  return await planIncrement(job, PdfDocument.openRebuilt(pdf, { password }), measure)
}

/** Reading what pages show is loaded here: few signatures need it. */
async function checkPlace(
  file: Uint8Array,
  { signatureRef: signature }: IncrementPlan,
  { appearance, password }: SignOptions,
): Promise<void> {
  if (appearance === undefined) return
  const { checkDrawnPlace } = await import('./check-drawn-place.js')
  checkDrawnPlace(file, { page: (appearance.page ?? 1) - 1, signature, password })
}

/** Both parts in one array. Every byte of it is written here, so it need not be cleared first. */
function concat(input: Uint8Array, increment: Uint8Array): Uint8Array {
  const file = new Uint8Array(Buffer.allocUnsafeSlow(input.length + increment.length).buffer)
  file.set(input)
  file.set(increment, input.length)
  return file
}

/** Fills in the ByteRange and, when there is room for it, the signature; gives the CMS. */
async function embedSignature(
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
  if (cms.length <= (placeholder.contents.bytes.length - 2) / 2) fillContents(file, inputLength, placeholder, cms)
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
