/**
 * Appends the certificate pages to those of the document.
 *
 * @module
 */
import type { AuditRecord } from '../../audit/record.js'
import { appendPages, type PdfPage, pageTreeRoot } from '../../pdf/catalog.js'
import type { PdfDocument } from '../../pdf/document.js'
import type { PdfObject, PdfRef } from '../../pdf/objects.js'
import type { IncrementWriter, StructureAddition } from '../../pdf/writing.js'
import { PARTY_ROW_WORDS } from '../../texts/party-row.js'
import type { PlacedPage } from '../../typeset/painting.js'
import { markWithRecord, type PlacedRecord } from '../attach-record.js'
import type { ConformanceNeeds } from '../conformance.js'
import type { PartyPlan } from '../parties/choose-row.js'
import { loadRowDrawer, type RowDrawer } from '../parties/draw-rows.js'
import type { RowPlace } from '../parties/row-fields.js'
import type { SigningJob } from '../signing-job.js'
import { verificationAddress } from './brand.js'
import type { CertificateContent, CertificateParties } from './certificate-content.js'
import type { CertificatePages } from './certificate-page.js'
import type { FoundPlace } from './party-table.js'

/** The record that the certificate shows, and the page whose size it adopts. */
interface CertifiedRecord {
  readonly record: AuditRecord
  readonly mark: PlacedRecord['mark']
  readonly firstPage: PdfPage
  readonly needs: ConformanceNeeds
  /** The structure that the pages join; undefined in an untagged document. */
  readonly structure: StructureAddition | undefined
  /** Collects the characters that no font has. */
  readonly unshown: Set<string>
  readonly plan: PartyPlan | undefined
}

/** What the rest of the increment needs to know about the certificate pages. */
export interface AppendedCertificate {
  /** Entries of the catalog that change. */
  readonly changes: Record<string, PdfObject>
  /** Places where the parties sign, with the code that draws their rows; absent without parties. */
  readonly rows?: { readonly places: readonly RowPlace[]; readonly drawer: RowDrawer }
}

/** Appends the certificate pages. Loads fonts and the typesetter. */
export async function appendCertificate(
  job: SigningJob,
  document: PdfDocument,
  increment: IncrementWriter,
  certified: CertifiedRecord,
): Promise<AppendedCertificate> {
  const { record, mark, needs, structure, unshown, plan } = certified
  const drawer = plan === undefined ? undefined : await loadRowDrawer(job, plan.parties, needs, unshown)
  const content: CertificateContent = {
    ...describeSigning(job, record),
    isRecordAttached: needs.record === 'attached',
    parties: plan === undefined || drawer === undefined ? undefined : describeParties(plan, drawer),
  }
  const typesetPages = await loadTypesetting(job, content, certified)
  let places: RowPlace[] = []
  const root = appendPages(document, increment, (parent) => {
    const { pages, addedStructure, places: found } = typesetPages(increment, parent)
    if (addedStructure !== undefined) {
      structure?.addElement(addedStructure.element)
      for (const entry of addedStructure.entries) structure?.addEntry(entry)
    }
    places = found.flatMap((place) => toRowPlace(place, pages[place.page]))
    const refs = pages.map(({ ref }) => ref)
    // A verifier compares these pages with the record.
    for (const ref of refs) markWithRecord(increment, ref, mark)
    return refs
  })
  const changes = root.num === pageTreeRoot(document).num ? {} : { Pages: root }
  return drawer === undefined ? { changes } : { changes, rows: { places, drawer } }
}

/** Loads what the pages need, and returns the typesetting functions. */
async function loadTypesetting(
  { options }: SigningJob,
  content: CertificateContent,
  { firstPage, needs, structure, unshown }: CertifiedRecord,
): Promise<(increment: IncrementWriter, parent: PdfRef) => CertificatePages> {
  const { fonts, brand = {} } = options
  const [{ addCertificatePages }, { loadShaperFor }, { applyBrand }] = await Promise.all([
    import('./certificate-page.js'),
    import('../../typeset/load-shaper-for.js'),
    import('./apply-brand.js'),
  ])
  const branded = await applyBrand(brand, content, needs)
  await loadShaperFor(JSON.stringify([content, brand.texts ?? '']))
  const size = shownSize(firstPage)
  return (increment, parent) =>
    addCertificatePages(increment, content, {
      ...size,
      parent,
      cidSets: needs.cidSets,
      brand: branded,
      unshown,
      ...(fonts === undefined ? {} : { fonts }),
      ...(structure === undefined ? {} : { graft: { parent: structure.parent, firstKey: structure.nextKey } }),
    })
}

function describeParties({ parties }: PartyPlan, drawer: RowDrawer): CertificateParties {
  return {
    title: PARTY_ROW_WORDS[parties.language].parties,
    rows: parties.rows.map((party) => ({ ...party, heightFor: (width) => drawer.heightFor(party, width) })),
  }
}

/** Converts a place from twips below the upper left corner to points above the lower left one. */
function toRowPlace({ x, y, width, height }: FoundPlace, page: PlacedPage | undefined): RowPlace[] {
  if (page === undefined) return []
  const [left, bottom, right, top] = [x, page.height - y - height, x + width, page.height - y].map(toPoints)
  if (left === undefined || bottom === undefined || right === undefined || top === undefined) return []
  return [{ page: page.ref, rectangle: [left, bottom, right, top] }]
}

function toPoints(twips: number): number {
  return Number((twips / 20).toFixed(3))
}

/** Size of a page as displayed, in points. */
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
    // A host's own service has no version here, since that of this package would be wrong.
    service: options.serviceName === undefined ? record.software : { name: options.serviceName },
    verificationUrl: verificationAddress(options.brand ?? {}, record.eventId),
    certificateSubject: signer.commonName,
    certificateIssuer: record.certificate?.issuer.subject,
    certificateSerial: record.certificate?.serialNumber,
    chainDigest: record.digest,
  }
}
