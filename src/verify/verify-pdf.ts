/**
 * Verifies a PDF: what each signature says, whether it is intact, and what was done to the file since.
 *
 * @module
 */

import type { AuditRecord } from '../audit/record.js'
import { SealwrightError } from '../errors.js'
import { type FileInput, readInput } from '../input/read-input.js'
import { MAX_DOCUMENT_BYTES } from '../limits.js'
import { Pace } from '../pace/pace.js'
import { isTurnOver, type Steps } from '../pace/turns.js'
import { type DocumentSecurityStore, readDssOfRevisions } from '../pdf/catalog.js'
import { PdfDocument } from '../pdf/document.js'
import { findHeader } from '../pdf/reading.js'
import { withLateParts } from '../platform/late-parts.js'
import { namedDigest } from '../trust/integrity.js'
import { readAnchors } from '../trust/qualified.js'
import { type CertificatePool, readTrustAnchors } from '../trust/trust-anchors.js'
import {
  evaluateTrustVerdicts,
  type JudgedBasis,
  type TrustVerdict,
  type TrustVerdictOptions,
} from '../trust/verdicts.js'
import { SignedFields } from './changes/signed-fields.js'
import { NO_FACTS, readDocumentFacts, remarksOnDocument } from './document-facts.js'
import { concludeReport } from './document-verdict.js'
import { createFileDigests, type FileDigests } from './file-digests.js'
import { legibleReport } from './legible-report.js'
import { describeRemainder, findUnconfirmed } from './missing-end.js'
import { PartyRows } from './parties/party-rows.js'
import { describeParties } from './parties/party-states.js'
import { applyPolicy } from './policy-check.js'
import type { DocumentReport, Finding, SignerReport, VerificationReport } from './report.js'
import type { RevisionChain } from './revision-views.js'
import { settleChanges } from './settle-changes.js'
import {
  checkReading,
  type EvaluationContext,
  evaluateSignature,
  toTrustSubject,
} from './signature/signature-evaluation.js'
import { bySignedEnd, findCollisions, findRemainder } from './signature/signature-fields.js'
import type { IntegrityResult } from './signature/signature-integrity.js'
import type { SignaturePolicies } from './signature/signature-policy.js'
import { readSignature, type SignatureReading } from './signature/signature-reading.js'
import { analyzeReading, firstSigned, type OpenFile, openSignedFile } from './signed-file.js'
import { type ExistenceProof, placeProofs } from './time-options.js'
import { describeUnlisted } from './unlisted-signatures.js'
import type { ObjectContents, ValidationObjectsReport } from './validation-objects-report.js'
import type { VerificationPolicy } from './verification-policy.js'
import { assertVerifyOptions, type VerifyOptions } from './verify-options.js'

/** See `verifyDocument`, which loads this module on its first call. */
export async function verifyPdf(source: FileInput, options: VerifyOptions): Promise<VerificationReport> {
  assertVerifyOptions(options)
  const settings = readSettings(options)
  const { maxBytes = MAX_DOCUMENT_BYTES, signal } = options
  const input = await readInput(source, { maxBytes, signal })
  return withLateParts(async () => {
    const pace = new Pace(options)
    pace.enter('read', 0.3)
    findHeader(input)
    const file = openFile(input, options.password)
    await pace.pause()
    const report = 'finding' in file ? damagedReport(input, file) : await reportOn(file, settings, pace)
    pace.end()
    return legibleReport(report)
  })
}

async function reportOn(file: OpenFile, settings: Settings, pace: Pace): Promise<VerificationReport> {
  const signed = await pace.run(readSignatures(file))
  pace.enter('gather', 0.4)
  const { verdicts, validationObjects } = await judgeTrust(signed, settings)
  await pace.pause()
  const damage = [...findRemains(signed), ...describeUnlisted(signed)]
  pace.enter('check', 1)
  const evaluated = await pace.run(evaluateSignatures(signed, verdicts, { ...settings, damage }))
  const signers = settleChanges(applyPolicy(settings.policy, evaluated))
  await pace.pause()
  const facts = { ...describeDocument(signed, signers, damage), ...describeParties(signed.partyRows, signers) }
  return { ...concludeReport(signers, facts), ...(validationObjects && { validationObjects }) }
}

interface Settings {
  readonly trust: TrustVerdictOptions
  readonly proofs: readonly ExistenceProof[]
  readonly policy: VerificationPolicy
  readonly ownCertificates: CertificatePool | undefined
  readonly signaturePolicies: SignaturePolicies
  readonly validationObjects: ObjectContents | undefined
}

function readSettings(options: VerifyOptions): Settings {
  const { now, trustAnchors, timestampAnchors, fetchRevocation, requireRevocation } = options
  const { unknownRevocation = requireRevocation === true ? 'refuse' : 'indicate', sha1RevocationUntil } = options
  const { validationTime, proofs = [], revocationFreshness } = options
  const anchors = readAnchors(trustAnchors, 'trustAnchors')
  const given = readAnchors(timestampAnchors, 'timestampAnchors')
  // An empty list counts as left out. Were no authority judged, anybody's time stamp would prove the time of a signature.
  const forStamps = given.certificates === undefined && given.lists.length === 0 ? anchors : given
  return {
    trust: {
      anchors: anchors.certificates,
      timestampAnchors: forStamps.certificates,
      lists: anchors.lists,
      timestampLists: forStamps.lists,
      now: now?.() ?? new Date(),
      asOf: validationTime,
      freshness: revocationFreshness,
      fetchRevocation,
      unknownRevocation,
      sha1Until: sha1RevocationUntil,
    },
    proofs,
    policy: options.policy ?? {},
    ownCertificates: readTrustAnchors(options.ownCertificates, 'ownCertificates'),
    signaturePolicies: options.signaturePolicies ?? [],
    validationObjects: options.validationObjects,
  }
}

