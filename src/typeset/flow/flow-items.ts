/**
 * Splits a flow into items that are laid out one by one.
 *
 * @module
 */

import type { Block, Paragraph } from '../model/document-model.js'
import type { FrameProperties } from '../model/properties.js'
import type { Table, TablePosition } from '../model/table-model.js'

/** A piece of a flow that is laid out as a whole. */
export type FlowItem =
  | {
      readonly kind: 'paragraph'
      readonly paragraph: Paragraph
      readonly above: Block | undefined
      readonly below: Block | undefined
      /** Whether the space above is applied before the frame that is anchored in this paragraph. */
      readonly isSpaceTaken: boolean
    }
  | { readonly kind: 'table'; readonly table: Table; readonly above: Block | undefined; readonly isSpaceTaken: boolean }
  /** Paragraphs of one frame (ECMA-376-1, 17.3.1.11). `below` is the paragraph that the frame is anchored in. */
  | {
      readonly kind: 'frame'
      readonly paragraphs: readonly Paragraph[]
      readonly frame: FrameProperties
      readonly above: Block | undefined
      readonly below: Block | undefined
    }
  | {
      readonly kind: 'floatingTable'
      readonly table: Table
      readonly position: TablePosition
      readonly above: Block | undefined
      readonly below: Block | undefined
    }
  /** The separator line above endnotes. */
  | { readonly kind: 'rule' }

/**
 * Sorts blocks into items and gives each its neighbours in the flow, not counting floating ones.
 *
 * @param before last block of the flow so far, if this one continues below it
 */
export function flowItems(blocks: readonly Block[], before?: Block): FlowItem[] {
  const items: FlowItem[] = []
  const belows = nextInFlow(blocks)
  let above = before
  let isSpaceTaken = false
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index]
    if (block === undefined) continue
    const below = belows[index]
    if (block.kind === 'table') {
      if (block.position === undefined) {
        items.push({ kind: 'table', table: block, above, isSpaceTaken })
        above = block
        isSpaceTaken = false
      } else {
        items.push({ kind: 'floatingTable', table: block, position: block.position, above, below })
        isSpaceTaken = true
      }
      continue
    }
    const { frame } = block.properties
    if (frame === undefined) {
      items.push({ kind: 'paragraph', paragraph: block, above, below, isSpaceTaken })
      above = block
      isSpaceTaken = false
      continue
    }
    const paragraphs = [block]
    for (let next = blocks[index + 1]; isInFrame(next, frame); next = blocks[index + 1]) {
      paragraphs.push(next)
      index++
    }
    items.push({ kind: 'frame', paragraphs, frame, above, below })
    isSpaceTaken = true
  }
  return items
}

/** For each block, the next one in the flow. */
function nextInFlow(blocks: readonly Block[]): (Block | undefined)[] {
  const result: (Block | undefined)[] = new Array(blocks.length)
  let next: Block | undefined
  for (let index = blocks.length - 1; index >= 0; index--) {
    const block = blocks[index]
    result[index] = next
    if (block !== undefined && !isFloating(block)) next = block
  }
  return result
}

function isFloating(block: Block): boolean {
  return block.kind === 'table' ? block.position !== undefined : block.properties.frame !== undefined
}

function isInFrame(block: Block | undefined, frame: FrameProperties): block is Paragraph {
  if (block?.kind !== 'paragraph' || block.properties.frame === undefined) return false
  const other = block.properties.frame
  return other === frame || JSON.stringify(other) === JSON.stringify(frame)
}
