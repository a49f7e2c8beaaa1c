/**
 * One signature from its field to its entry in the report.
 *
 * @module
 */
import { equalNames } from '../cms/distinguished-name.js'
import { SealwrightError } from '../errors.js'
import { docMdpPermission } from '../pdf/acro-form.js'
import type { PdfDocument } from '../pdf/document.js'
import { nameOf, type PdfObject, PdfString } from '../pdf/objects.js'
import { checkAuditRecord, type FoundRecord, findAuditRecord } from './audit-check.js'
import { describeCertificate, isIssuedBy, subjectEmailOf, subjectNameOf } from './certificate-report.js'
import { readText, toIsoDate } from './document-facts.js'
import { toIndication } from './indication.js'
import type { RangeHasher } from './integrity/range-hasher.js'
import { checkSignatureIntegrity, type IntegrityResult } from './integrity/signature-integrity.js'
import type { ChangesReport, CheckResult, CoverageReport, Finding, SignatureStatus, SignerReport } from './report.js'
import type { RevisionChain } from './revision-views.js'
import { readSignatureStructure, type SignatureField, type SignatureStructure } from './signature-structure.js'
import { readDss } from './trust/dss.js'
import type { TrustSubject, TrustVerdict } from './trust/trust-verdicts.js'

/** What is read of a signature before anything is hashed. */
export interface SignatureReading {
  readonly field: SignatureField
  readonly structure: SignatureStructure
  readonly subFilter: string | undefined
  readonly isTimestamp: boolean
  readonly claims: SignatureClaims
  readonly audit: FoundRecord | undefined
}

/** What a signature dictionary says without proof. */
export interface SignatureClaims {
  readonly name: string | null
  readonly email: string | null
  readonly reason: string | null
  readonly location: string | null
  /** ISO 8601. */
  readonly time: string | null
  readonly docMdp: number | undefined
  /** /Cert, for signatures that are no CMS. */
  readonly cert: Uint8Array | readonly Uint8Array[] | undefined
}

const NO_CLAIMS: SignatureClaims = {
  name: null,
  email: null,
  reason: null,
  location: null,
  time: null,
  docMdp: undefined,
  cert: undefined,
}

/** Reads a signature; what cannot be read becomes a finding. */
export function readSignature(document: PdfDocument, chain: RevisionChain, field: SignatureField): SignatureReading {
  const { signature } = field
  try {
    const subFilter = nameOf(document.lookup(signature, 'SubFilter'))
    return {
      field,
      structure: readSignatureStructure(document, chain, field),
      subFilter,
      isTimestamp: nameOf(document.lookup(signature, 'Type')) === 'DocTimeStamp' || subFilter === 'ETSI.RFC3161',
      claims: {
        name: readText(document, signature, 'Name'),
        email: readText(document, signature, 'ContactInfo'),
        reason: readText(document, signature, 'Reason'),
        location: readText(document, signature, 'Location'),
        time: toIsoDate(readText(document, signature, 'M')),
        docMdp: docMdpPermission(document, signature),
        cert: readCert(document, signature.get('Cert')),
      },
      audit: findAuditRecord(document, signature),
    }
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
    const structure = { coverage, contents: new Uint8Array(0), ranges: undefined, view: undefined }
    return { field, structure, subFilter: undefined, isTimestamp: false, claims: NO_CLAIMS, audit: undefined }
  }
}

function readCert(document: PdfDocument, object: PdfObject | undefined): SignatureClaims['cert'] {
  const value = document.resolve(object)
  if (value instanceof PdfString) return value.bytes
  if (!Array.isArray(value)) return undefined
  return value.flatMap((item) => {
    const bytes = document.resolve(item)
    return bytes instanceof PdfString ? [bytes.bytes] : []
  })
}

/** Checks digest and signature value. */
export function checkReading(document: PdfDocument, hasher: RangeHasher, reading: SignatureReading): IntegrityResult {
  const { structure, subFilter, isTimestamp, claims } = reading
  const { ranges, contents } = structure
  return checkSignatureIntegrity({
    contents,
    subFilter,
    signedRanges: (ranges ?? []).map(([start, end]) => document.bytes.subarray(start, end)),
    isTimestamp,
    cert: claims.cert,
    otherCertificates: () => readDss(document).certificates,
    hashing: ranges === undefined ? undefined : { hasher, pair: ranges },
  })
}

/** What trust and time need to know of a signature. */
export function toTrustSubject(reading: SignatureReading, integrity: IntegrityResult): TrustSubject {
  const { subFilter, isTimestamp, structure } = reading
  const claimed = claimedTime(reading, integrity)
  return {
    integrity,
    subFilter,
    isTimestamp,
    claimed: claimed === null ? undefined : new Date(claimed),
    signedRevision: structure.view,
  }
}

function claimedTime({ claims }: SignatureReading, { signingTime }: IntegrityResult): string | null {
  return claims.time ?? signingTime?.toISOString() ?? null
}

/** What the signatures of one file share. */
export interface EvaluationContext {
  readonly document: PdfDocument
  readonly chain: RevisionChain
  /** Bytes behind the last revision that are neither line ends nor covered by a signature. */
  readonly trailingBytes: number
  /** Faults that only show when all signatures are looked at together. */
  readonly collisions: ReadonlyMap<SignatureReading, Finding>
  sha256OfBeginning(length: number): string | undefined
  analyzeChanges(reading: SignatureReading): ChangesReport
}

