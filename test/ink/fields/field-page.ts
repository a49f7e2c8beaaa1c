/**
 * Documents with one field that is filled in by an increment.
 *
 * @module
 */
import { FileDrawings } from '../../../src/ink/annotations/file-drawings.js'
import type { DrawnStates } from '../../../src/ink/drawn-states.js'
import { PdfDocument } from '../../../src/pdf/document.js'
import { type FieldState, readFieldState } from '../../../src/pdf/form/form-field.js'
import { PdfDict, PdfStream } from '../../../src/pdf/objects.js'
import { readOrNull } from '../../../src/pdf/syntax/lenient-lookup.js'
import { appendRevision, streamText } from '../../pdf/make-pdf.js'
import { sheetFile } from '../content/draw.js'
import { statesOf } from '../policy/drawn-page.js'

/** A field of 100 by 20 points, as it was signed and as it is filled in. */
export interface Filled {
  /** Operators of its new appearance, in a box of 100 by 20 points. */
  readonly look: string
  /** Entries of its dictionary: of both states, of the signed one, and of the new one. A text field unless told. */
  readonly entries?: string
  readonly before?: string
  readonly after?: string
  /** Further entries of the appearance's resources, besides the font Helv. */
  readonly resources?: string
  /** Further fonts, besides Helv. */
  readonly fonts?: string
  /** Further objects of the increment, from 60 on. */
  readonly objects?: Readonly<Record<number, string>>
  /** Whether the fonts were signed. True unless told. */
  readonly isSigned?: boolean
  /** The field's rectangle, and the box of its appearance. */
  readonly box?: string
  readonly form?: string
}

/** What the judgement of fields is asked about. */
export interface FilledField {
  readonly pair: DrawnStates
  readonly field: FieldState
  readonly widget: PdfDict
  readonly stream: PdfStream
}

const FIELD = 10
const LOOK = 12

export function fill(filled: Filled): FilledField {
  const { look, entries = '/FT /Tx', before = '', after = '', resources = '', fonts = '', objects = {} } = filled
  const { box = '20 100 120 120', form = '0 0 100 20', isSigned = true } = filled
  const widget = (more: string) =>
    `<</Type /Annot /Subtype /Widget /T (Amount) /F 4 /P 3 0 R /Rect [${box}] ${entries} ${more}>>`
  const bytes = sheetFile({
    content: '',
    page: `/Annots [${FIELD} 0 R]`,
    catalog: `/AcroForm <</Fields [${FIELD} 0 R] /DA (/Helv 10 Tf 0 g) /DR <</Font <</Helv 13 0 R>>>>>>`,
    objects: {
      [FIELD]: widget(before),
      13: '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>',
    },
  })
  const dict = `/Subtype /Form /BBox [${form}] /Resources <</Font <</Helv 13 0 R ${fonts}>> ${resources}>>`
  const revised = appendRevision(bytes, {
    [FIELD]: widget(`${after} /AP <</N ${LOOK} 0 R>>`),
    [LOOK]: streamText(dict, look),
    ...objects,
  })
  const [older, newer] = [PdfDocument.open(bytes), PdfDocument.open(revised)]
  const pair = {
    ...statesOf(older, older, newer, new FileDrawings(revised.length)),
    isSignedThroughout: () => isSigned,
  }
  const field = readFieldState(newer, FIELD)
  const [state, stream] = [readOrNull(newer, FIELD), readOrNull(newer, LOOK)]
  if (field === undefined || !(state instanceof PdfDict) || !(stream instanceof PdfStream))
    throw new Error('there is no field')
  return { pair, field, widget: state, stream }
}

/** A line of text in a field. */
export function line(letters: string, size = 10, x = 2, y = 6): string {
  return `/Tx BMC q BT 0 g /Helv ${size} Tf ${x} ${y} Td (${letters}) Tj ET Q EMC`
}
