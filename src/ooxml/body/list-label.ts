import type { ListLabel } from '../../typeset/model/document-model.js'
import { readDrawing } from '../drawing/read-drawing.js'
import type { ParagraphFormat } from '../formatting.js'
import type { Story } from './story.js'

/** Counts a paragraph and gives the label that stands before it. */
export function readListLabel(format: ParagraphFormat, story: Story): ListLabel | undefined {
  const { numbering, drawings } = story.context
  const label = numbering.next(format)
  if (label === undefined) return undefined
  const { picture, ...rest } = label
  if (picture === undefined || numbering.part === undefined) return rest
  for (const read of readDrawing(picture, drawings(numbering.part, 0))) {
    if ('inline' in read) return { ...rest, text: '', picture: read.inline }
  }
  return rest
}
