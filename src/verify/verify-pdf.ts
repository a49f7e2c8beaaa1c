/**
 * What every signature of a PDF says, whether it is intact, and what was done to the file since.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { type FileInput, readInput } from '../input/read-input.js'
import { MAX_DOCUMENT_BYTES } from '../limits.js'
import { PdfDocument } from '../pdf/document.js'
import { type DocumentSecurityStore, readDssOfRevisions } from '../pdf/dss.js'
import { findHeader } from '../pdf/xref-chain.js'
import { type CertificatePool, readTrustAnchors } from '../trust/trust-anchors.js'
import { evaluateTrustVerdicts, type TrustVerdict, type TrustVerdictOptions } from '../trust/trust-verdicts.js'
import { SignedFields } from './changes/signed-fields.js'
import { NO_FACTS, readDocumentFacts, remarksOnDocument } from './document-facts.js'
import { concludeReport } from './document-verdict.js'
import { createFileDigests, type FileDigests } from './file-digests.js'
import { legibleReport } from './legible-report.js'
import { describeRemainder, findUnconfirmed } from './missing-end.js'
import { applyPolicy } from './policy-check.js'
import type { DocumentReport, Finding, SignerReport, VerificationReport } from './report.js'
import type { RevisionChain } from './revision-views.js'
import { settleChanges } from './settle-changes.js'
import { checkReading, type EvaluationContext, evaluateSignature, toTrustSubject } from './signature-evaluation.js'
import { bySignedEnd, findCollisions, findRemainder } from './signature-fields.js'
import type { IntegrityResult } from './signature-integrity.js'
import type { SignaturePolicies } from './signature-policy.js'
import { readSignature, type SignatureReading } from './signature-reading.js'
import { analyzeReading, firstSigned, type OpenFile, openSignedFile } from './signed-file.js'
import { type ExistenceProof, placeProofs } from './time-options.js'
import { describeUnlisted } from './unlisted-signatures.js'
import type { VerificationPolicy } from './verification-policy.js'
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
  const damage = [...findRemains(signed), ...describeUnlisted(signed)]
  const evaluated = evaluateSignatures(signed, verdicts, { ...settings, damage })
  const signers = settleChanges(applyPolicy(settings.policy, evaluated))
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

/** A file whose structure does not allow to say what its signatures cover. */
interface DamagedFile {
  readonly finding: Finding
  readonly document?: PdfDocument
}

function openFile(input: Uint8Array, password: VerifyOptions['password']): OpenFile | DamagedFile {
  const document = openStrictly(input, password)
  if (!(document instanceof PdfDocument)) return { finding: document }
  const file = openSignedFile(document)
  return 'code' in file ? { finding: file, document } : file
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
    remarks: remarksOnDocument(document),
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
