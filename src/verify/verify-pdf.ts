/**
 * What every signature of a PDF says, whether it is intact, and what was done to the file since.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { type FileInput, readInput } from '../input/read-input.js'
import { MAX_DOCUMENT_BYTES } from '../limits.js'
import { smallest } from '../lists.js'
import { PdfDocument } from '../pdf/document.js'
import { type DocumentSecurityStore, readDssOfRevisions } from '../pdf/dss.js'
import { findHeader } from '../pdf/xref-chain.js'
import { type CertificatePool, readTrustAnchors } from '../trust/trust-anchors.js'
import { evaluateTrustVerdicts, type TrustVerdict, type TrustVerdictOptions } from '../trust/trust-verdicts.js'
import { analyzeChanges } from './changes/analyze-changes.js'
import { SignedFields } from './changes/signed-fields.js'
import { NO_FACTS, readDocumentFacts } from './document-facts.js'
import { concludeReport } from './document-verdict.js'
import { createFileDigests, type FileDigests } from './file-digests.js'
import { legibleReport } from './legible-report.js'
import { describeRemainder, findUnconfirmed } from './missing-end.js'
import { applyPolicy } from './policy-check.js'
import type { ChangesReport, DocumentReport, Finding, SignerReport, VerificationReport } from './report.js'
import { type RevisionChain, readRevisionViews } from './revision-views.js'
import { checkReading, type EvaluationContext, evaluateSignature, toTrustSubject } from './signature-evaluation.js'
import { bySignedEnd, findCollisions, findRemainder, signatureFields } from './signature-fields.js'
import type { IntegrityResult } from './signature-integrity.js'
import type { SignaturePolicies } from './signature-policy.js'
import { readSignature, type SignatureReading } from './signature-reading.js'
import type { SignatureField } from './signature-structure.js'
import { type ExistenceProof, placeProofs } from './time-options.js'
import type { VerificationPolicy } from './verification-policy.js'
import { VERIFY_LIMITS } from './verify-limits.js'
import { assertVerifyOptions, type VerifyOptions } from './verify-options.js'

/** See `verifyDocument`, which loads this module on its first call. */
export async function verifyPdf(source: FileInput, options: VerifyOptions): Promise<VerificationReport> {
  assertVerifyOptions(options)
  const settings = readSettings(options)
  const { maxBytes = MAX_DOCUMENT_BYTES, signal } = options
  const input = await readInput(source, { maxBytes, signal })
  findHeader(input)
  const file = openFile(input, options.password)
  if ('finding' in file) return legibleReport(damagedReport(input, file))
  const signed = readSignatures(file)
  const verdicts = await judgeTrust(signed, settings)
  options.signal?.throwIfAborted()
  const damage = findRemains(signed)
  const signers = applyPolicy(settings.policy, evaluateSignatures(signed, verdicts, { ...settings, damage }))
  return legibleReport(concludeReport(signers, describeDocument(signed, signers, damage)))
}

interface Settings {
  readonly trust: TrustVerdictOptions
  readonly proofs: readonly ExistenceProof[]
  readonly policy: VerificationPolicy
  readonly ownCertificates: CertificatePool | undefined
  readonly signaturePolicies: SignaturePolicies
}

function readSettings(options: VerifyOptions): Settings {
  const { now, trustAnchors, timestampAnchors, fetchRevocation, requireRevocation } = options
  const { validationTime, proofs = [], revocationFreshness } = options
  const anchors = readTrustAnchors(trustAnchors, 'trustAnchors')
  return {
    trust: {
      anchors,
      timestampAnchors:
        timestampAnchors === undefined ? anchors : readTrustAnchors(timestampAnchors, 'timestampAnchors'),
      now: now?.() ?? new Date(),
      asOf: validationTime,
      freshness: revocationFreshness,
      fetchRevocation,
      requireRevocation,
    },
    proofs,
    policy: options.policy ?? {},
    ownCertificates: readTrustAnchors(options.ownCertificates, 'ownCertificates'),
    signaturePolicies: options.signaturePolicies ?? [],
  }
}

/** A file whose revisions and signature fields can be told apart. */
interface OpenFile {
  readonly document: PdfDocument
  readonly chain: RevisionChain
  readonly fields: readonly SignatureField[]
}

/** A file whose structure does not allow to say what its signatures cover. */
interface DamagedFile {
  readonly finding: Finding
  readonly document?: PdfDocument
}

function openFile(input: Uint8Array, password: VerifyOptions['password']): OpenFile | DamagedFile {
  const document = openStrictly(input, password)
  if (!(document instanceof PdfDocument)) return { finding: document }
  const chain = readRevisionViews(document)
  if ('code' in chain) return { finding: chain, document }
  try {
    const fields = signatureFields(document)
    if (fields.length <= VERIFY_LIMITS.maxSignatures) return { document, chain, fields }
    const message = `It has ${fields.length} signatures, more than the limit of ${VERIFY_LIMITS.maxSignatures}.`
    return { finding: { code: 'document_too_complex', message }, document }
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return { finding: { code: 'form_unreadable', message: error.message }, document }
  }
}

