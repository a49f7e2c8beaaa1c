/**
 * Settles the space between blocks: margins collapse in CSS, but add up in Word.
 *
 * @module
 */

import { PARAGRAPH_STYLES } from '../../docx-writer/default-styles.js'
import type {
  FlowBlock,
  FlowColumnChange,
  FlowInline,
  FlowParagraph,
  FlowSpace,
  FlowTable,
} from '../../docx-writer/flow-document.js'
import type { ParagraphStyleName } from '../../docx-writer/flow-format.js'
import type { ParagraphFormatDraft } from '../measure/formats.js'
import { isPageChange, type PageBreak } from '../pages/page-break.js'

/** The space around a block while it may still change. */
interface DraftSpacing {
  /** Margin, which collapses with those of neighbours; `undefined`: that of the style. */
  top: number | undefined
  bottom: number | undefined
  /** Space inside surrounding boxes, which does not collapse. */
  insetTop: number
  insetBottom: number
}

/** A paragraph whose space is not settled yet. */
export interface DraftParagraph extends Omit<FlowParagraph, 'format' | 'inlines' | 'list'>, DraftSpacing {
  readonly format: ParagraphFormatDraft
  readonly inlines: FlowInline[]
  readonly list: FlowParagraph['list'] | undefined
  /** The place of the block that directly contains the text. */
  readonly owner: object | undefined
  /** Whether the paragraph has no space only because nothing set any. */
  isTight: boolean
  /** The box whose borders it draws. */
  readonly painter: object | undefined
}

export interface DraftTable extends DraftSpacing {
  readonly kind: 'table'
  readonly table: FlowTable
}

interface DraftSpace extends DraftSpacing {
  readonly kind: 'space'
  readonly space: FlowSpace
}

/** A floating table, which has no distance from its content. */
interface DraftFloat {
  readonly kind: 'floating'
  readonly table: FlowTable
}

/** A block whose space is not settled yet. */
export type SpacedDraft = DraftParagraph | DraftTable | DraftSpace
type FlowingDraft = SpacedDraft | PageBreak | FlowColumnChange
export type DraftBlock = FlowingDraft | DraftFloat

/** Whether a block has space around it: it is in the flow, and not empty. */
export function isSpaced(draft: DraftBlock): draft is SpacedDraft {
  return draft.kind !== 'pageBreak' && draft.kind !== 'floating' && draft.kind !== 'columnChange'
}

/** Whether nothing stands on the page yet. */
export function isAtPageStart(out: readonly DraftBlock[]): boolean {
  for (let index = out.length - 1; index >= 0; index--) {
    const draft = out[index]
    if (draft?.kind === 'pageBreak') return true
    if (draft !== undefined && isSpaced(draft)) return false
  }
  return true
}

/** Space between a table and the following text in twips, where neither sets any. */
const SPACE_AFTER_TABLE = 160
/** Minimum space that keeps two tables apart, in twips. */
const LEAST_SPACE = 20

/** Settles the space of blocks. */
export function settleSpacing(drafts: readonly DraftBlock[]): FlowBlock[] {
  const [only] = drafts
  if (drafts.length === 1 && only?.kind === 'paragraph') return [settleParagraph(only, undefined, undefined)]
  const blocks: FlowBlock[] = []
  let before: FlowingDraft | undefined
  const { flowing: written, floating } = takeFloats(drafts)
  const flowing = written.some(({ kind }) => kind === 'columnChange') ? keepSpaceOutOfColumns(written) : written
  pushFloats(floating.get(undefined), blocks)
  for (let index = 0; index < flowing.length; index++) {
    const draft = flowing[index]
    if (draft === undefined) break
    if (draft.kind === 'pageBreak') {
      blocks.push(draft)
      if (floating.has(draft)) blocks.push({ kind: 'space', height: LEAST_SPACE })
      pushFloats(floating.get(draft), blocks)
    } else if (draft.kind === 'columnChange') blocks.push(draft)
    else if (draft.kind === 'paragraph') blocks.push(settleParagraph(draft, before, flowing[index + 1]))
    else {
      const gap = spaceAbove(draft, before)
      if (gap > 0) blocks.push({ kind: 'space', height: gap })
      blocks.push(draft.kind === 'table' ? draft.table : draft.space)
      const next = flowing[index + 1]
      if (next === undefined || !isSpaced(next)) pushSpaceBelow(draft, blocks)
    }
    before = draft
  }
  return breakPages(blocks)
}

