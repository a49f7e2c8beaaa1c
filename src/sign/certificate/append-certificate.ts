/**
 * The certificate pages behind those of the document.
 *
 * @module
 */
import type { AuditRecord } from '../../audit/record.js'
import type { PdfDocument } from '../../pdf/document.js'
import type { IncrementWriter } from '../../pdf/increment-writer.js'
import type { PdfObject } from '../../pdf/objects.js'
import { appendPages, type PdfPage, pageTreeRoot } from '../../pdf/page-tree.js'
import type { StructureAddition } from '../../pdf/structure-addition.js'
import { markWithRecord, type PlacedRecord } from '../attach-record.js'
import type { ConformanceNeeds } from '../conformance.js'
import type { SigningJob } from '../signing-job.js'
import { verificationAddress } from './brand.js'
import type { CertificateContent } from './certificate-content.js'

/** What the certificate is about, and the page whose size it adopts. */
export interface CertifiedRecord {
  readonly record: AuditRecord
  readonly mark: PlacedRecord['mark']
  readonly firstPage: PdfPage
  readonly needs: ConformanceNeeds
  /** The structure that the pages join; undefined in a document that is not tagged. */
  readonly structure: StructureAddition | undefined
  /** Collects the characters that no font has. */
  readonly unshown: Set<string>
}

/** Appends the certificate pages; gives the entries of the catalog that change. Fonts and typesetting are loaded here. */
export async function appendCertificate(
  job: SigningJob,
  document: PdfDocument,
  increment: IncrementWriter,
  { record, mark, firstPage, needs, structure, unshown }: CertifiedRecord,
): Promise<Record<string, PdfObject>> {
  const { fonts, brand = {} } = job.options
  const content = { ...describeSigning(job, record), isRecordAttached: needs.record === 'attached' }
  const [{ addCertificatePages }, { loadShaperFor }, { applyBrand }] = await Promise.all([
    import('./certificate-page.js'),
    import('../../typeset/fonts/load-shaper-for.js'),
    import('./apply-brand.js'),
  ])
  const branded = await applyBrand(brand, content, needs)
  await loadShaperFor(JSON.stringify([content, brand.texts ?? '']))
  const size = shownSize(firstPage)
  const root = appendPages(document, increment, (parent) => {
    const { pages, addedStructure } = addCertificatePages(increment, content, {
      ...size,
      parent,
      cidSets: needs.cidSets,
      brand: branded,
      unshown,
      ...(fonts === undefined ? {} : { fonts }),
      ...(structure === undefined ? {} : { graft: { parent: structure.parent, firstKey: structure.nextKey } }),
    })
    if (addedStructure !== undefined) {
      structure?.addElement(addedStructure.element)
      for (const entry of addedStructure.entries) structure?.addEntry(entry)
    }
    const refs = pages.map(({ ref }) => ref)
    // A verifier holds these pages against the record.
    for (const ref of refs) markWithRecord(increment, ref, mark)
    return refs
  })
  return root.num === pageTreeRoot(document).num ? {} : { Pages: root }
}

/** Size of a page as it is shown, in points. */
function shownSize({ box, rotation }: PdfPage): { width: number; height: number } {
  const [left, bottom, right, top] = box
  const turned = rotation % 180 !== 0
  return turned ? { width: top - bottom, height: right - left } : { width: right - left, height: top - bottom }
}

function describeSigning({ options, now, signer }: SigningJob, record: AuditRecord): CertificateContent {
  return {
    documentName: record.document.name ?? 'Untitled document',
    inputSha256: record.document.sha256,
    inputBytes: record.document.bytes,
    converted: record.document.converted,
    eventId: record.eventId,
    signer: record.signer,
    events: record.auditTrail,
    metadata: record.metadata,
    sealedAt: now,
    // The host's service does not have the version of this package.
    service: options.serviceName === undefined ? record.software : { name: options.serviceName },
    verificationUrl: verificationAddress(options.brand ?? {}, record.eventId),
    certificateSubject: signer.commonName,
    certificateIssuer: record.certificate?.issuer.subject,
    certificateSerial: record.certificate?.serialNumber,
    chainDigest: record.digest,
  }
}
