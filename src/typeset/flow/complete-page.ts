import type { Stack } from '../layout-context.js'
import type { Block } from '../model/document-model.js'
import type { DisplayList, Page } from '../paint/display-list.js'
import type { FinishedPage } from './finish-page.js'
import type { PageFrame } from './float-position.js'
import type { FlowContext } from './flow-context.js'
import { footerFrame, type HeaderCache, headerFrame } from './headers.js'
import { paintPageBorders } from './page-borders.js'
import { paintFloats, type ShiftedFloat } from './paint-floats.js'
import { placeDrawing } from './place-drawing.js'

/**
 * Adds header, footer and borders to a page, in the order in which Word paints: what is behind the text, headers and
 * footers, text, what is in front of it.
 */
export function completePage(page: FinishedPage, headers: HeaderCache, context: FlowContext): Page {
  const { geometry, section, headerKind } = page
  const { properties } = section
  const { background } = context.document
  const behind: DisplayList = []
  const headerText: DisplayList = []
  const inFront: DisplayList = []
  if (headerKind !== undefined) {
    const header = properties.headers[headerKind]
    const footer = properties.footers[headerKind]
    const layers = { behind, text: headerText, inFront }
    if (header !== undefined) {
      const stack = headers.stackFor(header, geometry.textWidth, headerFrame(geometry, properties))
      paintStrip(stack, properties.headerDistance, page, layers, context)
    }
    if (footer !== undefined) {
      const top = footerTop(footer, page, headers)
      const stack = headers.stackFor(footer, geometry.textWidth, footerFrame(geometry, top))
      paintStrip(stack, top, page, layers, context)
    }
  }
  const borders: DisplayList = []
  if (headerKind !== undefined) paintPageBorders(properties, geometry, page.isFirstOfSection, borders)
  const bordersInFront = properties.pageBorders?.inFront ?? false
  return {
    width: geometry.frame.width,
    height: geometry.frame.height,
    ...(background !== undefined && { background }),
    items: [
      ...(bordersInFront ? [] : borders),
      ...behind,
      ...page.behindText,
      ...headerText,
      ...inFront,
      ...page.text,
      ...page.inFront,
      ...(bordersInFront ? borders : []),
    ],
  }
}

/** Footers stand on their distance from the lower edge of the page. */
function footerTop(footer: readonly Block[], { geometry, section }: FinishedPage, headers: HeaderCache): number {
  const height = headers.heightOf(footer, geometry.textWidth, footerFrame(geometry))
  return geometry.frame.height - section.properties.footerDistance - height
}

interface Layers {
  readonly behind: DisplayList
  readonly text: DisplayList
  readonly inFront: DisplayList
}

/** Paints a header or footer and the drawings that are anchored in it. */
function paintStrip(stack: Stack, top: number, { geometry }: FinishedPage, layers: Layers, context: FlowContext): void {
  stack.paint(layers.text, geometry.textLeft, top)
  const floats = stackFloats(stack, geometry.textLeft, top, geometry.textWidth, geometry.frame, context)
  paintFloats(floats, layers.behind, layers.inFront)
}

/** The drawings that are anchored in a stack whose corner is at left, top. */
export function stackFloats(
  stack: Stack,
  left: number,
  top: number,
  width: number,
  page: PageFrame,
  context: FlowContext,
): ShiftedFloat[] {
  const floats: ShiftedFloat[] = []
  let y = top
  for (const slice of stack.slices) {
    y += slice.spaceAbove
    for (const anchored of slice.anchors) {
      const { column } = anchored
      const surroundings = {
        columnLeft: left + (column?.left ?? 0),
        columnWidth: column?.width ?? width,
        page,
      }
      floats.push({ float: placeDrawing(anchored, left, y, surroundings, context), shiftX: 0, shiftY: 0 })
    }
    y += slice.height
  }
  return floats
}
