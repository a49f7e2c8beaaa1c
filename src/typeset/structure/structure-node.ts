/**
 * The logical structure of a document (ISO 32000-1, 14.7 and 14.8): what its contents are, in reading order, whatever
 * the pages do with them.
 *
 * @module
 */

import type { LinkTarget } from '../model/document-model.js'

/** Standard structure types that are used here. `H` becomes H1 to H6 by its level. */
export type StructureType =
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
export interface FigureBox {
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
  /** Of a figure, as it was painted. */
  box?: FigureBox
  /** Whether a link's area is on a page. */
  hasAnnotation?: boolean
}

/** A new element without content. */
export function makeNode(type: StructureType, details: Omit<StructureNode, 'type' | 'kids'> = {}): StructureNode {
  return { type, kids: [], ...details }
}
