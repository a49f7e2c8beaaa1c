/**
 * Footnotes below columns: how many of their lines fit, and what continues in the next column.
 *
 * @module
 */

import type { Slice } from '../layout-context.js'
import type { Block, NoteReference } from '../model/document-model.js'
import type { FlowContext } from './flow-context.js'
import { layOutStack } from './lay-out-stack.js'
import { numberedBlocks } from './note-numbers.js'
import { NOTE_RULE_HEIGHT } from './note-rule.js'

/** Notes that go below a column because of one of its lines. */
export interface NoteFit {
  readonly slices: readonly Slice[]
  /** With the separator, where they are the first ones. */
  readonly height: number
  /** What has to continue in the next column. */
  readonly rest: readonly Slice[]
}

/** No notes at all. */
export const NO_NOTES: NoteFit = { slices: [], height: 0, rest: [] }

/** Lays out the footnotes of a document. */
export class Footnotes {
  readonly #context: FlowContext
  readonly #laidOut = new Map<string, readonly Slice[]>()

  constructor(context: FlowContext) {
    this.#context = context
  }

  /** Height of what stands above the notes of a column: in Word it is text like any other, with the height of its lines. */
  #separatorHeight(width: number, blocks: readonly Block[] | undefined): number {
    return blocks === undefined ? NOTE_RULE_HEIGHT : this.#context.layOutBlocks(blocks, width).height
  }

  /**
   * Finds out whether the notes of a line fit below its column. A long note may go on in the next one, but not without
   * its first lines, as many as widow control keeps together, and the ones before it must be complete.
   *
   * @param room for the notes and, if they are the first, their separator
   * @param force the line has nowhere else to go
   */
  fit(
    references: readonly NoteReference[],
    width: number,
    room: number,
    isFirst: boolean,
    force: boolean,
  ): NoteFit | undefined {
    const notes = references
      .filter(({ note, id }) => note === 'footnote' && this.#context.document.footnotes.has(id))
      .map(({ id }) => this.#slicesOf(id, width))
    const last = notes[notes.length - 1]
    if (last === undefined) return NO_NOTES
    const slices = notes.flat()
    const least = slices.length - last.length + Math.min(last.length, 1)
    const separator = isFirst ? this.#separatorHeight(width, this.#context.document.footnoteSeparator) : 0
    const fit = takeSlices(slices, room - separator)
    if (!force && fit.slices.length < least) return undefined
    return { ...fit, height: fit.height + separator }
  }

  /** The same for the rest of earlier notes. At least one slice is taken, so that pagination terminates. */
  fitCarried(slices: readonly Slice[], width: number, room: number): NoteFit {
    if (slices.length === 0) return NO_NOTES
    const separator = this.#separatorHeight(width, this.#context.document.footnoteContinuation)
    const fit = takeSlices(slices, room - separator)
    const [first] = slices
    if (fit.slices.length === 0 && first !== undefined) {
      return { slices: [first], height: first.height + separator, rest: slices.slice(1) }
    }
    return { ...fit, height: fit.height + separator }
  }

  #slicesOf(id: string, width: number): readonly Slice[] {
    const key = `${width} ${id}`
    let slices = this.#laidOut.get(key)
    if (slices === undefined) {
      const note = this.#context.document.footnotes.get(id)
      const blocks = note === undefined ? [] : numberedBlocks(note, this.#context.noteLabel('footnote', id) ?? '')
      slices = layOutStack(blocks, width, {}, this.#context).slices
      this.#laidOut.set(key, slices)
    }
    return slices
  }
}

/** As many slices as fit and may be parted from the rest. */
function takeSlices(slices: readonly Slice[], room: number): NoteFit {
  let end = 0
  let height = 0
  let count = 0
  for (const [index, slice] of slices.entries()) {
    end += slice.spaceAbove + slice.height
    if (end > room) break
    if (index + 1 < slices.length && slices[index + 1]?.breakBefore !== 'allowed') continue
    height = end
    count = index + 1
  }
  return { slices: slices.slice(0, count), height, rest: slices.slice(count) }
}
