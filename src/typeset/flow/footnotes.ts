/**
 * Footnotes below columns: how many of their lines fit, and what continues in the next column.
 *
 * @module
 */

import type { Block, NoteReference } from '../model/document-model.js'
import type { FlowContext } from './flow-context.js'
import { layOutStack } from './lay-out-stack.js'
import type { Slice, Stack } from './layout-context.js'
import { numberedBlocks } from './note-numbers.js'
import { NOTE_RULE_HEIGHT } from './note-rule.js'
import { spaceAfter, spaceBetween } from './spacing.js'

/** Notes that go below a column because of one of its lines. */
export interface NoteFit {
  readonly slices: readonly Slice[]
  /** Height, including the separator for the first notes of the column. */
  readonly height: number
  /** The part that continues in the next column. */
  readonly rest: readonly Slice[]
}

/** What precedes the notes of a line: nothing, the rest of a note from the column before, or another note. */
export type AboveNotes = 'nothing' | 'rest' | NoteReference

/** No notes at all. */
export const NO_NOTES: NoteFit = { slices: [], height: 0, rest: [] }

/** Lays out the footnotes of a document. */
export class Footnotes {
  readonly #context: FlowContext
  readonly #laidOut = new Map<string, readonly Slice[]>()

  constructor(context: FlowContext) {
    this.#context = context
  }

  /**
   * Height of what notes have besides themselves: the separator above them, which is text with the height of its lines, and an
   * empty notice below them. Word keeps room for the notice whether or not a note goes on on the next page.
   */
  #frameHeight(width: number, separator: readonly Block[] | undefined): number {
    const heightOf = (blocks: readonly Block[]) => this.#context.layOutBlocks(blocks, width).height
    const { footnoteNotice } = this.#context.document
    return (
      (separator === undefined ? NOTE_RULE_HEIGHT : heightOf(separator)) +
      (footnoteNotice === undefined ? 0 : heightOf(footnoteNotice))
    )
  }

  /**
   * Finds out whether the notes of a line fit below its column. A long note may continue in the next column if its first lines
   * fit, as many as widow control keeps together, and if the notes before it are complete.
   *
   * @param room height for the notes and, if they are the first, their separator
   * @param force whether the line cannot be placed anywhere else
   */
  fit(
    references: readonly NoteReference[],
    width: number,
    room: number,
    above: AboveNotes,
    force: boolean,
  ): NoteFit | undefined {
    const known = references.filter((each) => this.has(each))
    const notes = known.map((each, index) => this.#slicesBelow(known[index - 1] ?? above, each, width))
    const last = notes[notes.length - 1]
    if (last === undefined) return NO_NOTES
    const slices = notes.flat()
    const least = slices.length - last.length + Math.min(last.length, 1)
    const { footnoteSeparator } = this.#context.document
    const separator = above === 'nothing' ? this.#frameHeight(width, footnoteSeparator) : 0
    const fit = takeSlices(slices, room, separator)
    return !force && fit.slices.length < least ? undefined : fit
  }

  /** Fits the rest of earlier notes. At least one slice is taken, so that pagination terminates. */
  fitCarried(slices: readonly Slice[], width: number, room: number): NoteFit {
    if (slices.length === 0) return NO_NOTES
    const separator = this.#frameHeight(width, this.#context.document.footnoteContinuation)
    const fit = takeSlices(slices, room, separator)
    const [first] = slices
    if (fit.slices.length === 0 && first !== undefined) {
      return { slices: [first], height: first.height + separator, rest: slices.slice(1) }
    }
    return fit
  }

  /** Whether a reference has a note below a column. */
  has({ note, id }: NoteReference): boolean {
    return note === 'footnote' && this.#context.document.footnotes.has(id)
  }

  /** A note with the space above it: notes are paragraphs one below another. */
  #slicesBelow(above: AboveNotes, { id }: NoteReference, width: number): readonly Slice[] {
    const slices = this.#slicesOf(id, width)
    const [first, ...others] = slices
    const { document, spacing } = this.#context
    const next = document.footnotes.get(id)?.blocks[0]
    const last = typeof above === 'object' ? document.footnotes.get(above.id)?.blocks : document.footnoteSeparator
    const before = last?.at(-1)
    if (above === 'rest' || first === undefined || next === undefined || before?.kind !== 'paragraph') return slices
    // The text above already includes the space below itself.
    const spaceAbove = Math.max(spaceBetween(before, next, spacing) - spaceAfter(before, spacing), 0)
    return [{ ...first, spaceAbove }, ...others]
  }

  #slicesOf(id: string, width: number): readonly Slice[] {
    const key = `${width} ${id}`
    let slices = this.#laidOut.get(key)
    if (slices === undefined) {
      const note = this.#context.document.footnotes.get(id)
      const blocks = note === undefined ? [] : numberedBlocks(note, this.#context.noteLabel('footnote', id) ?? '')
      slices = withSpaceBelow(layOutStack(blocks, width, {}, this.#context))
      this.#laidOut.set(key, slices)
    }
    return slices
  }
}

/**
 * A note with the space after it, which belongs to it even at the foot of the page. PDFs by Word of notes in a style with space
 * after show this.
 */
function withSpaceBelow({ slices, height }: Stack): readonly Slice[] {
  const last = slices.at(-1)
  if (last === undefined) return slices
  const filled = slices.reduce((sum, slice) => sum + slice.spaceAbove + slice.height, 0)
  return [...slices.slice(0, -1), { ...last, height: last.height + Math.max(0, height - filled) }]
}

/**
 * As many slices as fit and may be separated from the rest, with the separator above them. Their total height is rounded to
 * whole twips: with that, all 149 breaks in two documents with 50 notes are Word's; without it, 28 are not.
 */
function takeSlices(slices: readonly Slice[], room: number, separator: number): NoteFit {
  let end = separator
  let height = separator
  let count = 0
  for (const [index, slice] of slices.entries()) {
    end += slice.spaceAbove + slice.height
    if (Math.ceil(end) > room) break
    if (index + 1 < slices.length && slices[index + 1]?.breakBefore !== 'allowed') continue
    height = Math.ceil(end)
    count = index + 1
  }
  return { slices: slices.slice(0, count), height, rest: slices.slice(count) }
}
