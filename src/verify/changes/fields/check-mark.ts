/**
 * The looks of check boxes and radio buttons (ISO 32000-2, 12.7.5.2.3): a mark, and no text.
 *
 * @module
 */
import type { PdfDict, PdfStream } from '../../../pdf/objects.js'
import { faultWithoutPlace } from '../drawings/annotation-drawings.js'
import { rectangleOf } from '../drawings/file-drawings.js'
import type { RevisionPair } from '../revision-pair.js'
import { isFrame, isGround } from './field-marks.js'

/** Shapes that make a mark: a tick, a cross, a disc with its ring. */
const MAX_SHAPES = 8

/** True for what may show that a button is on: one sign, drawn or out of a standard font. */
export function isCheckMark(pair: RevisionPair, widget: PdfDict, stream: PdfStream): boolean {
  const look = drawButton(pair, widget, stream)
  if (look === undefined || look.marks > MAX_SHAPES || look.glyphs.length > 1) return false
  if (look.marks + look.glyphs.length === 0) return false
  return look.glyphs.every(({ font }) => !font.facts.isEmbedded && font.facts.subtype !== 'Type3')
}

/** True for what may show that a button is off: a frame and a ground. */
export function isEmptyMark(pair: RevisionPair, widget: PdfDict, stream: PdfStream): boolean {
  const look = drawButton(pair, widget, stream)
  return look !== undefined && look.marks === 0 && look.glyphs.length === 0
}

function drawButton(pair: RevisionPair, widget: PdfDict, stream: PdfStream) {
  const rectangle = rectangleOf(pair.newer, widget)
  const reader = pair.drawings.reader(pair.newer)
  if (rectangle === undefined) {
    return faultWithoutPlace(reader, stream) === undefined ? { glyphs: [], marks: 0 } : undefined
  }
  const { glyphs, areas, unknown } = reader.appearance(stream, rectangle)
  if (unknown.length > 0 || areas.some(({ kind }) => kind !== 'fill' && kind !== 'stroke')) return undefined
  const isMark = (area: (typeof areas)[number]) =>
    !isGround(area, rectangle, Number.POSITIVE_INFINITY) && !isFrame(area, rectangle)
  return { glyphs, marks: areas.filter(isMark).length }
}
