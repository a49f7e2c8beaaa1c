import type { Stack } from '../layout-context.js'
import type { Block } from '../model/document-model.js'
import type { DisplayList, Page } from '../paint/display-list.js'
import type { FinishedPage } from './finish-page.js'
import type { FlowContext } from './flow-context.js'
import { footerFrame, type HeaderCache, headerFrame } from './headers.js'
import { paintPageBorders } from './page-borders.js'
import { paintFloats } from './paint-floats.js'
import { stackFloats } from './stack-floats.js'

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
  const { height } = headers.measured(footer, geometry.textWidth, footerFrame(geometry))
  return geometry.frame.height - section.properties.footerDistance - height
}

interface Layers {
  readonly behind: DisplayList
  readonly text: DisplayList
  readonly inFront: DisplayList
}

/** How many slices of a stack begin above a line: what lies below the page would only be painted to be cut off. */
function slicesAbove({ slices }: Stack, bottom: number): number {
  let top = 0
  let count = 0
  for (const { spaceAbove, height } of slices) {
    if (top > bottom) break
    top += spaceAbove + height
    count++
  }
  return count
}

/** Paints a header or footer and the drawings that are anchored in it. */
function paintStrip(stack: Stack, top: number, { geometry }: FinishedPage, layers: Layers, context: FlowContext): void {
  stack.paint(layers.text, geometry.textLeft, top, 0, slicesAbove(stack, geometry.frame.height - top))
  const floats = stackFloats(stack, geometry, top, context)
  paintFloats(
    floats.map((float) => ({ float, shiftX: 0, shiftY: 0 })),
    layers.behind,
    layers.inFront,
  )
}
