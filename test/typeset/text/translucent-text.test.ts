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

/** The colour and opacity of a letter with these properties, as it is painted. */
function paintOf(properties: string): readonly [color: string | undefined, opacity: number | undefined] {
  const { pages } = layOutDocument(readDocx(makeDocx(`<w:p>${run('A', properties)}</w:p>`)), {
    fonts: createFontLibrary(),
  })
  const [drawn] = (pages[0]?.items ?? []).flatMap((item) => (item.kind === 'glyphs' ? [item] : []))
  return [drawn?.color, drawn?.opacity]
}

/** Word shows the fill in place of w:color: a text must not be seen in one place and not in the other. */
it.each([
  ['a colour', '<w:color w:val="FFFFFF"/>', fill('<w14:srgbClr w14:val="102030"/>'), '102030'],
  ['paper', '<w:color w:val="000000"/>', fill('<w14:srgbClr w14:val="FFFFFF"/>'), 'FFFFFF'],
  ['a colour of the theme', '<w:color w:val="000000"/>', fill('<w14:schemeClr w14:val="bg1"/>'), 'FFFFFF'],
  [
    'a shade',
    '<w:color w:val="FFFFFF"/>',
    fill('<w14:srgbClr w14:val="FFFFFF"><w14:lumMod w14:val="50000"/></w14:srgbClr>'),
    '808080',
  ],
  [
    'the mean of a gradient',
    '<w:color w:val="000000"/>',
    `<w14:textFill ${W14}><w14:gradFill><w14:gsLst><w14:gs w14:pos="0"><w14:srgbClr w14:val="FFFFFF"/></w14:gs>` +
      '<w14:gs w14:pos="100000"><w14:srgbClr w14:val="FFFFFF"/></w14:gs></w14:gsLst></w14:gradFill></w14:textFill>',
    'FFFFFF',
  ],
  [
    'an outline alone',
    '<w:color w:val="FFFFFF"/>',
    `<w14:textOutline ${W14}><w14:solidFill><w14:srgbClr w14:val="102030"/></w14:solidFill></w14:textOutline><w14:textFill ${W14}><w14:noFill/></w14:textFill>`,
    '102030',
  ],
])('are drawn with %s as Word fills them, whatever their colour says', (_, color, filled, expected) => {
  expect(paintOf(color + filled)).toEqual([expected, undefined])
  expect(paintOf(filled + color)).toEqual([expected, undefined])
})

it('are not seen without a fill and an outline, and have their colour without w14:textFill', () => {
  const none = `<w14:textFill ${W14}><w14:noFill/></w14:textFill>`
  expect(paintOf(`<w:color w:val="102030"/>${none}`)[1]).toBe(0)
  expect(paintOf('<w:color w:val="102030"/>')).toEqual(['102030', undefined])
})
