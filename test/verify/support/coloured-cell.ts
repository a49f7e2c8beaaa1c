/**
 * Documents with a sentence on a coloured ground, such as a cell of a table.
 *
 * @module
 */

import { PdfFileWriter } from '../../../src/pdf/writing/file-writer.js'
import { dict, pdf, stream } from './notation.js'

/** What can lie behind a sentence, and the colour of its letters. */
export const GROUNDS = {
  white: ['1 g 40 680 300 50 re f', '0 g'],
  grey: ['.8 g 40 680 300 50 re f', '0 g'],
  'pale blue': ['.7 .8 .95 rg 40 680 300 50 re f', '0 g'],
  'dark blue': ['.1 .2 .5 rg 40 680 300 50 re f', '1 g'],
  blue: ['0 0 1 rg 40 680 300 50 re f', '1 g'],
  black: ['0 g 40 680 300 50 re f', '1 g'],
  red: ['.8 .1 .1 rg 40 680 300 50 re f', '1 g'],
  shading: ['q 40 680 300 50 re W n /S sh Q', '0 g'],
  picture: ['q 300 0 0 50 40 680 cm /I Do Q', '0 g'],
} as const satisfies Readonly<Record<string, readonly [ground: string, letters: string]>>

export type GroundName = keyof typeof GROUNDS

/** Where the 8 of the price stands, in points. */
export const DIGIT = [131.9, 696, 138.9, 711] as const

/** Makes a document that says "The price is 1850 EUR." on a ground. */
export function cellPage(name: GroundName): Uint8Array {
  const file = new PdfFileWriter()
  const [catalog, pages, page] = [file.allocate(), file.allocate(), file.allocate()]
  const [ground, letters] = GROUNDS[name]
  const content = file.add(
    stream(dict`<<>>`, `${ground}\nBT ${letters} /F 12 Tf 60 700 Td (The price is 1850 EUR.) Tj ET`),
  )
  const image = dict`<</Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceRGB>>`
  const picture = file.add(stream(image, '\u00b0\u00b8\u00c0\u00b8\u00b0\u00c0'))
  const resources = dict`<</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>>>
    /XObject <</I ${picture}>> /Shading <</S <</ShadingType 2 /ColorSpace /DeviceGray /Coords [40 0 340 0]
    /Extend [true true] /Function <</FunctionType 2 /Domain [0 1] /C0 [.7] /C1 [.9] /N 1>>>>>>>>`
  file.put(catalog, dict`<</Type /Catalog /Pages ${pages}>>`)
  file.put(pages, dict`<</Type /Pages /Kids [${page}] /Count 1>>`)
  file.put(
    page,
    dict`<</Type /Page /Parent ${pages} /MediaBox [0 0 600 800] /Resources ${resources} /Contents ${content}>>`,
  )
  const ID = pdf`[<00112233445566778899AABBCCDDEEFF> <00112233445566778899AABBCCDDEEFF>]`
  return file.finish({ Root: catalog, ID }, { xref: 'table' })
}
