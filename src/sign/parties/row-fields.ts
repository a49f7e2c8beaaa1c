/**
 * Adds the signature fields of the parties to the certificate page of the first signature.
 *
 * @module
 */
import type { AuditRecord } from '../../audit/record.js'
import { PdfDict, PdfName, type PdfObject, type PdfRef } from '../../pdf/objects.js'
import { textString } from '../../pdf/text.js'
import type { IncrementWriter, StructureAddition } from '../../pdf/writing.js'
import { PARTY_ROW_WORDS } from '../../texts/party-row.js'
import { fill } from '../../texts/texts.js'
import { tagWidget } from '../field/signature-field.js'
import type { PartyPlan } from './choose-row.js'
import type { RowDrawer } from './draw-rows.js'

const PRINT_AND_LOCKED = 4 | 128

/** The place of a row on a page. */
export interface RowPlace {
  readonly page: PdfRef
  /** Rectangle in points. */
  readonly rectangle: readonly [number, number, number, number]
}

/** Contents of the fields. */
interface RowFieldsContent {
  readonly plan: PartyPlan
  readonly record: AuditRecord
  readonly places: readonly RowPlace[]
  readonly drawer: RowDrawer
  /** The signature dictionary, for the row that is signed now. */
  readonly signature: PdfRef
  /** Adds a reference to the record to the appearance of the signed row, if the catalog has none. */
  readonly hold: (appearance: PdfRef) => void
  readonly structure: StructureAddition | undefined
}

/** Adds a field for each party, lists them on their pages, and returns their references. */
export function addRowFields(increment: IncrementWriter, content: RowFieldsContent): PdfRef[] {
  const { plan, places } = content
  const unsigned = new Map<string, PdfRef>()
  const byPage = new Map<number, { readonly page: PdfRef; readonly widgets: PdfRef[] }>()
  const widgets = places.map((place, index) => {
    const appearance = drawRow(increment, content, index, unsigned)
    const isSigned = plan.row?.number === index + 1
    const widget = addWidget(increment, content, index, {
      AP: new PdfDict({ N: appearance }),
      ...(isSigned ? { V: content.signature } : {}),
    })
    const list = byPage.get(place.page.num) ?? { page: place.page, widgets: [] }
    list.widgets.push(widget)
    byPage.set(place.page.num, list)
    return widget
  })
  for (const { page, widgets: listed } of byPage.values()) listOnPage(increment, page, listed)
  return widgets
}

function drawRow(
  increment: IncrementWriter,
  { plan, record, places, drawer, hold }: RowFieldsContent,
  index: number,
  unsigned: Map<string, PdfRef>,
): PdfRef {
  const size = sizeOf(places[index]?.rectangle ?? [0, 0, 0, 0])
  if (plan.row?.number === index + 1) {
    const appearance = drawer.signed(increment, record, size)
    hold(appearance)
    return appearance
  }
  // Rows of the same size share a drawing.
  const key = `${size.width} ${size.height}`
  const known = unsigned.get(key) ?? drawer.unsigned(increment, size)
  unsigned.set(key, known)
  return known
}

/** The size of a place, in twips. */
export function sizeOf([left, bottom, right, top]: RowPlace['rectangle']): { width: number; height: number } {
  return { width: Math.round((right - left) * 20), height: Math.round((top - bottom) * 20) }
}

function addWidget(
  increment: IncrementWriter,
  { plan: { parties }, places, structure }: RowFieldsContent,
  index: number,
  more: Record<string, PdfObject>,
): PdfRef {
  const widget = increment.allocate()
  const [party, place] = [parties.rows[index], places[index]]
  if (party === undefined || place === undefined) return widget
  const description = fill(PARTY_ROW_WORDS[parties.language].signatureOf, { name: party.name })
  const key = structure === undefined ? {} : { StructParent: tagWidget(increment, structure, place.page, widget) }
  increment.put(
    widget,
    new PdfDict({
      Type: PdfName.of('Annot'),
      Subtype: PdfName.of('Widget'),
      FT: PdfName.of('Sig'),
      T: textString(party.field),
      TU: textString(description),
      Contents: textString(description),
      P: place.page,
      Rect: [...place.rectangle],
      F: PRINT_AND_LOCKED,
      ...more,
      ...key,
    }),
  )
  return widget
}

function listOnPage(increment: IncrementWriter, page: PdfRef, widgets: readonly PdfRef[]): void {
  const dict = increment.resolve(page)
  if (!(dict instanceof PdfDict)) return
  const annotations = increment.resolve(dict.get('Annots') ?? null)
  increment.put(page, dict.with({ Annots: [...(Array.isArray(annotations) ? annotations : []), ...widgets] }))
}
