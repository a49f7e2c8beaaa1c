/**
 * Boxes that stand on every page (`position: fixed`), as headers and footers.
 *
 * @module
 */

import { smallest } from '../../../lists.js'
import type { FlowBlock, PageSetup } from '../../docx-writer/flow-document.js'
import type { Box } from '../boxes/box-tree.js'
import { resolveLength } from '../css/css-length.js'
import type { PageEdges } from './running-content.js'

/**
 * Adds fixed boxes to headers and footers: above the content that `@page` puts below the text, and below the content that it
 * puts above.
 *
 * @param layOut lays out boxes over the width of the text
 * @param page the page without the margins of its content, to whose edges the boxes are fixed
 */
export function addFixedBoxes(
  edges: PageEdges,
  boxes: readonly Box[],
  layOut: (boxes: readonly Box[]) => readonly FlowBlock[],
  page: PageSetup,
): PageEdges {
  if (boxes.length === 0) return edges
  const above = boxes.filter((box) => box.place.style.box.fixedTo?.edge !== 'bottom')
  const below = boxes.filter((box) => box.place.style.box.fixedTo?.edge === 'bottom')
  const [header, footer] = [layOut(above), layOut(below)]
  return {
    ...(above.every(isOverlay)
      ? {}
      : {
          headerDistance: distance(
            above.filter((box) => !isOverlay(box)),
            page.margins.top,
          ),
        }),
    ...(below.length === 0 ? {} : { footerDistance: distance(below, page.margins.bottom) }),
    ...edges,
    ...(header.length === 0 ? {} : { header: [...(edges.header ?? []), ...header] }),
    ...(footer.length === 0 ? {} : { footer: [...footer, ...(edges.footer ?? [])] }),
  }
}

/** Whether a box has its place on the paper, wherever the header begins. */
function isOverlay({ place }: Box): boolean {
  return place.style.box.inset !== undefined
}

/** Distance from the edge of the paper. The boxes are fixed to the inner edges of the page. */
function distance(boxes: readonly Box[], margin: number): number {
  const offsets = boxes.map(({ place }) => {
    const { fixedTo } = place.style.box
    return fixedTo === undefined ? 0 : resolveLength(fixedTo.distance, 0)
  })
  return Math.max(0, Math.round(margin + smallest(offsets)))
}
