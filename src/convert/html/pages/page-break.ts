/**
 * Breaks between pages, and what changes at them.
 *
 * @module
 */

import type { FlowBlock } from '../../docx-writer/flow-document.js'
import type { ForcedBreak } from '../css/computed-style.js'

/** A place between two blocks where a page may end. */
export interface PageBreak {
  readonly kind: 'pageBreak'
  /** Side of the next page; left out: any. */
  readonly to?: ForcedBreak
  /** Whether a page ends only if the pages after the break have another name. */
  readonly isUnforced?: boolean
  /** Name of the pages after the break, `undefined` for none. Left out: that of the pages before. */
  readonly pages?: { readonly name: string | undefined }
  /** Number of the page after the break. */
  readonly firstNumber?: number
}

/** A break at which the setup of pages may change. */
export function isPageChange(block: { readonly kind: string }): block is PageBreak {
  return (
    block.kind === 'pageBreak' && ('pages' in block || 'firstNumber' in block || ('to' in block && block.to !== 'any'))
  )
}

/** Whether a block begins a page, or is a break. */
export function startsPage(block: FlowBlock): boolean {
  return block.kind === 'pageBreak' || (block.kind === 'paragraph' && block.format.pageBreakBefore === true)
}
