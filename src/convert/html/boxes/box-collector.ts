/**
 * Collects the content of one block: text becomes paragraphs, with boxes between them.
 *
 * @module
 */

import { COSTS, type ConversionBudget } from '../../conversion-budget.js'
import type { FlowInline } from '../../docx-writer/flow-document.js'
import type { ParagraphStyleName } from '../../docx-writer/flow-format.js'
import type { ConversionWarnings } from '../conversion-warnings.js'
import type { TextStyle } from '../css/computed-style.js'
import type { StyledPlace } from '../css/style-resolver.js'
import type { RunFormats } from '../measure/formats.js'
import { chipOf, isPadded, roomBeside, shrunkBlock, wantsBox } from '../measure/inline-box.js'
import type { TextRuler } from '../measure/measured-text.js'
import type { BlockBox, Box, TextBox } from './box-tree.js'
import { changeCase } from './change-case.js'
import { cleanText, isCollapsible, isOrdinary } from './clean-text.js'
import { InlineBuilder, type LinkTarget } from './inline-builder.js'
import { hasRightToLeft, splitByDirection } from './text-direction.js'

/** A mark that waits for the text that it belongs to. */
export interface PendingMark {
  readonly content: string
  readonly style: TextStyle
  /** How far the mark stands out of the text to the left, in twips; 0 where the text is in a cell. */
  hanging: number
  /** The style of the space after the mark. */
  readonly around: TextStyle
}

/** An inline without visible content: the target of a link, or a place where a string of the page changes. */
export type PlaceMark = Extract<FlowInline, { kind: 'bookmark' | 'stringSet' }>

/** State that all collectors of a document share. */
export interface CollectorContext {
  readonly budget: ConversionBudget
  readonly formats: RunFormats
  readonly ruler: TextRuler
  readonly warnings: ConversionWarnings
  /** Marks of places that belong to the next text. */
  readonly marks: PlaceMark[]
  pendingMark?: PendingMark | undefined
}

/** The place of a label, which the first check box takes. */
export interface TaskLabel {
  isTaken: boolean
}

/** Collects the content of a block. Lines of text become paragraphs, and boxes stay boxes. */
export class BoxCollector {
  #boxes: Box[] = []
  readonly style: ParagraphStyleName
  readonly #context: CollectorContext
  readonly #place: StyledPlace
  #link: LinkTarget | undefined
  #line: Line

  constructor(context: CollectorContext, style: ParagraphStyleName, place: StyledPlace, link?: LinkTarget) {
    this.#context = context
    this.#place = place
    this.#link = link
    this.style = style
    this.#line = openLine(link)
  }

  /** The link that added content is part of. */
  get link(): LinkTarget | undefined {
    return this.#link
  }

