/**
 * The content of footnotes.
 *
 * @module
 */

import { append } from '../../../lists.js'
import type { FlowBlock, FlowDocument, FlowInline } from '../../docx-writer/flow-document.js'
import { buildBoxes } from '../boxes/build-boxes.js'
import { plainLine } from '../boxes/clean-text.js'
import type { PageConversion } from '../conversion.js'
import type { StyledPlace } from '../css/style-resolver.js'
import type { BlockFrame } from '../frames/block-frame.js'
import { layOutBoxes } from '../layout/lay-out-boxes.js'
import type { Layout } from '../layout/layout.js'
import { type HtmlElement, textContent } from '../source/html-tree.js'

/** Characters of an omitted note that the warning quotes. */
const TOLD_LENGTH = 60

/** The notes that the text refers to, each with the notes to which only it refers. Unused notes are named in a warning. */
export function convertFootnotes(
  conversion: PageConversion,
  layout: Layout,
  frame: BlockFrame,
  place: StyledPlace,
): FlowDocument['footnotes'] {
  const { footnotes, warnings } = conversion
  footnotes.isInside = true
  const layOut = (element: HtmlElement) => {
    const name = conversion.anchors.place(element)
    if (name !== undefined) conversion.marks.push({ kind: 'bookmark', name })
    return layOutBoxes(buildBoxes(conversion, element, place, 'footnote'), frame, layout)
  }
  const notes = footnotes.referred.map(({ id, element }) => {
    const blocks = layOut(element)
    for (let inner = footnotes.takeInner(); inner !== undefined; inner = footnotes.takeInner()) {
      append(blocks, withMark(layOut(inner.element), inner.mark))
    }
    return { id, blocks }
  })
  const { unused } = footnotes
  const [first] = unused
  if (first !== undefined) {
    const told = plainLine(textContent(first), TOLD_LENGTH)
    warnings.add(`Footnotes that nothing refers to were left out: ${unused.length}, the first of them: ${told}`)
  }
  // Only now it is known which notes other notes refer to as well.
  return notes.map((note) => ({ ...note, isReferredOnce: !footnotes.isRepeated(note.id) }))
}

/** Blocks that begin with the mark by which a note is referred to. */
function withMark(blocks: readonly FlowBlock[], mark: string): FlowBlock[] {
  const inlines: FlowInline[] = [
    { kind: 'text', text: mark, format: { style: 'footnoteReference' } },
    { kind: 'text', text: ' ', format: {} },
  ]
  const [first, ...rest] = blocks
  if (first?.kind !== 'paragraph') return [{ kind: 'paragraph', style: 'footnote', format: {}, inlines }, ...blocks]
  return [{ ...first, inlines: [...inlines, ...first.inlines] }, ...rest]
}
