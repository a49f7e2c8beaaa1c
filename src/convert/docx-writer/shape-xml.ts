/**
 * Inline shapes with a line of text. Badges, buttons and numbered discs are written as such shapes.
 *
 * @module
 */

import { escapeXml } from '../../escape.js'
import type { FlowInline, FlowShape } from './flow-document.js'
import type { EdgeLine, RunFormat } from './flow-format.js'
import { paragraphProperties } from './paragraph-properties.js'
import { hexColor, toEmu, twips } from './property-values.js'
import type { Place, Story } from './story.js'

const SHAPE = 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape'

/** Line patterns of DrawingML (ECMA-376-1, 20.1.10.48). */
const DASHES: ReadonlyMap<EdgeLine['style'], string> = new Map<EdgeLine['style'], string>([
  ['dotted', 'sysDot'],
  ['dashed', 'dash'],
])

/** Writes inlines into the paragraph of a shape. */
type WriteShapeText = (story: Story, inlines: readonly FlowInline[], place: Place) => void

/**
 * Writes a run with a shape ([MS-ODRAWXML], 2.4.1). Readers without shapes get its text instead, at the same place, with spaces
 * around it.
 */
export function writeShape(story: Story, shape: FlowShape, place: Place, writeText: WriteShapeText): void {
  const { document, out } = story
  const id = ++document.lastObjectId
  const line = shape.line === undefined || shape.line.style === 'none' ? undefined : shape.line
  const border = line === undefined ? 0 : twips(line.width, 0)
  const width = Math.max(1, twips(shape.width, 1) - border)
  const height = Math.max(1, twips(shape.height, 1) - border)
  const size = `cx="${toEmu(width)}" cy="${toEmu(height)}"`
  // DrawingML draws the middle of a line along the edge of the shape, and treats the outer half of the line and the margins as
  // effects. Space above or before a shape would move it away from its text in LibreOffice.
  const beyond = (room = 0) => toEmu(border / 2 + twips(room, 0))
  const [start, wrap, end] =
    shape.offset === undefined
      ? ['<wp:inline distT="0" distB="0" distL="0" distR="0">', '', '</wp:inline>']
      : [anchorXml(shape.offset, id, shape.isBehind === true), '<wp:wrapNone/>', '</wp:anchor>']
  out.write(`<w:r><mc:AlternateContent><mc:Choice xmlns:wps="${SHAPE}" Requires="wps"><w:drawing>${start}<wp:extent ${size}/>\
<wp:effectExtent l="${beyond()}" t="${beyond()}" r="${beyond(shape.margin?.right)}" b="${beyond(shape.margin?.bottom)}"/>${wrap}\
<wp:docPr id="${id}" name="Shape ${id}"/><wp:cNvGraphicFramePr/><a:graphic><a:graphicData uri="${SHAPE}"><wps:wsp>\
<wps:cNvSpPr${shape.inlines.length === 0 ? '' : ' txBox="1"'}/><wps:spPr><a:xfrm${turnXml(shape.degrees)}><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm>\
${geometryXml(shape, Math.min(width, height))}${fillXml(shape.fill)}${lineXml(line)}</wps:spPr>`)
  if (shape.inlines.length > 0) {
    const alignment = shape.alignment ?? 'center'
    const format = { spaceBefore: 0, spaceAfter: 0, lineSpacing: { factor: 1 }, alignment } as const
    out.write(
      `<wps:txbx><w:txbxContent><w:p>${paragraphProperties(format, { rightToLeft: document.styles.rightToLeft })}`,
    )
    writeText(story, shape.inlines, place)
    out.write('</w:p></w:txbxContent></wps:txbx>')
  }
  const { left = 0, right = 0 } = shape.padding ?? {}
  out.write(`<wps:bodyPr rot="0" vert="horz" wrap="none" lIns="${toEmu(left)}" tIns="0" rIns="${toEmu(right)}" bIns="0" \
anchor="ctr" anchorCtr="0"><a:noAutofit/></wps:bodyPr></wps:wsp></a:graphicData></a:graphic>${end}</w:drawing>\
</mc:Choice><mc:Fallback><w:t xml:space="preserve">${escapeXml(` ${plainText(shape.inlines)} `)}</w:t></mc:Fallback>\
</mc:AlternateContent></w:r>`)
}

