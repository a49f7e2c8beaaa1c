/**
 * Lays out the text of a document on pages whose text areas may differ.
 *
 * @module
 */

import type { Steps } from '../../../pace/turns.js'
import type { FlowBlock, PageSetup } from '../../docx-writer/flow-document.js'
import type { Box } from '../boxes/box-tree.js'
import { ConversionWarnings } from '../conversion-warnings.js'
import type { PageArea } from '../css/css-length.js'
import type { BlockFrame, PositionOrigin } from '../frames/block-frame.js'
import { layOutBoxesInSteps } from '../layout/lay-out-boxes.js'
import type { Layout } from '../layout/layout.js'
import { estimateHeight } from '../measure/measure-boxes.js'
import { isPageChange, startsPage } from './page-break.js'
import type { PageStyles } from './page-styles.js'

/** Content that the pages of a document are filled with. */
export interface PageStage {
  readonly pages: PageStyles
  readonly makeLayout: (parts: Pick<Layout, 'warnings' | 'pageHeight' | 'enterPages'>) => Layout
  /** Makes the frame of the text for a text area. */
  readonly makeFrame: (room: PageArea) => BlockFrame
}

/** The frame and layout for filling pages. */
interface SetStage {
  readonly frame: BlockFrame
  readonly layout: Layout
}

/** Makes the frame and layout for the pages of a document, or for its first page. */
export function setStage(
  { pages, makeLayout, makeFrame }: PageStage,
  isFirst: boolean,
  warnings: ConversionWarnings,
): SetStage {
  const usual = pages.usual(undefined, isFirst)
  const room = textAreaOf(usual.page)
  const enterPages: Layout['enterPages'] = (around, name) => {
    const [from, to] = [pages.usual(around.page, isFirst), pages.usual(name, isFirst)]
    const [before, after] = [textAreaOf(from.page), textAreaOf(to.page)]
    const frame = {
      ...around,
      page: name,
      width: Math.max(1, around.width + after.width - before.width),
      ...(around.height === before.height ? { height: after.height } : {}),
      origin: originOf(to.bare),
    }
    return { frame, pageHeight: after.height }
  }
  // Positions in no other box refer to the first page (CSS 2.2, 10.1).
  const frame = { ...makeFrame(room), origin: originOf(pages.usual(undefined, true).bare) }
  return { frame, layout: makeLayout({ warnings, pageHeight: room.height, enterPages }) }
}

/**
 * Lays out a document. The content of the first page is laid out again if that page has another text area and ends with a break.
 */
export function* layOutPages(
  boxes: readonly Box[],
  stage: PageStage,
  { frame, layout }: SetStage,
): Steps<{ readonly blocks: readonly FlowBlock[]; readonly isOnePage: boolean }> {
  const blocks = yield* layOutBoxesInSteps(boxes, { ...frame, isOnPage: true }, layout)
  const [opening] = blocks
  const name = opening !== undefined && isPageChange(opening) ? opening.pages?.name : undefined
  if (!stage.pages.isFirstApart(name)) return { blocks, isOnePage: false }
  const end = firstBreak(blocks)
  const room = textAreaOf(stage.pages.usual(name, true).page)
  const isOnePage = end === undefined && estimateHeight(boxes, room.width) <= room.height
  if (end === undefined && !isOnePage) return { blocks, isOnePage }
  // The first pass has given the warnings already.
  const first = setStage(stage, true, new ConversionWarnings())
  const again = yield* layOutBoxesInSteps(boxes, { ...first.frame, isOnPage: true }, first.layout)
  return { blocks: [...again.slice(0, firstBreak(again)), ...(end === undefined ? [] : blocks.slice(end))], isOnePage }
}

/** Index of the break that ends the first page. */
function firstBreak(blocks: readonly FlowBlock[]): number | undefined {
  const start = blocks.findIndex((block) => block.kind !== 'pageBreak')
  const at = blocks.findIndex((block, index) => index > start && startsPage(block))
  return at < 0 ? undefined : at
}

/** Reference frame of positions on a page. */
function originOf(page: PageSetup): PositionOrigin {
  return { x: page.margins.left, y: page.margins.top, ...textAreaOf(page), paperHeight: page.height }
}

/** The room for text on a page. */
export function textAreaOf({ width, height, margins }: PageSetup): PageArea {
  return { width: width - margins.left - margins.right, height: height - margins.top - margins.bottom }
}
