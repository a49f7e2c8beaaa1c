/**
 * Puts the signature into its field, and draws it if it is visible.
 *
 * @module
 */

import type { AuditRecord } from '../../audit/record.js'
import { invalidOption } from '../../input/check-options.js'
import { type PdfPage, readBox, requirePage, rotationOfPage, toRotation } from '../../pdf/catalog.js'
import type { PdfDocument } from '../../pdf/document.js'
import type { IndirectField } from '../../pdf/forms.js'
import { nameOf, PdfDict, type PdfObject, PdfRef, PdfString } from '../../pdf/objects.js'
import { decodeTextString } from '../../pdf/text.js'
import type { IncrementWriter, StructureAddition } from '../../pdf/writing.js'
import { markWithRecord, type PlacedRecord } from '../attach-record.js'
import type { ConformanceNeeds } from '../conformance.js'
import { loadRowDrawer } from '../parties/draw-rows.js'
import { sizeOf } from '../parties/row-fields.js'
import type { SignatureAppearance } from '../sign-options.js'
import type { SigningJob } from '../signing-job.js'
import type { SeededSignature } from './obey-seed-values.js'
import { addSignatureField, changeForm, emptyForm, fillSignatureField } from './signature-field.js'
import type { SigningTarget } from './signing-target.js'

/** Contents for the field. */
interface FieldContent {
  /** The signature dictionary. */
  readonly signatureRef: PdfRef
  /** Reference to the audit record, if the catalog does not lead to it. */
  readonly mark: PlacedRecord['mark'] | undefined
  readonly needs: ConformanceNeeds
  /** The structure that a new widget joins; undefined when it need not. */
  readonly structure: StructureAddition | undefined
  /** Collects the characters that no font has. */
  readonly unshown: Set<string>
  /** The audit record of this signature. */
  readonly record: AuditRecord
  /** New fields of the parties, where the signer's own row is already signed. */
  readonly rows: readonly PdfRef[]
}

/** Puts the signature into its field, and returns the catalog entries that change. */
export function signField(
  job: SigningJob,
  document: PdfDocument,
  increment: IncrementWriter,
  target: SigningTarget,
  content: FieldContent,
): Promise<Record<string, PdfObject>> {
  const { existing, isFirst, parties } = target
  if (existing !== undefined) return fillExistingField(job, document, increment, { ...target, existing }, content)
  if (parties?.row === undefined) return addNewField(job, document, increment, target, content)
  return Promise.resolve(changeForm(document, increment, { added: content.rows, isFirst }))
}

async function addNewField(
  job: SigningJob,
  document: PdfDocument,
  increment: IncrementWriter,
  { fieldName, firstPage, isFirst, seeded }: SigningTarget,
  { signatureRef, mark, needs, structure, unshown, rows }: FieldContent,
): Promise<Record<string, PdfObject>> {
  const { appearance } = job.options
  const page = appearance === undefined ? firstPage : requirePage(document, (appearance.page ?? 1) - 1)
  if (appearance?.rectangle !== undefined) assertOnPage(appearance, page)
  // In the corner it lies outside of the page, where ISO 14289-1, 7.18.1 requires no tag.
  const [left, bottom] = needs.isTagged ? page.box : [0, 0]
  const [x1, y1, x2, y2] = appearance?.rectangle ?? [left, bottom, left, bottom]
  const rectangle = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)] as const
  const place = { rectangle, rotation: page.rotation, reason: seeded.reason, needs, unshown }
  const drawn = appearance === undefined ? undefined : await drawSignature(job, increment, place)
  return addSignatureField(document, increment, {
    name: fieldName,
    page,
    rectangle,
    appearance: holdRecord(increment, drawn, mark, needs),
    signature: signatureRef,
    isFirst,
    // Text for screen readers at the field (ISO 14289-1, 7.18.1).
    description: describeSignature(job, document, needs),
    structure: drawn === undefined ? undefined : structure,
    others: rows,
  })
}

/**
 * The description of the signature for screen readers, in the language of the document; undefined in an untagged document.
 */
function describeSignature(
  { request }: SigningJob,
  document: PdfDocument,
  needs: ConformanceNeeds,
): string | undefined {
  if (!needs.isTagged) return undefined
  const language = document.lookup(document.catalog, 'Lang')
  const code = language instanceof PdfString ? decodeTextString(language.bytes).slice(0, 2).toLowerCase() : 'en'
  return `${SIGNATURE_OF[code] ?? SIGNATURE_OF['en']} ${request.signer.name}`
}

const SIGNATURE_OF: Readonly<Record<string, string>> = {
  en: 'Signature of',
  de: 'Signatur von',
  fr: 'Signature de',
  es: 'Firma de',
}

/** Smallest visible width and height of a signature, in points. */
const LEAST_VISIBLE = 1

