/**
 * One signature from its field to its entry in the report.
 *
 * @module
 */
import { SealwrightError } from '../errors.js'
import { docMdpPermission } from '../pdf/acro-form.js'
import type { PdfDocument } from '../pdf/document.js'
import { nameOf, type PdfObject, PdfString } from '../pdf/objects.js'
import { checkAuditRecord, type FoundRecord, findAuditRecord } from './audit-check.js'
import { describeCertificate, subjectEmailOf, subjectNameOf } from './certificate-report.js'
import { readText, toIsoDate } from './document-facts.js'
import type { RangeHasher, RangePair } from './range-hasher.js'
import type { ChangesReport, CoverageReport, Finding, SignatureStatus, SignerReport, TrustReport } from './report.js'
import type { RevisionChain } from './revision-views.js'
import { checkSignatureIntegrity } from './signature-integrity.js'
import { readSignatureStructure, type SignatureField, type SignatureStructure } from './signature-structure.js'

/** What is read of a signature before anything is hashed. */
export interface SignatureReading {
  readonly field: SignatureField
  readonly structure: SignatureStructure
  readonly audit: FoundRecord | undefined
}

/** Reads the structure of a signature; what cannot be read becomes a finding. */
export function readSignature(document: PdfDocument, chain: RevisionChain, field: SignatureField): SignatureReading {
  try {
    const structure = readSignatureStructure(document, chain, field)
    return { field, structure, audit: findAuditRecord(document, field.signature) }
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    const findings = [{ code: 'signature_unreadable', message: error.message }]
    const coverage: CoverageReport = {
      status: 'indeterminate',
      findings,
      byteRange: null,
      revision: null,
      coversWholeFile: false,
    }
    return { field, structure: { coverage, contents: NO_BYTES, ranges: undefined, view: undefined }, audit: undefined }
  }
}

const NO_BYTES = new Uint8Array(0)

/** What the signatures of one file share. */
export interface EvaluationContext {
  readonly document: PdfDocument
  readonly chain: RevisionChain
  readonly hasher: RangeHasher
  /** Faults that only show when all signatures are looked at together. */
  readonly collisions: ReadonlyMap<SignatureReading, Finding>
  sha256OfBeginning(length: number): string | undefined
  analyzeChanges(reading: SignatureReading): ChangesReport
}

/** Judges one signature. What is damaged so that it cannot be judged makes it indeterminate. */
export function evaluateSignature(context: EvaluationContext, reading: SignatureReading): SignerReport {
  try {
    return judgeSignature(context, reading)
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return unreadableSignature(reading, { code: 'signature_unreadable', message: error.message })
  }
}

function unreadableSignature({ field, structure }: SignatureReading, finding: Finding): SignerReport {
  const unknown = { status: 'indeterminate', findings: [finding] } as const
  const { coverage } = structure
  return {
    kind: 'signature',
    fieldName: field.name,
    name: null,
    email: null,
    signedAt: null,
    signedAtSource: null,
    reason: null,
    location: null,
    status: coverage.status === 'invalid' ? 'invalid' : 'indeterminate',
    reasons: [...coverage.findings, finding],
    warnings: [],
    indication: coverage.status === 'invalid' ? 'TOTAL-FAILED' : 'INDETERMINATE',
    subIndication: 'FORMAT_FAILURE',
    subFilter: null,
    padesLevel: null,
    integrity: unknown,
    coverage,
    changes: { ...unknown, level: 'other', changes: [] },
    certificate: null,
    algorithm: null,
    timestamp: null,
    trust: NOT_EVALUATED,
    certifies: null,
    audit: null,
  }
}

