/**
 * State for reading the body of a document, and the current place in it.
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

/** State that all stories of a document share. */
export interface BodyContext {
  readonly package: OpcPackage
  /** Prefix of the ids of notes and images, so that those of embedded documents are distinct. Empty for the outer document. */
  readonly prefix: string
  readonly formatting: Formatting
  /** Returns the list counters of a story. Stories count separately; see {@link Story.numbering}. */
  numberingOf(story: string): Numbering
  /** Ids of referenced notes, in the order of their references. */
  readonly referencedNotes: { readonly footnote: Set<string>; readonly endnote: Set<string> }
  /** Numbers of table cells and characters that were read. */
  readonly counts: { cells: number; characters: number }
  /** Returns the drawing environment of a part, whose text boxes are nested `depth` deep. */
  drawings(partName: string, depth: number): DrawingEnvironment
  readonly runs: RunVariants
  readonly census: TextCensus
  /** Data that content controls are bound to. */
  readonly data: DocumentData
  /** Sources of the document's fields. */
  readonly fieldSources: FieldSources
  /** Stored numbers of fields. */
  readonly storedNumbers: StoredNumber[]
  /** Reads a container of blocks: a cell, a text box, a header. The document's reader provides it, so that tables can nest. */
  readBlocks(container: XmlElement, flow: Flow): Block[]
  /** Reads the document that a w:altChunk refers to. A warning names a document that cannot be read. */
  readEmbedded(chunk: XmlElement, flow: Flow): readonly Block[]
  /** Throws the reason of the caller's signal if it was aborted. */
  checkpoint(): void
  /** Adds a warning. Each message is kept once. */
  warn(message: string): void
}

/** A text with fields of its own: the main text, a header, a note, a text box (called stories in ECMA-376-1, 17.2). */
export interface Story {
  readonly context: BodyContext
  readonly relationships: ReadonlyMap<string, Relationship>
  readonly drawings: DrawingEnvironment
  readonly fields: FieldStack
  /**
   * Counts the lists. As in Word, all footnotes count together, and so do all endnotes and all text boxes of a part; each header
   * counts separately. No list in a text box or header therefore changes the number of a clause in the text.
   */
  readonly numbering: Numbering
  /** Counts the fields that number paragraphs. */
  readonly paragraphNumbers: ParagraphNumbers
  /** Whether pages and columns can end in the story. In headers, footers and notes, breaks have no effect. */
  readonly hasPages: boolean
  /** Whether a w:fldChar belongs to a complete field. */
  isWhole(fieldCharacter: XmlElement): boolean
}

/** The place of blocks in a story. */
export interface Flow {
  readonly story: Story
  /** Properties from the table style, within tables. */
  readonly cell?: CellFormat
  readonly tableDepth: number
  readonly textBoxDepth: number
}

/** Roots of stories that are always on one page. */
const PAGELESS: ReadonlySet<string> = new Set(['w:hdr', 'w:ftr', 'w:footnote', 'w:endnote'])

/** Starts the story whose content is `root`, an element of the part. */
export function startStory(context: BodyContext, partName: string, root: XmlElement, textBoxDepth = 0): Flow {
  // Text boxes belong to the text of another story.
  if (textBoxDepth === 0) context.census.expect(root)
  const part = textBoxDepth === 0 ? root : context.package.xml(partName)
  const isRunning = part?.name === 'w:hdr' || part?.name === 'w:ftr'
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

/** Stories that count their lists together also count their fields together. */
function numbersOf(numbering: Numbering, { formatting }: BodyContext): ParagraphNumbers {
  const known = numbersByLists.get(numbering) ?? new ParagraphNumbers(formatting, numbering)
  numbersByLists.set(numbering, known)
  return known
}

/** Whether a paragraph with these inlines shows anything. */
export function hasVisibleContent(inlines: readonly Inline[]): boolean {
  return inlines.some((inline) => inline.kind !== 'bookmark')
}

/** Elements without fields, deleted elements, and stories with fields of their own. */
const APART = new Set(['w:t', 'w:rPr', 'w:pPr', 'w:tcPr', 'w:trPr', 'w:tblPr', 'w:del', 'w:moveFrom', 'w:txbxContent'])

/**
 * The w:fldChar elements of complete fields in a story. A begin without an end would swallow the rest of the document. Word does
 * not treat it as a field either.
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
