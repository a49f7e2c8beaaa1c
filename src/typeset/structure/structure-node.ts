/**
 * The logical structure of a document (ISO 32000-1, 14.7 and 14.8): its contents in reading order, independent of pages.
 *
 * @module
 */

import type { LinkTarget } from '../model/document-model.js'

/** PDF versions of the structure types. Each version has its own namespace (ISO 32000-2, 14.8.6). */
export type StructureVersion = '1.7' | '2.0'

/** Standard structure types that are used. `H` becomes H1, H2 and so on by its level; `Note` becomes FENote in PDF 2.0. */
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

/** A marked-content sequence on a page. */
export interface MarkedContent {
  /** Index of the page. */
  readonly page: number
  readonly mcid: number
}

/** Position of a figure, in twips from the top of its page. */
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
  /** Child elements and, after painting, the element's own content, in reading order. */
  readonly kids: (StructureNode | MarkedContent)[]
  /** Parent that the element is added to when its first content is painted; left out if the element has its parent already. */
  readonly joins?: StructureNode
  /** Level of a heading, from 0. */
  readonly level?: number
  /** Alternative text. */
  readonly alternative?: string
  /** Language as a BCP 47 tag, where it differs from the document's. */
  readonly language?: string
  readonly rowSpan?: number
  readonly colSpan?: number
  /** Numbering of the labels of a list. */
  readonly numbering?: 'Decimal' | 'UpperRoman' | 'LowerRoman' | 'UpperAlpha' | 'LowerAlpha' | 'Disc'
  readonly target?: LinkTarget
  /** Kind of a note. */
  readonly noteType?: 'Footnote' | 'Endnote'
  /** For a note, the elements that refer to it; for these elements, their notes. */
  readonly related?: StructureNode[]
  /** Position of a figure as it was painted. */
  box?: FigureBox
  /** Whether a link has an annotation on a page. */
  hasAnnotation?: boolean
}

/** A new element without content. */
export function makeNode(type: StructureType, details: Omit<StructureNode, 'type' | 'kids'> = {}): StructureNode {
  return { type, kids: [], ...details }
}
