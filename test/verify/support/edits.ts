/**
 * What people and programs do to a document after it was signed, rightly or not.
 *
 * @module
 */

import type { PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects.js'
import { PdfDict, PdfName } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import { type ContractRefs, textLook } from './contract.js'
import { dict, stream } from './notation.js'
import type { Revision } from './revise.js'

/** Fills a text field and shows its value. */
export function fillText(revision: Revision, field: PdfRef, font: PdfRef, value: string, shown = value): void {
  revision.set(field, { V: textString(value), AP: new PdfDict({ N: revision.add(textLook(font, shown)) }) })
}

/** Ticks a check box. */
export function tick(revision: Revision, field: PdfRef): void {
  revision.set(field, { V: PdfName.of('Yes'), AS: PdfName.of('Yes') })
}

/** Chooses the second of the radio buttons. */
export function chooseFullPlan(revision: Revision, refs: ContractRefs): void {
  revision.set(refs.fieldPlan, { V: PdfName.of('Full') })
  revision.set(refs.planFull, { AS: PdfName.of('Full') })
}

/** An opaque box, with text if wanted, as an appearance or a form XObject. */
export function opaqueBox(width: number, height: number, font?: PdfRef, text = ''): PdfStream {
  const resources = font === undefined ? {} : { Resources: new PdfDict({ Font: new PdfDict({ F1: font }) }) }
  const show = font === undefined ? '' : `0 g BT /F1 12 Tf 4 ${height - 16} Td (${text}) Tj ET\n`
  const box = dict`<</Type /XObject /Subtype /Form /BBox [0 0 ${String(width)} ${String(height)}]>>`.with(resources)
  return stream(box, `1 g 0 0 ${width} ${height} re f\n${show}`)
}

/** Rectangle over the text of a page. */
export const OVER_THE_TEXT = [50, 680, 450, 760]
/** Rectangle where a page of the contract shows nothing. */
export const EMPTY_PLACE = [60, 200, 160, 220]

/** An annotation with an appearance. */
export function annotation(
  subtype: string,
  rectangle: readonly number[],
  entries: Record<string, PdfObject> = {},
): PdfDict {
  return new PdfDict({
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of(subtype),
    Rect: [...rectangle],
    F: 4,
    ...entries,
  })
}