/** Refuses a place outside of the page, where nobody would see the signature. */
function assertOnPage({ page = 1, rectangle = [0, 0, 0, 0] }: SignatureAppearance, { box }: PdfPage): void {
  const [x1, y1, x2, y2] = rectangle
  const width = Math.min(Math.max(x1, x2), box[2]) - Math.max(Math.min(x1, x2), box[0])
  const height = Math.min(Math.max(y1, y2), box[3]) - Math.max(Math.min(y1, y2), box[1])
  if (width >= LEAST_VISIBLE && height >= LEAST_VISIBLE) return
  const message = `appearance.rectangle is outside page ${page}, which goes from (${box[0]}, ${box[1]}) to (${box[2]}, ${box[3]}).`
  throw invalidOption(['appearance', 'rectangle'], message)
}

/** Signs an existing field, which is drawn when it has a widget with an area. */
async function fillExistingField(
  job: SigningJob,
  document: PdfDocument,
  increment: IncrementWriter,
  { existing: field, isFirst, seeded, parties }: SigningTarget & { existing: IndirectField },
  { signatureRef, mark, needs, unshown, record, rows }: FieldContent,
): Promise<Record<string, PdfObject>> {
  const kids = document.lookupArray(field.dict, 'Kids') ?? []
  const widget = nameOf(document.lookup(field.dict, 'Subtype')) === 'Widget' ? field.ref : kids[0]
  const dict = document.resolve(widget)
  const rectangle = dict instanceof PdfDict ? readBox(document, dict.get('Rect')) : undefined
  let drawn: PdfRef | undefined
  let holder = field.ref
  if (widget instanceof PdfRef && dict instanceof PdfDict && rectangle !== undefined) {
    const place = { rectangle, rotation: widgetRotation(document, dict), reason: seeded.reason, needs, unshown }
    drawn =
      parties?.row === undefined
        ? await drawSignature(job, increment, place)
        : (await loadRowDrawer(job, parties.parties, needs, unshown)).signed(increment, record, sizeOf(rectangle))
    holder = widget
  }
  const stream = holdRecord(increment, drawn, mark, needs)
  const appearance = stream && { holder, stream }
  // In a signed document an existing field keeps its entries, as strict verifiers require.
  const description = isFirst ? describeSignature(job, document, needs) : undefined
  const filling = { signature: signatureRef, appearance, isFirst, description, others: rows }
  return fillSignatureField(document, increment, field, filling)
}

/** Adds a reference to the record to the appearance, which is empty if nothing is drawn. */
function holdRecord(
  increment: IncrementWriter,
  drawn: PdfRef | undefined,
  mark: PlacedRecord['mark'] | undefined,
  needs: ConformanceNeeds,
): PdfRef | undefined {
  if (mark === undefined && !needs.everyAppearance) return drawn
  const form = drawn ?? increment.add(emptyForm())
  if (mark !== undefined) markWithRecord(increment, form, mark)
  return form
}

/** Rotation of a widget's content against its page: that of /MK (12.5.6.19), otherwise one that makes it upright. */
function widgetRotation(document: PdfDocument, widget: PdfDict): number {
  const characteristics = document.lookupDict(widget, 'MK')
  const own = characteristics === undefined ? null : document.lookup(characteristics, 'R')
  const page = document.lookupDict(widget, 'P')
  return toRotation(own) ?? (page === undefined ? 0 : rotationOfPage(document, page))
}

/** Place where a signature is drawn. */
interface DrawingPlace {
  readonly rectangle: readonly [number, number, number, number]
  /** Rotation of the page or widget, in degrees. */
  readonly rotation: number
  readonly reason: SeededSignature['reason']
  readonly needs: ConformanceNeeds
  readonly unshown: Set<string>
}

/** Draws the signature. Loads fonts and the typesetter. */
async function drawSignature(
  { request, options, now }: SigningJob,
  increment: IncrementWriter,
  { rectangle, rotation, reason, needs, unshown }: DrawingPlace,
): Promise<PdfRef> {
  const [left, bottom, right, top] = rectangle
  const [{ addSignatureAppearance }, { prepareImage }, { loadShaperFor }] = await Promise.all([
    import('./signature-appearance.js'),
    import('./signature-image.js'),
    import('../../typeset/load-shaper-for.js'),
  ])
  const { name } = request.signer
  const { fonts, appearance } = options
  await loadShaperFor(`${name}\n${reason ?? ''}`)
  const image = appearance?.image
  return addSignatureAppearance(increment, {
    width: right - left,
    height: top - bottom,
    rotation,
    name,
    date: now,
    reason: reason ?? undefined,
    cidSets: needs.cidSets,
    isOpaque: needs.isOpaque,
    unshown,
    ...(image === undefined ? {} : { image: { ...image, prepared: prepareImage(image.bytes, needs) } }),
    ...(fonts === undefined ? {} : { fonts }),
  })
}
