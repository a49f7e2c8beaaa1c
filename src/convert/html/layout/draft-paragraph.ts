/**
 * Paragraphs of texts in their frames.
 *
 * @module
 */

import type { FlowInline, FlowParagraph, FlowShape } from '../../docx-writer/flow-document.js'
import type { RunFormat } from '../../docx-writer/flow-format.js'
import type { BlockBox, RowBox, TextBox } from '../boxes/box-tree.js'
import { fitPictures } from '../boxes/convert-image.js'
import { firstStrongDirection } from '../boxes/text-direction.js'
import type { ConversionWarnings } from '../conversion-warnings.js'
import type { TextStyle } from '../css/computed-style.js'
import { contrastOf } from '../css/css-color.js'
import { type BlockFrame, enterBlock } from '../frames/block-frame.js'
import { hasShape, hasShapedText, isBlank, roomAbove, splitShapedLines } from '../frames/shaped-lines.js'
import { browserLineSpacing, type ParagraphFormatDraft, toParagraphFormat } from '../measure/formats.js'
import { measureBox } from '../measure/measure-boxes.js'
import type { Layout } from './layout.js'
import type { DraftBlock, DraftParagraph } from './settle-spacing.js'

/** Whether the paragraph is directly in the block, so that the block's margins apply to it. */
export function isOwnText(draft: DraftBlock, frame: BlockFrame): draft is DraftParagraph {
  return draft.kind === 'paragraph' && draft.owner === frame.place
}

/** The paragraphs of a text: one, unless its lines contain shapes. */
export function draftText(box: TextBox, frame: BlockFrame, layout: Layout): DraftParagraph[] {
  if (!box.inlines.some(hasShapedText)) return [draftLines(box, frame, layout)]
  const lines = splitShapedLines(box, frame.width - frame.indentStart - frame.indentEnd, ({ radius, isEllipse }) => {
    if (radius !== undefined || isEllipse === true) layout.warnings.countUnmet(['border-radius'])
  })
  return lines.map((line, index) => {
    const draft = draftLines(line, frame, layout)
    if (lines.length > 1) draft.isTight = false
    if (index > 0) {
      draft.top = 0
      if (draft.list === undefined) delete draft.format.indentFirstLine
    }
    if (index < lines.length - 1) draft.bottom = 0
    return draft
  })
}

function draftLines(box: TextBox, frame: BlockFrame, layout: Layout): DraftParagraph {
  const fitted = box.hasImages
    ? fitPictures(box.inlines, frame.width - frame.indentStart - frame.indentEnd, layout.pageHeight)
    : box.inlines
  const inlines = makeLegible(fitted, box.place.style.text, frame.painted, layout.warnings)
  const draft = draftParagraph(frame, inlines, layout, frame.place)
  alignLast(draft, box, frame, layout)
  if (inlines.some(hasShape)) {
    draft.format.centersLine = true
    draft.insetTop += roomAbove(inlines)
    const { lineSpacing } = draft.format
    const isLower = lineSpacing !== undefined && 'factor' in lineSpacing && lineSpacing.factor < 1
    if (isLower || inlines.every((inline) => hasShape(inline) || isBlank(inline)))
      draft.format.lineSpacing = { factor: 1 }
  }
  if (box.hanging !== undefined && draft.list === undefined) {
    draft.format.indentStart ??= frame.indentStart
    draft.format.indentFirstLine = -box.hanging
  }
  return draft
}

/** Aligns the only line of a text as the last line of its block is. Word has no alignment for the last of several lines. */
function alignLast(draft: DraftParagraph, box: TextBox, frame: BlockFrame, layout: Layout): void {
  const { textAlignLast: last } = frame.text
  const isOne = last !== undefined && measureBox(box).most <= frame.width - frame.indentStart - frame.indentEnd
  if (!isOne || box.inlines.some(({ kind }) => kind === 'break')) return
  draft.format.alignment = last
  layout.warnings.countMet('text-align-last', frame.place.style.unmet)
}

