/**
 * Reads shapes of DrawingML: geometry, fill, line and text.
 *
 * @module
 */

import type { Fill, LineStyle, ShapeElement, TextBox } from '../../typeset/drawings.js'
import type { Block, Inline, TextPiece } from '../../typeset/model/document-model.js'
import type { HexColor, RunProperties } from '../../typeset/model/properties.js'
import type { XmlElement } from '../xml/xml-element.js'
import { childOf, childrenOf } from '../xml/xml-element.js'
import type { Box } from './box.js'
import { type DrawingColor, readColorIn } from './color.js'
import type { DrawingEnvironment } from './drawing-environment.js'
import { readDrawingText } from './drawing-text.js'
import { readFill, readFillElement } from './fill.js'
import { readCustomGeometry } from './geometry/custom-geometry.js'
import type { Geometry } from './geometry/geometry.js'
import { presetGeometry, readAdjustments } from './geometry/preset-geometry.js'
import { type LineReference, readLine } from './line.js'
import { makeShapeElements } from './shape-elements.js'
import { linkedTextBox, makeTextBox, readTextColumns } from './text-box.js'
import { readNumber } from './units.js'

/** First index of the format scheme's background fills (ECMA-376-1, 20.1.4.2.10). */
const FIRST_BACKGROUND_FILL = 1001

/**
 * A shape of DrawingML, or Word's own kind (wps:wsp), in its box within the drawing.
 *
 * @param textBox box of its text, if it differs from the shape's
 */
export function readShape(
  shape: XmlElement,
  box: Box,
  env: DrawingEnvironment,
  groupFill?: Fill | null,
  textBox?: Box,
): ShapeElement[] {
  const prefix = shape.name.slice(0, shape.name.indexOf(':') + 1)
  const properties = childOf(shape, `${prefix}spPr`)
  const style = childOf(shape, `${prefix}style`)
  const geometry = readGeometry(properties, box.width, box.height, env)
  const fill = readShapeFill(properties, style, env, groupFill) ?? undefined
  warnOfPlainLooks(shape, properties, env)
  const line = readShapeLine(properties, style, env)
  if (textBox === undefined) {
    const own = readShapeText(shape, prefix, style, geometry, env)
    return makeShapeElements(box, geometry, { fill, line, text: linkedText(own, shape, box, geometry, env) })
  }
  const text = readShapeText(shape, prefix, style, { paths: [] }, env)
  const shapes = makeShapeElements(box, geometry, { fill, line })
  return text === undefined ? shapes : [...shapes, ...makeShapeElements(textBox, { paths: [] }, { text })]
}

/** Warns of effects that are not drawn, and of bent text that is drawn straight. */
function warnOfPlainLooks(shape: XmlElement, properties: XmlElement | undefined, env: DrawingEnvironment): void {
  const isRaised = childOf(childOf(properties, 'a:sp3d'), 'a:bevelT') !== undefined
  if (childrenOf(childOf(properties, 'a:effectLst')).length > 0 || isRaised)
    env.warn('Effects of shapes (shadows, glows, reflections, bevels) are not drawn.')
  const body =
    childrenOf(shape).find(({ name }) => name.endsWith(':bodyPr')) ?? childOf(childOf(shape, 'dsp:txBody'), 'a:bodyPr')
  const warp = childOf(body, 'a:prstTxWarp')?.attributes['prst'] ?? 'textNoShape'
  if (warp !== 'textNoShape' && warp !== 'textPlain')
    env.warn('Text of WordArt that is bent to a shape is set straight.')
}

/** Outlines in shape properties: preset or custom; a rectangle by default. */
export function readGeometry(
  properties: XmlElement | undefined,
  width: number,
  height: number,
  env: DrawingEnvironment,
): Geometry {
  const custom = childOf(properties, 'a:custGeom')
  if (custom !== undefined) return readCustomGeometry(custom, width, height)
  const preset = childOf(properties, 'a:prstGeom')
  const name = preset?.attributes['prst'] ?? 'rect'
  const known = presetGeometry(name, width, height, preset === undefined ? undefined : readAdjustments(preset))
  if (known !== undefined) return known
  env.warn(`The shape "${name.slice(0, 60)}" is drawn as a rectangle.`)
  return presetGeometry('rect', width, height) ?? { paths: [] }
}

/** The fill in shape properties, or that of a style reference; `null` for none. */
export function readShapeFill(
  properties: XmlElement | undefined,
  style: XmlElement | undefined,
  env: DrawingEnvironment,
  groupFill?: Fill | null,
): Fill | null | undefined {
  const own = readFill(properties, env, groupFill)
  if (own !== undefined) return own
  const reference = childOf(style, 'a:fillRef')
  const index = readNumber(reference?.attributes['idx'], 0)
  if (reference === undefined || index < 1) return undefined
  const background = index >= FIRST_BACKGROUND_FILL
  const list = childOf(env.theme.formatScheme, background ? 'a:bgFillStyleLst' : 'a:fillStyleLst')
  const placeholder = readColorIn(reference, env.theme)
  const element = childrenOf(list)[index - (background ? FIRST_BACKGROUND_FILL : 1)]
  const fill = element === undefined ? undefined : readFillElement(element, env, undefined, placeholder)
  if (fill !== undefined) return fill
  return placeholder === undefined ? undefined : { type: 'solid', ...placeholder }
}

