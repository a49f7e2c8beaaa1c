/**
 * Gathers the content of one block: text into paragraphs, and boxes between them.
 *
 * @module
 */

import { COSTS, type ConversionBudget } from '../../conversion-budget.js'
import type { FlowInline, ParagraphStyleName } from '../../docx-writer/flow-document.js'
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

/** A mark that stands before the text that comes next. */
export interface PendingMark {
  readonly content: string
  readonly style: TextStyle
  /** How far it stands out of that text, in twips; 0 where the text stands in a cell. */
  hanging: number
  /** The style of the room behind it. */
  readonly around: TextStyle
}

/** Invisible inline: the target of a link, or a place where a string of the page changes. */
export type PlaceMark = Extract<FlowInline, { kind: 'bookmark' | 'stringSet' }>

/** What all collectors of a document share. */
export interface CollectorContext {
  readonly budget: ConversionBudget
  readonly formats: RunFormats
  readonly ruler: TextRuler
  readonly warnings: ConversionWarnings
  /** Marks of the place of the next text. */
  readonly marks: PlaceMark[]
  pendingMark?: PendingMark | undefined
}

/** A label's place that the first box to be ticked takes. */
export interface TaskLabel {
  isTaken: boolean
}

/** Gathers what stands in one block: lines of text become paragraphs, boxes stay boxes. */
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

  /** The link that what is added is part of. */
  get link(): LinkTarget | undefined {
    return this.#link
  }

  /** Adds text, its white space treated as the style says. */
  addText(written: string, style: TextStyle): void {
    if (style.isHidden) return
    // What stands between blocks.
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

  /** Ends a line; one of boxes alone ends as a row of them. */
  addBreak(style: TextStyle): void {
    if (this.#line.atoms.length > 0 && !this.#line.hasText) this.endLine()
    else this.#line.inlines.addBreak(this.#context.formats.get(style, this.style))
  }

  /** Adds room between two texts, about as wide as asked for. */
  addGap(width: number, style: TextStyle): void {
    const spaces = Math.round((4 * width) / Math.max(1, style.em))
    if (spaces < 1 || style.isHidden || !this.#line.inlines.hasContent) return
    this.#line.inlines.addGap(Math.min(MAX_GAP_SPACES, spaces), this.#context.formats.get(style, this.style))
  }

  /** Adds room on the ground that the text beside it has. */
  addPadding(width: number, style: TextStyle): void {
    const spaces = Math.round((4 * width) / Math.max(1, style.em))
    if (spaces < 1 || style.isHidden) return
    this.#line.inlines.addPadding(Math.min(MAX_GAP_SPACES, spaces), this.#context.formats.get(style, this.style))
  }

  /**
   * Adds a mark that stands out of the text behind it by so many twips; elsewhere than at the start of a line, text.
   *
   * @param around the style of the room behind it
   */
  addMark(content: string, style: TextStyle, hanging: number, around: TextStyle): void {
    const isFirst = !this.#line.inlines.hasContent && this.#line.atoms.length === 0
    this.addText(content, style)
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

  /** Adds a box to be ticked; the first one of a task stands where labels do. */
  addCheckbox(checked: boolean, style: TextStyle, task: TaskLabel | undefined): void {
    const isLabel = task !== undefined && !task.isTaken && !this.#line.inlines.hasContent
    const format = this.#context.formats.get(style, this.style)
    this.addInline({ kind: 'checkbox', checked, format })
    if (!isLabel) return
    task.isTaken = true
    this.#line.inlines.addTab(format)
  }

  /** Adds something that is no text. */
  addInline(inline: FlowInline): void {
    this.#openForText()
    if (inline.kind === 'image') this.#line.hasImages = true
    this.#line.inlines.add(inline)
  }

  /** Marks a place: the next content that comes. */
  addBookmark(name: string): void {
    this.addPlaceMark({ kind: 'bookmark', name })
  }

  /** Marks a place, whatever for. */
  addPlaceMark(mark: PlaceMark): void {
    if (this.#line.inlines.hasContent) this.#line.inlines.add(mark)
    else this.#context.marks.push(mark)
  }

  /** Makes what `add` adds a link. */
  inLink(link: LinkTarget, add: () => void): void {
    const outer = this.#link
    this.#link = link
    this.#line.inlines.setLink(link)
    add()
    this.#link = outer
    this.#line.inlines.setLink(outer)
  }

  /** Adds a box that stands in a line: in the line of text as a piece of it, or with others of its kind as a row. */
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

  /** Adds a box beside which the line that is being gathered stands. */
  addFloat(box: Box): void {
    this.#push(box)
  }

  /** Ends the paragraph that is being gathered, if there is anything in it. */
  endLine(): void {
    // Boxes mostly follow each other with no line between them.
    if (this.#line.inlines.isEmpty && this.#line.atoms.length === 0 && !this.#line.hasText) return
    this.#closeLine()
    this.#line = openLine(this.#link)
  }

  #closeLine(): void {
    const { inlines, atoms, shaped, hasText, isBoxed, wantsRow, hasImages, hanging } = this.#line
    const [only] = atoms
    if (!inlines.hasContent && atoms.length === 0) {
      // What does not show may still hold a place.
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

  /** As in `InlineBuilder`: most blocks hold one paragraph. */
  #push(box: Box): void {
    if (this.#boxes.length === 0) this.#boxes = [box]
    else this.#boxes.push(box)
  }

  #openForText(): void {
    if (this.#line.isBoxed) this.endLine()
    this.#line.hasText = true
  }
}

/** Whether there is nothing but one box in a line, with room of its own: several of them are words with room between. */
function isLonePadded(atoms: readonly BlockBox[]): boolean {
  const [only] = atoms
  return atoms.length === 1 && only !== undefined && isPadded(only)
}

/** Widest gap that is made of spaces. */
const MAX_GAP_SPACES = 10

interface Line {
  readonly inlines: InlineBuilder
  /** Boxes that stand in it, and those of them that are shapes. */
  readonly atoms: BlockBox[]
  readonly shaped: BlockBox[]
  /** Whether there is anything besides the boxes. */
  hasText: boolean
  /** Whether a box in it cannot be a piece of text. */
  isBoxed: boolean
  /** Whether a box in it is better drawn as a cell, unless text stands beside it. */
  wantsRow: boolean
  hasImages: boolean
  /** How far the mark that it begins with stands out. */
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

/** Line ends and tabs of a text. */
function countLines(text: string): number {
  let count = 0
  for (const _ of text.matchAll(/[\n\t]/g)) count++
  return count
}
