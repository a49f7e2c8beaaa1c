/**
 * Small signed documents, and ways to change them afterwards.
 *
 * @module
 */

import { PdfDocument } from '../../../src/pdf/document.js'
import { readFields, signedFields } from '../../../src/pdf/form/acro-form.js'
import { numberOf, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import { PdfFileWriter } from '../../../src/pdf/writing/file-writer.js'
import { IncrementWriter } from '../../../src/pdf/writing/increment-writer.js'
import { developmentIdentity } from '../../../src/sign/identity/development-identity.js'
import type { SigningIdentity } from '../../../src/sign/identity/identity.js'
import { signDocument } from '../../../src/sign/sign-document.js'
import type { SignOptions } from '../../../src/sign/sign-options.js'
import { ChangeAnalyzer } from '../../../src/verify/changes/change-analyzer.js'
import type { ChangesReport } from '../../../src/verify/report.js'
import { readRevisionViews } from '../../../src/verify/revision-views.js'

/** Object numbers of the document that {@link createDocument} makes. */
export const REFS = {
  catalog: new PdfRef(1),
  pages: new PdfRef(2),
  page: new PdfRef(3),
  secondPage: new PdfRef(4),
  content: new PdfRef(5),
  font: new PdfRef(6),
  form: new PdfRef(7),
  total: new PdfRef(8),
  totalAppearance: new PdfRef(9),
  agree: new PdfRef(10),
  agreeYes: new PdfRef(11),
  agreeOff: new PdfRef(12),
  approval: new PdfRef(13),
  note: new PdfRef(14),
  info: new PdfRef(15),
} as const

export const name = (value: string) => PdfName.of(value)
export const dict = (entries: Record<string, PdfObject>) => new PdfDict(entries)

export function stream(content: string, entries: Record<string, PdfObject> = {}): PdfStream {
  return new PdfStream(new PdfDict(entries), new TextEncoder().encode(content))
}

/** A form XObject with Helvetica as /Helv. */
export function form(content: string, width = 100, height = 20, resources: Record<string, PdfObject> = {}): PdfStream {
  return stream(content, {
    Type: name('XObject'),
    Subtype: name('Form'),
    BBox: [0, 0, width, height],
    Resources: dict({ Font: dict({ Helv: REFS.font }), ...resources }),
  })
}

/** What a viewer draws for the text of a field. */
export const fieldText = (text: string) => form(`/Tx BMC q BT 0 g /Helv 12 Tf 2 5 Td (${text}) Tj ET Q EMC`)

export interface DocumentOptions {
  readonly catalog?: Record<string, PdfObject>
  readonly page?: Record<string, PdfObject>
  readonly approval?: Record<string, PdfObject>
  readonly total?: Record<string, PdfObject>
  readonly form?: Record<string, PdfObject>
  readonly trailer?: Record<string, PdfObject>
  readonly xref?: 'table' | 'stream'
  /** Adds objects of its own, from number 16 on. */
  readonly extend?: (file: PdfFileWriter) => void
}

/** Two pages, a text field Total with 100, a check box Agree, an empty signature field Approval, and a note. */
export function createDocument(options: DocumentOptions = {}): Uint8Array {
  const file = new PdfFileWriter()
  for (const _ of Object.keys(REFS)) file.allocate()
  const pageEntries = {
    Type: name('Page'),
    Parent: REFS.pages,
    MediaBox: [0, 0, 300, 300],
    Resources: dict({ Font: dict({ F1: REFS.font }) }),
    Contents: REFS.content,
  }
  file.put(REFS.catalog, dict({ Type: name('Catalog'), Pages: REFS.pages, AcroForm: REFS.form, ...options.catalog }))
  file.put(REFS.pages, dict({ Type: name('Pages'), Kids: [REFS.page, REFS.secondPage], Count: 2 }))
  const annotations = [REFS.total, REFS.agree, REFS.approval, REFS.note]
  file.put(REFS.page, dict({ ...pageEntries, Annots: annotations, ...options.page }))
  file.put(REFS.secondPage, dict(pageEntries))
  file.put(REFS.content, stream('BT /F1 12 Tf 20 250 Td (The buyer pays 100 euros to the seller.) Tj ET'))
  file.put(REFS.font, dict({ Type: name('Font'), Subtype: name('Type1'), BaseFont: name('Helvetica') }))
  const fields = [REFS.total, REFS.agree, REFS.approval]
  file.put(REFS.form, dict({ Fields: fields, DA: textString('/Helv 12 Tf'), ...options.form }))
  const widget = { Type: name('Annot'), Subtype: name('Widget'), F: 4, P: REFS.page }
  file.put(
    REFS.total,
    dict({
      ...widget,
      FT: name('Tx'),
      T: textString('Total'),
      V: textString('100'),
      Rect: [20, 100, 120, 120],
      AP: dict({ N: REFS.totalAppearance }),
      ...options.total,
    }),
  )
  file.put(REFS.totalAppearance, fieldText('100'))
  file.put(
    REFS.agree,
    dict({
      ...widget,
      FT: name('Btn'),
      T: textString('Agree'),
      V: name('Off'),
      AS: name('Off'),
      Rect: [20, 140, 40, 160],
      AP: dict({ N: dict({ Yes: REFS.agreeYes, Off: REFS.agreeOff }) }),
    }),
  )
  file.put(REFS.agreeYes, form('0 0 m 10 10 l S', 20, 20))
  file.put(REFS.agreeOff, form('', 20, 20))
  file.put(
    REFS.approval,
    dict({ ...widget, FT: name('Sig'), T: textString('Approval'), Rect: [150, 20, 280, 60], ...options.approval }),
  )
  file.put(
    REFS.note,
    dict({ Type: name('Annot'), Subtype: name('Text'), Rect: [270, 270, 290, 290], Contents: textString('A note') }),
  )
  file.put(REFS.info, dict({ Title: textString('Contract'), Producer: textString('Test') }))
  options.extend?.(file)
  const trailer = { Root: REFS.catalog, Info: REFS.info, ...options.trailer }
  return file.finish(trailer, { xref: options.xref ?? 'table' })
}

let identity: Promise<SigningIdentity> | undefined

/** Signs with a throw-away key, without certificate page. */
export async function sign(bytes: Uint8Array, options: Omit<SignOptions, 'identity'> = {}): Promise<Uint8Array> {
  identity ??= developmentIdentity()
  const request = {
    signer: { name: 'Ada Lovelace', email: 'ada@example.com' },
    auditTrail: [{ timestamp: '2026-01-31T12:00:00Z', type: 'submit' }],
    certificate: { enabled: false },
  }
  return (await signDocument(bytes, request, { identity: await identity, ...options })).bytes
}

/** What {@link change} lets a test do. */
export interface Changing {
  readonly document: PdfDocument
  readonly increment: IncrementWriter
  /** The dictionary with a number, as it is now. */
  dict(ref: PdfRef): PdfDict
  /** Replaces entries of a dictionary. */
  update(ref: PdfRef, entries: Record<string, PdfObject | undefined>): void
}

/** Appends a revision. */
export function change(bytes: Uint8Array, edit: (changing: Changing) => void): Uint8Array {
  const document = PdfDocument.open(bytes)
  const increment = new IncrementWriter(document)
  const read = (ref: PdfRef) => {
    const object = increment.resolve(ref)
    if (!(object instanceof PdfDict)) throw new Error(`object ${ref.num} is no dictionary`)
    return object
  }
  edit({ document, increment, dict: read, update: (ref, entries) => increment.put(ref, read(ref).with(entries)) })
  const addition = increment.finish(new Uint8Array(16).fill(7))
  const result = new Uint8Array(bytes.length + addition.length)
  result.set(bytes)
  result.set(addition, bytes.length)
  return result
}

/** Appends annotations to the first page. */
export function annotate({ dict: read, update }: Changing, ...annotations: readonly PdfObject[]): void {
  const existing = read(REFS.page).get('Annots')
  update(REFS.page, { Annots: [...(Array.isArray(existing) ? existing : []), ...annotations] })
}

/** What happened after each signature, in signing order. */
export function judge(bytes: Uint8Array): ChangesReport[] {
  const document = PdfDocument.open(bytes)
  const chain = readRevisionViews(document)
  if ('code' in chain) throw new Error(chain.message)
  const analyzer = new ChangeAnalyzer(chain.views)
  const reports: { index: number; report: ChangesReport }[] = []
  for (const field of signedFields(document, readFields(document))) {
    const range = document.resolve(field.signature.get('ByteRange'))
    const numbers = Array.isArray(range) ? range.map((item) => numberOf(item) ?? 0) : []
    const end = (numbers[2] ?? 0) + (numbers[3] ?? 0)
    const index = chain.views.findIndex((view) => end >= view.markerEnd && end <= view.end)
    if (index < 0) continue
    const { ref: fieldRef } = field
    const signature = { fieldName: field.name, dict: field.signature, ...(fieldRef === undefined ? {} : { fieldRef }) }
    reports.push({ index, report: analyzer.analyze({ signedIndex: index, signature }) })
  }
  return reports.sort((a, b) => a.index - b.index).map(({ report }) => report)
}

/** What happened after the first signature. */
export function judgeFirst(bytes: Uint8Array): ChangesReport {
  const report = judge(bytes)[0]
  if (report === undefined) throw new Error('the document has no signature')
  return report
}

/** Codes of the findings. */
export const codesOf = (report: ChangesReport) => report.findings.map(({ code }) => code)

/** The text of a PDF string. */
export const text = (value: string) => new PdfString(new TextEncoder().encode(value))