/** Rotation in sixty-thousandths of a degree (ECMA-376-1, 20.1.10.3). */
function turnXml(degrees = 0): string {
  return degrees === 0 ? '' : ` rot="${Math.round(degrees * 60_000)}"`
}

/**
 * The anchor of a shape in front of or behind the text, at a place that moves with its paragraph, or one on the page
 * (ECMA-376-1, 20.4.2.3).
 */
function anchorXml({ x, y, from }: NonNullable<FlowShape['offset']>, id: number, isBehind: boolean): string {
  const [across, down] = from === 'page' ? ['page', 'page'] : ['column', 'paragraph']
  const place = (value: number) => `<wp:posOffset>${toEmu(twips(value))}</wp:posOffset>`
  return `<wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="${id}" behindDoc="${isBehind ? 1 : 0}" locked="0" \
layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="${across}">${place(x)}</wp:positionH>\
<wp:positionV relativeFrom="${down}">${place(y)}</wp:positionV>`
}

/**
 * The geometry of the shape. Rounded corners are a share of the shorter side (ECMA-376-1, 20.1.9.18; the formula of
 * `roundRect`).
 */
function geometryXml({ isEllipse, radius = 0 }: FlowShape, shorter: number): string {
  if (isEllipse === true) return '<a:prstGeom prst="ellipse"><a:avLst/></a:prstGeom>'
  if (radius <= 0) return '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>'
  const share = Math.round(Math.min(0.5, radius / shorter) * 100_000)
  return `<a:prstGeom prst="roundRect"><a:avLst><a:gd name="adj" fmla="val ${share}"/></a:avLst></a:prstGeom>`
}

function fillXml(fill: string | undefined): string {
  return fill === undefined ? '<a:noFill/>' : `<a:solidFill><a:srgbClr val="${hexColor(fill)}"/></a:solidFill>`
}

function lineXml(line: EdgeLine | undefined): string {
  if (line === undefined) return '<a:ln><a:noFill/></a:ln>'
  const dash = DASHES.get(line.style)
  return `<a:ln w="${toEmu(twips(line.width, 1))}"${line.style === 'double' ? ' cmpd="dbl"' : ''}>\
${fillXml(line.color)}${dash === undefined ? '' : `<a:prstDash val="${dash}"/>`}</a:ln>`
}

/** The text of a shape on its background, with space at its sides, for places where shapes are not possible. */
export function shapeAsText({ inlines, fill, line }: FlowShape): FlowInline[] {
  const paint = {
    ...(fill === undefined ? {} : { background: fill }),
    ...(line === undefined ? {} : { border: line }),
  }
  const painted = paintText(inlines, paint)
  const first = painted.find((inline) => inline.kind === 'text')
  const room: FlowInline[] = first?.kind === 'text' ? [{ ...first, text: '\u00a0' }] : []
  return [...room, ...painted, ...room]
}

function paintText(inlines: readonly FlowInline[], paint: Pick<RunFormat, 'background' | 'border'>): FlowInline[] {
  return inlines.map((inline): FlowInline => {
    if (inline.kind === 'link') return { ...inline, inlines: paintText(inline.inlines, paint) }
    return inline.kind === 'text' ? { ...inline, format: { ...inline.format, ...paint } } : inline
  })
}

function plainText(inlines: readonly FlowInline[]): string {
  return inlines
    .map((inline) => (inline.kind === 'text' ? inline.text : inline.kind === 'link' ? plainText(inline.inlines) : ''))
    .join('')
}
