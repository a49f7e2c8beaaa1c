/**
 * Labels of list items.
 *
 * @module
 */

import type { Drawing, DrawingElement } from '../../typeset/drawings.js'
import type { ListLabel } from '../../typeset/model/document-model.js'
import { isKnownFormat, SPELLED_FORMATS } from '../../typeset/model/number-format.js'
import { readDrawing } from '../drawing/read-drawing.js'
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
  const { picture, format: numberFormat, ...rest } = label
  const doubt = doubtOf(numberFormat, rest)
  if (doubt !== undefined) story.context.warn(doubt)
  if (picture === undefined || numbering.part === undefined) return rest
  for (const read of readDrawing(picture, story.context.drawings(numbering.part, 0))) {
    if ('inline' in read && isVisible(read.inline)) {
      return { ...rest, text: '', picture: fitToText(read.inline, rest.run.size) }
    }
  }
  return rest
}

/** What is to be said of a number that may read differently in Word, once for each format and language. */
function doubtOf(format: string, { text, run: { language } }: ListLabel): string | undefined {
  if (!isKnownFormat(format)) {
    return `Numbers of a list have a format (${format.slice(0, 40)}) that is not known here, and are written in digits.`
  }
  if (!SPELLED_FORMATS.has(format) || text === '' || language === '' || /^en\b/i.test(language)) return undefined
  return `Numbers of a list are words or have endings (${format}). Word writes them in the language of the text (${language}), and here they are English.`
}

/** Whether a picture bullet shows anything. The file may lack its picture; the bullet of its level is shown then. */
function isVisible({ elements }: Drawing): boolean {
  return elements.some(
    (element) => element.kind === 'picture' || element.fill !== undefined || element.line !== undefined,
  )
}

/** A drawing scaled by a factor. The lines of its shapes keep their width. */
function scaleDrawing(drawing: Drawing, factor: number): Drawing {
  return {
    ...drawing,
    width: drawing.width * factor,
    height: drawing.height * factor,
    elements: drawing.elements.map((element) => scaleElement(element, factor)),
  }
}

function scaleElement(element: DrawingElement, factor: number): DrawingElement {
  const box = {
    x: element.x * factor,
    y: element.y * factor,
    width: element.width * factor,
    height: element.height * factor,
  }
  if (element.kind !== 'shape') return { ...element, ...box }
  const paths = element.paths.map((path) => ({
    ...path,
    commands: path.commands.map((command) => {
      if (command.op === 'Z') return command
      const point = { x: command.x * factor, y: command.y * factor }
      if (command.op !== 'C') return { ...command, ...point }
      const { x1, y1, x2, y2 } = command
      return { ...command, ...point, x1: x1 * factor, y1: y1 * factor, x2: x2 * factor, y2: y2 * factor }
    }),
  }))
  return { ...element, ...box, paths }
}
