/**
 * A fast upper bound of the longest word of a cell.
 *
 * @module
 */

import type { Block, Inline } from '../model/document-model.js'

/**
 * Advance per character, in ems, that nearly every word stays below. Words that may exceed the available width are measured
 * exactly.
 */
const GENEROUS_ADVANCE = 0.8

/** An estimated width, without fonts, that the longest word of the blocks rarely exceeds. Nested tables are left out. */
export function estimateLongestWord(blocks: readonly Block[]): number {
  let longest = 0
  for (const block of blocks) {
    if (block.kind === 'table') continue
    const { indentStart, indentEnd, indentFirstLine } = block.properties
    const indents = Math.max(0, indentStart + Math.max(0, indentFirstLine)) + Math.max(0, indentEnd)
    longest = Math.max(longest, indents + longestPiece(block.inlines))
  }
  return longest
}

function longestPiece(inlines: readonly Inline[]): number {
  let longest = 0
  let open = 0
  for (const inline of inlines) {
    switch (inline.kind) {
      case 'text': {
        const advance =
          inline.run.size * GENEROUS_ADVANCE * Math.max(1, inline.run.scale) + Math.max(0, inline.run.tracking)
        let start = 0
        for (;;) {
          const end = inline.text.indexOf(' ', start)
          open += ((end < 0 ? inline.text.length : end) - start) * advance
          longest = Math.max(longest, open)
          if (end < 0) break
          open = 0
          start = end + 1
        }
        break
      }
      case 'drawing':
        longest = Math.max(longest, inline.drawing.width)
        open = 0
        break
      case 'math':
      case 'stacked':
        return Number.POSITIVE_INFINITY
      case 'tab':
      case 'break':
      case 'positionTab':
        open = 0
        break
      default:
    }
  }
  return longest
}
