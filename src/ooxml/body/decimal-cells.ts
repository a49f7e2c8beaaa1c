/**
 * Decimal alignment of numbers in table cells, which needs no tab.
 *
 * @module
 */

import type { Block, Paragraph } from '../../typeset/model/document-model.js'

/**
 * Blocks of a cell, with the implicit tab of Word: in cells, text is aligned at a decimal tab stop that is the first of its
 * paragraph.
 */
export function alignDecimals(blocks: readonly Block[]): readonly Block[] {
  if (!blocks.some(isAligned)) return blocks
  return blocks.map((block) => (isAligned(block) ? withTab(block) : block))
}

function isAligned(block: Block): block is Paragraph {
  if (block.kind !== 'paragraph' || block.label !== undefined || block.properties.alignment !== 'start') return false
  const stops = block.properties.tabs.filter(({ alignment }) => alignment !== 'bar')
  if (stops.length === 0) return false
  const first = stops.reduce((least, stop) => (stop.position < least.position ? stop : least))
  if (first.alignment !== 'decimal') return false
  const { inlines } = block
  return (
    inlines.some(({ kind }) => kind === 'text') && !inlines.some(({ kind }) => kind === 'tab' || kind === 'positionTab')
  )
}

function withTab(paragraph: Paragraph): Paragraph {
  return { ...paragraph, inlines: [{ kind: 'tab', run: paragraph.properties.mark }, ...paragraph.inlines] }
}
