/**
 * PDFium takes the first cross-reference section of a linearized file only when the file comes in pieces.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { latin1Bytes } from '../../../src/pdf/syntax/syntax.js'
import { hasPdfium, PdfiumProcess } from './pdfium-process.js'

/** A file whose first section leads to a page of 200 points, and whose last one to a page of 100 points. */
function makeFile(): Uint8Array {
  const size = 4000
  const pageOf = (num: number, side: number) =>
    `${num} 0 obj\n<</Type/Catalog/Pages ${num + 1} 0 R>>\nendobj\n${num + 1} 0 obj\n` +
    `<</Type/Pages/Kids[${num + 2} 0 R]/Count 1>>\nendobj\n${num + 2} 0 obj\n` +
    `<</Type/Page/Parent ${num + 1} 0 R/MediaBox[0 0 ${side} ${side}]/Resources<<>>>>\nendobj\n`
  const section = (root: number, offsets: readonly number[]) => {
    const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
    return `xref\n0 8\n0000000000 65535 f \n${rows}trailer\n<</Size 8/Root ${root} 0 R>>\nstartxref\n`
  }
  const dictionary = `+1 0 obj\n<</Linearized 1/L ${size}/O 7/E 900/N 1/T 900/H[20 20]>>\nendobj\n`
  const objects = pageOf(2, 100) + pageOf(5, 200)
  const start = `%PDF-1.7\n${dictionary}`.length
  const first = start + section(5, [9, 0, 0, 0, 0, 0, 0]).length + '0\n%%EOF\n'.length
  const offsets = [9, ...[2, 3, 4, 5, 6, 7].map((num) => first + objects.indexOf(`${num} 0 obj`))]
  const last = first + objects.length
  const text = `%PDF-1.7\n${dictionary}${section(5, offsets)}0\n%%EOF\n${objects}${section(2, offsets)}${last}\n%%EOF`
  return latin1Bytes(text.padEnd(size, '\n'))
}

it.skipIf(!hasPdfium())(
  'shows the first state of a file that says it is linearized, piece by piece alone',
  async () => {
    const child = new PdfiumProcess({ timeoutMs: 60_000 })
    const drawing = await child.run({ bytes: makeFile(), scale: 1, maxPages: 1 })
    child.close()
    expect(drawing).toMatchObject({ kind: 'drawn', screen: [{ width: 100 }], piecewise: [{ width: 200 }] })
  },
)
