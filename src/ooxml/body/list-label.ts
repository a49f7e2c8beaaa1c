/**
 * Labels of list items.
 *
 * @module
 */

import type { ListLabel } from '../../typeset/model/document-model.js'
import type { Drawing } from '../../typeset/model/drawing-model.js'
import { readDrawing } from '../drawing/read-drawing.js'
import { scaleDrawing } from '../drawing/scale-drawing.js'
import type { ParagraphFormat } from '../formatting/formatting.js'
import type { Story } from './story.js'

/** Height of a picture bullet, in ems. */
const PICTURE_HEIGHT = 0.8

/**
 * Fits a picture bullet to the text. Word uses only the ratio of its sides, which are often inches long, and takes the size from
 * the text.
 */
function fitToText(picture: Drawing, size: number): Drawing {
  return picture.height > 0 ? scaleDrawing(picture, (size * PICTURE_HEIGHT) / picture.height) : picture
}

/** Counts a paragraph, and returns its label. */
export function readListLabel(format: ParagraphFormat, story: Story): ListLabel | undefined {
  const { numbering } = story
  const label = numbering.next(format)
  if (label === undefined) return undefined
  const { picture, ...rest } = label
  if (picture === undefined || numbering.part === undefined) return rest
  for (const read of readDrawing(picture, story.context.drawings(numbering.part, 0))) {
    if ('inline' in read) return { ...rest, text: '', picture: fitToText(read.inline, rest.run.size) }
  }
  return rest
}