/** Puts together what was found about one signature. */
export function evaluateSignature(
  context: EvaluationContext,
  reading: SignatureReading,
  integrity: IntegrityResult,
  verdict: TrustVerdict,
): SignerReport {
  const { field, claims, isTimestamp, subFilter } = reading
  const { certificate } = integrity
  const coverage = extendCoverage(context, reading)
  const changes = context.analyzeChanges(reading)
  const audit = evaluateAudit(context, reading)
  const checks = [
    coverage,
    integrity,
    changes,
    ...(audit === null ? [] : [audit]),
    ...sharedDoubts(context.chain, reading),
    certificateCheck(integrity),
  ]
  const failed = [...checks, trustCheck(verdict)].filter((check) => check.status !== 'valid')
  const status = worst(failed.map((check) => check.status))
  const reasons = failed.toSorted((a, b) => rank(a.status) - rank(b.status)).flatMap((check) => check.findings)
  const recorded = audit?.status === 'valid' ? audit.record?.signer : undefined
  const certified =
    certificate === undefined ? {} : { name: subjectNameOf(certificate), email: subjectEmailOf(certificate) }
  const proven = verdict.provenAt?.toISOString()
  const signedAt = proven ?? claimedTime(reading, integrity)
  return {
    kind: isTimestamp ? 'document-timestamp' : 'signature',
    fieldName: field.name,
    name: recorded?.name ?? certified.name ?? claims.name,
    email: recorded?.email ?? certified.email ?? claims.email,
    signedAt,
    signedAtSource: proven !== undefined ? timeSource(verdict) : signedAt === null ? null : 'claimed',
    reason: claims.reason,
    location: claims.location,
    status,
    reasons,
    warnings: [...integrity.warnings, ...verdict.warnings],
    ...toIndication(status, reasons),
    subFilter: subFilter ?? null,
    padesLevel: verdict.padesLevel,
    integrity: { status: integrity.status, findings: integrity.findings },
    coverage,
    changes,
    certificate: certificate === undefined ? null : describeCertificate(certificate),
    algorithm: integrity.algorithm,
    timestamp: verdict.timestamp,
    trust: verdict.trust,
    certifies: claims.docMdp === 1 || claims.docMdp === 2 || claims.docMdp === 3 ? claims.docMdp : null,
    audit,
  }
}

function timeSource({ timestamp }: TrustVerdict): SignerReport['signedAtSource'] {
  return timestamp?.trust.status === 'not_evaluated' ? 'timestamp-not-evaluated' : 'timestamp'
}

/** Adds what can only be seen from outside the signature: bytes behind the last revision, and doubles. */
function extendCoverage({ trailingBytes, collisions }: EvaluationContext, reading: SignatureReading): CoverageReport {
  const { coverage } = reading.structure
  const findings = [...coverage.findings]
  const collision = collisions.get(reading)
  if (collision !== undefined) findings.push(collision)
  if (trailingBytes > 0) {
    findings.push({
      code: 'trailing_bytes',
      message: `${trailingBytes} bytes stand behind the last revision of the file and belong to none.`,
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
  const extent = { previousEnd, signedEnd: ranges[1][1], signedRevision: view.document }
  return checkAuditRecord(context.document, field.signature, audit, extent, context.sha256OfBeginning)
}

/** Doubts about what was signed, which matter once other bytes follow. */
function sharedDoubts({ ambiguities, views }: RevisionChain, { structure }: SignatureReading): CheckResult[] {
  const { view } = structure
  const damage = view === undefined || view === views.at(-1) ? undefined : view.damage
  const findings = damage === undefined ? ambiguities : [...ambiguities, damage]
  return findings.length === 0 ? [] : [{ status: 'indeterminate', findings }]
}

/**
 * Where no attribute binds the certificate, another with the same key can be put in its place: then its own signature
 * must at least be right, as far as its issuer is there to tell.
 */
function certificateCheck({ bindsCertificate, certificate, certificates }: IntegrityResult): CheckResult {
  if (bindsCertificate || certificate === undefined) return { status: 'valid', findings: [] }
  const issuers = [certificate, ...certificates].filter(({ subject }) => equalNames(subject, certificate.issuer))
  if (issuers.length === 0 || issuers.some((issuer) => isIssuedBy(certificate, issuer))) {
    return { status: 'valid', findings: [] }
  }
  const message = "The signer's certificate was altered: it does not bear the signature of its issuer."
  return { status: 'invalid', findings: [{ code: 'certificate_altered', message }] }
}

/** Without an anchor nothing is known against the signer; a revoked one has no say at all. */
function trustCheck({ trust }: TrustVerdict): CheckResult {
  const { status, revocation } = trust
  if (status === 'trusted' || status === 'not_evaluated') return { status: 'valid', findings: [] }
  const findings = [...trust.findings, ...(revocation.status === 'revoked' ? revocation.findings : [])]
  return { status: revocation.status === 'revoked' ? 'invalid' : 'indeterminate', findings }
}

function rank(status: SignatureStatus): number {
  return status === 'invalid' ? 0 : 1
}

/** The worst of some statuses; `valid` when there are none. */
function worst(statuses: readonly SignatureStatus[]): SignatureStatus {
  if (statuses.includes('invalid')) return 'invalid'
  return statuses.includes('indeterminate') ? 'indeterminate' : 'valid'
}
