/**
 * Prepares the file without its signature, and the digest that will be signed.
 *
 * @module
 */

import { concatBytes } from '../bytes.js'
import { SealwrightError } from '../errors.js'
import { updateInSteps } from '../pace/hash-steps.js'
import type { Steps } from '../pace/turns.js'
import { PdfDocument } from '../pdf/document.js'
import type { DssMaterial } from '../pdf/writing.js'
import { createHash, type Hash } from '../platform/hashes.js'
import { withLateParts } from '../platform/late-parts.js'
import type { CmsMeasure } from './identity/cms-signer.js'
import { type IncrementPlan, planIncrement } from './plan-increment.js'
import type { SignOptions } from './sign-options.js'
import { fillByteRange } from './signature-dictionary.js'
import type { SigningJob } from './signing-job.js'

/** A file that is complete except for its signature. */
export interface PreparedFile {
  readonly file: Uint8Array
  readonly plan: IncrementPlan
  /** Digest over the ByteRange, by the signer's algorithm. */
  readonly digest: Uint8Array
  /** Start and end of /Contents in the file. */
  readonly gap: readonly [start: number, end: number]
}

/**
 * Prepares the file, again from the start where a page turns out to need a font that is not loaded yet.
 *
 * @param material contents of the document security store in the same revision
 * @throws SealwrightError as planIncrement
 */
export function prepareFile(
  job: SigningJob,
  measure: CmsMeasure,
  material: DssMaterial | undefined,
): Promise<PreparedFile> {
  return withLateParts(() => prepareOnce(job, measure, material))
}

async function prepareOnce(
  job: SigningJob,
  measure: CmsMeasure,
  material: DssMaterial | undefined,
): Promise<PreparedFile> {
  const { source, signer } = job
  const { pace } = job
  await pace.pause()
  const plan = await planOnSoundFile(job, measure, material)
  await pace.pause()
  const file = concatBytes([source.pdf, plan.increment])
  await pace.pause()
  if (plan.isSigned) await checkPlace(file, plan, job.options)
  const [, gapStart, gapEnd] = fillByteRange(file, source.pdf.length, plan.placeholder)
  const broken = plan.isSigned || plan.document.rebuilt ? await checkEarlier(file, plan, job) : []
  await pace.pause()
  if (plan.parties !== undefined) await checkOwnRow(file, plan, job.options)
  await pace.pause()
  const digest = await pace.run(hashSignedBytes(file, source.pdf.length, gapStart, gapEnd, signer, source.pdfHash))
  const warned = { ...plan, warnings: [...plan.warnings, ...broken] }
  return { file, plan: warned, digest, gap: [gapStart, gapEnd] }
}

/** Checks the place of the signature. Loads the code that reads pages, which few signatures need. */
async function checkPlace(
  file: Uint8Array,
  { signatureRef: signature }: IncrementPlan,
  { appearance, field, password }: SignOptions,
): Promise<void> {
  if (appearance === undefined || field !== undefined) return
  const { checkDrawnPlace } = await import('./check-drawn-place.js')
  checkDrawnPlace(file, { page: (appearance.page ?? 1) - 1, signature, password })
}

/**
 * Checks earlier signatures, and returns warnings. Loads the verifier, which a first signature does not need.
 *
 * A document that was searched for its objects is compared as it stands, since that is what the verifier reads: an object
 * that cannot be read keeps us from planning, and not the verifier from confirming the signatures.
 */
async function checkEarlier(
  file: Uint8Array,
  { document }: IncrementPlan,
  { source, options: { appearance, password }, pace }: SigningJob,
): Promise<readonly string[]> {
  const before = document.rebuilt ? openAsItStands(source.pdf, password) : document
  if (before === undefined) return []
  const { checkEarlierSignatures } = await import('./check-earlier-signatures.js')
  const isDrawn = appearance !== undefined
  const checking = checkEarlierSignatures(before, file, {
    what: isDrawn ? 'a visible signature in this place' : 'another signature',
    advice: isDrawn ? 'Choose a free place, or leave the appearance out.' : SIGN_ELSEWHERE,
    password,
  })
  return await pace.run(checking)
}

/** The document without repair; `undefined` when its sections cannot be read, so that no verifier confirms anything in it. */
function openAsItStands(pdf: Uint8Array, password: SignOptions['password']): PdfDocument | undefined {
  try {
    return PdfDocument.open(pdf, { password })
  } catch (error) {
    if (!(error instanceof SealwrightError) || error.code !== 'invalid_document') throw error
    return undefined
  }
}

async function checkOwnRow(file: Uint8Array, plan: IncrementPlan, { password }: SignOptions): Promise<void> {
  if (plan.parties?.row === undefined) return
  const { checkRow } = await import('./parties/check-row.js')
  checkRow(file, plan, password)
}

const SIGN_ELSEWHERE = 'Sign a copy of the document from before it was signed, and let all sign that one.'

/**
 * Plans the increment on the file as it is or, if its cross-reference data is damaged, on the result of a search for objects.
 */
async function planOnSoundFile(
  job: SigningJob,
  measure: CmsMeasure,
  material: DssMaterial | undefined,
): Promise<IncrementPlan> {
  const { pdf } = job.source
  const { password } = job.options
  try {
    const plan = await planIncrement(job, PdfDocument.open(pdf, { password }), measure, material)
    // A wrong entry for any object would make readers rebuild the file, each in its own way. A signed file is never repaired.
    if (plan.isSigned || plan.document.hasSoundEntries({ ignoreZero: true })) return plan
  } catch (error) {
    if (!(error instanceof SealwrightError) || error.code !== 'invalid_document') throw error
  }
  return await planIncrement(job, PdfDocument.openRebuilt(pdf, { password }), measure, material)
}

/** The digest of what will be signed, by an algorithm other than the signer's. */
export function digestOfSigned({ file, gap: [start, end] }: PreparedFile, algorithm: string): Uint8Array {
  return createHash(algorithm).update(file.subarray(0, start)).update(file.subarray(end)).digest()
}

/** The digest over the ByteRange. With SHA-256 the hash continues from the input's, so that the input is hashed only once. */
function* hashSignedBytes(
  file: Uint8Array,
  inputLength: number,
  gapStart: number,
  gapEnd: number,
  { digestAlgorithm }: SigningJob['signer'],
  inputHash: Hash,
): Steps<Uint8Array> {
  const isContinued = digestAlgorithm === 'sha256'
  const hash = isContinued ? inputHash.copy() : createHash(digestAlgorithm)
  if (!isContinued) yield* updateInSteps(hash, file.subarray(0, inputLength))
  return hash.update(file.subarray(inputLength, gapStart)).update(file.subarray(gapEnd)).digest()
}
