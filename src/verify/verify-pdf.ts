/**
 * What every signature of a PDF says, whether it is intact, and what was done to the file since.
 *
 * @module
 */
import { digestByName } from '../cms/digest-algorithm.js'
import { toHex } from '../cms/name-text.js'
import { assertInput, SealwrightError } from '../errors.js'
import { MAX_DOCUMENT_BYTES, VERIFY_LIMITS } from '../limits.js'
import { readFields } from '../pdf/acro-form.js'
import { PdfDocument } from '../pdf/document.js'
import { PdfDict, PdfRef } from '../pdf/objects.js'
import { findHeader } from '../pdf/xref-chain.js'
import { analyzeChanges } from './changes/analyze-changes.js'
import { NO_FACTS, readDocumentFacts } from './document-facts.js'
import { RangeHasher, type RangePair } from './integrity/range-hasher.js'
import type { IntegrityResult } from './integrity/signature-integrity.js'
import type { DocumentReport, Finding, SignerReport, VerificationReport } from './report.js'
import { type RevisionChain, readRevisionViews } from './revision-views.js'
import {
  checkReading,
  type EvaluationContext,
  evaluateSignature,
  readSignature,
  type SignatureReading,
  toTrustSubject,
} from './signature-evaluation.js'
import { isLineEnds, type SignatureField } from './signature-structure.js'
import { readTrustAnchors } from './trust/trust-anchors.js'
import { evaluateTrustVerdicts, type TrustVerdict } from './trust/trust-verdicts.js'
import type { VerifyOptions } from './verify-options.js'

/** See `verifyDocument`, which loads this module on its first call. */
export async function verifyPdf(input: Uint8Array, options: VerifyOptions): Promise<VerificationReport> {
  options.signal?.throwIfAborted()
  assertInput(input, options.maxBytes ?? MAX_DOCUMENT_BYTES)
  findHeader(input)
  const opened = openStrictly(input)
  if (!(opened instanceof PdfDocument)) return damagedReport(input, opened)
  const chain = readRevisionViews(opened)
  if ('code' in chain) return damagedReport(input, chain, opened)

  let fields: SignatureField[]
  try {
    fields = signatureFields(opened)
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return damagedReport(input, { code: 'form_unreadable', message: error.message }, opened)
  }
  if (fields.length > VERIFY_LIMITS.maxSignatures) {
    const message = `It has ${fields.length} signatures, more than the limit of ${VERIFY_LIMITS.maxSignatures}.`
    return damagedReport(input, { code: 'document_too_complex', message }, opened)
  }
  const readings = fields.map((field) => readSignature(opened, chain, field)).toSorted(bySignedEnd)
  const { hasher, sha256OfBeginning } = createHasher(input, readings)
  const integrities = readings.map((reading) => checkReading(opened, hasher, reading))
  const subjects = readings.map((reading, i) => toTrustSubject(reading, integrities[i] as IntegrityResult))
  const verdicts = await evaluateTrustVerdicts(opened, subjects, trustOptions(options))
  options.signal?.throwIfAborted()

  const context: EvaluationContext = {
    document: opened,
    chain,
    trailingBytes: countTrailingBytes(opened, chain, readings),
    collisions: findCollisions(readings),
    sha256OfBeginning,
    analyzeChanges: (reading) => analyzeReading(chain, reading),
  }
  const signers = readings.map((reading, i) =>
    evaluateSignature(context, reading, integrities[i] as IntegrityResult, verdicts[i] as TrustVerdict),
  )
  return summarize(signers, describeDocument(input, opened, sha256OfBeginning(input.length) ?? '', signers))
}

function trustOptions({ now, trustAnchors, timestampAnchors, fetchRevocation, requireRevocation }: VerifyOptions) {
  const anchors = readTrustAnchors(trustAnchors)
  return {
    anchors,
    timestampAnchors: timestampAnchors === undefined ? anchors : readTrustAnchors(timestampAnchors),
    now: now?.() ?? new Date(),
    fetchRevocation,
    requireRevocation,
  }
}

function openStrictly(input: Uint8Array): PdfDocument | Finding {
  try {
    const document = PdfDocument.open(input)
    document.catalog
    return document
  } catch (error) {
    if (!(error instanceof SealwrightError) || error.code === 'document_encrypted') throw error
    return { code: error.code === 'document_too_complex' ? error.code : 'structure_damaged', message: error.message }
  }
}

/** Signature fields with a dictionary as their value, whatever is in it. */
function signatureFields(document: PdfDocument): SignatureField[] {
  return readFields(document).flatMap((field) => {
    if (field.type !== 'Sig' || !(field.value instanceof PdfDict)) return []
    const value = field.dict.get('V')
    return [{ ...field, signature: field.value, signatureRef: value instanceof PdfRef ? value : undefined }]
  })
}

function bySignedEnd(a: SignatureReading, b: SignatureReading): number {
  const end = ({ structure }: SignatureReading) => structure.ranges?.[1][1] ?? Number.MAX_SAFE_INTEGER
  return end(a) - end(b)
}

/** Two signatures that cover the same bytes, or one dictionary in two fields: one of them is a copy. */
function findCollisions(readings: readonly SignatureReading[]): Map<SignatureReading, Finding> {
  const byPlace = new Map<string, SignatureReading[]>()
  for (const reading of readings) {
    const { field, structure } = reading
    const keys: string[] = []
    if (structure.ranges !== undefined) keys.push(`range ${structure.ranges.flat().join()}`)
    if (field.signatureRef !== undefined) keys.push(`object ${field.signatureRef.num}`)
    for (const key of keys) {
      const group = byPlace.get(key)
      if (group === undefined) byPlace.set(key, [reading])
      else group.push(reading)
    }
  }
  const collisions = new Map<SignatureReading, Finding>()
  for (const group of byPlace.values()) {
    if (group.length < 2) continue
    const names = group.slice(0, 3).map(({ field }) => `"${field.name.slice(0, 60)}"`)
    const others = group.length > names.length ? ` and ${group.length - names.length} more` : ''
    const message = `The fields ${names.join(', ')}${others} hold one and the same signature.`
    for (const reading of group) collisions.set(reading, { code: 'signature_shared', message })
  }
  return collisions
}

