/**
 * Space between blocks: margins collapse in CSS and add up in Word.
 *
 * @module
 */

import type { FlowBlock, FlowInline, FlowParagraph, FlowTable } from '../docx-writer/flow-document.js'
import type { ParagraphFormatDraft } from './formats.js'

/** A paragraph whose space is not settled yet. */
export interface DraftParagraph extends Omit<FlowParagraph, 'format' | 'inlines'> {
  readonly format: ParagraphFormatDraft
  readonly inlines: FlowInline[]
  /** Space that the page asks for; `undefined`: that of the style. */
  top: number | undefined
  bottom: number | undefined
  /** Whether it has no space only because nobody asked for any. */
  isTight: boolean
}

/** A block whose space is not settled yet. */
export type DraftBlock = DraftParagraph | FlowTable | { readonly kind: 'pageBreak' }

/** Space above text that follows a table, which has none below it. */
const SPACE_AFTER_TABLE = 160

/** The blocks with their space. */
export function settleSpacing(drafts: readonly DraftBlock[]): FlowBlock[] {
  const blocks: FlowBlock[] = []
  for (const [index, draft] of drafts.entries()) {
    if (draft.kind !== 'paragraph') blocks.push(draft)
    else {
      settleAbove(draft, drafts[index - 1])
      settleBelow(draft, drafts[index + 1])
      const { top: _, bottom: __, isTight: ___, ...paragraph } = draft
      blocks.push(paragraph)
    }
  }
  return blocks
}

function settleAbove({ format, top, style }: DraftParagraph, before: DraftBlock | undefined): void {
  if (before?.kind === 'table') {
    if (!style.startsWith('heading')) format.spaceBefore = Math.max(top ?? 0, SPACE_AFTER_TABLE)
    else if (top !== undefined) format.spaceBefore = top
  } else if (top !== undefined && (top > 0 || style !== 'body')) {
    const above = before?.kind === 'paragraph' ? (before.bottom ?? 0) : 0
    format.spaceBefore = Math.max(0, top - above)
  }
}

function settleBelow({ format, bottom, isTight }: DraftParagraph, after: DraftBlock | undefined): void {
  if (bottom === undefined) return
  // Text beside a paragraph that leaves its space to its style keeps the distance of that style.
  const isNextTight = after?.kind === 'paragraph' && after.top === 0
  if (!isTight || isNextTight) format.spaceAfter = bottom
}
