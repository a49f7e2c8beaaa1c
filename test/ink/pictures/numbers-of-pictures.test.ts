/**
 * How exactly pictures are read: each number with a picture just within it and one just beyond.
 *
 * @module
 */
import { expect, it } from 'vitest'
import { createContentBudget } from '../../../src/ink/content/content-budget.js'
import { ContentSource } from '../../../src/ink/content/content-source.js'
import { readPicturePart } from '../../../src/ink/pictures/picture-part.js'
import { PdfDocument } from '../../../src/pdf/document.js'
import { PdfRef, PdfStream } from '../../../src/pdf/objects.js'
import { streamText } from '../../pdf/make-pdf.js'
import { sheetFile } from '../content/draw.js'

/** Values across of a grey picture of equal sides, shown on so many square points. */
function valuesAcross(side: number, extent: number): number | undefined {
  const entries = `/Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8`
  const document = PdfDocument.open(
    sheetFile({ content: '', objects: { 10: streamText(entries, 'g'.repeat(side * side)) } }),
  )
  const image = document.get(new PdfRef(10))
  if (!(image instanceof PdfStream)) throw new Error('there is no picture')
  const source = new ContentSource(document, createContentBudget())
  return readPicturePart(source, image, 'colour', [0, 0, 1, 1], { resources: undefined, extent })?.width
}

it.each([
  [64, 1, 64],
  [65, 1, 33],
  [84, 200, 84],
  [85, 200, 43],
])('a picture of %i pixels on %i square points is read with %i values across', (side, extent, across) => {
  expect(valuesAcross(side, extent)).toBe(across)
})
