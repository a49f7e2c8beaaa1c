/**
 * Letters that let through what is behind them.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { readDocx } from '../../../src/ooxml/read-docx.js'
import { layOutDocument } from '../../../src/typeset/flow/lay-out-document.js'
import { createFontLibrary } from '../../../src/typeset/fonts/font-library.js'
import { makeDocx } from '../../support/make-docx.js'

const W14 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
const fill = (inside: string) => `<w14:textFill ${W14}><w14:solidFill>${inside}</w14:solidFill></w14:textFill>`
const run = (text: string, properties: string) => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`

it('are drawn so: what Word calls alpha is transparency', () => {
  const alpha = (value: string) => `<w14:srgbClr w14:val="C80000"><w14:alpha w14:val="${value}"/></w14:srgbClr>`
  const body = `<w:p>${run('A', fill(alpha('75000')))}${run('B', fill(alpha('0')))}${run('C', fill('<w14:schemeClr w14:val="tx1"/>'))}${run('D', '')}</w:p>`
  const { pages } = layOutDocument(readDocx(makeDocx(body)), { fonts: createFontLibrary() })
  const drawn = (pages[0]?.items ?? []).flatMap((item) => (item.kind === 'glyphs' ? [item] : []))
  const opacityOf = (letter: string) => drawn.find(({ texts }) => [...texts].join('').includes(letter))?.opacity
  expect(opacityOf('A')).toBe(0.25)
  for (const letter of ['B', 'C', 'D']) expect(opacityOf(letter)).toBeUndefined()
})
