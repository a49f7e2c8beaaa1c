/**
 * What a signature adds to a document, put together as one increment with room for the signature.
 *
 * @module
 */
import { addAuditAttachment, chooseAttachmentName, listInCatalog } from '../audit/attachment.js'
import { type AuditRecord, createAuditRecord, serializeAuditRecord } from '../audit/record.js'
import {
  certificationPermission,
  type IndirectField,
  readFieldLock,
  readFields,
  signedFields,
} from '../pdf/acro-form.js'
import type { PdfDocument } from '../pdf/document.js'
import { IncrementWriter } from '../pdf/increment-writer.js'
import { nameOf, PdfDict, type PdfObject, PdfRef, PdfString } from '../pdf/objects.js'
import {
  appendPages,
  getPage,
  type PdfPage,
  pageTreeRoot,
  readBox,
  requirePage,
  rotationOfPage,
  toRotation,
} from '../pdf/page-tree.js'
import { decodeTextString } from '../pdf/text-string.js'
import { damaged } from '../pdf/xref-section.js'
import { VERSION } from '../version.js'
import type { CmsSigner } from './identity/cms-signer.js'
import type { ParsedSignRequest } from './request/request.js'
import type { SignOptions } from './sign-options.js'
import { createSignaturePlaceholder, type SignaturePlaceholder } from './signature-dictionary.js'
import { addSignatureField, chooseFieldName, fillSignatureField } from './signature-field.js'
import { assertMaySign, requireEmptyField } from './signing-rules.js'
import type { SigningSource } from './signing-source.js'

/** One call of signDocument. */
export interface SigningJob {
  /** The PDF to sign, and what it was made of. */
  readonly source: SigningSource
  readonly request: ParsedSignRequest
  readonly options: SignOptions
  readonly now: Date
  readonly signer: CmsSigner
  /** The module of the certificate page, when one is wanted. */
  readonly certificate: typeof import('./certificate/certificate-page.js') | undefined
  /** The module that draws visible signatures, when one may be drawn. */
  readonly drawing: typeof import('./signature-appearance.js') | undefined
}

/** An increment that lacks nothing but its signature. */
export interface IncrementPlan {
  readonly document: PdfDocument
  readonly increment: Uint8Array
  readonly placeholder: SignaturePlaceholder
  readonly signatureRef: PdfRef
  /** The document held a signature before. */
  readonly isSigned: boolean
}

/**
 * Puts the increment together.
 *
 * @throws SealwrightError `invalid_document` when the document cannot be read well enough, and the codes of
 * signing-rules.ts when it must not be signed.
 */
export async function planIncrement(
  job: SigningJob,
  document: PdfDocument,
  subFilter: string,
  maxBytes: number,
): Promise<IncrementPlan> {
  const { options, request, now, certificate } = job
  const increment = new IncrementWriter(document)
  const fields = readFields(document)
  const signed = signedFields(document, fields)
  const existing = options.field === undefined ? undefined : requireEmptyField(fields, options.field)
  const fieldName = existing?.name ?? chooseFieldName(fields)
  assertMaySign(document, signed, {
    fieldName,
    newField: existing === undefined,
    visible: options.appearance !== undefined,
    certify: options.certify !== undefined,
    certificatePage: certificate !== undefined,
  })

  const firstPage = getPage(document, 0)
  if (firstPage === undefined) throw damaged('it has no page')
  const record = createRecord(job, document)
  await loadShaperForTexts(job, record)
  const fileName = chooseAttachmentName(document)
  const fileSpec = addAuditAttachment(increment, serializeAuditRecord(record), fileName, now)
  const isFirst = signed.length === 0 && certificationPermission(document) === undefined
  const changes: Record<string, PdfObject> = isFirst ? listInCatalog(document, increment, fileName, fileSpec) : {}

  if (certificate !== undefined) {
    const [left, bottom, right, top] = firstPage.box
    const turned = firstPage.rotation % 180 !== 0
    const width = turned ? top - bottom : right - left
    const height = turned ? right - left : top - bottom
    const content = certificateContent(job, record)
    const root = appendPages(document, increment, (parent) => {
      const pages = certificate.addCertificatePages(increment, content, { width, height, parent, ...fontsOf(options) })
      for (const page of pages) associateFile(increment, page, fileSpec)
      return pages
    })
    if (root.num !== pageTreeRoot(document).num) changes['Pages'] = root
  }

  const lock = existing === undefined ? undefined : document.lookupDict(existing.dict, 'Lock')
  const lockPermission = lock === undefined ? null : document.lookup(lock, 'P')
  const placeholder = createSignaturePlaceholder(
    {
      subFilter,
      name: request.signer.name,
      contactInfo: request.signer.email,
      reason: options.reason ?? defaultReason(request),
      location: options.location,
      date: now,
      docMdp: options.certify ?? toPermission(lockPermission),
      lock: lock === undefined ? undefined : readFieldLock(document, lock),
      record: fileSpec,
    },
    maxBytes,
  )
  const signatureRef = increment.add(placeholder.dict)
  Object.assign(
    changes,
    existing === undefined
      ? addNewField(job, document, increment, { fieldName, firstPage, signatureRef, files: isFirst ? [] : [fileSpec] })
      : fillExistingField(job, document, increment, existing, signatureRef),
  )

  if (options.certify !== undefined) {
    const perms = document.lookupDict(document.catalog, 'Perms') ?? new PdfDict()
    changes['Perms'] = perms.with({ DocMDP: signatureRef })
  }
  if (Object.keys(changes).length > 0) increment.put(document.catalogRef, document.catalog.with(changes))
  return {
    document,
    increment: increment.finish(fileIdentifier(record)),
    placeholder,
    signatureRef,
    isSigned: !isFirst,
  }
}