/** The outline in shape properties, on top of that of a style reference. */
export function readShapeLine(
  properties: XmlElement | undefined,
  style: XmlElement | undefined,
  env: DrawingEnvironment,
): LineStyle | undefined {
  const reference = childOf(style, 'a:lnRef')
  const index = readNumber(reference?.attributes['idx'], 0)
  const placeholder: DrawingColor | undefined = readColorIn(reference, env.theme)
  const list = childrenOf(childOf(env.theme.formatScheme, 'a:lnStyleLst'))
  const themed: LineReference | undefined = index < 1 ? undefined : { line: list[index - 1], placeholder }
  return readLine(childOf(properties, 'a:ln'), env, themed)
}

function readShapeText(
  shape: XmlElement,
  prefix: string,
  style: XmlElement | undefined,
  geometry: Geometry,
  env: DrawingEnvironment,
): TextBox | undefined {
  const color = readColorIn(childOf(style, 'a:fontRef'), env.theme)?.color
  const content = childOf(childOf(shape, `${prefix}txbx`), 'w:txbxContent')
  if (content === undefined) {
    // In a drawing canvas (lc:lockedCanvas), the text has a shape of its own (a:txSp, 20.1.2.2.42).
    const body = childOf(shape, `${prefix}txBody`) ?? childOf(childOf(shape, 'a:txSp'), 'a:txBody')
    const look = { font: env.theme.minorFonts?.latin ?? 'Calibri', size: 360, color: color ?? '000000' }
    const paragraphs = readDrawingText(body, look, env)
    if (!paragraphs.some((paragraph) => paragraph.inlines.length > 0)) return undefined
    const properties = childOf(body, 'a:bodyPr')
    return { ...makeTextBox(paragraphs, properties, geometry.textInsets), ...readTextColumns(properties) }
  }
  const blocks = env.readBlocks(content)
  return makeTextBox(
    color === undefined || color === '000000' ? blocks : colorText(blocks, color),
    childOf(shape, `${prefix}bodyPr`),
    geometry.textInsets,
  )
}

/**
 * The text of a box of Word that goes on in others (`id` of wps:txbx), or that has the rest of another one's (wps:linkedTxbx,
 * [MS-DOCX] 2.5).
 */
function linkedText(
  text: TextBox | undefined,
  shape: XmlElement,
  box: Box,
  geometry: Geometry,
  env: DrawingEnvironment,
): TextBox | undefined {
  const linked = childOf(shape, 'wps:linkedTxbx')?.attributes
  const id = linked?.['id'] ?? childOf(shape, 'wps:txbx')?.attributes['id']
  if (id === undefined || (text === undefined && linked === undefined)) return text
  const place = readNumber(linked?.['seq'], 0)
  const own = text ?? makeTextBox([], childOf(shape, 'wps:bodyPr'), geometry.textInsets)
  return linkedTextBox(own, box, { id: `${id} ${place}`, next: `${id} ${place + 1}` }, env)
}

/** Gives text without a colour the one of its shape's style (a:fontRef). */
function colorText(blocks: readonly Block[], color: HexColor): readonly Block[] {
  const changed = new Map<RunProperties, RunProperties>()
  const colorRun = (run: RunProperties): RunProperties => {
    if (run.color !== 'auto') return run
    const known = changed.get(run)
    if (known !== undefined) return known
    const result = { ...run, color }
    changed.set(run, result)
    return result
  }
  const colorPieces = (pieces: readonly TextPiece[]): readonly TextPiece[] =>
    pieces.map(({ text, run }) => ({ text, run: colorRun(run) }))
  const colorInline = (inline: Inline): Inline => {
    if (!('run' in inline) || inline.kind === 'math') return inline
    const run = colorRun(inline.run)
    if (inline.kind !== 'stacked') return { ...inline, run }
    return { ...inline, run, over: colorPieces(inline.over), base: colorPieces(inline.base) }
  }
  const colorBlock = (block: Block): Block => {
    if (block.kind === 'paragraph') {
      return {
        ...block,
        inlines: block.inlines.map(colorInline),
        ...(block.label === undefined ? {} : { label: { ...block.label, run: colorRun(block.label.run) } }),
      }
    }
    const rows = block.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell) => ({ ...cell, blocks: cell.blocks.map(colorBlock) })),
    }))
    return { ...block, rows }
  }
  return blocks.map(colorBlock)
}