function openStrictly(input: Uint8Array, password: VerifyOptions['password']): PdfDocument | Finding {
  try {
    const document = PdfDocument.open(input, { password })
    document.catalog
    return document
  } catch (error) {
    if (!(error instanceof SealwrightError) || error.code === 'document_encrypted') throw error
    return { code: error.code === 'document_too_complex' ? error.code : 'structure_damaged', message: error.message }
  }
}

/** The signatures of a file in signing order, with what was found of each without asking who signed. */
interface SignedFile extends OpenFile {
  readonly digests: FileDigests
  readonly readings: readonly SignatureReading[]
  readonly integrities: readonly IntegrityResult[]
  readonly store: SharedStore
}

function readSignatures(file: OpenFile): SignedFile {
  const { document, chain, fields } = file
  const readings = fields.map((field) => readSignature(document, chain, field)).toSorted(bySignedEnd)
  const digests = createFileDigests(document.bytes, readings)
  const store = new SharedStore(chain, readings)
  const integrities = readings.map((reading) => checkReading(document, digests.hasher, () => store.read(), reading))
  return { document, chain, fields, digests, readings, integrities, store }
}

/** The validation data of a file, read by whoever needs it first. */
class SharedStore {
  readonly #chain: RevisionChain
  readonly #readings: readonly SignatureReading[]
  #store: DocumentSecurityStore | undefined

  constructor(chain: RevisionChain, readings: readonly SignatureReading[]) {
    this.#chain = chain
    this.#readings = readings
  }

  read(): DocumentSecurityStore {
    this.#store ??= readDssOfRevisions(this.#chain.views.slice(firstSigned(this.#chain, this.#readings)))
    return this.#store
  }
}

/** Index of the first revision that a signature ends: what came before it was no validation data of these signatures. */
function firstSigned({ views }: RevisionChain, readings: readonly SignatureReading[]): number {
  return smallest([views.length - 1, ...readings.flatMap(({ structure }) => structure.view?.index ?? [])])
}

/** What stands behind the last revision; nothing for a file that ends where it should. */
function findRemains({ document, chain, readings }: SignedFile): readonly Finding[] {
  const from = findRemainder(document, chain, readings)
  if (from === undefined) return []
  // Where no signature was found, one that stands elsewhere in the file was lost with what is damaged.
  const unread = readings.length === 0 ? 0 : from
  return [describeRemainder(document.bytes, from, chain.views.at(-1)), ...findUnconfirmed(document.bytes, unread)]
}

function judgeTrust(file: SignedFile, { trust, proofs }: Settings): Promise<TrustVerdict[]> {
  const { document, chain, digests, readings, integrities, store } = file
  const hostProofs = placeProofs(proofs, chain, document.bytes.length, digests.sha256OfBeginning)
  const subjects = readings.map((reading, i) => toTrustSubject(reading, integrities[i] as IntegrityResult))
  return evaluateTrustVerdicts(store.read(), subjects, { ...trust, hostProofs })
}

function evaluateSignatures(
  { document, chain, digests, readings, integrities }: SignedFile,
  verdicts: readonly TrustVerdict[],
  { trust, ownCertificates, signaturePolicies, damage }: Settings & { damage: readonly Finding[] },
): SignerReport[] {
  const context: EvaluationContext = {
    document,
    chain,
    damage: damage.filter(({ code }) => code !== 'signature_unconfirmed'),
    collisions: findCollisions(readings),
    ownCertificates,
    signaturePolicies,
    hasTimestampAnchors: trust.timestampAnchors !== undefined,
    sha256OfBeginning: digests.sha256OfBeginning,
    signedFields: new SignedFields(),
    analyzeChanges: (reading) => analyzeReading(chain, reading),
  }
  return readings.map((reading, i) => {
    const [integrity, verdict] = [integrities[i] as IntegrityResult, verdicts[i] as TrustVerdict]
    return evaluateSignature(context, { reading, integrity, verdict })
  })
}

/** What was changed after a signature; nothing when it ends the last revision. */
function analyzeReading(chain: RevisionChain, { field, structure }: SignatureReading): ChangesReport {
  const { view } = structure
  if (view === undefined || view === chain.views.at(-1)) {
    return { status: 'valid', findings: [], level: 'none', changes: [], warnings: [] }
  }
  const faults = chain.views.slice(view.index + 1).flatMap((later) => later.faults)
  if (faults.length > 0) return { status: 'invalid', findings: faults, level: 'other', changes: [], warnings: [] }
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
  { document, digests }: SignedFile,
  signers: readonly SignerReport[],
  damage: readonly Finding[],
): DocumentReport {
  const { length } = document.bytes
  const record = signers.findLast(({ audit }) => audit?.status === 'valid')?.audit?.record
  return {
    sha256: digests.sha256OfBeginning(length) ?? '',
    size: length,
    ...readDocumentFacts(document),
    damage,
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

function damagedReport(input: Uint8Array, { finding, document }: DamagedFile): VerificationReport {
  const { sha256OfBeginning } = createFileDigests(input, [])
  const facts = document === undefined ? NO_FACTS : readDocumentFacts(document)
  const damage = [finding, ...findUnconfirmed(input, 0)]
  return {
    valid: false,
    reason: `The file cannot be verified: ${damage.map(({ message }) => message).join(' ')}`,
    signer: null,
    signers: [],
    document: { sha256: sha256OfBeginning(input.length) ?? '', size: input.length, ...facts, damage },
  }
}