function createRecord({ source, request, options, now }: SigningJob, document: PdfDocument): AuditRecord {
  const name = options.documentName ?? readTitle(document)
  const { original, pdf, pdfSha256 } = source
  const facts = { sha256: pdfSha256, bytes: pdf.length }
  const input = original === undefined ? facts : { ...original, converted: facts }
  return createAuditRecord({
    eventId: request.eventId,
    sealedAt: now,
    document: { ...input, ...(name === undefined ? {} : { name }) },
    signer: request.signer,
    metadata: request.metadata,
    auditTrail: request.auditTrail,
    softwareVersion: VERSION,
  })
}

/** Scripts whose letters join or move need a shaper, which most calls do without. */
async function loadShaperForTexts({ certificate, drawing, options, signer }: SigningJob, record: AuditRecord) {
  if (certificate === undefined && drawing === undefined) return
  const { loadShaperFor } = await import('../typeset/fonts/load-shaper-for.js')
  const texts = [options.serviceName, options.reason, signer.commonName, JSON.stringify(record)]
  await loadShaperFor(texts.join('\n'))
}

/** Names the record as an associated file of a page, so that a verifier can hold the page against it. */
function associateFile(increment: IncrementWriter, page: PdfRef, fileSpec: PdfRef): void {
  const dict = increment.resolve(page)
  if (dict instanceof PdfDict) increment.put(page, dict.with({ AF: [fileSpec] }))
}

/** The chain's digest commits to the input, the event and the time, so no other file has it (14.4). */
function fileIdentifier(record: AuditRecord): Uint8Array {
  return new Uint8Array(Buffer.from(record.digest.slice(0, 32), 'hex'))
}

function readTitle(document: PdfDocument): string | undefined {
  const info = document.lookupDict(document.trailer, 'Info')
  const title = info === undefined ? null : document.lookup(info, 'Title')
  const text = title instanceof PdfString ? decodeTextString(title.bytes).trim() : ''
  return text === '' ? undefined : text.slice(0, 500).replace(/\p{Cs}/gu, '\ufffd')
}

function certificateContent({ options, now, signer }: SigningJob, record: AuditRecord) {
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
    service: { name: options.serviceName ?? record.software.name, version: record.software.version },
    certificateSubject: signer.commonName,
    chainDigest: record.digest,
  }
}

function defaultReason({ signer, eventId }: ParsedSignRequest): string {
  return `Signed by ${signer.name} <${signer.email}>, event ${eventId}`
}

function toPermission(value: PdfObject): 1 | 2 | 3 | undefined {
  return value === 1 || value === 2 || value === 3 ? value : undefined
}

function addNewField(
  job: SigningJob,
  document: PdfDocument,
  increment: IncrementWriter,
  field: { fieldName: string; firstPage: PdfPage; signatureRef: PdfRef; files: readonly PdfRef[] },
): Record<string, PdfObject> {
  const { appearance } = job.options
  const page = appearance === undefined ? field.firstPage : requirePage(document, (appearance.page ?? 1) - 1)
  const [x1, y1, x2, y2] = appearance?.rectangle ?? [0, 0, 0, 0]
  const rectangle = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)] as const
  return addSignatureField(document, increment, {
    name: field.fieldName,
    page,
    rectangle,
    appearance: appearance === undefined ? undefined : drawAppearance(job, increment, rectangle, page.rotation),
    signature: field.signatureRef,
    associatedFiles: field.files,
  })
}

/** An existing field is drawn when it has a widget with an area. */
function fillExistingField(
  job: SigningJob,
  document: PdfDocument,
  increment: IncrementWriter,
  field: IndirectField,
  signatureRef: PdfRef,
): Record<string, PdfObject> {
  const kids = document.lookupArray(field.dict, 'Kids') ?? []
  const widget = nameOf(document.lookup(field.dict, 'Subtype')) === 'Widget' ? field.ref : kids[0]
  const dict = document.resolve(widget)
  const rectangle = dict instanceof PdfDict ? readBox(document, dict.get('Rect')) : undefined
  let appearance: { widget: PdfRef; stream: PdfRef } | undefined
  if (widget instanceof PdfRef && dict instanceof PdfDict && rectangle !== undefined) {
    const stream = drawAppearance(job, increment, rectangle, widgetRotation(document, dict))
    if (stream !== undefined) appearance = { widget, stream }
  }
  return fillSignatureField(document, increment, field, signatureRef, appearance)
}

/** How far the content of a widget is turned against its page: what its /MK says (12.5.6.19), else so that it stands upright. */
function widgetRotation(document: PdfDocument, widget: PdfDict): number {
  const characteristics = document.lookupDict(widget, 'MK')
  const own = characteristics === undefined ? null : document.lookup(characteristics, 'R')
  const page = document.lookupDict(widget, 'P')
  return toRotation(own) ?? (page === undefined ? 0 : rotationOfPage(document, page))
}

function drawAppearance(
  { request, options, now, drawing }: SigningJob,
  increment: IncrementWriter,
  rectangle: readonly [number, number, number, number],
  rotation: number,
): PdfRef | undefined {
  return drawing?.addSignatureAppearance(increment, {
    width: rectangle[2] - rectangle[0],
    height: rectangle[3] - rectangle[1],
    rotation,
    name: request.signer.name,
    date: now,
    reason: options.reason,
    ...fontsOf(options),
  })
}

function fontsOf({ fonts }: SignOptions) {
  return fonts === undefined ? {} : { fonts }
}