/** A file whose structure does not tell what its signatures cover. */
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

/** The signatures of a file in signing order, with their results apart from who signed. */
interface SignedFile extends OpenFile {
  readonly digests: FileDigests
  readonly readings: readonly SignatureReading[]
  readonly integrities: readonly IntegrityResult[]
  readonly store: SharedStore
  readonly partyRows: PartyRows
}

function* readSignatures(file: OpenFile): Steps<SignedFile> {
  const { document, chain, fields } = file
  const found: SignatureReading[] = []
  for (const field of fields) {
    if (isTurnOver()) yield
    found.push(readSignature(document, chain, field))
  }
  const readings = found.toSorted(bySignedEnd)
  const digests = createFileDigests(document.bytes, readings)
  yield* digests.prepare()
  const store = new SharedStore(chain, readings)
  const integrities: IntegrityResult[] = []
  for (const reading of readings) {
    if (isTurnOver()) yield integrities.length / readings.length
    yield* hashInSteps(document, digests, reading)
    integrities.push(checkReading(document, digests.hasher, () => store.read(), reading))
  }
  return {
    document,
    chain,
    fields,
    digests,
    readings,
    integrities,
    store,
    partyRows: new PartyRows(document, readings),
  }
}

/**
 * Size of files, in bytes, from which they are hashed in steps before their signatures are checked. Smaller ones take a few
 * milliseconds.
 */
const LONG_FILE = 4 * 1024 * 1024

/** Hashes what a signature covers in steps, so that the check finds the digest. */
function* hashInSteps(document: PdfDocument, { hasher }: FileDigests, { structure }: SignatureReading): Steps<void> {
  const { ranges, contents } = structure
  if (document.bytes.length < LONG_FILE || ranges === undefined) return
  const algorithm = namedDigest(contents)
  if (algorithm !== undefined) yield* hasher.digestInSteps(ranges, algorithm)
}

/** The validation data of a file, read on first use. */
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

/** Findings about bytes after the last revision; none for a file that ends where it should. */
function findRemains({ document, chain, readings }: SignedFile): readonly Finding[] {
  const from = findRemainder(document, chain, readings)
  if (from === undefined) return []
  // If no signature was found, one elsewhere in the file was lost with the damaged part.
  const unread = readings.length === 0 ? 0 : from
  return [describeRemainder(document.bytes, from, chain.views.at(-1)), ...findUnconfirmed(document.bytes, unread)]
}

interface JudgedFile {
  readonly verdicts: readonly TrustVerdict[]
  readonly validationObjects?: ValidationObjectsReport
}

async function judgeTrust(file: SignedFile, { trust, proofs, validationObjects }: Settings): Promise<JudgedFile> {
  const { document, chain, digests, readings, integrities, store } = file
  const hostProofs = placeProofs(proofs, chain, document.bytes.length, digests.sha256OfBeginning)
  const subjects = readings.map((reading, i) => toTrustSubject(reading, integrities[i] as IntegrityResult))
  const options = { ...trust, hostProofs }
  if (validationObjects === undefined) {
    return { verdicts: await evaluateTrustVerdicts(store.read(), subjects, options) }
  }
  let basis: JudgedBasis | undefined
  const onBasis = (found: JudgedBasis) => {
    basis = found
  }
  const verdicts = await evaluateTrustVerdicts(store.read(), subjects, { ...options, onBasis })
  if (basis === undefined) return { verdicts }
  const { collectObjects } = await import('./validation-objects.js')
  return { verdicts, validationObjects: collectObjects(file, basis, validationObjects) }
}

function* evaluateSignatures(
  { document, chain, digests, readings, integrities, partyRows }: SignedFile,
  verdicts: readonly TrustVerdict[],
  { trust, ownCertificates, signaturePolicies, damage }: Settings & { damage: readonly Finding[] },
): Steps<SignerReport[]> {
  const context: EvaluationContext = {
    document,
    chain,
    damage: damage.filter(({ code }) => code !== 'signature_unconfirmed'),
    remarks: remarksOnDocument(document),
    collisions: findCollisions(readings),
    ownCertificates,
    signaturePolicies,
    hasTimestampAnchors: trust.timestampAnchors !== undefined || (trust.timestampLists ?? []).length > 0,
    sha256OfBeginning: digests.sha256OfBeginning,
    signedFields: new SignedFields(),
    partyRows,
    analyzeChanges: (reading) => analyzeReading(chain, reading),
  }
  const reports: SignerReport[] = []
  for (const [i, reading] of readings.entries()) {
    if (isTurnOver()) yield i / readings.length
    const [integrity, verdict] = [integrities[i] as IntegrityResult, verdicts[i] as TrustVerdict]
    reports.push(yield* evaluateSignature(context, { reading, integrity, verdict }))
  }
  return reports
}

function describeDocument(
  { document, digests }: SignedFile,
  signers: readonly SignerReport[],
  damage: readonly Finding[],
): DocumentReport {
  const { length } = document.bytes
  const record = chooseRecord(signers)
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

/**
 * The record that tells of the document: the last one by the host itself, else by a trusted certificate, else by anybody. Whoever
 * adds a signature writes what they like into its record.
 */
function chooseRecord(signers: readonly SignerReport[]): AuditRecord | null | undefined {
  const sound = signers.filter(({ audit }) => audit?.status === 'valid')
  const chosen =
    sound.findLast(({ sealedByThisService }) => sealedByThisService) ??
    sound.findLast(({ trust }) => trust.status === 'trusted') ??
    sound.at(-1)
  return chosen?.audit?.record
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
