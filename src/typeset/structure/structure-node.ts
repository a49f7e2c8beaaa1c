/**
 * The logical structure of a document (ISO 32000-1, 14.7 and 14.8): what its contents are, in reading order, whatever
 * the pages do with them.
 *
 * @module
 */

import type { LinkTarget } from '../model/document-model.js'

/** Versions of PDF whose structure types are written: each has a namespace of its own (ISO 32000-2, 14.8.6). */
export type StructureVersion = '1.7' | '2.0'

/** Standard structure types that are used here. `H` becomes H1 and so on by its level, `Note` in PDF 2.0 FENote. */
type StructureType =
  | 'Document'
  | 'Part'
  | 'Div'
  | 'P'
  | 'H'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure'
  | 'Formula'
  | 'Link'
  | 'Note'

/** A piece of a page's content. */
export interface MarkedContent {
  /** Index of the page. */
  readonly page: number
  readonly mcid: number
}

/** Where a figure stands, in twips from the top of its page. */
interface FigureBox {
  readonly page: number
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** An element of the structure. */
export interface StructureNode {
  readonly type: StructureType
  /** Elements below it and, once pages are painted, its own content, in reading order. */
  readonly kids: (StructureNode | MarkedContent)[]
  /** Of the element that it joins when its first content is painted; left out for elements that are in place already. */
  readonly joins?: StructureNode
  /** Of a heading, from 0. */
  readonly level?: number
  /** What it shows, in words. */
  readonly alternative?: string
  /** BCP 47, where it differs from the document's. */
  readonly language?: string
  readonly rowSpan?: number
  readonly colSpan?: number
  /** Of a list: how its labels are numbered. */
  readonly numbering?: 'Decimal' | 'UpperRoman' | 'LowerRoman' | 'UpperAlpha' | 'LowerAlpha' | 'Disc'
  readonly target?: LinkTarget
  /** Of a note: where it stands. */
  readonly noteType?: 'Footnote' | 'Endnote'
  /** Of a note: the elements that refer to it, and of these: the notes. */
  readonly related?: StructureNode[]
  /** Of a figure, as it was painted. */
  box?: FigureBox
  /** Whether a link's area is on a page. */
  hasAnnotation?: boolean
}

/** A new element without content. */
export function makeNode(type: StructureType, details: Omit<StructureNode, 'type' | 'kids'> = {}): StructureNode {
  return { type, kids: [], ...details }
}
