/**
 * A contract as a form: one page of text with a field for the fee and two empty signature fields.
 *
 * @module
 */

import { PdfDict, PdfName, type PdfObject, type PdfRef } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import { PdfFileWriter } from '../../../src/pdf/writing/file-writer.js'
import type { DisplayList } from '../../../src/typeset/display/display-list.js'
import { layOutBlocks } from '../../../src/typeset/flow/lay-out-blocks.js'
import { layOutDocument } from '../../../src/typeset/flow/lay-out-document.js'
import type { FontLibrary } from '../../../src/typeset/fonts/font-face.js'
import { createFontLibrary } from '../../../src/typeset/fonts/font-library.js'
import type { Block, Paragraph } from '../../../src/typeset/model/document-model.js'
import {
  plainDocument,
  plainParagraph,
  plainRun,
  plainSection,
  plainText,
} from '../../../src/typeset/model/plain-model.js'
import type { ParagraphProperties, RunProperties } from '../../../src/typeset/model/properties.js'
import { addForm, addPages } from '../../../src/typeset/paint/add-pages.js'

const INK = '1A1A1F'
const GREY = '737580'
const MARGIN = 1400
const PAGE_WIDTH = 595.28 * 20
const PAGE_HEIGHT = 841.89 * 20

const CLAUSES = [
  [
    'Subject',
    'The Engineer designs and builds an Analytical Engine after the drawings of 1837, with a store of one thousand numbers of fifty digits each, and hands it over in working order.',
  ],
  [
    'Notes',
    'The Author writes notes on the engine and its use, among them a complete plan for the computation of the Bernoulli numbers, and may publish them under her own name.',
  ],
  [
    'Fee',
    'For the notes the Engineer pays the fee stated below, in one sum, thirty days after both parties have signed. Once the Author has signed, the fee is fixed.',
  ],
  ['Form', 'This agreement is made in electronic form. Changes to it need the signatures of both parties.'],
] as const

/** The fee that the contract states. */
export const FEE = '100 pounds'

/** Makes the contract. Signing the field "Author" locks the field "Fee". */
export function createContract(): Uint8Array {
  const file = new PdfFileWriter()
  const fonts = createFontLibrary()
  const section = plainSection(describeContract(), {
    pageWidth: PAGE_WIDTH,
    pageHeight: PAGE_HEIGHT,
    marginTop: 1500,
    marginRight: MARGIN,
    marginBottom: 4700,
    marginLeft: MARGIN,
  })
  const { pages } = layOutDocument(plainDocument([section]), { fonts })
  for (const page of pages) paintLabels(page.items, fonts)

  const tree = file.allocate()
  const [page] = addPages(file, pages, new Map(), tree, { calibratedColor: true })
  if (page === undefined) throw new Error('the contract has no page')
  const fields = [
    addFee(file, page, fonts),
    addSignatureField(file, page, 'Author', [70, 96, 280, 152], feeLock()),
    addSignatureField(file, page, 'Engineer', [315, 96, 525, 152]),
  ]
  linkWidgets(file, page, fields)
  file.put(tree, new PdfDict({ Type: PdfName.of('Pages'), Kids: [page], Count: 1 }))
  const catalog = file.add(
    new PdfDict({
      Type: PdfName.of('Catalog'),
      Pages: tree,
      Lang: textString('en'),
      AcroForm: new PdfDict({ Fields: fields }),
    }),
  )
  const info = file.add(new PdfDict({ Title: textString('Agreement on the Analytical Engine') }))
  return file.finish({ Root: catalog, Info: info })
}

function style(size: number, color: string, bold = false): RunProperties {
  return plainRun({ family: 'Carlito', size, color, bold })
}

function paragraph(
  text: string,
  run: RunProperties,
  leading: number,
  changes: Partial<ParagraphProperties> = {},
): Paragraph {
  return plainParagraph([plainText(text, run)], run, { lineSpacing: { rule: 'exact', value: leading }, ...changes })
}

function describeContract(): Block[] {
  const rule = { style: 'single', width: 12, space: 280, color: INK }
  return [
    paragraph('Agreement on the Analytical Engine', style(480, INK), 620),
    paragraph('between Ada Lovelace (the Author) and Charles Babbage (the Engineer)', style(230, GREY), 340, {
      spaceBefore: 80,
      borders: { bottom: rule },
    }),
    ...CLAUSES.flatMap(([title, text], index): Block[] => [
      paragraph(`${index + 1}. ${title}`, style(220, INK, true), 320, { spaceBefore: 300, keepWithNext: true }),
      paragraph(text, style(220, INK), 310, { spaceBefore: 40 }),
    ]),
  ]
}

/** Captions of the fields, at the places where the widgets are. */
function paintLabels(list: DisplayList, fonts: FontLibrary): void {
  const label = style(180, GREY)
  const write = (text: string, x: number, y: number) => {
    layOutBlocks([paragraph(text, label, 240)], 6000, { fonts }).paint(list, x * 20, PAGE_HEIGHT - y * 20)
  }
  const line = (x: number, y: number, length: number) => {
    list.push({ kind: 'rectangle', x: x * 20, y: PAGE_HEIGHT - y * 20, width: length * 20, height: 8, color: GREY })
  }
  write('Fee', 70, 224)
  line(70, 186, 210)
  write('The Author', 70, 168)
  line(70, 94, 210)
  write('The Engineer', 315, 168)
  line(315, 94, 210)
}

function addFee(file: PdfFileWriter, page: PdfRef, fonts: FontLibrary): PdfRef {
  const list: DisplayList = []
  layOutBlocks([paragraph(FEE, style(240, INK), 360)], 4000, { fonts }).paint(list, 40, 20)
  const upright = [1, 0, 0, 1, 0, 0] as const
  return file.add(
    widget(page, [70, 187, 280, 207], {
      FT: PdfName.of('Tx'),
      T: textString('Fee'),
      V: textString(FEE),
      DA: textString('/Helv 12 Tf 0 g'),
      AP: new PdfDict({ N: addForm(file, list, { width: 4200, height: 400 }, upright, { calibratedColor: true }) }),
    }),
  )
}

function addSignatureField(
  file: PdfFileWriter,
  page: PdfRef,
  name: string,
  rectangle: readonly number[],
  lock?: PdfDict,
): PdfRef {
  const extra = lock === undefined ? {} : { Lock: file.add(lock) }
  return file.add(widget(page, rectangle, { FT: PdfName.of('Sig'), T: textString(name), ...extra }))
}

function feeLock(): PdfDict {
  return new PdfDict({
    Type: PdfName.of('SigFieldLock'),
    Action: PdfName.of('Include'),
    Fields: [textString('Fee')],
  })
}

function widget(page: PdfRef, rectangle: readonly number[], entries: Record<string, PdfObject>): PdfDict {
  return new PdfDict({
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Widget'),
    P: page,
    Rect: [...rectangle],
    F: 4,
    ...entries,
  })
}

function linkWidgets(file: PdfFileWriter, page: PdfRef, fields: readonly PdfRef[]): void {
  const dict = file.get(page)
  if (dict instanceof PdfDict) file.put(page, dict.with({ Annots: [...fields] }))
}
