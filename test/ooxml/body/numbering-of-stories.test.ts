/**
 * Which texts of a document count their lists together.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { readDocx } from '../../../src/ooxml/read-docx.js'
import type { Block } from '../../../src/typeset/model/document-model.js'
import { makeDocx } from './make-docx.js'

const NUMBERING =
  '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/>' +
  '<w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'

const item = (content = '<w:r><w:t>item</w:t></w:r>') =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${content}</w:p>`
const textBox = (content: string) =>
  '<w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" style="width:90pt;height:60pt"><v:textbox>' +
  `<w:txbxContent>${content}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`

function labelsOf(blocks: readonly Block[] = []): (string | undefined)[] {
  return blocks.flatMap((block) => (block.kind === 'paragraph' && block.label ? [block.label.text] : []))
}

it('counts the text by itself, whatever stands in text boxes and notes', () => {
  const note = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`
  const body = item(textBox(item() + item())) + item(note(1)) + item(note(2)) + item(textBox(item())) + item()
  const footnotes = [1, 2].map((id) => `<w:footnote w:id="${id}">${item()}${item()}</w:footnote>`).join('')
  const model = readDocx(makeDocx(body, { numbering: NUMBERING, footnotes }))
  expect(labelsOf(model.sections[0]?.blocks)).toEqual(['1.', '2.', '3.', '4.', '5.'])
  // Word was asked: what one footnote has counted, the next goes on from.
  expect([...model.footnotes.values()].map(({ blocks }) => labelsOf(blocks))).toEqual([
    ['1.', '2.'],
    ['3.', '4.'],
  ])
})
