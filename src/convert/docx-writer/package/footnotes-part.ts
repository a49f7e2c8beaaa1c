/**
 * The part of a DOCX that holds the footnotes.
 *
 * @module
 */

import { writeBlocks } from '../block-writer.js'
import type { FlowDocument } from '../flow-document.js'
import { runProperties } from '../run-properties.js'
import type { DocumentState, Place, Story } from '../story.js'
import { STORY_NAMESPACES, XML_DECLARATION } from './namespaces.js'
import { Relationships } from './relationships.js'
import { XmlChunks } from './xml-chunks.js'

/** The separator lines between text and notes, which Word requires (ECMA-376-1, 17.11.23 and 17.11.1). */
const SEPARATORS = [
  ['separator', -1, '<w:separator/>'],
  ['continuationSeparator', 0, '<w:continuationSeparator/>'],
]
  .map(
    ([type, id, mark]) =>
      `<w:footnote w:type="${type}" w:id="${id}"><w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="240" \
w:lineRule="auto"/></w:pPr><w:r>${mark}</w:r></w:p></w:footnote>`,
  )
  .join('')

/** word/footnotes.xml with the notes that the text refers to; `undefined` without any. */
export function footnotesPart(
  document: DocumentState,
  footnotes: FlowDocument['footnotes'],
  room: Pick<Place, 'width' | 'height'>,
): Story | undefined {
  const { order } = document.footnotes
  if (order.length === 0) return undefined
  const story: Story = { document, out: new XmlChunks(document.budget), relationships: new Relationships() }
  const blocksById = new Map(footnotes.map(({ id, blocks }) => [id, blocks]))
  const mark = `<w:r>${runProperties({ style: 'footnoteReference' }, document.styles)}<w:footnoteRef/></w:r>`
  const lead = `${mark}<w:r><w:t xml:space="preserve"> </w:t></w:r>`
  story.out.write(`${XML_DECLARATION}<w:footnotes ${STORY_NAMESPACES}>${SEPARATORS}`)
  for (const [index, id] of order.entries()) {
    story.out.write(`<w:footnote w:id="${index + 1}">`)
    writeBlocks(story, blocksById.get(id) ?? [], { kind: 'footnote', ...room, depth: 0, lead })
    story.out.write('</w:footnote>')
  }
  story.out.write('</w:footnotes>')
  return story
}
