/**
 * Headers, footers and borders of a page, once the number of pages is known.
 *
 * @module
 */

import type { DisplayItem, DisplayList, Page } from '../display/display-list.js'
import type { SectionProperties } from '../model/document-model.js'
import type { Border } from '../model/properties.js'
import { borderThickness } from '../table/border-strokes.js'
import { paintHorizontalBorder, paintVerticalBorder } from '../table/paint-border.js'
import type { FinishedPage } from './finish-page.js'
import type { FlowContext } from './flow-context.js'
import { footerFrame, type HeaderCache, type HeaderKind, headerFrame } from './headers.js'
import type { Stack } from './layout-context.js'
import type { PageGeometry } from './page-geometry.js'
import { paintFloats } from './paint-floats.js'
import { stackFloats } from './stack-floats.js'

/**
 * Adds header, footer and borders to a page in Word's painting order: objects behind the text, headers and footers, text,
 * objects in front of it. Headers and footers that cover nothing come after the text, so that readers of the content in its
 * order meet the text first.
 */
export function completePage(page: FinishedPage, headers: HeaderCache, context: FlowContext): Page {
  const { geometry, section, headerKind } = page
  const { properties } = section
  const { background } = context.document
  const strips = headerKind === undefined ? [] : stripsOf(page, headerKind, headers, context)
  const borders: DisplayList = []
  if (headerKind !== undefined) paintPageBorders(properties, geometry, page.isFirstOfSection, borders)
  const bordersInFront = properties.pageBorders?.inFront ?? false
  const texts = strips.flatMap(({ role, text }) => artifact(role, text))
  const coversNothing = strips.every(({ text }) => text.every(({ kind }) => kind !== 'rectangle' && !isDrawn(kind)))
  return {
    width: geometry.frame.width,
    height: geometry.frame.height,
    ...(background !== undefined && { background }),
    items: [
      ...(bordersInFront ? [] : borders),
      ...strips.flatMap(({ role, behind }) => artifact(role, behind)),
      ...page.behindText,
      ...(coversNothing ? [] : texts),
      ...strips.flatMap(({ role, inFront }) => artifact(role, inFront)),
      ...page.text,
      ...(coversNothing ? texts : []),
      ...page.inFront,
      ...(bordersInFront ? borders : []),
    ],
  }
}

/** A header or footer of a page, in layers. */
interface Strip {
  readonly role: 'header' | 'footer'
  readonly behind: DisplayList
  readonly text: DisplayList
  readonly inFront: DisplayList
}

function stripsOf(page: FinishedPage, kind: HeaderKind, headers: HeaderCache, context: FlowContext): Strip[] {
  const { geometry, section } = page
  const { properties } = section
  const strips: Strip[] = []
  const add = (role: Strip['role'], stack: Stack, top: number) => {
    const strip: Strip = { role, behind: [], text: [], inFront: [] }
    paintStrip(stack, top, page, strip, context)
    strips.push(strip)
  }
  const { [kind]: header } = properties.headers
  const { [kind]: footer } = properties.footers
  if (header !== undefined) {
    const stack = headers.stackFor(header, geometry.textWidth, headerFrame(geometry, properties))
    add('header', stack, properties.headerDistance)
  }
  if (footer !== undefined) {
    const { top } = headers.measuredFooter(footer, geometry, properties)
    add('footer', headers.stackFor(footer, geometry.textWidth, footerFrame(geometry, top)), top)
  }
  return strips
}

function artifact(role: Strip['role'], items: DisplayList): DisplayList {
  return items.length === 0 ? [] : [{ kind: 'artifact', role, items }]
}

function isDrawn(kind: DisplayItem['kind']): boolean {
  return kind === 'path' || kind === 'picture' || kind === 'group'
}

/**
 * Paints a header or footer with the drawings that are anchored in it. Text above and below the page is not painted, since
 * each page would repeat it; ink may leave its line, but not by the height of a page.
 */
function paintStrip(stack: Stack, top: number, { geometry }: FinishedPage, layers: Strip, context: FlowContext): void {
  const { height } = geometry.frame
  stack.paintWithin({ above: -height, below: height }, layers.text, geometry.textLeft, top)
  const floats = stackFloats(stack, geometry, top, context)
  paintFloats(
    floats.map((float) => ({ float, shiftX: 0, shiftY: 0 })),
    layers.behind,
    layers.inFront,
  )
}

type PageBorders = NonNullable<SectionProperties['pageBorders']>

/** Paints the borders of a page where its section has them (ECMA-376-1, 17.6.10). */
function paintPageBorders(
  section: SectionProperties,
  { frame, textLeft, textWidth, bodyTop, bodyBottom }: PageGeometry,
  isFirstOfSection: boolean,
  list: DisplayList,
): void {
  const borders = section.pageBorders
  if (borders === undefined) return
  if (borders.display === 'firstPage' && !isFirstOfSection) return
  if (borders.display === 'notFirstPage' && isFirstOfSection) return
  const { top, right, bottom, left } = withoutArt(borders)
  const isFromText = borders.offsetFrom === 'text'
  // Distances are measured inwards from the edge of the page, or outwards from the text to the inner side of the line.
  const x1 = isFromText ? textLeft - outside(left) : (left?.space ?? 0)
  const x2 = isFromText ? textLeft + textWidth + outside(right) : frame.width - (right?.space ?? 0)
  const y1 = isFromText ? bodyTop - outside(top) : (top?.space ?? 0)
  const y2 = isFromText ? bodyBottom + outside(bottom) : frame.height - (bottom?.space ?? 0)
  if (top !== undefined) paintHorizontalBorder(list, top, x1, x2, y1)
  if (bottom !== undefined) paintHorizontalBorder(list, bottom, x1, x2, y2 - borderThickness(bottom))
  if (left !== undefined) paintVerticalBorder(list, left, x1 + borderThickness(left) / 2, y1, y2)
  if (right !== undefined) paintVerticalBorder(list, right, x2 - borderThickness(right) / 2, y1, y2)
}

/** Line styles of borders. All others are rows of small pictures (ECMA-376-1, 17.18.2), which are left out. */
const LINE_STYLE =
  /^(?:single|thick|double|doubleWave|wave|triple|dotted|dash\w*|dotDash|dotDotDash|thin\w*|thick\w*|threeD\w*|inset|outset)$/

function withoutArt({ top, right, bottom, left }: PageBorders) {
  const line = (border: Border | undefined) =>
    border !== undefined && LINE_STYLE.test(border.style) ? border : undefined
  return { top: line(top), right: line(right), bottom: line(bottom), left: line(left) }
}

function outside(border: Border | undefined): number {
  return border === undefined ? 0 : border.space + borderThickness(border)
}
