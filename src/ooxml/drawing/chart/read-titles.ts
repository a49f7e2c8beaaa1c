/**
 * Reads the titles of charts and axes, and the formats of their text.
 *
 * @module
 */

import type { ChartTitle } from '../../../typeset/drawings.js'
import { makeParagraph, type PlainTextLook } from '../../../typeset/model/plain-model.js'
import { childOf, type XmlElement } from '../../xml/xml-element.js'
import type { DrawingEnvironment } from '../drawing-environment.js'
import { readDrawingText, readTextLook } from '../drawing-text.js'
import { readTexts } from './chart-cache.js'

/** Font size of a title, as a factor on that of the chart. */
const TITLE_SIZE = 1.4

/** The format that an element gives its text (c:txPr), with the rest from another. */
export function readLook(element: XmlElement | undefined, base: PlainTextLook, env: DrawingEnvironment): PlainTextLook {
  const paragraph = childOf(childOf(element, 'c:txPr'), 'a:p')
  return readTextLook(childOf(childOf(paragraph, 'a:pPr'), 'a:defRPr'), base, env)
}

/**
 * The title of a chart (c:title).
 *
 * @param name for a title without a text of its own
 */
export function readTitle(title: XmlElement, name: string, base: PlainTextLook, env: DrawingEnvironment): ChartTitle {
  const look = readLook(title, { ...base, size: base.size * TITLE_SIZE, alignment: 'center' }, env)
  const text = childOf(title, 'c:tx')
  const rich = readDrawingText(childOf(text, 'c:rich'), look, env)
  if (rich.length > 0) return { blocks: rich, look }
  const cached = readTexts(text).join(' ')
  return { blocks: [makeParagraph([{ text: cached === '' ? name : cached, look }], look)], look }
}

/** The title of an axis, with its own text or that of a cell. Office shows one without text under its general name. */
export function readAxisTitle(
  title: XmlElement | undefined,
  base: PlainTextLook,
  env: DrawingEnvironment,
): ChartTitle | undefined {
  if (title === undefined) return undefined
  const text = childOf(title, 'c:tx')
  const centred: PlainTextLook = { ...base, alignment: 'center' }
  const rich = readDrawingText(childOf(text, 'c:rich'), centred, env)
  if (rich.length > 0) return { blocks: rich, look: centred }
  const cached = text === undefined ? 'Axis Title' : readTexts(text).join(' ')
  if (cached === '') return undefined
  const look = readLook(title, centred, env)
  return { blocks: [makeParagraph([{ text: cached, look }], look)], look }
}