/** The paragraph of a block that is a shape, at the place given by the margins of the box. */
export function draftShape(shape: FlowShape, { place }: BlockBox, around: BlockFrame, layout: Layout): DraftParagraph {
  const { margin } = place.style.box
  const box = { display: 'block' as const, margin, padding: {}, border: {} }
  const style = { text: place.style.text, box }
  const frame = enterBlock(around, { id: place.id, style }, 'div', { style: 'body', isTight: true })
  layout.warnings.countMet('border-radius', place.style.unmet)
  const draft = draftParagraph(frame, [shape], layout)
  if (margin.left === 'auto') draft.format.alignment = margin.right === 'auto' ? 'center' : 'end'
  else draft.format.alignment = around.alignment ?? 'start'
  draft.format.lineSpacing = { factor: 1 }
  draft.top = frame.top ?? 0
  draft.bottom = frame.bottom ?? 0
  draft.isTight = false
  return draft
}

/** The line of a row that consists of shapes. */
export function draftShapes(
  shapes: readonly FlowShape[],
  { items, place }: RowBox,
  frame: BlockFrame,
  layout: Layout,
): DraftParagraph {
  for (const item of items) layout.warnings.countMet('border-radius', item.place.style.unmet)
  const draft = draftParagraph({ ...frame, style: 'body', isTight: true }, [...shapes], layout)
  const { justify } = place.style.box.flex ?? {}
  if (justify === 'center' || justify === 'end') draft.format.alignment = justify
  draft.format.lineSpacing = { factor: 1 }
  return draft
}

/** Height in twips of the line that anchors floating shapes: the minimum in Word. */
const ANCHOR_LINE = 20

/** The paragraph that anchors floating shapes. */
export function draftAnchor(shapes: readonly FlowShape[], frame: BlockFrame, layout: Layout): DraftParagraph {
  const { style: _, ...bare } = frame
  const draft = draftParagraph({ ...bare, style: 'body', isTight: true, isNaturalIndent: true }, [...shapes], layout)
  draft.format.lineSpacing = { exact: ANCHOR_LINE }
  draft.isTight = false
  return draft
}

/** A paragraph of the frame, even an empty one. */
export function draftParagraph(
  frame: BlockFrame,
  inlines: FlowInline[],
  layout: Layout,
  owner?: object,
): DraftParagraph {
  const { text, item, style } = frame
  const format = toParagraphFormat(text, frame.width, layout.lineHeight)
  if (layout.isRightToLeft && text.direction === 'ltr') format.rightToLeft = false
  if (layout.browserLines !== undefined) setBrowserLines(format, frame, layout.browserLines)
  const { alignment } = frame
  if (alignment !== undefined && (text.textAlign === undefined || text.textAlign === 'start'))
    format.alignment = alignment
  if (!frame.isNaturalIndent) {
    format.indentStart = frame.indentStart
    if (frame.indentEnd !== 0 || style === 'quote') format.indentEnd = frame.indentEnd
  }
  if (frame.shading !== undefined) format.shading = frame.shading
  if (frame.borders !== undefined) format.borders = frame.borders
  if (frame.keepWithNext) format.keepWithNext = true
  if (frame.keepLines) format.keepLines = true
  if (layout.detectsDirection && text.direction === undefined) {
    if (startsRightToLeft(plainText(inlines))) format.rightToLeft = true
  }
  return {
    kind: 'paragraph',
    style,
    format,
    ...(item === undefined ? {} : markOf(text, item)),
    list: item === undefined ? undefined : listOf(item, style, format),
    owner,
    painter: frame.painter,
    inlines,
    top: frame.isTight ? 0 : undefined,
    bottom: frame.isTight ? 0 : undefined,
    insetTop: 0,
    insetBottom: 0,
    isTight: frame.isTight,
  }
}

/** The format of a label: as large as the text of its item, and in its colour, unless the page sets another. */
function markOf(
  { fontSize, rem, color }: BlockFrame['text'],
  { mark }: NonNullable<BlockFrame['item']>,
): Pick<DraftParagraph, 'mark'> {
  const own = {
    ...(fontSize === undefined || fontSize === rem ? {} : { size: fontSize }),
    ...(color === undefined ? {} : { color }),
    ...mark,
  }
  return Object.keys(own).length === 0 ? {} : { mark: own }
}

