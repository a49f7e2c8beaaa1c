/**
 * Splits a flow into items that are laid out one by one.
 *
 * @module
 */

import type { Block, Paragraph } from '../model/document-model.js'
import type { FrameProperties } from '../model/properties.js'
import type { Table, TablePosition } from '../model/table-model.js'
import { frameAround, isInFrame, positionOf, tableWithoutFrames } from './frames.js'

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
  /** Paragraphs and tables of one frame (ECMA-376-1, 17.3.1.11). `below` is the paragraph that the frame is anchored in. */
  | {
      readonly kind: 'frame'
      readonly blocks: readonly Block[]
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
    const frame = frameAround(block)
    if (frame !== undefined) {
      const framed = [block]
      for (let next = blocks[index + 1]; next !== undefined && isInFrame(next, frame); next = blocks[index + 1]) {
        framed.push(next)
        index++
      }
      if (block.kind === 'table' && framed.length === 1) {
        items.push({
          kind: 'floatingTable',
          table: tableWithoutFrames(block),
          position: positionOf(frame),
          above,
          below,
        })
      } else items.push({ kind: 'frame', blocks: framed, frame, above, below })
      isSpaceTaken = true
      continue
    }
    if (block.kind === 'table' && block.position !== undefined) {
      items.push({ kind: 'floatingTable', table: tableWithoutFrames(block), position: block.position, above, below })
      isSpaceTaken = true
      continue
    }
    if (block.kind === 'table') items.push({ kind: 'table', table: block, above, isSpaceTaken })
    else items.push({ kind: 'paragraph', paragraph: block, above, below, isSpaceTaken })
    above = block
    isSpaceTaken = false
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
  return frameAround(block) !== undefined || (block.kind === 'table' && block.position !== undefined)
}