function judgeSignature(context: EvaluationContext, reading: SignatureReading): SignerReport {
  const { document, chain, hasher } = context
  const { field, structure } = reading
  const { signature } = field
  const subFilter = nameOf(document.lookup(signature, 'SubFilter'))
  const isTimestamp = nameOf(document.lookup(signature, 'Type')) === 'DocTimeStamp' || subFilter === 'ETSI.RFC3161'
  const integrity = checkSignatureIntegrity({
    contents: structure.contents,
    subFilter,
    signedRanges: (structure.ranges ?? []).map(([start, end]) => document.bytes.subarray(start, end)),
    isTimestamp,
    cert: readCert(document, signature.get('Cert')),
    hashing: structure.ranges === undefined ? undefined : { hasher, pair: structure.ranges as RangePair },
  })
  const coverage = extendCoverage(context, reading)
  const changes = context.analyzeChanges(reading)
  const audit = evaluateAudit(context, reading)
  const { certificate } = integrity
  const parts = [coverage, integrity, changes]
  const ambiguities =
    chain.ambiguities.length === 0 ? [] : [{ status: 'indeterminate' as const, findings: chain.ambiguities }]
  const all = [...parts, ...(audit === null ? [] : [audit]), ...ambiguities]
  const status = worst(all.map((part) => part.status))
  const claimed = toIsoDate(readText(document, signature, 'M')) ?? integrity.signingTime?.toISOString() ?? null
  const permission = docMdpPermission(document, signature)
  const recorded = audit?.status === 'valid' ? audit.record?.signer : undefined
  const certified =
    certificate === undefined ? {} : { name: subjectNameOf(certificate), email: subjectEmailOf(certificate) }
  return {
    kind: isTimestamp ? 'document-timestamp' : 'signature',
    fieldName: field.name,
    name: recorded?.name ?? certified.name ?? readText(document, signature, 'Name'),
    email: recorded?.email ?? certified.email ?? readText(document, signature, 'ContactInfo'),
    signedAt: claimed,
    signedAtSource: claimed === null ? null : 'claimed',
    reason: readText(document, signature, 'Reason'),
    location: readText(document, signature, 'Location'),
    status,
    reasons: all.filter((part) => part.status !== 'valid').flatMap((part) => part.findings),
    warnings: integrity.warnings,
    indication: status === 'valid' ? 'TOTAL-PASSED' : status === 'invalid' ? 'TOTAL-FAILED' : 'INDETERMINATE',
    subIndication: null,
    subFilter: subFilter ?? null,
    padesLevel: null,
    integrity: { status: integrity.status, findings: integrity.findings },
    coverage,
    changes,
    certificate: certificate === undefined ? null : describeCertificate(certificate),
    algorithm: integrity.algorithm,
    timestamp: null,
    trust: NOT_EVALUATED,
    certifies: permission === 1 || permission === 2 || permission === 3 ? permission : null,
    audit,
  }
}

const NOT_EVALUATED: TrustReport = {
  status: 'not_evaluated',
  findings: [],
  chain: [],
  revocation: { status: 'not_evaluated', findings: [] },
}

/** Adds what can only be seen from outside the signature: bytes behind the last revision, and doubles. */
function extendCoverage({ chain, collisions }: EvaluationContext, reading: SignatureReading): CoverageReport {
  const { coverage } = reading.structure
  const findings = [...coverage.findings]
  const collision = collisions.get(reading)
  if (collision !== undefined) findings.push(collision)
  if (chain.trailingBytes > 0) {
    findings.push({
      code: 'trailing_bytes',
      message: `${chain.trailingBytes} bytes stand behind the last revision of the file and belong to none.`,
    })
  }
  if (findings.length === coverage.findings.length) return coverage
  return { ...coverage, status: 'invalid', findings }
}

function evaluateAudit(
  context: EvaluationContext,
  { field, structure, audit }: SignatureReading,
): SignerReport['audit'] {
  const { view, ranges } = structure
  if (audit === undefined || view === undefined || ranges === undefined) return null
  const previousEnd = context.chain.views[view.index - 1]?.markerEnd ?? 0
  return checkAuditRecord(
    context.document,
    field.signature,
    audit,
    { previousEnd, signedEnd: ranges[1][1] },
    context.sha256OfBeginning,
  )
}

function readCert(
  document: PdfDocument,
  object: PdfObject | undefined,
): Uint8Array | readonly Uint8Array[] | undefined {
  const value = document.resolve(object)
  if (value instanceof PdfString) return value.bytes
  if (!Array.isArray(value)) return undefined
  return value.flatMap((item) => {
    const bytes = document.resolve(item)
    return bytes instanceof PdfString ? [bytes.bytes] : []
  })
}

/** The worst of some statuses; `valid` when there are none. */
export function worst(statuses: readonly SignatureStatus[]): SignatureStatus {
  if (statuses.includes('invalid')) return 'invalid'
  return statuses.includes('indeterminate') ? 'indeterminate' : 'valid'
}
