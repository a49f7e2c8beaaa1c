/**
 * A contract to sign: one page of text with a field for the fee and two empty signature fields.
 *
 * @module
 */
import { PdfFileWriter } from '../../src/pdf/file-writer.js'
import { PdfDict, PdfName, type PdfObject, type PdfRef } from '../../src/pdf/objects.js'
import { textString } from '../../src/pdf/text-string.js'
import { type Block, layOutBlocks } from '../../src/typeset/blocks.js'
import { loadBundledFace } from '../../src/typeset/bundled-fonts.js'
import type { DisplayList } from '../../src/typeset/display-list.js'
import { LineStack } from '../../src/typeset/line-stack.js'
import { fitPageSize } from '../../src/typeset/page-size.js'
import { paginate } from '../../src/typeset/paginate.js'
import { renderForm, renderPages } from '../../src/typeset/render-pages.js'
import type { Color, TextStyle } from '../../src/typeset/text-style.js'

const INK: Color = [0.1, 0.1, 0.12]
const GREY: Color = [0.45, 0.46, 0.5]
const MARGIN = 1400

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
  const size = fitPageSize(595.28, 841.89)
  const width = size.width - 2 * MARGIN
  const frame = { x: MARGIN, y: 1500, height: size.height - 6200 }
  const pages = paginate(layOutBlocks(describeContract(), width), () => frame)
  for (const page of pages) paintLabels(page, size.height)

  const tree = file.allocate()
  const [page] = renderPages(file, pages, size, tree)
  if (page === undefined) throw new Error('the contract has no page')
  const fields = [
    addFee(file, page),
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

function style(face: 'sans' | 'sans-bold', size: number, color: Color): TextStyle {
  return { faces: [loadBundledFace(face)], size, color }
}

function describeContract(): Block[] {
  const paragraph = (text: string, textStyle: TextStyle, leading: number) => ({
    kind: 'paragraph' as const,
    paragraph: { spans: [{ text, style: textStyle }], leading },
  })
  const body = style('sans', 220, INK)
  return [
    paragraph('Agreement on the Analytical Engine', style('sans', 480, INK), 620),
    {
      ...paragraph(
        'between Ada Lovelace (the Author) and Charles Babbage (the Engineer)',
        style('sans', 230, GREY),
        340,
      ),
      spaceBefore: 80,
    },
    { kind: 'rule', rule: { thickness: 12, color: INK }, spaceBefore: 280 },
    ...CLAUSES.flatMap(([title, text], index): Block[] => [
      {
        ...paragraph(`${index + 1}. ${title}`, style('sans-bold', 220, INK), 320),
        spaceBefore: 300,
        keepWithNext: true,
      },
      { ...paragraph(text, body, 310), spaceBefore: 40 },
    ]),
  ]
}

/** Captions of the fields, at the places where the widgets are. */
function paintLabels(list: DisplayList, pageHeight: number): void {
  const label = style('sans', 180, GREY)
  const write = (text: string, x: number, y: number) => {
    LineStack.of([{ spans: [{ text, style: label }], leading: 240 }], 6000).paint(
      list,
      x * 20,
      pageHeight - y * 20,
      0,
      1,
    )
  }
  const line = (x: number, y: number, length: number) => {
    list.push({ kind: 'rule', x: x * 20, y: pageHeight - y * 20, width: length * 20, thickness: 8, color: GREY })
  }
  write('Fee', 70, 224)
  line(70, 186, 210)
  write('The Author', 70, 168)
  line(70, 94, 210)
  write('The Engineer', 315, 168)
  line(315, 94, 210)
}

function addFee(file: PdfFileWriter, page: PdfRef): PdfRef {
  const list: DisplayList = []
  LineStack.of([{ spans: [{ text: FEE, style: style('sans', 240, INK) }], leading: 360 }], 4000).paint(
    list,
    40,
    20,
    0,
    1,
  )
  const upright = [1, 0, 0, 1, 0, 0] as const
  return file.add(
    widget(page, [70, 187, 280, 207], {
      FT: PdfName.of('Tx'),
      T: textString('Fee'),
      V: textString(FEE),
      DA: textString('/Helv 12 Tf 0 g'),
      AP: new PdfDict({ N: renderForm(file, list, { width: 4200, height: 400 }, upright) }),
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
