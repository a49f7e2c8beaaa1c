/**
 * Figures as high as capitals, and with ascenders and descenders (w14:numForm).
 *
 * @module
 */

import { beforeAll, expect, it } from 'vitest'
import { readDocx } from '../../../src/ooxml/read-docx.js'
import { layOutDocument } from '../../../src/typeset/flow/lay-out-document.js'
import { createFontLibrary } from '../../../src/typeset/fonts/font-library.js'
import { loadShaper } from '../../../src/typeset/fonts/shaper.js'
import { makeDocx, paragraphXml } from '../../support/make-docx.js'

beforeAll(loadShaper)

const fonts = createFontLibrary()

/** Glyphs and text of a line in Calibri, whose substitute has both forms. */
function paint(text: string, properties: string) {
  const font = '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri"/>'
  const body = paragraphXml(text).replace('<w:r>', `<w:r><w:rPr>${font}${properties}</w:rPr>`)
  const { pages } = layOutDocument(readDocx(makeDocx(body)), { fonts })
  const runs = (pages[0]?.items ?? []).flatMap((item) => (item.kind === 'glyphs' ? [item] : []))
  return { glyphs: runs.flatMap(({ glyphs }) => glyphs), text: runs.flatMap(({ texts }) => [...texts]).join('') }
}

it('Figures are those that the run asks for, and letters stay', () => {
  const plain = paint('a 1379', '')
  const old = paint('a 1379', '<w14:numForm w14:val="oldStyle"/>')
  expect(old.text).toBe(plain.text)
  expect(old.glyphs.slice(0, 2)).toEqual(plain.glyphs.slice(0, 2))
  for (const [i, glyph] of old.glyphs.slice(2).entries()) expect(glyph).not.toBe(plain.glyphs[i + 2])
  expect(paint('a 1379', '<w14:numForm w14:val="lining"/>')).toEqual(plain)
})