/** Styles whose font size the page sets. Others, such as that of code, have sizes of their own. */
const SIZED_STYLES = /^(?:body|listParagraph|definition|definitionTerm|quote|alert|tableHeader|heading\d)$/

function setBrowserLines(
  format: ParagraphFormatDraft,
  { style, text }: BlockFrame,
  usual: NonNullable<ParagraphFormatDraft['lineSpacing']>,
): void {
  if (!SIZED_STYLES.test(style)) return
  const own = browserLineSpacing(text)
  const isUsual = 'atLeast' in own ? 'atLeast' in usual && usual.atLeast === own.atLeast : isSameFactor(own, usual)
  if (!isUsual || style.startsWith('heading')) format.lineSpacing = own
  else delete format.lineSpacing
}

function isSameFactor(
  own: NonNullable<ParagraphFormatDraft['lineSpacing']>,
  usual: NonNullable<ParagraphFormatDraft['lineSpacing']>,
): boolean {
  return 'factor' in own && 'factor' in usual && own.factor === usual.factor
}

/** The first paragraph of an item gets its label. Code and tables are only indented like its text. */
function listOf(
  item: NonNullable<BlockFrame['item']>,
  style: FlowParagraph['style'],
  format: ParagraphFormatDraft,
): FlowParagraph['list'] | undefined {
  const { list, level, indent } = item
  const isFirst = !item.isLabelled
  item.isLabelled = true
  if (list === undefined) {
    format.indentStart ??= indent
    if (isFirst) format.indentFirstLine = -item.hanging
    return undefined
  }
  if (isFirst) return { list, level }
  if (style === 'listParagraph' || style === 'quote' || style === 'footnote') return { list, level, continued: true }
  format.indentStart ??= indent
  return undefined
}

function startsRightToLeft(text: string): boolean {
  // Most text begins with an ASCII letter, which settles the direction at once.
  return !/^[A-Za-z]/.test(text) && firstStrongDirection(text) === 'rtl'
}

function plainText(inlines: readonly FlowInline[]): string {
  let text = ''
  for (const inline of inlines) {
    if (inline.kind === 'text') text += inline.text
    else if (inline.kind === 'link' || inline.kind === 'shape') text += plainText(inline.inlines)
    if (text.length > 200) break
  }
  return text
}

/** Minimum contrast of readable text on a background that the page did not choose. */
const LEAST_CONTRAST = 2

/**
 * Makes text legible on the background that is drawn. The page may have meant another background that is not drawn, such as a
 * picture; light text would then be invisible on paper.
 *
 * @param painted the colour that is drawn beneath the text
 */
function makeLegible(
  inlines: FlowInline[],
  style: TextStyle,
  painted: string,
  warnings: ConversionWarnings,
): FlowInline[] {
  if (style.onPicture !== true && (style.backdrop ?? 'FFFFFF') === painted) return inlines
  return inlines.map((inline) => recolor(inline, style, painted, warnings))
}

function recolor(inline: FlowInline, style: TextStyle, painted: string, warnings: ConversionWarnings): FlowInline {
  if (inline.kind === 'link') {
    return { ...inline, inlines: inline.inlines.map((inner) => recolor(inner, style, painted, warnings)) }
  }
  if (inline.kind !== 'text' || inline.format.background !== undefined) return inline
  const color = inline.format.color ?? style.color ?? '000000'
  if (contrastOf(color, painted) >= LEAST_CONTRAST || isMeantFaint(color, style)) return inline
  warnings.add('The colour of text was changed where the background behind it is not drawn.')
  const format: RunFormat = { ...inline.format, color: contrastOf('000000', painted) > 5 ? '000000' : 'FFFFFF' }
  return { ...inline, format }
}

function isMeantFaint(color: string, { backdrop = 'FFFFFF', onPicture }: TextStyle): boolean {
  return onPicture !== true && contrastOf(color, backdrop) < LEAST_CONTRAST
}
