/**
 * The state of reading the body of a document, and the reader's place in it.
 *
 * @module
 */

import type { Block, Inline, StoredNumber } from '../../typeset/model/document-model.js'
import type { DrawingEnvironment } from '../drawing/drawing-environment.js'
import type { CellFormat, Formatting } from '../formatting/formatting.js'
import type { Numbering } from '../formatting/numbering/numbering.js'
import type { OpcPackage, Relationship } from '../package/package.js'
import type { DocumentData } from '../parts/document-data.js'
import type { TextCensus } from '../text-census.js'
import type { XmlElement } from '../xml/xml-element.js'
import type { FieldSources } from './field-result.js'
import { FieldStack } from './field-stack.js'
import { ParagraphNumbers } from './paragraph-numbers.js'
import type { RunVariants } from './run-variants.js'

/** What all stories of a document share while it is read. */
export interface BodyContext {
  readonly package: OpcPackage
  /** Before the ids of notes and images, so that those of a document inside of another are its own. Empty outside. */
  readonly prefix: string
  readonly formatting: Formatting
  /** The list counters of a story: each counts by itself. See {@link Story.numbering}. */
  numberingOf(story: string): Numbering
  /** Ids of the notes that the text refers to, in the order of their references. */
  readonly referencedNotes: { readonly footnote: Set<string>; readonly endnote: Set<string> }
  /** What was read so far: cells of tables, characters of text. */
  readonly counts: { cells: number; characters: number }
  /** A drawing environment for one part, whose text boxes stand in `depth` others. */
  drawings(partName: string, depth: number): DrawingEnvironment
  readonly runs: RunVariants
  readonly census: TextCensus
  /** What content controls are bound to. */
  readonly data: DocumentData
  /** What its fields are made of. */
  readonly fieldSources: FieldSources
  /** Numbers that fields show as they are stored. */
  readonly storedNumbers: StoredNumber[]
  /** Reads what stands in a container of blocks: a cell, a text box, a header. Given by the document's reader, so that tables can nest. */
  readBlocks(container: XmlElement, flow: Flow): Block[]
  /** Reads the document that a w:altChunk stands for; what cannot be read is named in a warning. */
  readEmbedded(chunk: XmlElement, flow: Flow): readonly Block[]
  /** Throws the reason of the caller's signal when it was aborted. */
  checkpoint(): void
  /** Each message is kept once. */
  warn(message: string): void
}

/** A text with fields of its own: the main text, a header, a note, a text box (ECMA-376-1, 17.2 calls them stories). */
export interface Story {
  readonly context: BodyContext
  readonly relationships: ReadonlyMap<string, Relationship>
  readonly drawings: DrawingEnvironment
  readonly fields: FieldStack
  /**
   * Counts its lists. All footnotes count together, and so do all endnotes and all text boxes of a part, as Word keeps them; each
   * header counts by itself. So no list in a text box or header changes the number of a clause in the text.
   */
  readonly numbering: Numbering
  /** Counts its fields that number paragraphs. */
  readonly paragraphNumbers: ParagraphNumbers
  /** Whether pages and columns can end in it: they cannot in headers, footers and notes, where breaks show nothing. */
  readonly hasPages: boolean
  /** Whether a w:fldChar belongs to a field with both ends. */
  isWhole(fieldCharacter: XmlElement): boolean
}

/** Where blocks stand in a story. */
export interface Flow {
  readonly story: Story
  /** What the table style says for them, in tables. */
  readonly cell?: CellFormat
  readonly tableDepth: number
  readonly textBoxDepth: number
}

/** Roots of stories that stand on a page as a whole. */
const PAGELESS: ReadonlySet<string> = new Set(['w:hdr', 'w:ftr', 'w:footnote', 'w:endnote'])

/** Starts a story that is the content of `root`, an element of the part. */
export function startStory(context: BodyContext, partName: string, root: XmlElement, textBoxDepth = 0): Flow {
  // Text boxes stand in the text of another story.
  if (textBoxDepth === 0) context.census.expect(root)
  const isRunning = root.name === 'w:hdr' || root.name === 'w:ftr'
  let whole: ReadonlySet<XmlElement> | undefined
  const numbering = context.numberingOf(textBoxDepth > 0 ? `text boxes of ${partName}` : partName)
  const story: Story = {
    context,
    relationships: context.package.relationships(partName),
    drawings: context.drawings(partName, textBoxDepth),
    numbering,
    paragraphNumbers: numbersOf(numbering, context),
    hasPages: !PAGELESS.has(root.name),
    fields: new FieldStack(isRunning ? (name) => context.formatting.paragraphStyleNamed(name) : undefined),
    isWhole(fieldCharacter) {
      whole ??= findWholeFields(root)
      return whole.has(fieldCharacter)
    },
  }
  return { story, tableDepth: 0, textBoxDepth }
}

const numbersByLists = new WeakMap<Numbering, ParagraphNumbers>()

/** All texts that count their lists together count their fields together. */
function numbersOf(numbering: Numbering, { formatting }: BodyContext): ParagraphNumbers {
  const known = numbersByLists.get(numbering) ?? new ParagraphNumbers(formatting, numbering)
  numbersByLists.set(numbering, known)
  return known
}

/** Whether a paragraph with these inlines shows anything. */
export function hasVisibleContent(inlines: readonly Inline[]): boolean {
  return inlines.some((inline) => inline.kind !== 'bookmark')
}

/** Elements that hold no fields, are deleted, or are stories with fields of their own. */
const APART = new Set(['w:t', 'w:rPr', 'w:pPr', 'w:tcPr', 'w:trPr', 'w:tblPr', 'w:del', 'w:moveFrom', 'w:txbxContent'])

/**
 * The w:fldChar elements of a story that belong to whole fields. A begin without its end would swallow the rest of the
 * document; Word does not treat it as a field either.
 */
function findWholeFields(root: XmlElement): ReadonlySet<XmlElement> {
  const whole = new Set<XmlElement>()
  const open: XmlElement[][] = []
  const visit = (element: XmlElement): void => {
    for (const child of element.children) {
      if (typeof child === 'string') continue
      if (child.name !== 'w:fldChar') {
        if (child.children.length > 0 && !APART.has(child.name)) visit(child)
        continue
      }
      const type = child.attributes['w:fldCharType']
      if (type === 'begin') open.push([child])
      else if (type === 'separate') open.at(-1)?.push(child)
      else if (type === 'end') {
        const field = open.pop()
        if (field === undefined) continue
        for (const part of field) whole.add(part)
        whole.add(child)
      }
    }
  }
  visit(root)
  return whole
}