/**
 * Moves the space at both ends of columns out of them, where it collapses with that of the text around. The first column would
 * begin lower than the others. Columns after columns get a block for the space between them.
 */
function keepSpaceOutOfColumns(drafts: readonly FlowingDraft[]): FlowingDraft[] {
  const kept: FlowingDraft[] = []
  for (const [index, draft] of drafts.entries()) {
    kept.push(draft)
    const before = drafts[index - 1]
    if (draft.kind !== 'columnChange' || before?.kind === 'columnChange') continue
    const next = drafts[index + 1]
    const after = next?.kind === 'columnChange' ? drafts[index + 2] : next
    const space = Math.max(marginOf(before, 'bottom'), marginOf(after, 'top'))
    const isStart = draft.columns !== undefined
    if (before !== undefined && isSpaced(before)) before.bottom = isStart ? space : 0
    if (after !== undefined && isSpaced(after)) after.top = isStart || after !== next ? 0 : space
    if (after !== next && space > 0)
      kept.push({
        kind: 'space',
        space: { kind: 'space', height: space },
        top: 0,
        bottom: 0,
        insetTop: 0,
        insetBottom: 0,
      })
  }
  return kept
}

/** The space that a block has without columns beside it. */
function marginOf(draft: DraftBlock | undefined, side: 'top' | 'bottom'): number {
  if (draft === undefined || !isSpaced(draft)) return 0
  const own = draft[side]
  if (own !== undefined || draft.kind !== 'paragraph') return own ?? 0
  return naturalSpace(draft.style, side === 'top' ? 'spaceBefore' : 'spaceAfter')
}

/** Collects floats: by the break before which they open a page; all others stand on the first page. */
function takeFloats(drafts: readonly DraftBlock[]): {
  readonly flowing: readonly FlowingDraft[]
  readonly floating: ReadonlyMap<DraftBlock | undefined, readonly DraftFloat[]>
} {
  if (drafts.every(isFlowing)) return { flowing: drafts, floating: NO_FLOATS }
  const flowing: FlowingDraft[] = []
  const floating = new Map<DraftBlock | undefined, DraftFloat[]>()
  let opening: DraftBlock | undefined
  for (const draft of drafts) {
    if (draft.kind !== 'floating') {
      flowing.push(draft)
      opening = draft.kind === 'pageBreak' ? draft : undefined
    } else if (floating.has(opening)) floating.get(opening)?.push(draft)
    else floating.set(opening, [draft])
  }
  return { flowing, floating }
}

const NO_FLOATS: ReadonlyMap<DraftBlock | undefined, readonly DraftFloat[]> = new Map()

function isFlowing(draft: DraftBlock): draft is FlowingDraft {
  return draft.kind !== 'floating'
}

/** Adds floating tables before the paragraph whose page they belong to, which also separates them from the next table. */
function pushFloats(floats: readonly DraftFloat[] = [], blocks: FlowBlock[]): void {
  for (const { table } of floats) blocks.push(table, { kind: 'space', height: LEAST_SPACE })
}

function settleParagraph(
  draft: DraftParagraph,
  before: DraftBlock | undefined,
  after: DraftBlock | undefined,
): FlowParagraph {
  settleAbove(draft, before)
  settleBelow(draft, after)
  keepApart(draft, before)
  // Lists of terms without definitions, such as tables of contents, would stand on one page as a whole.
  if (draft.style === 'definitionTerm' && after?.kind === 'paragraph' && after.style === 'definitionTerm')
    draft.format.keepWithNext ??= false
  const { style, format, inlines, list, mark } = draft
  if (list === undefined) return { kind: 'paragraph', style, format, inlines }
  return { kind: 'paragraph', style, format, list, ...(mark === undefined ? {} : { mark }), inlines }
}

