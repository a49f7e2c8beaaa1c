/**
 * Reads text in VML shapes, including WordArt and watermarks.
 *
 * @module
 */

import { roundTwips, type TextBox } from '../../../typeset/drawings.js'
import { makeParagraph, type PlainTextLook } from '../../../typeset/model/plain-model.js'
import type { Edges } from '../../../typeset/model/table-model.js'
import { childOf, type XmlElement } from '../../xml/xml-element.js'
import type { Box } from '../box.js'
import type { DrawingEnvironment } from '../drawing-environment.js'
import { linkedTextBox } from '../text-box.js'
import { readBoolean } from '../units.js'
import { parseVmlStyle, readVmlLength, type VmlStyle } from './vml-style.js'
import { childAttributeOf, shapeTypeNumber, type VmlSource } from './vml-template.js'

/** Default insets of a text box, in twips: 0.1 inch at the sides, 0.05 inch above and below. */
const DEFAULT_INSETS = [144, 72, 144, 72] as const

/** The text in a VML shape (v:textbox, ECMA-376-4, 14.1.2.22). */
export function readVmlTextBox(
  shape: XmlElement,
  shapeStyle: VmlStyle,
  textInsets: Edges<number> | undefined,
  env: DrawingEnvironment,
): TextBox | undefined {
  const textbox = childOf(shape, 'v:textbox')
  const content = childOf(textbox, 'w:txbxContent')
  if (textbox === undefined || content === undefined) return undefined
  const style = parseVmlStyle(textbox.attributes['style'])
  const parts = (textbox.attributes['inset'] ?? '').split(',')
  const inset = (edge: 0 | 1 | 2 | 3) => readVmlLength(parts[edge]) ?? DEFAULT_INSETS[edge]
  return {
    blocks: env.readBlocks(content),
    insets: {
      left: roundTwips(inset(0) + (textInsets?.left ?? 0)),
      top: roundTwips(inset(1) + (textInsets?.top ?? 0)),
      right: roundTwips(inset(2) + (textInsets?.right ?? 0)),
      bottom: roundTwips(inset(3) + (textInsets?.bottom ?? 0)),
    },
    verticalAlign: readVerticalAlign(shapeStyle.get('v-text-anchor') ?? style.get('v-text-anchor')),
    textDirection: readTextDirection(style),
    fitShape: readBoolean(style.get('mso-fit-shape-to-text'), false),
    wrap: (shapeStyle.get('mso-wrap-style') ?? style.get('mso-wrap-style')) !== 'none',
  }
}

/** A text box with the one that its text goes on in (mso-next-textbox). */
export function linkedVmlText(
  text: TextBox | undefined,
  shape: XmlElement,
  box: Box,
  env: DrawingEnvironment,
): TextBox | undefined {
  const id = shape.attributes['id']
  if (text === undefined || id === undefined) return text
  const style = parseVmlStyle(childOf(shape, 'v:textbox')?.attributes['style'])
  const next = style.get('mso-next-textbox')?.replace(/^#/, '')
  const isEmpty = text.blocks.every((block) => block.kind === 'paragraph' && block.inlines.length === 0)
  return next === undefined && !isEmpty ? text : linkedTextBox(text, box, { id, next }, env)
}

function readVerticalAlign(anchor: string | undefined): TextBox['verticalAlign'] {
  if (anchor?.startsWith('middle') === true) return 'center'
  return anchor?.startsWith('bottom') === true ? 'bottom' : 'top'
}

function readTextDirection(style: VmlStyle): TextBox['textDirection'] {
  if (style.get('layout-flow')?.startsWith('vertical') !== true) return 'horizontal'
  if (style.get('mso-layout-flow-alt') === 'bottom-to-top') return 'anticlockwise'
  return style.get('layout-flow') === 'vertical-ideographic' ? 'vertical' : 'clockwise'
}

/** Whether a shape is WordArt. Built-in types of WordArt are o:spt 24 to 31 and 136 to 175; an unknown type may be one. */
function isWordArt(source: VmlSource): boolean {
  const type = shapeTypeNumber(source)
  return type === undefined || (type >= 24 && type <= 31) || (type >= 136 && type <= 175)
}

/** Maximum number of characters of WordArt. Further ones are left out. */
const MAX_WORD_ART = 2000

/**
 * WordArt and watermarks: text that is stretched to the shape's box (v:textpath, ECMA-376-4, 14.1.2.23). Usually the shape type
 * says whether it is on, but the type may be missing in the part.
 */
export function readTextPath(source: VmlSource, env: DrawingEnvironment): TextBox | undefined {
  if (!readBoolean(childAttributeOf(source, 'v:textpath', 'on'), isWordArt(source))) return undefined
  const text = childAttributeOf(source, 'v:textpath', 'string')
  if (text === undefined || text.trim() === '') return undefined
  if (text.length > MAX_WORD_ART) env.warn(`${text.length - MAX_WORD_ART} characters of a WordArt text are left out.`)
  const style = parseVmlStyle(childAttributeOf(source, 'v:textpath', 'style'))
  const look: PlainTextLook = {
    font: style.get('font-family')?.replace(/["']/g, '').split(',', 1)[0]?.trim() || 'Arial',
    size: Math.max(20, readVmlLength(style.get('font-size')) ?? 720),
    color: '000000',
    bold: /^(bold|[6-9]00)/.test(style.get('font-weight') ?? ''),
    italic: style.get('font-style') === 'italic',
  }
  const lines = text.slice(0, MAX_WORD_ART).split(/\r\n|\r|\n/)
  return {
    blocks: lines.map((line) => makeParagraph([{ text: line, look }], look)),
    insets: { top: 0, right: 0, bottom: 0, left: 0 },
    verticalAlign: 'center',
    textDirection: 'horizontal',
    fitShape: false,
    wrap: false,
    stretch: true,
  }
}
