/**
 * Draws a QR code that leads to the page where the document can be checked.
 *
 * @module
 */
import type { Drawing, PathCommand } from '../../typeset/drawings.js'
import type { Paragraph } from '../../typeset/model/document-model.js'
import { plainCell, plainRow, plainTable } from '../../typeset/model/plain-model.js'
import type { Table } from '../../typeset/model/table-model.js'
import { LEADING } from './certificate-look.js'
import type { CertificateWording } from './certificate-wording.js'
import { paragraph, type Setting, valueInlines } from './labelled-rows.js'

/** Side in twips: 25 mm, large enough for a phone to read from a sheet on a table. */
const SIDE = 1417
const GAP = 300
/** Overlap of rows of modules, as a share of a module, so that no hairline of the background shows between them. */
const OVERLAP = 0.03

/**
 * The modules of a QR code with their quiet zone, where true is dark. The encoder is loaded by the first page that has one.
 */
export async function encodeQrCode(text: string): Promise<boolean[][]> {
  const { encodeQR } = await import('qr')
  return encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
}

/** The code with the address next to it. */
export function checkBlock(
  url: string,
  modules: readonly (readonly boolean[])[],
  setting: Setting & { readonly wording: CertificateWording },
): Table {
  const { look, wording, width } = setting
  const drawing = drawQrCode(modules, wording.say('qrCode', { url }))
  const picture: Paragraph = paragraph([{ kind: 'drawing', drawing, run: look.value, link: { url } }], look.value, 0, {
    keepWithNext: true,
    lineSpacing: { rule: 'auto', value: 1 },
  })
  const room = width - SIDE - GAP
  const address = valueInlines(url, look.value, setting, room).map((inline) =>
    inline.kind === 'text' ? { ...inline, link: { url } } : inline,
  )
  const texts = [
    paragraph(valueInlines(wording.say('check'), look.label, setting, room), look.label, LEADING.body, {
      keepWithNext: true,
    }),
    paragraph(address, look.value, LEADING.body, { keepWithNext: true }),
  ]
  return plainTable(
    [SIDE + GAP, room],
    [
      plainRow([plainCell([picture], SIDE + GAP), plainCell(texts, room, { verticalAlign: 'center' })], {
        cantSplit: true,
      }),
    ],
    { cellMargins: { top: 120, right: 0, bottom: 0, left: 0 } },
  )
}

function drawQrCode(modules: readonly (readonly boolean[])[], description: string): Drawing {
  const side = SIDE / modules.length
  return {
    width: SIDE,
    height: SIDE,
    description,
    elements: [
      {
        kind: 'shape',
        x: 0,
        y: 0,
        width: SIDE,
        height: SIDE,
        rotation: 0,
        flipHorizontal: false,
        flipVertical: false,
        paths: [{ commands: modules.flatMap((row, y) => rowCommands(row, y, side)), filled: true, stroked: false }],
        fill: { type: 'solid', color: '000000', opacity: 1 },
      },
    ],
  }
}

/** Draws a row. Adjacent dark modules are one rectangle. */
function rowCommands(row: readonly boolean[], y: number, side: number): PathCommand[] {
  const commands: PathCommand[] = []
  const [top, bottom] = [y * side, (y + 1 + OVERLAP) * side]
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue
    const from = x
    while (row[x + 1]) x++
    const [left, right] = [from * side, (x + 1) * side]
    commands.push(
      { op: 'M', x: left, y: top },
      { op: 'L', x: right, y: top },
      { op: 'L', x: right, y: bottom },
      { op: 'L', x: left, y: bottom },
      { op: 'Z' },
    )
  }
  return commands
}