function settleAbove(draft: DraftParagraph, before: DraftBlock | undefined): void {
  const { format, top, style, insetTop } = draft
  if (before?.kind === 'table' || before?.kind === 'space') {
    const isData = before.kind === 'table' && before.bottom === undefined
    const isUnsaid = top === undefined && !style.startsWith('heading')
    const least = Math.max(
      before.bottom ?? 0,
      isUnsaid || (isData && !style.startsWith('heading')) ? SPACE_AFTER_TABLE : 0,
    )
    format.spaceBefore = Math.max(top ?? naturalSpace(style, 'spaceBefore'), least) + insetTop + before.insetBottom
  } else if (insetTop > 0 || (top !== undefined && (top > 0 || style !== 'body'))) {
    const above = before?.kind === 'paragraph' ? (before.bottom ?? 0) : 0
    format.spaceBefore = Math.max(0, (top ?? naturalSpace(style, 'spaceBefore')) - above) + insetTop
  }
}

function settleBelow(draft: DraftParagraph, after: DraftBlock | undefined): void {
  const { format, bottom, isTight, style, insetBottom } = draft
  const next = after?.kind === 'table' || after?.kind === 'space' ? after : undefined
  const asked = next === undefined ? 0 : (next.top ?? 0)
  const inset = insetBottom + (next?.insetTop ?? 0)
  if (bottom === undefined) {
    const natural = naturalSpace(style, 'spaceAfter')
    if (inset > 0 || asked > natural) format.spaceAfter = Math.max(natural, asked) + inset
    return
  }
  // Text next to a paragraph that leaves its space to its style keeps the distance of that style.
  const isNextTight = (after?.kind === 'paragraph' && after.top === 0) || after === undefined || next !== undefined
  if (!isTight || isNextTight || inset > 0) format.spaceAfter = Math.max(bottom, asked) + inset
}

/** Space above a table or a space. Only a paragraph can have space above itself, so a space is added. */
function spaceAbove(draft: DraftTable | DraftSpace, before: FlowingDraft | undefined): number {
  if (before?.kind === 'paragraph') return 0
  const top = Math.max(0, draft.top ?? 0)
  if (before === undefined || !isSpaced(before)) return top + draft.insetTop
  const natural = before.kind === 'table' && before.bottom === undefined ? SPACE_AFTER_TABLE : 0
  const gap = Math.max(top, before.bottom ?? natural) + draft.insetTop + before.insetBottom
  const areTables = before.kind === 'table' && draft.kind === 'table'
  return areTables ? Math.max(LEAST_SPACE, gap) : gap
}

function pushSpaceBelow({ bottom = 0, insetBottom }: DraftTable | DraftSpace, blocks: FlowBlock[]): void {
  const height = bottom + insetBottom
  if (height > 0) blocks.push({ kind: 'space', height })
}

/**
 * Keeps the borders of neighbouring paragraphs apart. Word draws one box around neighbours with equal borders and indents, so
 * the indents are made to differ by a twip.
 */
function keepApart(draft: DraftParagraph, before: DraftBlock | undefined): void {
  if (before?.kind !== 'paragraph' || draft.format.borders === undefined || before.format.borders === undefined) return
  if (draft.painter === before.painter || draft.format.indentEnd !== before.format.indentEnd) return
  draft.format.indentEnd = (draft.format.indentEnd ?? 0) + 1
}

/** Turns a break before a paragraph into a property of the paragraph. */
function breakPages(blocks: FlowBlock[]): FlowBlock[] {
  if (!blocks.some(({ kind }) => kind === 'pageBreak')) return blocks
  const result: FlowBlock[] = []
  let breaks = false
  for (const block of blocks) {
    if (block.kind === 'columnChange' || isPageChange(block)) {
      result.push(block)
      if (block.kind === 'pageBreak') breaks = false
      continue
    }
    if (block.kind === 'pageBreak') {
      breaks = result.length > 0
      continue
    }
    if (breaks && block.kind === 'paragraph') {
      result.push({ ...block, format: { ...block.format, pageBreakBefore: true } })
    } else {
      if (breaks) result.push({ kind: 'pageBreak' })
      result.push(block)
    }
    breaks = false
  }
  return result
}

/** The space that a style has. */
export function naturalSpace(style: ParagraphStyleName, which: 'spaceBefore' | 'spaceAfter'): number {
  const { paragraph, basedOn } = PARAGRAPH_STYLES[style]
  return paragraph[which] ?? (basedOn === undefined ? 0 : naturalSpace(basedOn, which))
}
