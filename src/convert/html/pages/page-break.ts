/**
 * A break between pages, and what changes with it.
 *
 * @module
 */

import type { FlowBlock } from '../../docx-writer/flow-document.js'
import type { ForcedBreak } from '../css/computed-style.js'

/** A place between two blocks where a page may end. */
export interface PageBreak {
  readonly kind: 'pageBreak'
  /** The page that goes on; left out: the next one. */
  readonly to?: ForcedBreak
  /** Whether a page ends only where the pages behind it have another name. */
  readonly isUnforced?: boolean
  /** Name of the pages after it, `undefined` for none. Left out: that of the pages before. */
  readonly pages?: { readonly name: string | undefined }
  /** The number of the page behind it. */
  readonly firstNumber?: number
}

/** A break at which the setup of pages may change. */
export function isPageChange(block: { readonly kind: string }): block is PageBreak {
  return (
    block.kind === 'pageBreak' && ('pages' in block || 'firstNumber' in block || ('to' in block && block.to !== 'any'))
  )
}

/** Whether a page begins with a block, or behind it where it is a break. */
export function startsPage(block: FlowBlock): boolean {
  return block.kind === 'pageBreak' || (block.kind === 'paragraph' && block.format.pageBreakBefore === true)
}