  /** Adds text, and collapses its white space as the style says. */
  addText(written: string, style: TextStyle): void {
    if (style.isHidden) return
    // White space between blocks.
    if (this.#line.inlines.swallowsSpace && !style.whiteSpace.startsWith('pre') && isCollapsible(written)) return
    if (style.whiteSpace.startsWith('pre')) this.#context.budget.hold('text', COSTS.line * countLines(written))
    const isPlain = isOrdinary(written)
    const text = changeCase(isPlain ? written : cleanText(written), style)
    if (/\S/.test(text)) {
      this.#openForText()
      if (this.#context.pendingMark !== undefined) this.#placeMark(this.#context.pendingMark)
    }
    const { formats } = this.#context
    const format = formats.get(style, this.style)
    if (isPlain || !hasRightToLeft(text)) this.#line.inlines.addText(text, format, style)
    else {
      for (const [index, part] of splitByDirection(text).entries()) {
        const own = index % 2 === 0 ? format : formats.rightToLeft(format)
        if (part !== '') this.#line.inlines.addText(part, own, style)
      }
    }
  }

  /** Ends a line. A line that consists of boxes ends as a row of boxes. */
  addBreak(style: TextStyle): void {
    if (this.#line.atoms.length > 0 && !this.#line.hasText) this.endLine()
    else this.#line.inlines.addBreak(this.#context.formats.get(style, this.style))
  }

  /** Adds space of about this width between two texts. */
  addGap(width: number, style: TextStyle): void {
    const spaces = Math.round((4 * width) / Math.max(1, style.em))
    if (spaces < 1 || style.isHidden || !this.#line.inlines.hasContent) return
    this.#line.inlines.addGap(Math.min(MAX_GAP_SPACES, spaces), this.#context.formats.get(style, this.style))
  }

  /** Adds space with the background of the text beside it. */
  addPadding(width: number, style: TextStyle): void {
    const spaces = Math.round((4 * width) / Math.max(1, style.em))
    if (spaces < 1 || style.isHidden) return
    this.#line.inlines.addPadding(Math.min(MAX_GAP_SPACES, spaces), this.#context.formats.get(style, this.style))
  }

  /**
   * Adds a mark that stands out of the text after it by this many twips. Within a line, the mark is added as text.
   *
   * @param around the style of the space after the mark
   */
  addMark(content: string, style: TextStyle, hanging: number, around: TextStyle): void {
    this.#addHanging(() => this.addText(content, style), hanging, around)
  }

  /** {@link addMark} for a mark that is a shape. */
  addDrawnMark(box: BlockBox, hanging: number, around: TextStyle): void {
    const add = () => {
      this.addAtom(box)
      this.#line.hasText = true
    }
    this.#addHanging(add, hanging, around)
  }

  #addHanging(add: () => void, hanging: number, around: TextStyle): void {
    const isFirst = !this.#line.inlines.hasContent && this.#line.atoms.length === 0
    add()
    if (!isFirst || hanging <= 0 || !this.#line.inlines.hasContent) {
      this.addGap(around.em, around)
      return
    }
    this.#line.inlines.addTab(this.#context.formats.get(around, this.style))
    this.#line.hanging = hanging
  }

  #placeMark({ content, style, hanging, around }: PendingMark): void {
    this.#context.pendingMark = undefined
    if (!this.#line.inlines.hasContent) this.addMark(content, style, hanging, around)
  }

  /** Adds a check box. The first one of a task becomes the label. */
  addCheckbox(checked: boolean, style: TextStyle, task: TaskLabel | undefined): void {
    const isLabel = task !== undefined && !task.isTaken && !this.#line.inlines.hasContent
    const format = this.#context.formats.get(style, this.style)
    this.addInline({ kind: 'checkbox', checked, format })
    if (!isLabel) return
    task.isTaken = true
    this.#line.inlines.addTab(format)
  }

  /** Adds an inline that is not text. */
  addInline(inline: FlowInline): void {
    this.#openForText()
    if (inline.kind === 'image') this.#line.hasImages = true
    this.#line.inlines.add(inline)
  }

  /** Marks the place of the next content with a bookmark. */
  addBookmark(name: string): void {
    this.addPlaceMark({ kind: 'bookmark', name })
  }

  /** Marks the place of the next content. */
  addPlaceMark(mark: PlaceMark): void {
    if (this.#line.inlines.hasContent) this.#line.inlines.add(mark)
    else this.#context.marks.push(mark)
  }

  /** Makes everything that `add` adds part of a link. */
  inLink(link: LinkTarget, add: () => void): void {
    const outer = this.#link
    this.#link = link
    this.#line.inlines.setLink(link)
    add()
    this.#link = outer
    this.#line.inlines.setLink(outer)
  }

  /** Adds an inline box: as a piece of the line's text, or with other inline boxes as a row. */
  addAtom(box: BlockBox): void {
    const chip = chipOf(box)
    if (chip === undefined && this.#line.hasText) this.endLine()
    this.#line.atoms.push(box)
    if (chip === undefined) {
      this.#line.isBoxed = true
      return
    }
    const [only] = chip
    if (chip.length === 1 && only?.kind === 'shape') {
      this.#line.shaped.push(box)
      this.addGap(roomBeside(box, 'left'), box.place.style.text)
      this.#line.inlines.add(only)
      return
    }
    this.#line.wantsRow ||= wantsBox(box)
    const { text } = box.place.style
    this.addGap(roomBeside(box, 'left'), text)
    for (const inline of chip) {
      if (inline.kind === 'image') this.#line.hasImages = true
      this.#line.inlines.addPiece(inline)
    }
    this.addGap(roomBeside(box, 'right'), text)
  }

  /** Adds a box on lines of its own. */
  addBox(box: Box): void {
    this.endLine()
    this.#push(box)
  }

  /** Adds a floating box. The current line stands beside it. */
  addFloat(box: Box): void {
    this.#push(box)
  }

  /** Ends the current paragraph, if it has any content. */
  endLine(): void {
    // Usually blocks follow each other without a line between them.
    if (this.#line.inlines.isEmpty && this.#line.atoms.length === 0 && !this.#line.hasText) return
    this.#closeLine()
    this.#line = openLine(this.#link)
  }

  #closeLine(): void {
    const { inlines, atoms, shaped, hasText, isBoxed, wantsRow, hasImages, hanging } = this.#line
    const [only] = atoms
    if (!inlines.hasContent && atoms.length === 0) {
      // Inlines without visible content may still mark a place.
      for (const inline of inlines.finish()) if (isPlaceMark(inline)) this.#context.marks.push(inline)
    } else if (only?.style !== undefined && atoms.length === 1 && !hasText) this.#push(shrunkBlock(only))
    else if (atoms.length > 0 && !hasText && (isBoxed || (shaped.length === 0 && (wantsRow || isLonePadded(atoms))))) {
      this.#push({ kind: 'row', place: this.#place, source: 'inline', items: atoms })
    } else {
      for (const { place } of shaped) this.#context.warnings.countMet('border-radius', place.style.unmet)
      this.#addParagraph(inlines.finish(), { hasImages, ...(hanging === undefined ? {} : { hanging }) })
    }
  }

  #addParagraph(inlines: FlowInline[], traits: Pick<TextBox, 'hasImages' | 'hanging'>): void {
    const { marks, ruler } = this.#context
    const marked = marks.length === 0 ? inlines : [...marks.splice(0), ...inlines]
    this.#push({ kind: 'text', style: this.style, place: this.#place, inlines: marked, ruler, ...traits })
  }

  /** All boxes, once everything was added. */
  finish(): readonly Box[] {
    this.#closeLine()
    return this.#boxes
  }

  /** Adds a box. A list of one item is created as such, since most blocks contain one paragraph. */
  #push(box: Box): void {
    if (this.#boxes.length === 0) this.#boxes = [box]
    else this.#boxes.push(box)
  }

  #openForText(): void {
    if (this.#line.isBoxed) this.endLine()
    this.#line.hasText = true
  }
}

/** Whether the only content is one inline box with padding. Several such boxes are words with space between them. */
function isLonePadded(atoms: readonly BlockBox[]): boolean {
  const [only] = atoms
  return atoms.length === 1 && only !== undefined && isPadded(only)
}

/** Widest gap that is made of spaces, in spaces. */
const MAX_GAP_SPACES = 10

interface Line {
  readonly inlines: InlineBuilder
  /** Inline boxes of the line. */
  readonly atoms: BlockBox[]
  /** Those of the inline boxes that are shapes. */
  readonly shaped: BlockBox[]
  /** Whether the line contains anything besides the boxes. */
  hasText: boolean
  /** Whether the line has a box that cannot be written as text. */
  isBoxed: boolean
  /** Whether the line has a box that is better drawn as a cell, unless there is text beside it. */
  wantsRow: boolean
  hasImages: boolean
  /** How far the mark at the beginning of the line stands out, in twips. */
  hanging?: number
}

function isPlaceMark(inline: FlowInline): inline is PlaceMark {
  return inline.kind === 'bookmark' || inline.kind === 'stringSet'
}

function openLine(link: LinkTarget | undefined): Line {
  const inlines = new InlineBuilder()
  if (link !== undefined) inlines.setLink(link)
  return { inlines, atoms: [], shaped: [], hasText: false, isBoxed: false, wantsRow: false, hasImages: false }
}

/** Number of line ends and tabs in a text. */
function countLines(text: string): number {
  let count = 0
  for (const _ of text.matchAll(/[\n\t]/g)) count++
  return count
}
