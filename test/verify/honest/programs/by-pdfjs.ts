/**
 * What PDF.js does to signed documents: what its viewer saves of filled forms and of its annotation editors.
 *
 * @module
 */

import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { ANNOTATABLE, FILLABLE } from '../../attacks/class-attack.js'
import type { Base } from '../../bases/bases.js'
import { changesBy, except, type HonestChange } from './honest-change.js'

/** Editors, as PDF.js numbers them (`AnnotationEditorType`). */
const EDITOR = { freeText: 3, highlight: 9, ink: 15, signature: 101 } as const

const edit =
  (change: (document: PDFDocumentProxy) => Promise<void> | void) =>
  async ({ bytes }: Base): Promise<Uint8Array> => {
    const task = getDocument({ data: bytes.slice(), verbosity: 0, useSystemFonts: false })
    try {
      const document = await task.promise
      await change(document)
      return await document.saveDocument()
    } finally {
      await task.destroy()
    }
  }

interface Field {
  readonly id: string
  readonly type?: string
  readonly exportValues?: string
}

async function widgetsOf(document: PDFDocumentProxy, name: string): Promise<readonly Field[]> {
  const fields = (await document.getFieldObjects()) as Readonly<Record<string, readonly Field[]>> | null
  const widgets = fields?.[name]?.filter(({ id, type }) => id !== undefined && type !== undefined) ?? []
  if (widgets.length === 0) throw new Error(`There is no field ${name}.`)
  return widgets
}

const fill = (values: Readonly<Record<string, string | boolean>>) => async (document: PDFDocumentProxy) => {
  for (const [name, value] of Object.entries(values)) {
    for (const { id } of await widgetsOf(document, name)) document.annotationStorage.setValue(id, { value })
  }
}

async function chooseLast(document: PDFDocumentProxy): Promise<void> {
  const buttons = await widgetsOf(document, 'plan')
  for (const [i, { id }] of buttons.entries()) {
    document.annotationStorage.setValue(id, { value: i === buttons.length - 1 })
  }
}

/** What an editor keeps for saving. */
const draw = (annotationType: number, rect: readonly number[], entries: Readonly<Record<string, unknown>>) =>
  edit((document) => {
    const shared = { annotationType, pageIndex: 0, rect, rotation: 0, structTreeParentId: null, user: 'Bob' }
    document.annotationStorage.setValue('pdfjs_internal_editor_0', { ...shared, ...entries } as object)
  })

const LINE = [60, 713, 190, 728] as const
const CORNERS = [60, 728, 190, 728, 60, 713, 190, 713]
const OUTLINE = [60, 728, 190, 728, 190, 713, 60, 713]
const nothing = [Number.NaN, Number.NaN, Number.NaN, Number.NaN]
/** From point to point: four numbers for a curve, NaN for a straight piece, and the point. */
const STROKE = [...nothing, 300, 200, ...nothing, 340, 240, ...nothing, 380, 200]

export const pdfjsChanges: readonly HonestChange[] = [
  ...changesBy('PDF.js', FILLABLE, {
    'fill a text field': edit(fill({ name: 'Bob Miller' })),
    'fill a text field again': edit(fill({ amount: '250' })),
    'clear a text field': edit(fill({ amount: '' })),
    'tick a box': edit(fill({ agree: true })),
    'untick a box': edit(fill({ accepted: false })),
    'choose a radio button': edit(chooseLast),
    'fill three fields': edit(fill({ name: 'Bob Miller', amount: '250', agree: true })),
  }),
  // Where a choice has no default appearance of its own, it draws with a font that has no name.
  ...changesBy(
    'PDF.js',
    FILLABLE,
    {
      'choose in a drop-down list': edit(fill({ country: 'Belgium' })),
      'choose in a list': edit(fill({ colours: 'Blue' })),
    },
    except('@libpdf/core'),
  ),
  ...changesBy('PDF.js', ANNOTATABLE, {
    'write a text': draw(EDITOR.freeText, [300, 200, 400, 220], { color: [0, 0, 255], fontSize: 10, value: 'Seen' }),
    'highlight a line': draw(EDITOR.highlight, LINE, {
      color: [255, 255, 0],
      opacity: 1,
      quadPoints: CORNERS,
      outlines: [OUTLINE],
    }),
    'draw with ink': draw(EDITOR.ink, [295, 195, 385, 245], {
      color: [255, 0, 0],
      opacity: 1,
      thickness: 2,
      paths: { lines: [STROKE], points: [[300, 200, 340, 240, 380, 200]] },
    }),
    'draw with a marker': draw(EDITOR.ink, [295, 195, 385, 245], {
      color: [255, 255, 0],
      opacity: 0.5,
      thickness: 8,
      paths: { lines: [STROKE], points: [[300, 200, 340, 240, 380, 200]] },
    }),
  }),
]
