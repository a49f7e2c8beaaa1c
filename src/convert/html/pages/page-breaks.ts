/**
 * Breaks between pages, and changes of page names (CSS Fragmentation 3, 3; CSS Paged Media 3, 6).
 *
 * @module
 */

import type { Box } from '../boxes/box-tree.js'
import type { ForcedBreak } from '../css/computed-style.js'
import { splitWords } from '../css/css-text.js'
import type { BlockFrame } from '../frames/block-frame.js'
import type { Layout } from '../layout/layout.js'
import type { DraftBlock } from '../layout/settle-spacing.js'
import { isPageChange, type PageBreak } from './page-break.js'

/**
 * Lays out a box with the breaks before and after it, on the pages that it names. In tables and items, page names have no
 * effect.
 */
export function breakAround(
  box: Box,
  frame: BlockFrame,
  out: DraftBlock[],
  layout: Layout,
  layOut: (frame: BlockFrame) => void,
): void {
  const { inside, close } = openBreaks(box, frame, out, layout)
  layOut(inside)
  close()
}

/** {@link breakAround} for boxes that are laid out in steps: returns the frame inside, and what comes after the box. */
export function openBreaks(
  box: Box,
  frame: BlockFrame,
  out: DraftBlock[],
  layout: Layout,
): { readonly inside: BlockFrame; close(): void } {
  const { breakBefore, breakAfter, avoidBreakBefore, counterReset, page = pageInside(box) } = box.place.style.box
  const before = out.at(-1)
  if (avoidBreakBefore === true && before?.kind === 'paragraph') before.format.keepWithNext = true
  if (breakBefore !== undefined) out.push(forcedBreak(breakBefore))
  const isInFlow = frame.tables === 0
  const firstNumber = counterReset === undefined || !isInFlow ? undefined : firstNumberOf(counterReset)
  if (firstNumber !== undefined) out.push({ kind: 'pageBreak', isUnforced: true, firstNumber })
  const end = () => {
    if (breakAfter !== undefined) out.push(forcedBreak(breakAfter))
  }
  if (page === undefined || page === frame.page || !isInFlow) return { inside: frame, close: end }
  out.push({ kind: 'pageBreak', isUnforced: true, pages: { name: page } })
  const { pageHeight } = layout
  const entered = layout.enterPages(frame, page)
  layout.pageHeight = entered.pageHeight
  const close = () => {
    layout.pageHeight = pageHeight
    out.push({ kind: 'pageBreak', isUnforced: true, pages: { name: frame.page } })
    end()
  }
  return { inside: entered.frame, close }
}

/** Name of the pages of a row: items side by side are on one page, which the first of them names. */
function pageInside(box: Box): string | undefined {
  const [row] = box.kind === 'block' ? box.children : []
  if (row?.kind !== 'row') return undefined
  let inner: Box | undefined = row.items[0]
  while (inner?.kind === 'block' && inner.place.style.box.page === undefined) inner = inner.children[0]
  return inner?.kind === 'text' ? undefined : inner?.place.style.box.page
}

function forcedBreak(to: ForcedBreak): PageBreak {
  return to === 'any' ? { kind: 'pageBreak' } : { kind: 'pageBreak', to }
}

/** The value that `counter-reset` gives to the page counter. */
export function firstNumberOf(counterReset: string): number | undefined {
  const words = splitWords(counterReset)
  const at = words.lastIndexOf('page')
  if (at < 0) return undefined
  const [, value = '0'] = /^\+?(\d{1,6})$/.exec(words[at + 1] ?? '') ?? []
  return Number(value)
}

/**
 * Joins adjacent breaks: the last property counts, and a forced break stays forced. Breaks that change nothing are removed.
 *
 * @param onLost called for each page number that is lost
 */
export function joinBreaks(drafts: readonly DraftBlock[], onLost: () => void): readonly DraftBlock[] {
  if (!drafts.some(isPageChange)) return drafts
  const joined: DraftBlock[] = []
  let name: string | undefined
  let pending: PageBreak | undefined
  for (const draft of drafts) {
    if (draft.kind === 'pageBreak') {
      pending = pending === undefined ? draft : joinTwo(pending, draft)
      continue
    }
    if (pending !== undefined) {
      const settled = settleBreak(pending, name, joined.length === 0)
      if (settled !== undefined) joined.push(settled)
      else if (pending.firstNumber !== undefined) onLost()
      if (pending.pages !== undefined) name = pending.pages.name
      pending = undefined
    }
    joined.push(draft)
  }
  return joined
}

function joinTwo(first: PageBreak, second: PageBreak): PageBreak {
  const { isUnforced: _, ...rest } = { ...first, ...second }
  // A side that one break sets is kept when the other sets none.
  return first.isUnforced === true && second.isUnforced === true ? { ...rest, isUnforced: true } : rest
}

/**
 * Removes the parts of a break that change nothing; `undefined` where none is left. A break at the start describes the
 * first page.
 */
function settleBreak(written: PageBreak, name: string | undefined, isStart: boolean): PageBreak | undefined {
  const { pages, firstNumber, isUnforced = false, to } = written
  const changes = pages !== undefined && pages.name !== name
  if (isUnforced && !changes && !(isStart && firstNumber !== undefined)) return undefined
  return {
    kind: 'pageBreak',
    ...(to === undefined || isStart ? {} : { to }),
    ...(changes ? { pages } : {}),
    ...(firstNumber === undefined ? {} : { firstNumber }),
  }
}