/** Bytes that follow both the last revision and everything that a signature of it covers, line ends apart. */
function countTrailingBytes(
  { bytes }: PdfDocument,
  { views }: RevisionChain,
  readings: readonly SignatureReading[],
): number {
  const last = views.at(-1)
  let end = last?.markerEnd ?? bytes.length
  for (const { structure } of readings) {
    if (structure.view === last && structure.ranges !== undefined) end = Math.max(end, structure.ranges[1][1])
  }
  return isLineEnds(bytes, end) ? 0 : bytes.length - end
}

function createHasher(input: Uint8Array, readings: readonly SignatureReading[]) {
  const pairs: RangePair[] = []
  let longest = 0
  for (const { structure, audit } of readings) {
    if (structure.ranges !== undefined) {
      pairs.push(structure.ranges)
      longest = Math.max(longest, structure.ranges[0][1])
    }
    const bytes = audit?.record?.document.bytes
    if (bytes !== undefined && bytes <= input.length) pairs.push(beginning(bytes))
  }
  // The whole file goes on from the longest beginning that is hashed anyway.
  const whole: RangePair = [
    [0, longest],
    [longest, input.length],
  ]
  const hasher = new RangeHasher(input, [...pairs, whole])
  const sha256 = digestByName('sha256')
  const sha256OfBeginning = (length: number): string | undefined => {
    if (sha256 === undefined || length > input.length) return undefined
    const digest = hasher.digest(length === input.length ? whole : beginning(length), sha256)
    return digest === undefined ? undefined : toHex(digest)
  }
  return { hasher, sha256OfBeginning }
}

function beginning(length: number): RangePair {
  return [
    [0, length],
    [length, length],
  ]
}

/** What was changed after a signature; nothing when it ends the last revision. */
function analyzeReading(chain: RevisionChain, { field, structure }: SignatureReading): SignerReport['changes'] {
  const { view } = structure
  if (view === undefined || view === chain.views.at(-1))
    return { status: 'valid', findings: [], level: 'none', changes: [] }
  const faults = chain.views.slice(view.index + 1).flatMap((later) => later.faults)
  if (faults.length > 0) return { status: 'invalid', findings: faults, level: 'other', changes: [] }
  return analyzeChanges({
    revisions: chain.views,
    signedIndex: view.index,
    signature: {
      fieldName: field.name,
      dict: field.signature,
      ...(field.ref === undefined ? {} : { fieldRef: field.ref }),
    },
  })
}

function describeDocument(
  input: Uint8Array,
  document: PdfDocument,
  sha256: string,
  signers: readonly SignerReport[],
): DocumentReport {
  const record = signers.findLast(({ audit }) => audit?.status === 'valid')?.audit?.record
  return {
    sha256,
    size: input.length,
    ...readDocumentFacts(document),
    ...(record == null
      ? {}
      : {
          eventId: record.eventId,
          metadata: record.metadata,
          auditTrail: record.auditTrail,
          recordedSigner: record.signer,
        }),
  }
}

function summarize(signers: readonly SignerReport[], document: DocumentReport): VerificationReport {
  const signatures = signers.filter(({ kind }) => kind === 'signature')
  const signer = signatures.at(-1) ?? signers.at(-1) ?? null
  // Alone in a document, a time stamp is its signature, and must be as good as one.
  const isAccepted = signatures.length > 0 ? isAcceptable : ({ status }: SignerReport) => status === 'valid'
  const faulty = signers.find(({ status }) => status === 'invalid') ?? signers.find((entry) => !isAccepted(entry))
  const valid = signers.length > 0 && faulty === undefined
  return { valid, reason: explain(signers, signatures.length, faulty), signer, signers, document }
}

/** A time stamp whose authority the host does not know is no proof of time, but no fault of the signatures either. */
function isAcceptable({ kind, status, coverage, integrity, changes }: SignerReport): boolean {
  if (kind === 'signature') return status === 'valid'
  return coverage.status === 'valid' && integrity.status === 'valid' && changes.status === 'valid'
}

function explain(signers: readonly SignerReport[], signatures: number, faulty: SignerReport | undefined): string {
  if (signers.length === 0) return 'The document is not signed.'
  if (faulty !== undefined) {
    const fault = faulty.reasons[0]?.message ?? 'It cannot be judged.'
    return `The signature in field "${faulty.fieldName}" is ${faulty.status}: ${fault}`
  }
  if (signatures === 0) return 'The document carries an intact time stamp, and no signature of a person.'
  const count = signatures === 1 ? 'The signature is intact' : `All ${signatures} signatures are intact`
  const changed = signers.some(({ changes }) => changes.level !== 'none')
  return `${count}, and ${changed ? 'all later changes are permitted' : 'nothing was changed since'}.`
}

/** The report on a file whose structure does not allow to say what its signatures cover. */
function damagedReport(input: Uint8Array, finding: Finding, document?: PdfDocument): VerificationReport {
  const { sha256OfBeginning } = createHasher(input, [])
  const facts = document === undefined ? NO_FACTS : readDocumentFacts(document)
  return {
    valid: false,
    reason: `The file cannot be verified: ${finding.message}`,
    signer: null,
    signers: [],
    document: { sha256: sha256OfBeginning(input.length) ?? '', size: input.length, ...facts },
  }
}
