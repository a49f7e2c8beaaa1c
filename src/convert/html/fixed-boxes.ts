/**
 * Boxes that stand on every page (`position: fixed`), as headers and footers.
 *
 * @module
 */

import { smallest } from '../../lists.js'
import type { FlowBlock, PageSetup, RunningContent } from '../docx-writer/flow-document.js'
import type { Box } from './box-tree.js'
import { resolveLength } from './css/css-length.js'

/**
 * Adds fixed boxes to what stands in the margins: above what `@page` puts below the text, and below what it puts above.
 *
 * @param layOut lays out boxes over the width of the text
 * @param page the page without the margins of its content, to whose edges the boxes are fixed
 */
export function addFixedBoxes(
  running: RunningContent | undefined,
  boxes: readonly Box[],
  layOut: (boxes: readonly Box[]) => readonly FlowBlock[],
  page: PageSetup,
): RunningContent | undefined {
  if (boxes.length === 0) return running
  const above = boxes.filter((box) => box.place.style.box.fixedTo?.edge === 'top')
  const below = boxes.filter((box) => box.place.style.box.fixedTo?.edge === 'bottom')
  const [header, footer] = [layOut(above), layOut(below)]
  const add = (content: Pick<RunningContent, 'header' | 'footer'>) => ({
    ...(header.length === 0 ? {} : { header: [...(content.header ?? []), ...header] }),
    ...(footer.length === 0 ? {} : { footer: [...footer, ...(content.footer ?? [])] }),
  })
  const firstPage = running?.firstPage
  return {
    ...(above.length === 0 ? {} : { headerDistance: distance(above, page.margins.top) }),
    ...(below.length === 0 ? {} : { footerDistance: distance(below, page.margins.bottom) }),
    ...running,
    ...add(running ?? {}),
    ...(firstPage === undefined ? {} : { firstPage: { ...firstPage, ...add(firstPage) } }),
  }
}

/** From the edge of the paper: the boxes are fixed to the page's inner edges. */
function distance(boxes: readonly Box[], margin: number): number {
  const offsets = boxes.map(({ place }) => {
    const { fixedTo } = place.style.box
    return fixedTo === undefined ? 0 : resolveLength(fixedTo.distance, 0)
  })
  return Math.max(0, Math.round(margin + smallest(offsets)))
}
