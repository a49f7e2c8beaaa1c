import { SealwrightError } from '../errors.js'
import { TYPESET_LIMITS } from '../limits.js'
import type { Box } from './box.js'
import type { DisplayList } from './display-list.js'

/** Where boxes may stand on a page, in twips from its upper left corner. */
export interface Frame {
  readonly x: number
  readonly y: number
  readonly height: number
}

/**
 * Flows boxes into pages. A box that does not fit is split or moved; boxes that must stay with the next one move with
 * it; the header row of a table is repeated where the table continues.
 *
 * @param frameOf the frame of the page with this index
 * @returns at least one page
 * @throws SealwrightError `document_too_complex` past the limit on pages
 */
export function paginate(boxes: Iterable<Box>, frameOf: (page: number) => Frame): DisplayList[] {
  const pages: DisplayList[] = [[]]
  let frame = frameOf(0)
  let y = 0
  let isTop = true

  for (const chain of chainsOf(boxes)) {
    if (!isTop && y + heightOfChain(chain, frame.height) > frame.height) startPage()
    for (const box of chain) place(box)
  }
  return pages

  function startPage(): void {
    if (pages.length >= TYPESET_LIMITS.maxPages) {
      throw new SealwrightError('document_too_complex', `The text takes more than ${TYPESET_LIMITS.maxPages} pages.`)
    }
    frame = frameOf(pages.length)
    pages.push([])
    y = 0
    isTop = true
  }

  function place(box: Box): void {
    let rest: Box = box
    for (;;) {
      const startsPage = isTop
      if (startsPage && rest.repeat !== undefined) paint(rest.repeat)
      const gap = isTop ? 0 : rest.spaceBefore
      const available = frame.height - y - gap
      if (rest.height <= available) {
        y += gap
        paint(rest)
        return
      }
      const parts = rest.split(available, false) ?? (startsPage ? rest.split(available, true) : undefined)
      if (parts !== undefined) {
        y += gap
        paint(parts[0])
        rest = parts[1]
      } else if (startsPage) {
        paint(rest)
        return
      }
      startPage()
    }
  }

  function paint(box: Box): void {
    box.paint(pages[pages.length - 1] ?? [], frame.x, frame.y + y)
    y += box.height
    isTop = false
  }
}

/** Boxes that must start on the same page: some that keep with the next one, and the one that ends them. */
function* chainsOf(boxes: Iterable<Box>): Generator<Box[]> {
  let chain: Box[] = []
  for (const box of boxes) {
    chain.push(box)
    if (box.keepWithNext) continue
    yield chain
    chain = []
  }
  if (chain.length > 0) yield chain
}

/** What the chain needs of a page: its last box may be split, unless that page could not hold it anyway. */
function heightOfChain(chain: readonly Box[], pageHeight: number): number {
  let height = 0
  chain.forEach((box, index) => {
    height += box.spaceBefore + (index === chain.length - 1 ? box.minimum : box.height)
  })
  return Math.min(height, pageHeight)
}
